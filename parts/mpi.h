// The functions of MPI that the program uses. Only parts/mpi.cpp knows the library.
#pragma once

#include <cstdint>

namespace rw {

struct Mpi {
  void (*start)(int& argc, char**& argv, int& rank, int& size);
  void (*send_to_all)(void* bytes, std::uint64_t size, int from);
  void (*give_up)();
  void (*stop)();
};

}  // namespace rw
