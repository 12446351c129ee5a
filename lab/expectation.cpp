// Fields, log, outcome and choices compared with what a scenario expects of them.
#include "lab/expectation.h"

#include <algorithm>
#include <iterator>

namespace rw::lab {
namespace {

using How = Comparison::How;
using Kind = core::Field::Kind;

void add_error(std::vector<Problem>& problems, const Written& at, const std::string& about, std::string reason) {
  Problem problem;
  problem.error = true;
  problem.line = at.line;
  problem.about = about;
  problem.reason = std::move(reason);
  problems.push_back(std::move(problem));
}

void add_failure(std::vector<Problem>& problems, const Written& at, const std::string& about, std::string expected,
                 std::string found) {
  Problem problem;
  problem.line = at.line;
  problem.about = about;
  problem.expected = std::move(expected);
  problem.found = std::move(found);
  problems.push_back(std::move(problem));
}

bool is_yes(const std::string& text) { return text == "yes" || text == "true"; }

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::vector<std::string> texts(const std::vector<Written>& list) {
  std::vector<std::string> out;
  out.reserve(list.size());
  for (const Written& word : list) out.push_back(word.text);
  return out;
}

// Cuts long lists; a message only has to show what is going on.
std::string some_of(const std::set<std::string>& words) {
  constexpr std::size_t most = 20;
  std::string out;
  std::size_t count = 0;
  for (const std::string& word : words)
    if (count++ < most) out += (out.empty() ? "" : ", ") + word;
  return "[" + out + (count > most ? ", ... " + std::to_string(count) + " in all]" : "]");
}

std::string bracketed(const std::vector<std::string>& words) { return "[" + joined(words) + "]"; }

// ---- fields -------------------------------------------------------------------------------------

// "there is no field 'zones.uraya.robot'; 'zones.uraya' has owner, robots"
std::string no_such_field(const core::Field& root, const std::string& path) {
  const core::Field* group = &root;
  std::string known;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1)) {
    const core::Field* inner = root.find(path.substr(0, dot));
    if (inner == nullptr) continue;
    group = inner;
    known = path.substr(0, dot);
  }
  std::vector<std::string> names;
  names.reserve(group->fields.size());
  for (const core::Field& field : group->fields) names.push_back(field.name);
  return "there is no field '" + path + "'; " + (known.empty() ? "the game" : "'" + known + "'") + " has " +
         (names.empty() ? "no fields" : joined(names));
}

void collect_cards(const core::Field& field, std::set<std::string>& cards) {
  cards.insert(field.cards.begin(), field.cards.end());
  for (const core::Field& inner : field.fields) collect_cards(inner, cards);
}

// One field under one comparison.
class FieldExaminer {
 public:
  FieldExaminer(const Sight& sight, const Condition& condition, std::vector<Problem>& problems)
      : sight_(sight), path_(condition.key), problems_(problems) {}

  void examine(const Comparison& comparison) {
    const core::Field* field = sight_.seen.find(path_.text);
    if (comparison.how == How::hidden) return examine_hidden(field);
    if (field == nullptr) return fail("it to be seen", "nothing: it is hidden from these eyes");
    switch (comparison.how) {
      case How::equals: return examine_equal(*field, comparison.text);
      case How::at_least:
      case How::at_most: return examine_range(*field, comparison);
      default: return examine_cards(*field, comparison);
    }
  }

 private:
  void fail(std::string expected, std::string found) {
    add_failure(problems_, path_, path_.text, std::move(expected), std::move(found));
  }
  void error(std::string reason) { add_error(problems_, path_, path_.text, std::move(reason)); }

  void examine_hidden(const core::Field* field) {
    if (sight_.viewer.kind == Viewer::Kind::omniscient) return error("'hidden' needs eyes: 'expect as SEAT'");
    if (field == nullptr) return;
    const bool all_hidden = field->kind == Kind::cards &&
                            std::all_of(field->cards.begin(), field->cards.end(),
                                        [](const std::string& card) { return card == core::hidden_card; });
    if (!all_hidden) fail("it to be hidden", field->text());
  }

  void examine_equal(const core::Field& field, const Written& value) {
    std::string expected = value.text;
    switch (field.kind) {
      case Kind::group: return error("is a group of fields, not a value");
      case Kind::cards: return error("is a list of cards: expect [...], or { includes: [...] }, { count: N }");
      case Kind::flag:
        if (!is_yes(expected) && expected != "no" && expected != "false") return error("is either yes or no");
        expected = is_yes(expected) ? "yes" : "no";
        break;
      case Kind::number:
        if (expected.find_first_not_of("-0123456789") != std::string::npos)
          return error("is a number, not '" + expected + "'");
        break;
      case Kind::word: break;
    }
    if (field.text() != expected) fail(expected, field.text());
  }

  void examine_range(const core::Field& field, const Comparison& comparison) {
    if (field.kind != Kind::number) return error("is not a number");
    const long long bound = std::stoll(comparison.text.text);
    const bool least = comparison.how == How::at_least;
    if (least ? field.number < bound : field.number > bound)
      fail((least ? "at least " : "at most ") + comparison.text.text, field.text());
  }

  void examine_cards(const core::Field& field, const Comparison& comparison) {
    if (field.kind != Kind::cards) return error("is not a list of cards");
    if (comparison.how == How::count) {
      if (std::to_string(field.cards.size()) != comparison.text.text)
        fail(comparison.text.text + " cards", std::to_string(field.cards.size()) + ": " + field.text());
      return;
    }
    std::set<std::string> known;
    collect_cards(sight_.all, known);
    for (const Written& card : comparison.list)
      if (card.text != core::hidden_card && !known.contains(card.text))
        return add_error(problems_, card, path_.text, "there is no card '" + card.text + "'");
    compare_cards(field, comparison);
  }

  void compare_cards(const core::Field& field, const Comparison& comparison) {
    std::vector<std::string> expected = texts(comparison.list), found = field.cards;
    if (comparison.how == How::in_order) {
      if (expected != found) fail(bracketed(expected) + " in this order", field.text());
      return;
    }
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    if (comparison.how == How::cards && expected != found) fail(bracketed(texts(comparison.list)), field.text());
    if (comparison.how == How::includes &&
        !std::includes(found.begin(), found.end(), expected.begin(), expected.end()))
      fail("cards that include " + bracketed(texts(comparison.list)), field.text());
    if (comparison.how != How::excludes) return;
    for (const std::string& card : expected)
      if (std::binary_search(found.begin(), found.end(), card)) fail("no " + card, field.text());
  }

  const Sight& sight_;
  const Written& path_;
  std::vector<Problem>& problems_;
};

void examine_field(const Sight& sight, const Condition& condition, std::vector<Problem>& problems) {
  if (sight.all.find(condition.key.text) == nullptr)
    return add_error(problems, condition.key, condition.key.text, no_such_field(sight.all, condition.key.text));
  FieldExaminer examiner(sight, condition, problems);
  for (const Comparison& comparison : condition.comparisons) examiner.examine(comparison);
}

// ---- the log ------------------------------------------------------------------------------------

void examine_log(const Sight& sight, const Condition& condition, std::vector<Problem>& problems) {
  const bool wanted = condition.about == Condition::About::log_has;
  for (const Written& id : condition.list) {
    const bool found = std::any_of(sight.events.begin(), sight.events.end(), [&](const core::Event& event) {
      return sight.edition.clause_id(event.clause) == id.text;
    });
    if (found == wanted) continue;
    add_failure(problems, id, condition.key.text, (wanted ? "an event of " : "no event of ") + id.text,
                wanted ? "none" : "one");
  }
}

// ---- who is asked, and how it ended -------------------------------------------------------------

bool find_seats(const Sight& sight, const Condition& condition, std::vector<Seat>& seats,
                std::vector<Problem>& problems) {
  for (const Written& name : condition.list) {
    Seat seat = core::no_seat;
    if (!sight.edition.find_seat(sight.position, name.text, seat)) {
      add_error(problems, name, condition.key.text, unknown_seat(sight.edition, sight.position, name.text));
      return false;
    }
    seats.push_back(seat);
  }
  return true;
}

std::string asked_name(const Sight& sight) {
  const Decision decision = sight.edition.decision(sight.position);
  return decision.open() ? sight.edition.seat_name(sight.position, decision.asked) : "nobody";
}

void examine_asked(const Sight& sight, const Condition& condition, std::vector<Problem>& problems) {
  const Decision decision = sight.edition.decision(sight.position);
  const std::string& expected = condition.list[0].text;
  if (expected == "nobody") {
    if (decision.open()) add_failure(problems, condition.key, "asked", "nobody", asked_name(sight));
    return;
  }
  std::vector<Seat> seats;
  if (find_seats(sight, condition, seats, problems) && (!decision.open() || decision.asked != seats[0]))
    add_failure(problems, condition.key, "asked", expected, asked_name(sight));
}

void examine_question(const Sight& sight, const Condition& condition, std::vector<Problem>& problems) {
  const auto questions = sight.edition.game().questions;
  const std::string& expected = condition.list[0].text;
  if (std::find(questions.begin(), questions.end(), expected) == questions.end()) {
    std::vector<std::string> known(questions.begin(), questions.end());
    return add_error(problems, condition.key, "question",
                     "there is no question '" + expected + "'; the game has " + joined(known));
  }
  const std::string_view found = questions[sight.edition.decision(sight.position).kind];
  if (found != expected)
    add_failure(problems, condition.key, "question", expected,
                std::string(found) + ", put to " + asked_name(sight));
}

void examine_outcome(const Sight& sight, const Condition& condition, std::vector<Problem>& problems) {
  const Edition& edition = sight.edition;
  if (!edition.over(sight.position))
    return add_failure(problems, condition.key, condition.key.text, joined(texts(condition.list)),
                       "a game that goes on");
  const Outcome outcome = edition.outcome(sight.position);
  if (condition.about == Condition::About::ended_by) {
    const std::string found(edition.clause_id(outcome.clause));
    if (found != condition.list[0].text)
      add_failure(problems, condition.key, "ended by", condition.list[0].text, found);
    return;
  }
  std::vector<Seat> seats;
  if (!find_seats(sight, condition, seats, problems)) return;
  if (condition.about == Condition::About::scores) {
    for (std::size_t i = 0; i < seats.size(); ++i) {
      const std::string found = std::to_string(outcome.score[core::index(seats[i])]);
      const std::string& expected = condition.comparisons[i].text.text;
      if (found != expected)
        add_failure(problems, condition.list[i], "scores." + condition.list[i].text, expected, found);
    }
    return;
  }
  core::SeatMask expected = 0;
  std::vector<std::string> found;
  for (const Seat seat : seats) expected = static_cast<core::SeatMask>(expected | core::only(seat));
  for (int i = 0; i < outcome.seats; ++i)
    if (core::has(outcome.winners, core::seat(i)))
      found.push_back(edition.seat_name(sight.position, core::seat(i)));
  if (expected != outcome.winners)
    add_failure(problems, condition.key, "winners", bracketed(texts(condition.list)), bracketed(found));
}

void examine_over(const Sight& sight, const Condition& condition, std::vector<Problem>& problems) {
  const bool over = sight.edition.over(sight.position);
  if (over == is_yes(condition.list[0].text)) return;
  add_failure(problems, condition.key, "over", over ? "a game that goes on" : "the end of the game",
              over ? "its end" : "that it goes on");
}

}  // namespace

std::string seat_names(const Edition& edition, const Position& position) {
  std::string names;
  for (int i = 0; i < edition.seats(position); ++i)
    names += (i == 0 ? "" : ", ") + edition.seat_name(position, core::seat(i));
  return names;
}

std::string unknown_seat(const Edition& edition, const Position& position, const std::string& name) {
  return "there is no seat '" + name + "'; the seats are " + seat_names(edition, position);
}

void examine(const Sight& sight, const Condition& condition, std::vector<Problem>& problems) {
  switch (condition.about) {
    case Condition::About::field: return examine_field(sight, condition, problems);
    case Condition::About::log_has:
    case Condition::About::log_lacks: return examine_log(sight, condition, problems);
    case Condition::About::over: return examine_over(sight, condition, problems);
    case Condition::About::winners:
    case Condition::About::ended_by:
    case Condition::About::scores: return examine_outcome(sight, condition, problems);
    case Condition::About::asked: return examine_asked(sight, condition, problems);
    case Condition::About::question: return examine_question(sight, condition, problems);
  }
}

namespace {

std::set<std::string> notations_of(const Sight& sight, const std::set<Choice>& choices) {
  std::set<std::string> out;
  for (const Choice choice : choices) out.insert(sight.edition.notation(sight.position, choice));
  return out;
}

}  // namespace

// Choices are compared by what they mean, so spelling and spaces do not matter.
void examine_choices(const Sight& sight, const Step& step, const ChoiceList& choices,
                     std::vector<Problem>& problems) {
  const std::string about = "choices of " + step.seat;
  const std::set<Choice> offered(choices.begin(), choices.end());
  for (const Comparison& comparison : step.list) {
    if (comparison.how == How::count) {
      if (std::to_string(choices.size()) != comparison.text.text)
        add_failure(problems, comparison.text, about, comparison.text.text + " of them",
                    std::to_string(choices.size()) + ": " + some_of(notations_of(sight, offered)));
      continue;
    }
    std::set<Choice> named;
    for (const Written& text : comparison.list) {
      const Expected<Choice> read = sight.edition.read(sight.position, text.text);
      if (!read) {
        add_error(problems, text, about, read.error());
        continue;
      }
      const Choice choice = *read;
      named.insert(choice);
      const bool wanted = comparison.how != How::excludes;
      if (offered.contains(choice) != wanted)
        add_failure(problems, text, about, (wanted ? "'" : "no '") + text.text + "'",
                    wanted ? "only " + some_of(notations_of(sight, offered)) : "it among them");
    }
    if (comparison.how != How::cards) continue;
    std::set<Choice> others;
    std::set_difference(offered.begin(), offered.end(), named.begin(), named.end(),
                        std::inserter(others, others.end()));
    if (!others.empty())
      add_failure(problems, {"", step.line}, about, "nothing else",
                  "also " + some_of(notations_of(sight, others)));
  }
}

}  // namespace rw::lab
