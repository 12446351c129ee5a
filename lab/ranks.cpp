// The only file that talks to MPI.
#include "lab/ranks.h"

#include <cstdio>
#include <cstdlib>

#ifdef RULEWRIGHT_MPI
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#endif

namespace rw::lab {
namespace {

struct {
  int rank = 0, size = 1;
  bool started = false;
} world;

#ifdef RULEWRIGHT_MPI

// Open MPI, MPICH and Slurm's PMI tell a process in its environment that it is one of several.
bool launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

// MPI counts in ints; longer texts travel in pieces.
constexpr std::uint64_t piece = 1U << 30U;

void send_to_all(std::string& text, int from) {
  std::uint64_t size = text.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, from, MPI_COMM_WORLD);
  text.resize(size);
  for (std::uint64_t at = 0; at < size; at += piece)
    MPI_Bcast(text.data() + at, static_cast<int>(std::min(piece, size - at)), MPI_BYTE, from, MPI_COMM_WORLD);
}

#endif

}  // namespace

#ifdef RULEWRIGHT_MPI

Ranks::Ranks(int& argc, char**& argv) {
  if (!launched()) return;
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  world.started = true;
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.size);
  if (world.rank == 0) return;
  if (std::freopen("/dev/null", "w", stdout) == nullptr || std::freopen("/dev/null", "w", stderr) == nullptr)
    MPI_Abort(MPI_COMM_WORLD, 1);
}

Ranks::~Ranks() {
  if (world.started) MPI_Finalize();
}

std::vector<std::string> gathered(const std::string& mine) {
  std::vector<std::string> all(static_cast<std::size_t>(world.size));
  all[static_cast<std::size_t>(world.rank)] = mine;
  if (world.started)
    for (int from = 0; from < world.size; ++from) send_to_all(all[static_cast<std::size_t>(from)], from);
  return all;
}

#else

Ranks::Ranks(int&, char**&) {}
Ranks::~Ranks() = default;
std::vector<std::string> gathered(const std::string& mine) { return {mine}; }

#endif

int rank() { return world.rank; }
int ranks() { return world.size; }

}  // namespace rw::lab
