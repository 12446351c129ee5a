// Running a scenario: set up, play the steps, hold the claims against what really happened.
#include "lab/scenario.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "engine/core/text.h"
#include "engine/frames.h"
#include "engine/made_up.h"
#include "lab/expectation.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

constexpr std::size_t events_told = 60;  // of these the last lines go with a failure
constexpr int lines_told = 10;
constexpr int most_passes = 1000;     // a game in which everybody passes for ever is a defect
constexpr int most_choices = 200000;  // "random to the end" of a game that does not end
constexpr std::uint64_t random_play_stream = 0x5CE9A210;

class Run {
 public:
  Run(const Edition& edition, const Scenario& scenario, const Adviser& adviser)
      : edition_(edition), scenario_(scenario), adviser_(adviser), list_(std::make_unique<ChoiceList>()) {}

  ScenarioResult run() {
    check_ids();
    if (result_.problems.empty() && !scenario_.refused.text.empty()) {
      if (is_refused()) check_claims();
      return std::move(result_);
    }
    if (!result_.problems.empty() || !set_up()) return std::move(result_);
    for (const Step& step : scenario_.play)
      if (!play(step)) return std::move(result_);
    if (chance_ && chance_->left_over() != 0) {
      const std::size_t used = scenario_.chance.size() - chance_->left_over();
      fail(scenario_.chance[used].line, "chance",
           "all " + std::to_string(scenario_.chance.size()) + " scripted results were to be used",
           std::to_string(chance_->left_over()) + " left over");
    }
    check_claims();
    return std::move(result_);
  }

 private:
  // ---- problems ---------------------------------------------------------------------------------

  Problem problem(int line, std::string about, std::string reason) const {
    Problem out;
    out.file = scenario_.file;
    out.line = line > 0 ? line : scenario_.line;
    out.about = std::move(about);
    out.reason = std::move(reason);
    return out;
  }

  // Both return false, so that a step can end with them.
  bool error(int line, std::string about, std::string reason) {
    Problem out = problem(line, std::move(about), std::move(reason));
    out.error = true;
    result_.problems.push_back(std::move(out));
    return false;
  }
  bool fail(int line, std::string about, std::string reason, const std::string& found = {}) {
    Problem out = problem(line, std::move(about), found.empty() ? std::move(reason) : reason + "; " + found);
    out.events = last_events();
    result_.problems.push_back(std::move(out));
    return false;
  }

  // A rule that was at work beside the last line has no text of its own: its id joins that line.
  std::vector<std::string> last_events() const {
    std::vector<std::string> lines;
    const std::size_t first = recent_.size() > events_told ? recent_.size() - events_told : 0;
    for (const auto& [then, event] : std::span(recent_).subspan(first)) {
      const std::string text = edition_.event_text(then, event, Viewer::omniscient(), speech::language());
      if (!text.empty() || lines.empty()) lines.push_back(text);
      if (event.clause != 0)
        lines.back() += (lines.back().empty() ? "[" : " [") + std::string(edition_.clause_id(event.clause)) + "]";
    }
    if (std::ssize(lines) > lines_told) lines.erase(lines.begin(), lines.end() - lines_told);
    return lines;
  }

  // ---- names of rules ---------------------------------------------------------------------------

  enum class Named : std::uint8_t { clause, ruling, definition };

  void check_id(const Written& id, const std::string& key, std::optional<Named> wanted) {
    const ClauseText* clause = edition_.clause(id.text);
    if (clause == nullptr) {
      error(id.line, key, "there is no clause '" + id.text + "' in the rules of " + scenario_.game.text);
    } else if (wanted == Named::clause && !clause->by.empty()) {
      error(id.line, key, id.text + " is a ruling: name it under 'rulings'");
    } else if (wanted == Named::ruling && clause->by.empty()) {
      error(id.line, key, id.text + " is not a ruling: name it under 'clauses'");
    } else if (wanted == Named::definition && !clause->definition) {
      error(id.line, key,
            id.text + " is a rule, not a definition: it counts when an event or a refusal carries it");
    }
  }

  void check_ids() {
    for (const Written& id : scenario_.clauses) check_id(id, "clauses", Named::clause);
    for (const Written& id : scenario_.rulings) check_id(id, "rulings", Named::ruling);
    if (!scenario_.refused.text.empty()) check_id(scenario_.refused, "refused", Named::clause);
    for (const Step& step : scenario_.play) {
      if (!step.by.text.empty()) check_id(step.by, "by", std::nullopt);
      for (const Written& id : step.definitions) check_id(id, "clause", Named::definition);
      for (const Condition& condition : step.conditions)
        if (condition.about == Condition::About::log_has || condition.about == Condition::About::log_lacks ||
            condition.about == Condition::About::ended_by)
          for (const Written& id : condition.list) check_id(id, condition.key.text, std::nullopt);
    }
  }

  // ---- setting up -------------------------------------------------------------------------------

  bool set_up() {
    Setup setup = scenario_.setup;
    const bool made_up = scenario_.start == Scenario::Start::play;
    if (made_up && setup.option("position").empty()) setup.options.emplace_back("position", "custom");
    const core::Seed seed = core::seed_from(scenario_.seed);
    if (auto begun = edition_.begin(setup, seed).into(position_); !begun)
      return error(scenario_.setup_line, "setup", begun.error());
    if (made_up && !write_state()) return false;
    if (scenario_.scripted && !script_chance()) return false;
    // From here on the game runs by its rules, so what happens counts.
    core::Log log;
    if (!made_up) {
      position_ = *edition_.begin(setup, seed, &log, chance());
    } else {
      edition_.go_on(position_, &log, chance());
    }
    take_events(log);
    if (chance_ && !chance_->fault().empty()) return fail(scenario_.line, "chance", chance_->fault());
    return sound(scenario_.line);
  }

  // The game says no to this table, and names the clause.
  bool is_refused() {
    const std::string& clause = scenario_.refused.text;
    const Expected<Position> begun = edition_.begin(scenario_.setup, core::seed_from(scenario_.seed));
    const std::string reason = begun.error();
    if (begun)
      return fail(scenario_.refused.line, "refused", "the table was to be refused by " + clause, "it was not");
    if (reason.find(clause) == std::string::npos)
      return fail(scenario_.refused.line, "refused", "the table was to be refused by " + clause,
                  "it was told: " + reason);
    // A refusal may name several rules; all of them are at work.
    for (const ClauseText& each : edition_.clauses())
      if (reason.find(each.id) != std::string::npos) result_.exercised.insert(std::string(each.id));
    return true;
  }

  core::Chance* chance() { return chance_ ? &*chance_ : nullptr; }

  bool write_state() {
    const auto problems = write_position(edition_, position_, {scenario_.state, scenario_.state_parts});
    const int whole = scenario_.state.empty() ? scenario_.setup_line : scenario_.state.front().line;
    for (const SetUpProblem& problem : problems)
      error(problem.line == 0 ? whole : problem.line, "state",
            (problem.line == 0 ? "this position is impossible: " : "") + problem.reason);
    return problems.empty();
  }

  bool script_chance() {
    std::vector<core::ScriptItem> items;
    for (const WrittenChance& written : scenario_.chance) {
      core::ScriptItem item;
      item.kind = written.kind;
      item.number = written.number;
      for (const Written& card : written.cards)
        if (!find_card(card, item.order))
          return error(card.line, "chance", "there is no card '" + card.text + "'");
      items.push_back(std::move(item));
    }
    chance_ = core::Chance::scripted(std::move(items));
    return true;
  }

  // A card that this order does not hold yet, or once more one of which the game has equal copies; a
  // game may also shuffle places.
  bool find_card(const Written& card, std::vector<int>& order) const {
    for (const std::string_view kind : {"card", "zone"}) {
      const std::vector<int> found = edition_.find(position_, kind, core::folded(card.text));
      if (found.empty()) continue;
      const auto fresh = std::find_if(found.begin(), found.end(), [&](int each) {
        return std::find(order.begin(), order.end(), each) == order.end();
      });
      order.push_back(fresh != found.end() ? *fresh : found.front());
      return true;
    }
    return false;
  }

  // ---- steps ------------------------------------------------------------------------------------

  // False: the scenario cannot go on.
  bool play(const Step& step) {
    switch (step.kind) {
      case Step::Kind::choose: return choose(step);
      case Step::Kind::cannot: return cannot(step);
      case Step::Kind::expect: return expect(step);
      case Step::Kind::expect_choices: return expect_choices(step);
      case Step::Kind::pass: return pass(step);
      case Step::Kind::random: return play_random(step);
      case Step::Kind::should:
      case Step::Kind::should_not: return should(step);
    }
    return false;
  }

  bool find_seat(const Step& step, const std::string& name, Seat& seat) {
    if (edition_.find_seat(position_, name, seat)) return true;
    return error(step.line, name,
                 unknown_seat(edition_, position_, name) +
                     "; a step is 'SEAT', 'SEAT cannot', 'SEAT should', 'expect', 'expect as SEAT', 'expect "
                     "choices of SEAT', "
                     "'pass' or 'play'");
  }

  std::string who_is_asked() const {
    if (edition_.over(position_)) return "the game is over";
    const Decision decision = edition_.decision(position_);
    return edition_.seat_name(position_, decision.asked) + " is asked (" +
           std::string(edition_.game().questions[decision.kind]) + ")";
  }

  bool choose(const Step& step) {
    for (const Written& written : step.choices) {
      Seat seat = core::no_seat;
      if (!find_seat(step, step.seat, seat)) return false;
      const std::string about = step.seat + ": " + written.text;
      if (edition_.over(position_)) return fail(written.line, about, who_is_asked());
      const Expected<Choice> read = edition_.read(position_, seat, written.text);
      if (!read) return error(written.line, about, read.error());
      const Choice choice = *read;
      if (edition_.chooser(position_, choice) != seat) return fail(written.line, about, who_is_asked());
      const Refusal refusal = edition_.judge(position_, choice);
      if (refusal.refused())
        return fail(written.line, about,
                    "is refused by " + edition_.refusal_text(position_, refusal, speech::language()),
                    who_is_asked());
      if (!make(choice, written.line, about)) return false;
    }
    return true;
  }

  // All choices that it names must be legal; whoever advises chooses one of the good ones, or none of the bad
  // ones.
  bool should(const Step& step) {
    Seat seat = core::no_seat;
    if (!find_seat(step, step.seat, seat)) return false;
    std::vector<Choice> named;
    for (const Written& written : step.choices) {
      const Expected<Choice> read = edition_.read(position_, seat, written.text);
      if (!read) return error(written.line, written.text, read.error());
      const Choice choice = named.emplace_back(*read);
      const Refusal refusal = edition_.judge(position_, seat, choice);
      if (refusal.refused())
        return fail(written.line, written.text,
                    "is refused by " + edition_.refusal_text(position_, refusal, speech::language()),
                    who_is_asked());
    }
    if (!adviser_) return true;
    const Choice chosen = adviser_(edition_, position_);
    const bool is_named = std::find(named.begin(), named.end(), chosen) != named.end();
    result_.opinions.push_back(
        {step.line, edition_.notation(position_, chosen), is_named == (step.kind == Step::Kind::should)});
    return true;
  }

  bool make(Choice choice, int line, const std::string& about) {
    edition_.choices(position_, *list_);
    if (!list_->contains(choice) && !core::is_table_choice(choice))
      return fail(line, about, "the game accepts this choice but does not list it");
    core::Log log;
    log.keeps_positions = true;
    edition_.apply(position_, choice, &log, chance());
    ++result_.choices;
    take_events(log);
    if (chance_ && !chance_->fault().empty()) return fail(line, about, "chance: " + chance_->fault());
    return sound(line);
  }

  // What must hold at every decision, whatever the scenario is about.
  bool sound(int line) {
    if (auto possible = edition_.check(position_); !possible) return fail(line, "invariant", possible.error());
    if (edition_.over(position_)) return true;
    if (!edition_.decision(position_).open())
      return fail(line, "invariant", "the game is not over, but nobody is asked");
    edition_.choices(position_, *list_);
    return list_->size() > 0 || fail(line, "invariant", who_is_asked() + " and has no choice");
  }

  void take_events(const core::Log& log) {
    if (looked_) window_ = events_.size();
    looked_ = false;
    if (recent_.size() > 10 * events_told) recent_.erase(recent_.begin(), recent_.end() - events_told);
    each_told(edition_, log.events, position_,
              [&](const Position& then, const core::Event& event) { recent_.emplace_back(then, event); });
    for (const core::Event& event : log.events) {
      events_.push_back(event);
      if (event.clause != 0 && !at_random_) result_.exercised.emplace(edition_.clause_id(event.clause));
    }
  }

  bool cannot(const Step& step) {
    Seat seat = core::no_seat;
    if (!find_seat(step, step.seat, seat)) return false;
    const std::string about = step.seat + " cannot: " + step.choices[0].text;
    const Expected<Choice> read = edition_.read(position_, seat, step.choices[0].text);
    if (!read) {
      error(step.line, about, read.error());
      return true;
    }
    const Choice choice = *read;
    const Position before = position_;
    const Refusal refusal = edition_.judge(position_, seat, choice);
    edition_.choices(position_, *list_);
    const bool asked = !edition_.over(position_) && edition_.decision(position_).asked == seat;
    if (before != position_) return fail(step.line, about, "judging it changed the position");
    if (!refusal.refused()) {
      fail(step.line, about, asked ? "it is allowed" : "it is allowed although " + who_is_asked());
    } else if (asked && list_->contains(choice)) {
      fail(step.line, about, "it is listed although it is refused");
    } else if (const std::string found(edition_.clause_id(refusal.clause));
               !step.by.text.empty() && found != step.by.text) {
      fail(step.line, about, "expected to be refused by " + step.by.text,
           "found " + edition_.refusal_text(position_, refusal, speech::language()));
    } else {
      if (!found.empty()) result_.exercised.insert(found);
      for (const Written& id : step.definitions) result_.shown.insert(id.text);
    }
    return true;
  }

  bool pass(const Step& step) {
    for (int count = 0; !edition_.over(position_); ++count) {
      if (count == most_passes) return fail(step.line, "pass", "passing does not come to an end");
      Seat seat = core::no_seat;
      if (!step.seat.empty() && !find_seat(step, step.seat, seat)) return false;
      if (!step.seat.empty() && edition_.decision(position_).asked != seat) return true;
      const Expected<Choice> passing = edition_.read(position_, "pass");
      if (!passing || edition_.judge(position_, *passing).refused()) return true;
      if (!make(*passing, step.line, "pass")) return false;
    }
    return true;
  }

  bool play_random(const Step& step) {
    if (!random_) random_ = core::Random::start(core::derive(core::seed_from(scenario_.seed), random_play_stream));
    at_random_ = true;  // nobody meant what happens now, so it exercises nothing
    for (int count = 0; !edition_.over(position_) && (step.count == 0 || count < step.count); ++count) {
      if (count == most_choices) return fail(step.line, "play", "the game does not come to an end");
      edition_.choices(position_, *list_);
      const Choice choice = (*list_)[static_cast<int>(random_->below(static_cast<std::uint32_t>(list_->size())))];
      if (!make(choice, step.line, "play: " + edition_.notation(position_, choice))) return false;
    }
    at_random_ = false;
    return true;
  }

  // ---- expectations -----------------------------------------------------------------------------

  bool expect(const Step& step) {
    Viewer viewer = Viewer::omniscient();
    if (step.eyes == "spectator") {
      viewer = Viewer::spectator();
    } else if (!step.eyes.empty()) {
      Seat seat = core::no_seat;
      if (!find_seat(step, step.eyes, seat)) return true;
      viewer = Viewer::of(seat);
    }
    const Sight sight{edition_, position_, viewer, std::span(events_).subspan(window_)};
    std::vector<Problem> found;
    for (const Condition& condition : step.conditions) examine(sight, condition, found);
    looked_ = true;
    return report(step, std::move(found));
  }

  bool expect_choices(const Step& step) {
    Seat seat = core::no_seat;
    if (!find_seat(step, step.seat, seat)) return true;
    if (edition_.over(position_) || edition_.decision(position_).asked != seat) {
      fail(step.line, "choices of " + step.seat, who_is_asked());
      return true;
    }
    edition_.choices(position_, *list_);
    std::vector<Problem> found;
    examine_choices({edition_, position_, Viewer::omniscient(), {}}, step, *list_, found);
    return report(step, std::move(found));
  }

  bool report(const Step& step, std::vector<Problem> found) {
    if (found.empty())
      for (const Written& id : step.definitions) result_.shown.insert(id.text);
    for (Problem& each : found) {
      each.file = scenario_.file;
      if (!each.error) each.events = last_events();
      result_.problems.push_back(std::move(each));
    }
    return true;
  }

  // ---- claims -----------------------------------------------------------------------------------

  bool counts(std::string_view id) const {
    const std::string name(id);
    return result_.exercised.contains(name) || result_.shown.contains(name);
  }

  void check_claims() {
    for (const Written& id : scenario_.clauses) {
      if (counts(id.text)) continue;
      fail(id.line, id.text,
           edition_.clause(id.text)->definition
               ? "is a definition, and no expectation that holds names it with 'clause:'"
               : "was not exercised: no event and no refusal carried it");
    }
    for (const Written& id : scenario_.rulings) {
      std::string missing;
      for (const std::string_view clause : edition_.clause(id.text)->by)
        if (!counts(clause)) missing += (missing.empty() ? "" : ", ") + std::string(clause);
      if (missing.empty())
        result_.settled.insert(id.text);
      else
        fail(id.line, id.text, "is not settled: it rests on " + missing + ", which was not exercised");
    }
  }

  const Edition& edition_;
  const Scenario& scenario_;
  const Adviser& adviser_;
  ScenarioResult result_;
  Position position_;
  std::optional<core::Chance> chance_;
  std::optional<core::Random> random_;  // of `play: random`; the game's own is never touched
  std::vector<core::Event> events_;
  std::vector<std::pair<Position, core::Event>> recent_;  // the last of them, each with where it happened
  std::size_t window_ = 0;  // where the events begin that the next expectation looks at
  bool at_random_ = false;
  bool looked_ = false;  // an expectation has looked since the last choice
  std::unique_ptr<ChoiceList> list_;
};

}  // namespace

ScenarioResult run(const Edition& edition, const Scenario& scenario, const Adviser& adviser) {
  if (scenario.content.empty()) return Run(edition, scenario, adviser).run();
  const auto changed = changed_content(scenario);
  if (changed) return Run(**changed, scenario, adviser).run();
  Problem problem;
  problem.reason = changed.error();
  problem.error = true;
  problem.file = scenario.file;
  problem.line = scenario.content_line;
  problem.about = "content";
  ScenarioResult result;
  result.problems.push_back(std::move(problem));
  return result;
}

}  // namespace rw::lab
