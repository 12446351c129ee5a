// The processes that share one piece of work: one, or as many as `mpirun -n N` started. Started without
// mpirun the program is rank 0 of 1 and needs no MPI.
#pragma once

#include <string>
#include <vector>

namespace rw::lab {

// Lives as long as the program. Starts MPI only if a launcher started this process; all ranks but the first are
// made silent, so that everything is said once. Throws if there are several processes and no MPI.
class Ranks {
 public:
  Ranks(int& argc, char**& argv);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
};

int rank();   // 0: the one that speaks
int ranks();  // how many

// What every rank has, in the order of ranks, for every rank. All must call it.
std::vector<std::string> gathered(const std::string& mine);

}  // namespace rw::lab
