// Imagining, playing on and judging.
#include "lab/estimate.h"

#include "engine/imagine.h"

namespace rw::lab {

Estimator::Estimator(const Estimating& how)
    : how_(how), players_(players::find_players(how.edition->game().id)), calibration_(nullptr) {}

Expected<> Estimator::prepare() {
  if (players_ == nullptr) {
    return failed(std::string(how_.edition->game().id) +
                  " has no evaluation yet, so nobody can say how its games stand");
  }
  int seats = 0;
  for (const core::SeatMask side : how_.sides)
    for (int seat = 0; seat < core::max_seats; ++seat) seats += core::has(side, core::seat(seat)) ? 1 : 0;
  if (how_.calibrated)
    calibration_ = shipped_calibration(how_.edition->game().id, seats, static_cast<int>(how_.sides.size()));
  players::Spec greedy;
  greedy.kind = players::Spec::Kind::greedy;
  return players::make_player(greedy, how_.edition->game()).into(greedy_);
}

Judged Estimator::said(const Position& position, std::uint32_t decision) const {
  Judged out;
  out.sides = how_.sides;
  out.places = how_.places;
  out.decision = decision;
  players_->evaluate(how_.edition->content(), position.data(), out.said);
  return out;
}

Chances Estimator::judged(const Position& position, std::uint32_t decision) const {
  const auto seats = static_cast<std::size_t>(how_.edition->seats(position));
  if (!how_.edition->over(position)) {
    const Judged found = said(position, decision);
    return calibration_ != nullptr ? calibration_->chances(found) : plain_chances(found);
  }
  const Outcome outcome = how_.edition->outcome(position);
  Chances out(seats);
  for (std::size_t i = 0; i < seats; ++i)
    out[i] = core::has(outcome.winners, core::seat(static_cast<int>(i))) ? 1 : 0;
  return out;
}

Position Estimator::imagined(const Position& position, Seat viewer, const core::Seed& seed, int deal) const {
  return imagine(*how_.edition, View(*how_.edition, position, viewer),
                 core::derive(seed, static_cast<std::uint64_t>(deal) + 1));
}

Chances Estimator::sample(const Position& position, Seat viewer, const Choice* choice, const core::Seed& seed,
                          int deal, std::uint32_t decision, players::Player* on) {
  const Edition& edition = *how_.edition;
  Position here = imagined(position, viewer, seed, deal);
  if (choice != nullptr) edition.apply(here, *choice);
  if (choice != nullptr) ++decision;
  core::Random random =
      core::Random::start(core::derive(core::derive(seed, static_cast<std::uint64_t>(deal) + 1), 1));
  for (int i = 0; i < how_.depth && !edition.over(here); ++i, ++decision)
    edition.apply(here, players::ask(on != nullptr ? *on : *greedy_, edition, here, random));
  return judged(here, decision);
}

Chances Estimator::outcome(const Position& position, Seat viewer, Choice choice, const core::Seed& seed, int deal,
                           players::Player& on) const {
  const Edition& edition = *how_.edition;
  Position here = imagined(position, viewer, seed, deal);
  edition.apply(here, choice);
  core::Random random =
      core::Random::start(core::derive(core::derive(seed, static_cast<std::uint64_t>(deal) + 1), 1));
  while (!edition.over(here)) edition.apply(here, players::ask(on, edition, here, random));
  return judged(here, 0);
}

Estimate Estimator::estimate(const Position& position, Seat viewer, const Choice* choice, const core::Seed& seed,
                             std::uint32_t decision) {
  const auto seats = static_cast<std::size_t>(how_.edition->seats(position));
  const auto deals = static_cast<std::size_t>(how_.deals);
  if (choice == nullptr && how_.edition->over(position)) {
    const Chances end = judged(position, decision);
    return {end, Chances(seats), std::vector<Chances>(deals, end)};
  }
  std::vector<Mean> means(seats);
  Estimate out;
  for (int deal = 0; deal < how_.deals; ++deal) {
    out.each.push_back(sample(position, viewer, choice, seed, deal, decision));
    for (std::size_t seat = 0; seat < seats; ++seat) means[seat].add(out.each.back()[seat]);
  }
  for (const Mean& mean : means) {
    out.mean.push_back(mean.mean());
    out.variance.push_back(mean.deviation() * mean.deviation() / how_.deals);
  }
  return out;
}

}  // namespace rw::lab
