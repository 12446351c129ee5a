// One process, or several that MPI has started; MPI itself is a part that is loaded then (parts/part.h).
#include "lab/ranks.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "parts/mpi.h"
#include "parts/part.h"

namespace rw::lab {
namespace {

struct {
  int rank = 0, size = 1;
  const Mpi* mpi = nullptr;  // null: nobody else is there
} world;

std::string_view environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

// Open MPI, MPICH and Slurm's PMI tell a process in its environment that it is one of several.
bool one_of_several() {
  for (const char* size : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const std::string_view told = environment(size); !told.empty()) return told != "1";
  return !environment("PMIX_RANK").empty();
}

// Known before MPI is: every process would say the same.
bool first_of_several() {
  for (const char* rank : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (const std::string_view told = environment(rank); !told.empty()) return told == "0";
  return true;
}

void be_silent() {
  if (std::freopen("/dev/null", "w", stdout) != nullptr && std::freopen("/dev/null", "w", stderr) != nullptr)
    return;
  if (world.mpi != nullptr) world.mpi->give_up();
}

}  // namespace

Ranks::Ranks(int& argc, char**& argv) {
  if (!one_of_several()) return;
  if (auto loaded = load_part<const Mpi>("mpi").into(world.mpi); !loaded) {
    if (!first_of_several()) be_silent();
    throw std::runtime_error("several processes need MPI; " + loaded.error());
  }
  world.mpi->start(argc, argv, world.rank, world.size);
  if (world.rank != 0) be_silent();
}

Ranks::~Ranks() {
  if (world.mpi != nullptr) world.mpi->stop();
}

std::vector<std::string> gathered(const std::string& mine) {
  std::vector<std::string> all(static_cast<std::size_t>(world.size));
  all[static_cast<std::size_t>(world.rank)] = mine;
  if (world.mpi == nullptr) return all;
  for (int from = 0; from < world.size; ++from) {
    std::string& text = all[static_cast<std::size_t>(from)];
    std::uint64_t size = text.size();
    world.mpi->send_to_all(&size, sizeof size, from);
    text.resize(size);
    world.mpi->send_to_all(text.data(), size, from);
  }
  return all;
}

int rank() { return world.rank; }
int ranks() { return world.size; }

}  // namespace rw::lab
