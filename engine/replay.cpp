// Replays: writing, reading, following, verifying. Saves are in save.cpp.
#include "engine/replay.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "engine/core/hash.h"
#include "engine/outcome.h"

namespace rw {
namespace {

constexpr std::string_view first_word = "rulewright-replay ";
constexpr int words_format = 1;    // choices by their words alone
constexpr int choices_format = 2;  // each with the choice itself behind its words

std::string checksum_of(std::string_view text) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(core::hash64(std::as_bytes(std::span(text)))));
  return digits;
}

// A value that goes on one line; control characters in it would start another one.
std::string one_line(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return out;
}

// An option may have several lines, like a deck list. What does not go on a line is written as a backslash and two
// hexadecimal digits.
constexpr std::string_view hex_digits = "0123456789abcdef";

std::string escaped(std::string_view value) {
  std::string out;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && c != '\\') {
      out += c;
    } else {
      out += '\\';
      out += hex_digits[byte / 16];
      out += hex_digits[byte % 16];
    }
  }
  return out;
}

std::string unescaped(std::string_view written) {
  std::string out;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const std::string_view digits = written[i] == '\\' ? written.substr(i + 1, 2) : std::string_view{};
    if (digits.size() < 2 || digits.find_first_not_of(hex_digits) != std::string_view::npos) {
      out += written[i];
    } else {
      out += static_cast<char>(16 * hex_digits.find(digits[0]) + hex_digits.find(digits[1]));
      i += 2;
    }
  }
  return out;
}

// The choice itself behind its words.
std::string mark_of(Choice choice) {
  char digits[20];
  std::snprintf(digits, sizeof digits, " #%llx", static_cast<unsigned long long>(choice.bits));
  return digits;
}

}  // namespace

// ---- recording ----------------------------------------------------------------------------------

Replay start_replay(const Edition& edition, const Setup& setup, const core::Seed& seed) {
  Replay replay;
  replay.game = edition.game().id;
  replay.rules = edition.game().rules_version;
  replay.content = edition.version();
  replay.setup = setup;
  replay.seed = seed;
  replay.commitment = core::commitment(seed);
  return replay;
}

void record(Replay& replay, const Edition& edition, const Position& before, Choice choice) {
  record(replay, edition, before, edition.chooser(before, choice), choice);
}

void record(Replay& replay, const Edition& edition, const Position& before, Seat seat, Choice choice) {
  replay.choices.push_back({edition.seat_name(before, seat), edition.notation(before, choice), choice, 0});
}

void close(Replay& replay, const Edition& edition, const Position& last) {
  replay.end = edition.over(last) ? outcome_text(edition, last) : std::string();
}

std::string outcome_text(const Edition& edition, const Position& position, std::string_view language) {
  if (position.broken() != nullptr) return edition.broken_text(position, language);
  const std::string_view joint = edition.bundle().root()["locale"][language]["grammar"]["and"].text(" and ");
  const Outcome outcome = edition.outcome(position);
  std::string winners, scores;
  int winner_count = 0;
  for (int i = 0; i < outcome.seats; ++i) {
    const std::string name = edition.seat_name(position, core::seat(i), language);
    scores += (i == 0 ? "" : ", ") + name + " " + std::to_string(outcome.score[i]);
    if (!core::has(outcome.winners, core::seat(i))) continue;
    winners += winner_count == 0 ? name : std::string(joint) + name;
    ++winner_count;
  }
  std::string text = winner_count == 0 ? "nobody wins" : winners + (winner_count == 1 ? " wins" : " win");
  if (outcome.clause != 0) text += " by " + std::string(edition.clause_id(outcome.clause));
  return text + ": " + scores;
}

std::string outcome_text(const Edition& edition, const Position& position) {
  return outcome_text(edition, position, "en");
}

std::string write_replay(const Replay& replay) {
  const bool all_known = std::all_of(replay.choices.begin(), replay.choices.end(),
                                     [](const RecordedChoice& choice) { return choice.choice.has_value(); });
  std::string out(first_word);
  out += std::to_string(all_known ? choices_format : words_format) + "\n";
  out += "game " + replay.game + "\n";
  out += "rules " + std::to_string(replay.rules) + "\n";
  out += "content " + replay.content + "\n";
  out += "seats " + std::to_string(replay.setup.seats) + "\n";
  for (const auto& [name, value] : replay.setup.options)
    out += "option " + one_line(name) + "=" + escaped(value) + "\n";
  for (const auto& [seat, who] : replay.players)
    out += "player " + std::to_string(seat) + " " + one_line(who) + "\n";
  out += "commitment " + replay.commitment + "\n";
  out += "seed " + core::seed_text(replay.seed) + "\n";
  out += "choices\n";
  int number = 0;
  for (const RecordedChoice& choice : replay.choices)
    out += std::to_string(++number) + " " + choice.seat + ": " + one_line(choice.notation) +
           (all_known ? mark_of(*choice.choice) : "") + "\n";
  out += replay.end.empty() ? "open\n" : "end " + one_line(replay.end) + "\n";
  return out + "checksum " + checksum_of(out) + "\n";
}

std::string broken_report(const Edition& edition, const Position& last, const Replay& replay) {
  return replay.game + ", rules " + std::to_string(replay.rules) + ": " + edition.broken_text(last, "en") + "\n" +
         write_replay(replay);
}

// ---- reading ------------------------------------------------------------------------------------

namespace {

bool read_number(std::string_view text, int& value) {
  const auto [at, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc{} && at == text.data() + text.size();
}

bool read_mark(std::string_view digits, Choice& choice) {
  if (digits.empty() || digits.size() > 16 ||
      digits.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return false;
  std::from_chars(digits.data(), digits.data() + digits.size(), choice.bits, 16);
  return true;
}

bool is_hex(std::string_view text, std::size_t length) {
  return text.size() == length && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

class ReplayReader {
 public:
  explicit ReplayReader(std::string_view text) : text_(text) {}

  Expected<Replay> read() {
    if (version() && header() && choices() && ending()) return std::move(replay_);
    return std::move(failure_);
  }

 private:
  bool fail(std::string reason) { return fail(failed(std::move(reason))); }
  bool fail(Failure failure) {
    failure_ = std::move(failure).at("line " + std::to_string(number_));
    return false;
  }

  // Steps to the next line. Each ends with a line feed, the last one too: what lacks it was cut off.
  bool next() {
    start_ = after_;
    ++number_;
    const std::size_t stop = text_.find('\n', start_);
    if (stop == std::string_view::npos) return fail("the replay ends here, before its checksum: it was cut off");
    line_ = text_.substr(start_, stop - start_);
    after_ = stop + 1;
    return true;
  }

  bool starts(std::string_view key) const { return line_.starts_with(key); }

  bool keyed(std::string_view key, std::string_view& value) {
    if (!next()) return false;
    const std::string wanted = std::string(key) + " ";
    if (!starts(wanted)) return fail("'" + wanted + "...' must stand here");
    value = line_.substr(wanted.size());
    return true;
  }

  bool version() {
    const bool told = text_.starts_with(first_word);
    if (!next()) {
      if (text_.empty()) return fail("the replay is empty");
      return told ? false : fail("this is not a replay");
    }
    if (!told || !read_number(line_.substr(first_word.size()), format_))
      return fail("this is not a replay: it must start with 'rulewright-replay " + std::to_string(choices_format) +
                  "'");
    if (format_ != words_format && format_ != choices_format)
      return fail("the replay has format " + std::to_string(format_) + "; this program reads formats " +
                  std::to_string(words_format) + " and " + std::to_string(choices_format));
    return true;
  }

  bool header() {
    std::string_view value;
    if (!keyed("game", value)) return false;
    const Game* game = find_game(value);
    if (game == nullptr) return fail("unknown game '" + std::string(value) + "'");
    replay_.game = value;
    if (!keyed("rules", value)) return false;
    if (!read_number(value, replay_.rules) || replay_.rules < 1) return fail("'rules' must be a number from 1");
    if (!keyed("content", value)) return false;
    if (!is_hex(value, 32)) return fail("'content' must be 32 hexadecimal digits");
    replay_.content = value;
    if (!keyed("seats", value)) return false;
    if (!read_number(value, replay_.setup.seats)) return fail("'seats' must be a number");
    if (auto fits = game->takes_seats(replay_.setup.seats); !fits) return fail(fits.failure());
    return table() && secrets();
  }

  // The options and players: as many lines as there are.
  bool table() {
    if (!next()) return false;
    while (starts("option ")) {
      const std::string_view value = line_.substr(7);
      const std::size_t equals = value.find('=');
      if (equals == std::string_view::npos || equals == 0) return fail("an option is written name=value");
      replay_.setup.options.emplace_back(value.substr(0, equals), unescaped(value.substr(equals + 1)));
      if (!next()) return false;
    }
    while (starts("player ")) {
      const std::string_view value = line_.substr(7);
      const std::size_t space = value.find(' ');
      int seat = 0;
      if (space == std::string_view::npos || !read_number(value.substr(0, space), seat) || seat < 1 ||
          seat > replay_.setup.seats)
        return fail("a player is written 'player SEAT NAME', with a seat from 1 to " +
                    std::to_string(replay_.setup.seats));
      replay_.players.emplace_back(seat, value.substr(space + 1));
      if (!next()) return false;
    }
    return true;
  }

  bool secrets() {
    if (!starts("commitment ") || !is_hex(line_.substr(11), 64))
      return fail("'commitment' with 64 hexadecimal digits must stand here");
    replay_.commitment = line_.substr(11);
    std::string_view value;
    if (!keyed("seed", value)) return false;
    if (!core::parse_seed(value, replay_.seed)) return fail("'seed' must be 64 hexadecimal digits");
    if (!next()) return false;
    return line_ == "choices" || fail("'choices' must stand here");
  }

  bool choices() {
    for (;;) {
      if (!next()) return false;
      if (line_ == "open") return true;
      if (starts("end ")) {
        replay_.end = line_.substr(4);
        return !replay_.end.empty() || fail("'end' must say how the game ended");
      }
      if (!choice()) return false;
    }
  }

  bool choice() {
    const std::size_t space = line_.find(' ');
    const std::size_t colon = line_.find(": ");
    int number = 0;
    if (space == std::string_view::npos || !read_number(line_.substr(0, space), number) ||
        colon == std::string_view::npos || colon <= space + 1 || colon + 2 == line_.size())
      return fail("a choice ('NUMBER SEAT: CHOICE'), 'end ...' or 'open' must stand here");
    if (number != static_cast<int>(replay_.choices.size()) + 1)
      return fail("choice " + std::to_string(replay_.choices.size() + 1) + " must stand here, not choice " +
                  std::to_string(number));
    RecordedChoice recorded{std::string(line_.substr(space + 1, colon - space - 1)), {}, {}, number_};
    std::string_view words = line_.substr(colon + 2);
    if (format_ == choices_format) {
      const std::size_t mark = words.rfind(" #");
      Choice itself;
      if (mark == std::string_view::npos || mark == 0 || !read_mark(words.substr(mark + 2), itself))
        return fail("the choice itself must stand behind its words: '#' and up to 16 hexadecimal digits");
      recorded.choice = itself;
      words = words.substr(0, mark);
    }
    recorded.notation = words;
    replay_.choices.push_back(std::move(recorded));
    return true;
  }

  bool ending() {
    std::string_view value;
    if (!keyed("checksum", value)) return false;
    if (!is_hex(value, 16)) return fail("'checksum' must be 16 hexadecimal digits");
    if (value != checksum_of(text_.substr(0, start_)))
      return fail("the checksum does not match: something above this line was changed");
    if (after_ == text_.size()) return true;
    ++number_;
    return fail("the replay goes on after its checksum");
  }

  std::string_view text_, line_;
  std::size_t start_ = 0, after_ = 0;
  int number_ = 0;
  int format_ = 0;
  Replay replay_;
  Failure failure_;
};

}  // namespace

Expected<Replay> read_replay(std::string_view text) { return ReplayReader(text).read(); }

// ---- following ----------------------------------------------------------------------------------

namespace {

std::string version_difference(const Edition& edition, const Replay& replay) {
  if (replay.content != edition.version() && replay.rules == edition.game().rules_version)
    return "it was played with content " + replay.content + ", this program has content " + edition.version();
  return other_rules_text(edition, replay.rules);
}

// Finds the recorded choices one after the other, at the positions they were made in.
class Follower {
 public:
  Follower(const Edition& edition, Following& following) : edition_(edition), following_(following) {}

  // The choice and its seat, or why there is none.
  bool find(const Position& position, const RecordedChoice& recorded, Seat& seat, Choice& choice) {
    if (edition_.over(position)) return fail("the game is already over: " + outcome_text(edition_, position));
    if (!edition_.find_seat(position, recorded.seat, seat))
      return fail("there is no seat '" + recorded.seat + "'");
    if (recorded.choice) {
      choice = *recorded.choice;
    } else if (!read_words(position, recorded, seat, choice)) {
      return false;
    }
    const Refusal refusal = edition_.judge(position, seat, choice);
    if (!refusal.refused()) {
      if (recorded.choice) compare_words(position, recorded, choice);
      return true;
    }
    following_.divergence.clause = refusal.clause;
    // Some choices are open to a seat at any time; any other must be made by the seat that is asked.
    if (const Seat asked = edition_.decision(position).asked; seat != asked)
      return fail(recorded.seat + " is recorded to choose, but " + edition_.seat_name(position, asked) +
                  " is asked");
    return fail("'" + recorded.notation + "' is refused: " + edition_.refusal_text(position, refusal, "en"));
  }

 private:
  bool fail(std::string reason) {
    following_.divergence.reason = std::move(reason);
    return false;
  }

  void note(const RecordedChoice& recorded, std::string text) {
    following_.notes.push_back({following_.divergence.choice, recorded.line, std::move(text)});
  }

  // In old records words may mean several choices; the first one was taken then.
  bool read_words(const Position& position, const RecordedChoice& recorded, Seat seat, Choice& choice) {
    const Readings readings = edition_.readings(position, seat, recorded.notation);
    if (readings.legal.empty() && !readings.other)
      return fail("cannot read '" + recorded.notation + "' as a choice of this game");
    choice = readings.legal.empty() ? *readings.other : readings.legal.front();
    if (readings.legal.size() > 1)
      note(recorded, "'" + recorded.notation + "' means " + std::to_string(readings.legal.size()) +
                         " choices; the first is taken");
    return true;
  }

  void compare_words(const Position& position, const RecordedChoice& recorded, Choice choice) {
    const std::string words = one_line(edition_.notation(position, choice));
    if (words != recorded.notation)
      note(recorded, "the record says '" + recorded.notation + "', this program calls the choice '" + words + "'");
  }

  const Edition& edition_;
  Following& following_;
};

void compare_outcome(const Edition& edition, const Replay& replay, Following& following) {
  const bool over = edition.over(following.last);
  const std::string found = over ? outcome_text(edition, following.last) : std::string();
  if (found == replay.end) return;
  following.diverged = true;
  following.divergence.choice = static_cast<int>(replay.choices.size()) + 1;
  following.divergence.reason = "the record says '" + (replay.end.empty() ? "open" : replay.end) +
                                "', the game says '" + (over ? found : "open") + "'";
}

}  // namespace

Following follow(const Edition& edition, const Replay& replay, const ReplayWatcher& watcher) {
  Following following;
  following.other_version = version_difference(edition, replay);
  following.read_only = replay.rules != edition.game().rules_version;
  Follower follower(edition, following);
  core::Log log;
  log.keeps_positions = static_cast<bool>(watcher);
  Expected<Position> begun = edition.begin(replay.setup, replay.seed, &log);
  if (!begun) {
    following.diverged = true;
    following.divergence.reason = begun.error();
    return following;
  }
  Position& position = *begun;
  following.last = position;
  if (watcher && !watcher({0, core::no_seat, {}, position, position, log})) return following;
  int number = 0;
  for (const RecordedChoice& recorded : replay.choices) {
    Choice choice;
    Seat seat = core::no_seat;
    following.divergence.choice = ++number;
    following.divergence.line = recorded.line;
    if (!follower.find(position, recorded, seat, choice)) {
      following.diverged = true;
      return following;
    }
    log.clear();
    edition.apply(following.last, choice, &log);
    if (watcher && !watcher({number, seat, choice, position, following.last, log})) return following;
    position = following.last;
  }
  following.divergence = {};
  compare_outcome(edition, replay, following);
  return following;
}

std::string other_rules_text(const Edition& edition, int rules) {
  const int ours = edition.game().rules_version;
  if (rules == ours) return {};
  return "it was played by rules version " + std::to_string(rules) + ", this program has version " +
         std::to_string(ours) + ": it can be looked at, not played on";
}

std::vector<std::string> note_lines(const Following& following, std::size_t most) {
  std::vector<std::string> lines;
  for (const ReplayNote& note : following.notes) {
    if (lines.size() == most) {
      lines.push_back("and " + std::to_string(following.notes.size() - most) + " more choices like this");
      break;
    }
    lines.push_back("choice " + std::to_string(note.choice) + ": " + note.text);
  }
  return lines;
}

Verdict verify(const Edition& edition, const Replay& replay, std::string_view published) {
  Verdict verdict{true, {}};
  const auto check = [&](bool holds, std::string yes, std::string no) {
    verdict.fair = verdict.fair && holds;
    verdict.findings.push_back(std::move(holds ? yes : no));
  };
  const std::string commitment = core::commitment(replay.seed);
  check(commitment == replay.commitment, "the seed is the one committed to: " + commitment,
        "the seed is not the one committed to: its commitment is " + commitment + ", the replay says " +
            replay.commitment);
  if (!published.empty())
    check(commitment == published, "the published commitment is that of the seed",
          "the published commitment " + std::string(published) + " is not that of the seed, " + commitment);
  const Following following = follow(edition, replay);
  check(following.other_version.empty(), "rules and content are the recorded ones",
        "other rules or content: " + following.other_version);
  const Divergence& at = following.divergence;
  check(!following.diverged,
        "all " + std::to_string(replay.choices.size()) +
            " choices go through; the outcome is the recorded one: " + (replay.end.empty() ? "open" : replay.end),
        "the replay diverges at choice " + std::to_string(at.choice) + ": " + at.reason);
  for (std::string& line : note_lines(following, 3)) verdict.findings.push_back(std::move(line));
  return verdict;
}

}  // namespace rw
