// `rulewright replay FILE`: the game again, as a log with the clause behind each line.
#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/commands.h"
#include "cli/replay_file.h"
#include "cli/terminal.h"

namespace rw::cli {

OpenReplay open_replay(const Common& common, const std::string& file) {
  OpenReplay out;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) {
    wrong_input(fmt::format("{}: cannot be read", file));
    return out;
  }
  std::string error;
  if (!read_replay(text.str(), out.replay, error)) {
    wrong_input(fmt::format("{}: {}", file, error));
    return out;
  }
  Common wanted = common;
  if (!wanted.game.empty() && wanted.game != out.replay.game) {
    wrong_input(fmt::format("{}: is a replay of {}, not of {}", file, out.replay.game, wanted.game));
    return out;
  }
  wanted.game = out.replay.game;
  out.rules = edition(wanted);
  return out;
}

namespace {

using Json = nlohmann::ordered_json;

// Prints or collects one choice after the other, seen through one pair of eyes.
class Narrator {
 public:
  Narrator(const Edition& rules, const ReplayOptions& options, Viewer viewer)
      : rules_(rules), options_(options), viewer_(viewer), terminal_(Terminal::detect()) {}

  void tell(const ReplayedChoice& played) {
    if (options_.json)
      list_.push_back(as_json(played));
    else
      print(played);
  }
  Json take() { return std::move(list_); }

 private:
  // What another seat chose may be secret; what everybody may know of it is in the events.
  bool sees_choice(Seat seat) const {
    return viewer_.kind == Viewer::Kind::omniscient ||
           (viewer_.kind == Viewer::Kind::seat && viewer_.seat == seat);
  }

  std::string event_text(const ReplayedChoice& played, const core::Event& event) const {
    return rules_.event_text(played.after, event, viewer_, options_.language);
  }

  std::vector<core::Difference> changes(const ReplayedChoice& played) const {
    return core::differences(rules_.fields(played.before, viewer_), rules_.fields(played.after, viewer_));
  }

  void print(const ReplayedChoice& played) const {
    if (played.number > 0) {
      const std::string choice =
          sees_choice(played.seat) ? ": " + rules_.notation(played.before, played.choice) : "";
      fmt::print("{}\n",
                 painted(terminal_, strong,
                         fmt::format("{} {}{}", played.number,
                                     rules_.seat_name(played.before, played.seat, options_.language), choice)));
    }
    // A rule that was only at work beside the last line has no text of its own: its id joins that line.
    std::string line;
    for (const core::Event& event : played.log.events) {
      const std::string text = event_text(played, event);
      if (!text.empty()) {
        if (!line.empty()) fmt::print("    {}\n", line);
        line = text;
      }
      if (event.clause != 0)
        line += (line.empty() ? "" : " ") +
                painted(terminal_, faint, fmt::format("[{}]", rules_.clause_id(event.clause)));
    }
    if (!line.empty()) fmt::print("    {}\n", line);
    if (!options_.states) return;
    for (const core::Difference& change : changes(played))
      fmt::print("    {}\n",
                 painted(terminal_, faint, fmt::format("{}: {} -> {}", change.path, change.before, change.after)));
  }

  Json as_json(const ReplayedChoice& played) const {
    Json out = {{"number", played.number}};
    if (played.number > 0) {
      out["seat"] = rules_.seat_name(played.before, played.seat, options_.language);
      if (sees_choice(played.seat)) out["choice"] = rules_.notation(played.before, played.choice);
    }
    Json events = Json::array();
    for (const core::Event& event : played.log.events)
      events.push_back({{"kind", rules_.game().events[event.kind]},
                        {"clause", rules_.clause_id(event.clause)},
                        {"text", event_text(played, event)}});
    out["events"] = std::move(events);
    if (!options_.states) return out;
    Json list = Json::array();
    for (const core::Difference& change : changes(played))
      list.push_back({{"path", change.path}, {"before", change.before}, {"after", change.after}});
    out["changes"] = std::move(list);
    return out;
  }

  const Edition& rules_;
  const ReplayOptions& options_;
  Viewer viewer_;
  Terminal terminal_;
  Json list_ = Json::array();
};

// Seats may get their names during the game, so the name is looked up where the replay ends.
bool find_viewer(const Edition& rules, const Position& last, const std::string& name, Viewer& viewer) {
  if (name.empty()) return true;
  if (name == "spectator") {
    viewer = Viewer::spectator();
    return true;
  }
  Seat seat = core::no_seat;
  if (last.empty() || !rules.find_seat(last, name, seat)) return false;
  viewer = Viewer::of(seat);
  return true;
}

void print_header(const Replay& replay) {
  fmt::print("{}, {} seats, rules {}, content {}\n", replay.game, replay.setup.seats, replay.rules,
             replay.content);
  for (const auto& [name, value] : replay.setup.options) fmt::print("option {}={}\n", name, value);
  for (const auto& [seat, who] : replay.players) fmt::print("seat {}: {}\n", seat, who);
}

}  // namespace

int replay(const ReplayOptions& options) {
  const OpenReplay open = open_replay(options, options.file);
  if (!open.rules) return 2;
  Viewer viewer = Viewer::omniscient();
  if (!find_viewer(*open.rules, follow(*open.rules, open.replay).last, options.seat, viewer))
    return wrong_input(fmt::format("there is no seat '{}' in this game", options.seat));

  if (!options.json) print_header(open.replay);
  Narrator narrator(*open.rules, options, viewer);
  bool stopped = false;
  const Following following = follow(*open.rules, open.replay, [&](const ReplayedChoice& played) {
    narrator.tell(played);
    stopped = options.to >= 0 && played.number >= options.to;
    return !stopped;
  });
  const std::string end = stopped ? "" : open.replay.end.empty() ? "open" : open.replay.end;
  if (options.json) {
    Json out = {{"game", open.replay.game},
                {"seats", open.replay.setup.seats},
                {"rules", open.replay.rules},
                {"content", open.replay.content},
                {"choices", narrator.take()}};
    if (!stopped) out["end"] = end;
    if (!following.other_version.empty()) out["other_version"] = following.other_version;
    if (!following.notes.empty()) out["notes"] = note_lines(following, following.notes.size());
    if (following.diverged)
      out["diverges"] = {{"choice", following.divergence.choice},
                         {"line", following.divergence.line},
                         {"reason", following.divergence.reason},
                         {"clause", open.rules->clause_id(following.divergence.clause)}};
    fmt::print("{}\n", out.dump(2, ' ', false, Json::error_handler_t::replace));
  } else if (!stopped && !following.diverged) {
    fmt::print("{}\n", end);
  }
  if (!following.other_version.empty()) fmt::print(stderr, "{}: {}\n", options.file, following.other_version);
  for (const std::string& note : note_lines(following, 3)) fmt::print(stderr, "{}: {}\n", options.file, note);
  if (!following.diverged) return 0;
  fmt::print(stderr, "{}:{}: diverges at choice {}: {}\n", options.file, following.divergence.line,
             following.divergence.choice, following.divergence.reason);
  return 1;
}

}  // namespace rw::cli
