// `rulewright replay FILE`: the game again, as a log with the clause behind each line.
#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/commands.h"
#include "cli/log_lines.h"
#include "cli/replay_file.h"
#include "cli/terminal.h"
#include "engine/frames.h"
#include "speech/speech.h"

namespace rw::cli {

OpenReplay open_replay(const Common& common, const std::string& file) {
  OpenReplay out;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) {
    wrong_input(fmt::format("{}: cannot be read", file));
    return out;
  }
  if (auto read = read_replay(text.str()).into(out.replay); !read) {
    wrong_input(std::move(read).failure().at(file));
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

Json field_json(const core::Field& field) {
  switch (field.kind) {
    case core::Field::Kind::number: return field.number;
    case core::Field::Kind::flag: return field.number != 0;
    case core::Field::Kind::word: return field.word;
    case core::Field::Kind::cards: return field.cards;
    case core::Field::Kind::group: break;
  }
  Json out = Json::object();
  for (const core::Field& inner : field.fields) out[inner.name] = field_json(inner);
  return out;
}

// Seats count from 1 here, as in the file; 0 is nobody.
int seat_number(Seat seat) { return seat == core::no_seat ? 0 : core::index(seat) + 1; }

Json outcome_json(const Edition& rules, const Position& last) {
  const Outcome outcome = rules.outcome(last);
  Json winners = Json::array(), scores = Json::array(), ranks = Json::array();
  for (int i = 0; i < outcome.seats; ++i) {
    if (core::has(outcome.winners, core::seat(i))) winners.push_back(i + 1);
    scores.push_back(outcome.score[i]);
    ranks.push_back(outcome.rank[i]);
  }
  return {{"winners", winners}, {"scores", scores}, {"ranks", ranks}, {"clause", rules.clause_id(outcome.clause)}};
}

// Prints or collects the choices one after the other, as one viewer sees them.
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

  // As it can be typed, which is English; in another language as it is read.
  std::string words_of(const ReplayedChoice& played) const {
    return options_.language == "en" ? rules_.notation(played.before, played.choice)
                                     : rules_.choice_text(played.before, played.choice, options_.language);
  }

  std::vector<core::Difference> changes(const ReplayedChoice& played) const {
    return core::differences(rules_.fields(played.before, viewer_), rules_.fields(played.after, viewer_));
  }

  void print(const ReplayedChoice& played) const {
    if (played.number > 0) {
      std::string line =
          fmt::format("{} {}", played.number, rules_.seat_name(played.before, played.seat, options_.language));
      if (sees_choice(played.seat)) line = speech::said("{}: {}", line, words_of(played));
      fmt::print("{}\n", painted(terminal_, strong, line));
    }
    LogLines lines(rules_, viewer_, options_.language);
    each_told(rules_, played.log.events, played.after,
              [&](const Position& then, const core::Event& event) { lines.add(then, event); });
    for (const LogLine& line : lines.take()) {
      const std::string clauses = cited(line, options_.states ? Cited::all : Cited::first);
      fmt::print("    {}{}\n", line.text,
                 clauses.empty() ? "" : " " + painted(terminal_, faint, "[" + clauses + "]"));
    }
    if (!options_.states) return;
    for (const core::Difference& change : changes(played))
      fmt::print("    {}\n",
                 painted(terminal_, faint, fmt::format("{}: {} -> {}", change.path, change.before, change.after)));
  }

  // What a viewer may not read of an event stays out of its operands as it stays out of its text.
  Json event_json(const Position& then, const core::Event& event) const {
    Json operands = Json::array();
    for (int i = 0; i < 4; ++i) {
      const bool hidden = ((event.secret >> i) & 1) != 0 && !viewer_.sees(event.seen_by);
      operands.push_back(hidden ? Json() : Json(event.operands[i]));
    }
    return {{"kind", rules_.event_name(event)},
            {"clause", rules_.clause_id(event.clause)},
            {"actor", seat_number(event.actor)},
            {"operands", operands},
            {"text", rules_.event_text(then, event, viewer_, options_.language)}};
  }

  Json as_json(const ReplayedChoice& played) const {
    Json out = {{"number", played.number}};
    if (played.number > 0) {
      out["seat_number"] = seat_number(played.seat);
      out["seat"] = rules_.seat_name(played.before, played.seat, options_.language);
      if (sees_choice(played.seat)) {
        out["choice"] = rules_.notation(played.before, played.choice);
        out["verb"] = rules_.verb_name(played.choice);
        out["operands"] = {played.choice.a(), played.choice.b(), played.choice.c(), played.choice.d()};
      }
    }
    Json events = Json::array();
    each_told(rules_, played.log.events, played.after,
              [&](const Position& then, const core::Event& event) { events.push_back(event_json(then, event)); });
    out["events"] = std::move(events);
    if (options_.positions) {
      out["position"] = field_json(rules_.fields(played.after, viewer_));
      const Decision decision = rules_.decision(played.after);
      if (decision.open())
        out["asks"] = {{"seat_number", seat_number(decision.asked)},
                       {"question", rules_.game().questions[decision.kind]}};
    }
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
  speech::tell("{}, {} seats, rules {}, content {}", replay.game, replay.setup.seats, replay.rules,
               replay.content);
  for (const auto& [name, value] : replay.setup.options) speech::tell("option {}={}", name, value);
  for (const auto& [seat, who] : replay.players) speech::tell("seat {}: {}", seat, speech::said(who));
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
    if (!stopped && !following.last.empty() && open.rules->over(following.last))
      out["outcome"] = outcome_json(*open.rules, following.last);
    if (!following.other_version.empty()) out["other_version"] = following.other_version;
    if (!following.notes.empty()) out["notes"] = note_lines(following, following.notes.size());
    if (following.diverged)
      out["diverges"] = {{"choice", following.divergence.choice},
                         {"line", following.divergence.line},
                         {"reason", following.divergence.reason},
                         {"clause", open.rules->clause_id(following.divergence.clause)}};
    fmt::print("{}\n", out.dump(options.positions ? -1 : 2, ' ', false, Json::error_handler_t::replace));
  } else if (!stopped && !following.diverged) {
    fmt::print("{}\n", speech::translated(end));
  }
  if (!following.other_version.empty())
    speech::tell(stderr, "{}: {}", options.file, speech::translated(following.other_version));
  for (const std::string& note : note_lines(following, 3))
    speech::tell(stderr, "{}: {}", options.file, speech::translated(note));
  if (!following.diverged) return 0;
  speech::tell(stderr, "{}:{}: diverges at choice {}: {}", options.file, following.divergence.line,
               following.divergence.choice, speech::translated(following.divergence.reason));
  return 1;
}

}  // namespace rw::cli
