// What Python's objects do, in C++ alone.
#include "python/src/handles.h"

#include <map>
#include <mutex>

#include "engine/embedded.h"
#include "lab/own_content.h"

namespace rw::python {

GamePointer find(const std::string& id) {
  static std::mutex mutex;
  static std::map<std::string, GamePointer, std::less<>> loaded;
  const std::lock_guard lock(mutex);
  if (const auto known = loaded.find(id); known != loaded.end()) return known->second;
  if (find_game(id) == nullptr) {
    std::string all;
    for (const Game* game : games()) all += (all.empty() ? "" : ", ") + std::string(game->id);
    throw Failure("UnknownGame", id, "there is no game '" + id + "'; the games are " + all);
  }
  auto edition = Edition::load(embedded_bundle(id));
  if (!edition) throw Failure("ContentError", id, edition.error());
  return loaded[id] = std::make_shared<GameHandle>(*std::move(edition));
}

GamePointer find(const std::string& id, const std::string& patch) {
  const GamePointer plain = find(id);
  if (patch.empty()) return plain;
  lab::PatchedEdition changed = lab::patched_edition(id, {"patch", patch});
  if (changed.edition == nullptr) {
    const forge::Problem& first = changed.problems.front();
    std::string reason = first.path.empty() ? first.message : first.path + ": " + first.message;
    if (changed.problems.size() > 1)
      reason += " (and " + std::to_string(changed.problems.size() - 1) + " more problems)";
    throw Failure("ContentError",
                  first.file + ":" + std::to_string(first.line) + ":" + std::to_string(first.column), reason);
  }
  return std::make_shared<GameHandle>(std::move(changed.edition), patch);
}

GamePointer find(const NamedGame& game) {
  if (const auto* id = std::get_if<std::string>(&game)) return find(*id);
  return std::get<std::shared_ptr<GameHandle>>(game);
}

std::string cited(const Edition& edition, std::string_view text) {
  for (std::size_t open = text.rfind('('); open != std::string_view::npos && open > 0;
       open = text.rfind('(', open - 1)) {
    const std::size_t close = text.find(')', open);
    if (close == std::string_view::npos) continue;
    const std::string_view id = text.substr(open + 1, close - open - 1);
    if (edition.clause(id) != nullptr) return std::string(id);
  }
  return {};
}

std::string where(const PositionHandle& p) {
  const Decision decision = p.edition().decision(p.position);
  if (!decision.open()) return "the end of the game";
  return "seat " + std::to_string(core::index(decision.asked)) + ", decision " + std::to_string(decision.number);
}

Seat checked_seat(const Edition& edition, const Position& p, int seat) {
  if (seat < 0 || seat >= edition.seats(p))
    throw Failure("SeatError", "seat " + std::to_string(seat),
                  "this table has the seats 0 to " + std::to_string(edition.seats(p) - 1));
  return core::seat(seat);
}

Viewer viewer(const Edition& edition, const Position& p, std::optional<int> seat) {
  return seat ? Viewer::of(checked_seat(edition, p, *seat)) : Viewer::spectator();
}

namespace {

Seat chooser(const PositionHandle& p, Choice choice, std::optional<int> seat) {
  return seat ? checked_seat(p.edition(), p.position, *seat) : p.edition().chooser(p.position, choice);
}

}  // namespace

std::vector<EventHandle> apply(PositionHandle& p, Choice choice, std::optional<int> seat) {
  const Edition& edition = p.edition();
  const Seat who = chooser(p, choice, seat);
  const Refusal refusal = edition.judge(p.position, who, choice);
  if (refusal.refused())
    throw Failure("IllegalChoice", where(p), edition.refusal_text(p.position, refusal, "en"),
                  std::string(edition.clause_id(refusal.clause)));
  core::Log log;
  edition.apply(p.position, choice, &log);
  if (p.history) p.history->choices.emplace_back(who, choice);
  const MomentPointer moment = p.moment();
  std::vector<EventHandle> events;
  for (const core::Event& event : log.events) events.push_back({event, moment});
  return events;
}

Choice read_choice(const PositionHandle& p, const std::string& text, std::optional<int> seat) {
  const Seat who = seat ? checked_seat(p.edition(), p.position, *seat) : p.edition().decision(p.position).asked;
  const Expected<Choice> choice = p.edition().read(p.position, who, text);
  if (!choice) throw Failure("IllegalChoice", where(p), choice.error(), cited(p.edition(), choice.error()));
  return *choice;
}

PositionHandle begin(const GamePointer& game, std::uint64_t seed, Setup setup) {
  const core::Seed first = core::seed_from(seed);
  Expected<Position> position = game->edition->begin(setup, first);
  if (!position)
    throw Failure("SetupError", "the set-up", position.error(), cited(*game->edition, position.error()));
  return {game, *std::move(position), PositionHandle::History{std::move(setup), first, {}}};
}

Replay replay_of(const PositionHandle& p) {
  if (!p.history)
    throw Failure("ReplayError", where(p),
                  "how this position came about is not known: it was dealt anew or loaded");
  const Edition& edition = p.edition();
  Replay replay = start_replay(edition, p.history->setup, p.history->seed);
  Position at = *edition.begin(p.history->setup, p.history->seed);
  for (const auto& [seat, choice] : p.history->choices) {
    record(replay, edition, at, seat, choice);
    edition.apply(at, choice);
  }
  if (edition.over(at)) close(replay, edition, at);
  return replay;
}

}  // namespace rw::python
