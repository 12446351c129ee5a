// Looking for better choices, weighing two on the same deals, and seeing where chance was at work.
#include "lab/review_judge.h"

#include <algorithm>

#include "speech/translation.h"

namespace rw::lab {

constexpr int line_length = 4;  // choices shown after a better one
constexpr std::uint32_t playing_on = 20;  // as small a part of the search plays on at a second look

Expected<> Judge::prepare() {
  players::Spec search, small, confirming, greedy;
  search.kind = small.kind = confirming.kind = players::Spec::Kind::search;
  greedy.kind = players::Spec::Kind::greedy;
  search.simulations = plan_.simulations;
  small.simulations = std::max<std::uint32_t>(2, plan_.simulations / playing_on);
  confirming.simulations = plan_.confirming != 0 ? plan_.confirming : small.simulations;
  const Game& game = plan_.edition->game();
  if (auto done = players::make_player(plan_.adviser.value_or(search), game).into(search_); !done) return done;
  if (auto done = players::make_player(small, game).into(small_search_); !done) return done;
  if (auto done = players::make_player(confirming, game).into(confirming_); !done) return done;
  if (auto done = players::make_player(greedy, game).into(greedy_); !done) return done;
  return estimator_.prepare();
}

Choice Judge::best(const Position& position, Choice made, const core::Seed& seed, std::string& fault) {
  core::Random random = core::Random::start(core::derive(seed, 0));
  const Choice choice = players::ask(*search_, *plan_.edition, position, random);
  fault = search_->fault();
  return fault.empty() ? choice : made;
}

namespace {

// What a choice names: records, words and seats, each of its operands in turn.
std::vector<std::string> named_by(const Edition& edition, const Position& position, Choice choice) {
  std::vector<std::string> out;
  for (int operand = 0; operand < 4; ++operand)
    for (const Edition::Thing& thing : edition.things(position, Viewer::omniscient(), choice, operand))
      out.push_back(thing.id);
  return out;
}

}  // namespace

bool Judge::imaginable(const Position& before, Seat viewer, Seat seat, Choice choice,
                       const core::Seed& seed) const {
  const Edition& edition = *plan_.edition;
  const std::vector<std::string> meant = named_by(edition, before, choice);
  for (int deal = 0; deal < plan_.deals; ++deal) {
    const Position other = estimator_.imagined(before, viewer, seed, deal);
    if (edition.judge(other, seat, choice).refused() || named_by(edition, other, choice) != meant) return false;
  }
  return true;
}

bool Judge::chance_at_work(const Position& before, Seat viewer, Choice choice, const Position& after,
                           const core::Seed& seed) const {
  const Edition& edition = *plan_.edition;
  if (edition.harmless_to_undo(before, after)) return false;
  const std::vector<float> seen = edition.tensor(after, Viewer::of(viewer));
  for (int deal = 0; deal < plan_.deals; ++deal) {
    Position other = estimator_.imagined(before, viewer, seed, deal);
    edition.apply(other, choice);
    if (edition.tensor(other, Viewer::of(viewer)) != seen) return true;
  }
  return false;
}

std::vector<std::string> Judge::line(const View& view, Choice choice, const core::Seed& seed) {
  const Edition& edition = *plan_.edition;
  std::vector<std::string> out;
  Position imagined = imagine(edition, view, core::derive(seed, 1));
  edition.apply(imagined, choice);
  core::Random random = core::Random::start(core::derive(seed, 2));
  for (int i = 0; i < line_length && !edition.over(imagined); ++i) {
    const Choice next = players::ask(*search_, edition, imagined, random);
    const Seat seat = edition.decision(imagined).asked;
    out.push_back(edition.seat_name(imagined, seat, plan_.language) + speech::translated_to(plan_.language, ": ") +
                  edition.choice_text(imagined, next, plan_.language));
    edition.apply(imagined, next);
  }
  return out;
}

void Judge::add_differences(const Position& position, Seat seat, Choice made, Choice other, const core::Seed& seed,
                            int deals, std::uint32_t decision, By by, std::vector<Mean>& out) {
  const auto seats = static_cast<std::size_t>(plan_.edition->seats(position));
  out.resize(seats);
  for (int deal = 0; deal < deals; ++deal) {
    players::Player* const on = by == By::search ? small_search_.get() : nullptr;
    const bool same = after(position, seat, made, seed, deal) == after(position, seat, other, seed, deal);
    const Chances with =
        same ? Chances(seats) : estimator_.sample(position, seat, &other, seed, deal, decision, on);
    const Chances as_made =
        same ? Chances(seats) : estimator_.sample(position, seat, &made, seed, deal, decision, on);
    for (std::size_t i = 0; i < seats; ++i) out[i].add(with[i] - as_made[i]);
  }
}

void Judge::play_out(const Position& position, Seat seat, Choice made, Choice other, const core::Seed& seed,
                     int games, By by, const std::function<bool()>& going, Mean& out) {
  const auto own = static_cast<std::size_t>(core::index(seat));
  players::Player& on = by == By::greedy ? *greedy_ : *confirming_;
  for (int deal = 0; deal < games && going(); ++deal) {
    const bool same = after(position, seat, made, seed, deal) == after(position, seat, other, seed, deal);
    out.add(same ? 0
                 : estimator_.outcome(position, seat, other, seed, deal, on)[own] -
                       estimator_.outcome(position, seat, made, seed, deal, on)[own]);
  }
}

Position Judge::after(const Position& position, Seat seat, Choice choice, const core::Seed& seed, int deal) const {
  Position out = estimator_.imagined(position, seat, seed, deal);
  plan_.edition->apply(out, choice);
  return out;
}

}  // namespace rw::lab
