// What players ask of each other at a table: to take a choice back, a draw, another game, and what becomes of a
// seat that is out of time. One question of a kind stands at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/ids.h"
#include "server/records.h"

namespace rw::server {

struct Offer {
  std::string kind;
  int seat = 0;  // who asks, or who is out of time
  core::SeatMask yes = 0, no = 0, of = 0;
  std::vector<std::string> what;  // out_of_time: what each seat wishes

  bool agreed() const { return (of & ~yes) == 0; }
  bool wished(std::string_view wish) const;
};

class Offers {
 public:
  Offer* find(std::string_view kind);
  // This seat asks these others.
  void ask(std::string_view kind, int seat, core::SeatMask others);
  // These are asked what becomes of a seat that is out of time.
  void ask_about(int seat, core::SeatMask others, std::size_t seats);
  // A seat says yes. True when all have.
  static bool accept(Offer&, core::Seat);
  Offer take(const Offer&);
  void drop(std::string_view kind);
  // Playing on answers an offer, and one about an earlier position is void.
  void play_on(const Entry&);
  void clear() { standing_.clear(); }
  bool empty() const { return standing_.empty(); }
  std::string json() const;  // the elements of a list

 private:
  std::vector<Offer> standing_;
};

}  // namespace rw::server
