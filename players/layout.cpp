// Naming the places of a tensor.
#include "players/layout.h"

#include <algorithm>

#include "engine/core/hash.h"

namespace rw::players {

std::uint16_t Layout::rotated(int seat, int place) const {
  const Place& at = places[static_cast<std::size_t>(place)];
  int to = place;
  if (at.player >= 0) to += player_start[(at.player - seat + seats) % seats] - player_start[at.player];
  if (at.word >= 0) to += (at.word - seat + seats) % seats - at.word;
  return static_cast<std::uint16_t>(to);
}

std::uint64_t Layout::hash() const {
  // Names tell what lies there just now; the shape is the same in all positions.
  std::string all = std::to_string(seats);
  for (const Place& place : places)
    all += "\n" + std::to_string(place.range) + " " + std::to_string(place.player) + " " +
           std::to_string(place.word) + (place.kind ? " kind" : "");
  return core::hash64(std::as_bytes(std::span(all)));
}

void LayoutVisitor::begin(std::string_view name) {
  if (path_.size() == 1 && path_[0] == "players") {
    player_ = static_cast<int>(players_.size());
    out_.player_start[player_ & 7] = static_cast<int>(out_.places.size());
    players_.emplace_back(name);
    path_.push_back(std::to_string(player_ + 1));
    return;
  }
  path_.emplace_back(name);
}

void LayoutVisitor::end() {
  path_.pop_back();
  if (path_.size() == 1 && path_[0] == "players") {
    out_.player_size = static_cast<int>(out_.places.size()) - out_.player_start[player_ & 7];
    player_ = -1;
  }
}

Layout::Place& LayoutVisitor::add(const std::string& name, float range) {
  std::string path;
  for (const std::string& part : path_) path += part + ".";
  Layout::Place& place = out_.places.emplace_back();
  place.name = path + name;
  place.range = range;
  place.player = player_;
  return place;
}

void LayoutVisitor::add_word(std::string_view name, std::span<const std::string_view> words) {
  const auto seats = seat_names_.size();
  const bool is_seat =
      seats > 0 && words.size() >= seats && std::equal(seat_names_.begin(), seat_names_.end(), words.begin());
  for (std::size_t i = 0; i < words.size(); ++i) {
    Layout::Place& place = add(std::string(name) + " " + std::to_string(i), 1);
    if (is_seat && i < seats) place.word = static_cast<int>(i);
    place.kind = path_.empty() && !is_seat;
  }
}

void LayoutVisitor::add_pile(std::string_view name, int definitions) {
  for (int i = 0; i < definitions; ++i) add(std::string(name) + " " + std::to_string(i), 1);
  add(std::string(name) + " unknown", 1);
}

// The places of what is not there are like those of what stands before it.
void LayoutVisitor::skip(std::size_t places) {
  const std::size_t from = out_.places.size() - places;
  for (std::size_t i = 0; i < places; ++i) {
    Layout::Place like = out_.places[from + i];
    like.name += "'";
    out_.places.push_back(like);
  }
}

}  // namespace rw::players
