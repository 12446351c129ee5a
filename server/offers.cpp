// The offers that stand at a table.
#include "server/offers.h"

#include <algorithm>

#include "server/json.h"
#include "server/table_json.h"

namespace rw::server {

bool Offer::wished(std::string_view wish) const { return std::find(what.begin(), what.end(), wish) != what.end(); }

Offer* Offers::find(std::string_view kind) {
  const auto found =
      std::find_if(standing_.begin(), standing_.end(), [&](const Offer& o) { return o.kind == kind; });
  return found == standing_.end() ? nullptr : &*found;
}

void Offers::ask(std::string_view kind, int seat, core::SeatMask others) {
  standing_.push_back({std::string(kind), seat, core::only(core::seat(seat)), 0, others, {}});
}

void Offers::ask_about(int seat, core::SeatMask others, std::size_t seats) {
  standing_.push_back({"out_of_time", seat, 0, 0, others, std::vector<std::string>(seats)});
}

bool Offers::accept(Offer& offer, core::Seat seat) {
  offer.yes = static_cast<core::SeatMask>(offer.yes | core::only(seat));
  return offer.agreed();
}

Offer Offers::take(const Offer& offer) {
  Offer taken = offer;
  drop(taken.kind);
  return taken;
}

void Offers::drop(std::string_view kind) {
  std::erase_if(standing_, [&](const Offer& offer) { return offer.kind == kind; });
}

void Offers::play_on(const Entry& entry) {
  std::erase_if(standing_, [&](const Offer& offer) {
    if (offer.kind == "undo") return true;
    if (offer.kind == "out_of_time") return offer.seat == entry.seat || entry.kind == Entry::Kind::undo;
    return core::has(offer.of, core::seat(entry.seat));
  });
}

std::string Offers::json() const {
  std::string out;
  for (const Offer& offer : standing_) {
    out += (out.empty() ? "{\"kind\":\"" : ",{\"kind\":\"") + offer.kind + "\"";
    append_member(out, "seat", offer.seat + 1);
    append_seats(out, "yes", offer.yes);
    append_seats(out, "no", offer.no);
    append_seats(out, "of", offer.of);
    out += '}';
  }
  return out;
}

}  // namespace rw::server
