// Reading sides off a position, and turn order off events.
#include "lab/sides.h"

#include <algorithm>

namespace rw::lab {
namespace {

std::string colour_of_record(const core::Node& root, std::string_view id) {
  for (int i = 0; i < root.size(); ++i)
    for (int k = 0; root[i].kind() == core::Node::Kind::list && k < root[i].size(); ++k)
      if (root[i][k]["id"].text() == id && !root[i][k]["colour"].text().empty())
        return std::string(root[i][k]["colour"].text());
  return {};
}

std::string colour_below(const core::Node& root, const core::Field& field) {
  for (const core::Field& below : field.fields) {
    std::string colour;
    if (below.kind == core::Field::Kind::group) colour = colour_below(root, below);
    if (below.kind == core::Field::Kind::word) colour = colour_of_record(root, below.word);
    if (!colour.empty()) return colour;
  }
  return {};
}

}  // namespace

// A seat that is called by a colour is known by that one.
std::string colour_of(const Edition& edition, const Position& position, Seat seat) {
  constexpr std::string_view colours[] = {"red", "blue", "green", "yellow", "black", "purple", "orange"};
  if (std::string name = edition.seat_name(position, seat);
      std::find(std::begin(colours), std::end(colours), name) != std::end(colours))
    return name;
  const core::Field all = edition.fields(position, Viewer::omniscient());
  const core::Field* seats = all.find("players");
  const auto at = static_cast<std::size_t>(core::index(seat));
  return seats == nullptr || at >= seats->fields.size() ? std::string()
                                                        : colour_below(edition.bundle().root(), seats->fields[at]);
}

std::vector<core::SeatMask> sides_at(const Edition& edition, const Position& position) {
  std::vector<core::SeatMask> sides;
  for (int i = 0; i < edition.seats(position); ++i)
    if (const core::SeatMask side = edition.side(position, core::seat(i));
        std::find(sides.begin(), sides.end(), side) == sides.end())
      sides.push_back(side);
  return sides;
}

TurnOrder::TurnOrder(const Edition& edition)
    : event_(static_cast<std::size_t>(
          std::find(edition.game().events.begin(), edition.game().events.end(), turn_begins) -
          edition.game().events.begin())) {}

void TurnOrder::begin(int seats) {
  seats_ = seats;
  begun_ = 0;
  places_ = {};
}

void TurnOrder::read(const core::Log& log) {
  for (const core::Event& event : log.events) {
    const int seat = core::index(event.actor);
    if (event.kind != event_ || seat < 0 || seat >= seats_) continue;
    if (std::uint8_t& place = places_[static_cast<std::size_t>(seat)]; place == 0)
      place = static_cast<std::uint8_t>(++begun_);
  }
}

Places TurnOrder::places() const {
  Places out = places_;
  if (begun_ + 1 == seats_)
    for (int seat = 0; seat < seats_; ++seat)
      if (out[static_cast<std::size_t>(seat)] == 0)
        out[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(seats_);
  return out;
}

}  // namespace rw::lab
