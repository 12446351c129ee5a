// The loop of the table: who is asked, what is typed, what is shown.
#include "cli/play_table.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>

#include "cli/log_lines.h"
#include "engine/outcome.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

int rows_of(std::string_view text) { return static_cast<int>(std::count(text.begin(), text.end(), '\n')); }

}  // namespace

PlayTable::PlayTable(Session& session, std::string language)
    : session_(session),
      language_(std::move(language)),
      terminal_(Terminal::detect()),
      input_(terminal_),
      menu_(session.edition(), language_),
      automatic_(session.humans() == 1) {}

int PlayTable::run() {
  const InterruptWatch watch;
  while (!session_.over() || session_.read_only()) {
    if (interrupted()) break;
    if (session_.read_only()) {
      if (show_old_game() == Next::leave) return 0;
    } else if (!session_.is_human(session_.decision().asked)) {
      ask_computer();
    } else if (ask_human() == Next::leave) {
      break;
    }
  }
  if (session_.over()) show_ending();
  say_goodbye();
  return 0;
}

// A game of other rules: the last position that it comes to, and whatever can be looked up. Only another game that
// is loaded can be played on.
PlayTable::Next PlayTable::show_old_game() {
  facing_ = session_.over() ? core::seat(0) : session_.decision().asked;
  std::printf("%s\n%s", board_of(session_.edition().game().id).draw(sight()).c_str(),
              log_lines(session_.log(viewer(), language_), 12).c_str());
  say(sentence(speech::translated(session_.notice())));
  if (session_.over())
    say(speech::said("By the rules of this program: {}",
                     speech::translated(outcome_text(session_.edition(), session_.now(), language_))));
  for (std::string line;;) {
    if (interrupted() || !input_.read("> ", line)) return Next::leave;
    const std::size_t space = line.find(' ');
    const std::string rest =
        space == std::string::npos ? "" : line.substr(std::min(line.size(), line.find_first_not_of(' ', space)));
    const Command* command = find_command(line.substr(0, space));
    if (command == nullptr || command->at == At::open_game) {
      if (!line.empty())
        say(sentence(speech::translated(session_.notice())) + ". " +
            speech::said("Type help to see what can be looked up."));
      continue;
    }
    const Next next = (this->*command->run)(rest);
    if (next == Next::go_on || next == Next::leave) return next;
    if (next == Next::redraw) std::printf("%s\n", board_of(session_.edition().game().id).draw(sight()).c_str());
  }
}

// ---- the game goes on ------------------------------------------------------------------------------

void PlayTable::ask_computer() {
  const Seat seat = session_.decision().asked;
  if (terminal_.interactive && facing_ != core::no_seat) {
    std::printf("\r\x1b[K%s", painted(terminal_, faint,
                                      speech::said("{} thinks ...", sentence(session_.edition().seat_name(
                                                                        session_.now(), seat, language_))))
                                  .c_str());
    std::fflush(stdout);
  }
  session_.choose(session_.ask_player());
}

// Does this seat see anything that a spectator does not?
bool PlayTable::has_secrets(Seat seat) const {
  const Edition& edition = session_.edition();
  return seat != core::no_seat &&
         edition.fields(session_.now(), Viewer::of(seat)) != edition.fields(session_.now(), Viewer::spectator());
}

void PlayTable::hand_over(Seat seat) {
  const std::string name = sentence(session_.edition().seat_name(session_.now(), seat, language_));
  if (terminal_.interactive && session_.humans() > 1 && (has_secrets(facing_) || has_secrets(seat))) {
    // Whoever played last must not leave their cards on the screen, nor in what can be scrolled back to.
    std::printf("\x1b[H\x1b[2J\x1b[3J\n\n   %s\n\n",
                painted(terminal_, strong, speech::said("{} is next.", name)).c_str());
    std::string line;
    input_.forget();
    input_.read(speech::said("   {}, press Enter when nobody else is looking: ", name), line);
  } else if (!terminal_.interactive && session_.humans() > 1) {
    say("-- " + name + " --");
  }
  facing_ = seat;
  shown_to_ = session_.last_choice_of(seat);
}

// What was typed ahead was meant for the question that was seen then, or for the next one of its kind.
void PlayTable::forget_other_answers() {
  const auto open = std::make_unique<core::Gathering>();
  session_.edition().gathering(session_.now(), *open);
  const Asked now{session_.decision().kind, open->effect};
  if (now != asked_) input_.forget();
  asked_ = now;
}

PlayTable::Next PlayTable::ask_human() {
  const Seat seat = session_.decision().asked;
  const bool first = facing_ == core::no_seat;
  if (seat != facing_) hand_over(seat);
  menu_.ask(session_.now(),
            [this](Choice choice) { return board_of(session_.edition().game().id).note(sight(), choice); });
  // It never ends a turn or a phase for somebody.
  if (automatic_ && menu_.choice_count() == 1 &&
      session_.edition().asking(session_.now()) != core::Asking::ending) {
    session_.choose(menu_.only_choice(), Session::Given::by_table);
    return Next::go_on;
  }
  forget_other_answers();
  if (terminal_.interactive || first) {
    draw(Told::now);
  } else {
    menu_.set_room(12, terminal_.width);
    std::printf("%s", log_lines(session_.log(viewer(), language_, shown_to_), 1000).c_str());
    std::printf("%s\n%s", heading().c_str(), menu_.text(terminal_).c_str());
  }
  for (std::string line;;) {
    if (interrupted() || !input_.read("> ", line)) return Next::leave;
    const Next next = answer(line);
    if (next == Next::go_on || next == Next::leave) return next;
    if (next != Next::redraw) continue;
    if (terminal_.interactive)
      draw(Told::before);
    else
      std::printf("%s", menu_.text(terminal_).c_str());
  }
}

// Numbers first, then moves that are legal as typed, then commands, then moves that are not legal (the
// refusal says why), and at last a part of a choice to look for.
PlayTable::Next PlayTable::answer(const std::string& line) {
  if (line.empty()) return menu_.back() || terminal_.interactive ? Next::redraw : Next::ask;
  const std::size_t space = line.find(' ');
  const std::string word = line.substr(0, space);
  const std::string rest = space == std::string::npos ? "" : line.substr(line.find_first_not_of(' ', space));
  Choice choice;
  std::string message;
  std::vector<int> numbers;
  if (reads_as_picks(line, numbers)) return gather(numbers);
  const auto number = whole_number(word), amount = whole_number(rest);
  if (number && (rest.empty() || amount)) {
    const auto picked = menu_.pick(*number, amount.value_or(-1), choice, message);
    if (picked == Menu::Answer::chosen) return choose(choice);
    if (picked == Menu::Answer::shown) return Next::redraw;
    say(message);
    return Next::ask;
  }
  const Edition& edition = session_.edition();
  const Readings found = edition.readings(session_.now(), session_.decision().asked, line);
  if (found.legal.size() == 1) return choose(found.legal.front());
  if (const Command* command = find_command(word)) return (this->*command->run)(rest);
  if (found.legal.size() > 1) {
    say(sentence(speech::translated(edition.ambiguity_text(session_.now(), line, found.legal))) + ". " +
        speech::said("Type one of them, or its number."));
    return Next::ask;
  }
  if (found.other) return explain_refusal(line);
  if (menu_.narrow(line)) return Next::redraw;
  say("Nothing here is called \"" + line + "\". Type a number, a move, or help.");
  return Next::ask;
}

PlayTable::Next PlayTable::choose(Choice choice) {
  shown_to_ = session_.choices_made();
  session_.choose(choice);
  return Next::go_on;
}

void PlayTable::show_ending() {
  const Edition& edition = session_.edition();
  const Outcome outcome = edition.outcome(session_.now());
  if (facing_ == core::no_seat) facing_ = core::seat(0);
  const auto lines = session_.log(viewer(), language_, shown_to_);
  constexpr int told = 12;  // rows
  const bool in_full = terminal_.interactive && !lines.empty() && all_of(lines, told).empty();
  if (terminal_.interactive) std::printf("\x1b[H\x1b[2J");
  if (in_full) tell(lines);
  const Board& board = board_of(edition.game().id);
  std::printf("%s\n", board.draw({edition, session_.now(), Viewer::spectator(), terminal_, language_}).c_str());
  std::printf("%s", log_lines(lines, told, in_full).c_str());
  std::string winners;
  for (int i = 0; i < outcome.seats; ++i)
    if (core::has(outcome.winners, core::seat(i)))
      winners += (winners.empty() ? "" : speech::said(" and ")) +
                 edition.seat_name(session_.now(), core::seat(i), language_);
  const std::string_view clause = edition.clause_id(outcome.clause);
  const std::string nobody_won = session_.now().broken() == nullptr
                                     ? speech::said("Nobody has won.")
                                     : sentence(edition.broken_text(session_.now(), language_)) + ".";
  say("\n" +
      painted(terminal_, strong,
              winners.empty() ? nobody_won : speech::said("{} won the game.", sentence(winners))) +
      "  " + painted(terminal_, faint, clause));
  Listing listing({speech::said("Rank"), speech::said("Player"), speech::said("Score"), speech::said("Played by")},
                  {Align::right, Align::left, Align::right});
  // Where all lose together nobody has a rank.
  for (int rank = 0; rank <= outcome.seats; ++rank)
    for (int i = 0; i < outcome.seats; ++i)
      if (outcome.rank[i] == rank)
        listing.row({rank == 0 ? "-" : std::to_string(rank),
                     edition.seat_name(session_.now(), core::seat(i), language_), std::to_string(outcome.score[i]),
                     session_.sitter_name(core::seat(i))});
  std::printf("%s", listing.text(terminal_).c_str());
}

void PlayTable::say_goodbye() const {
  if (!session_.over()) say("\nThe game stands after " + std::to_string(session_.choices_made()) + " choices.");
  if (session_.record_file().empty()) return;
  say("Its replay is in " + session_.record_file());
  if (!session_.over())
    say("Go on with: rulewright play " + std::string(session_.edition().game().id) + " --load " +
        session_.record_file());
}

// ---- the screen ------------------------------------------------------------------------------------

Sight PlayTable::sight() const { return {session_.edition(), session_.now(), viewer(), terminal_, language_}; }

void PlayTable::say(std::string_view text) const { std::printf("%s\n", speech::translated(text).c_str()); }

std::string PlayTable::heading() const {
  const Edition& edition = session_.edition();
  const std::string asked =
      painted(
          terminal_, strong,
          sentence(edition.seat_name(session_.now(), session_.decision().asked, language_)) + speech::said(": ")) +
      edition.question_text(session_.now(), language_) + painted(terminal_, faint, gathering_hint());
  return terminal_.interactive ? paragraph(asked, terminal_.width, 0) : asked;
}

// A text that does not fit is wrapped.
std::string PlayTable::log_line(const LogLine& line) const {
  const std::string clauses = cited(line, Cited::first);  // `why` tells them all
  const auto fits = [&] { return columns(line.text) + columns(clauses) + 5 <= terminal_.width; };
  std::string out = terminal_.unicode ? " · " : " - ";
  if (fits() || terminal_.width - columns(clauses) < 35)
    return out + line.text + "  " + painted(terminal_, faint, clauses) + "\n";
  out += paragraph(line.text, terminal_.width, 3);
  const int used = columns(std::string_view(out).substr(out.rfind('\n') + 1));
  const bool aside = used + columns(clauses) + 2 <= terminal_.width || !terminal_.interactive;
  return out + (aside ? "  " : "\n   ") + painted(terminal_, faint, clauses) + "\n";
}

// The lines from one to another as running text, without their clauses.
std::string PlayTable::running_text(std::span<const LogLine> lines) const {
  std::string words;
  for (const LogLine& line : lines) words += (words.empty() ? "" : terminal_.unicode ? " · " : " - ") + line.text;
  return words.empty() ? "" : (terminal_.unicode ? " · " : " - ") + paragraph(words, terminal_.width, 3) + "\n";
}

// A line for each if they fit into so many rows; else all but the last in running text, so that a whole turn of
// somebody else is seen at once. Empty if that does not fit either.
std::string PlayTable::all_of(const std::vector<LogLine>& lines, int rows) const {
  std::string each;
  for (const LogLine& line : lines) each += log_line(line);
  if (lines.empty() || rows_of(each) <= rows) return each;
  const std::string last = log_line(lines.back());
  const std::string before = running_text(std::span(lines).first(lines.size() - 1));
  return rows_of(before) + rows_of(last) <= rows ? before + last : "";
}

// As many of the last lines as fit into so many rows, in running text if need be.
std::string PlayTable::log_lines(const std::vector<LogLine>& lines, int rows, bool in_full) const {
  if (lines.empty()) return "";
  if (std::string all = all_of(lines, rows); !all.empty()) return all;
  const std::string last = log_line(lines.back());
  const std::span<const LogLine> before(lines.data(), lines.size() - 1);
  std::string text;
  for (std::size_t from = before.size(); from > 0; --from) {
    std::string more = running_text(before.subspan(from - 1));
    if (rows_of(more) > rows - rows_of(last) - 1) break;
    text = std::move(more);
  }
  const std::string rest = in_full ? speech::said("(told above; again: log {})", lines.size())
                                   : speech::said("(more before: log {})", lines.size());
  return painted(terminal_, faint, " " + rest) + "\n" + text + last;
}

// What has no room beside the board is told in full before it is drawn. Somebody else's turn is told a screen at a
// time, for it would scroll away unread; what a choice of one's own brought about can be scrolled back to.
void PlayTable::tell(const std::vector<LogLine>& lines) {
  const bool waits = others_chose();
  const int room = std::max(4, terminal_.height - 2);
  std::printf("%s\n", painted(terminal_, strong, speech::said("What has happened:")).c_str());
  int used = 1;
  const auto wait = [&](const std::string& prompt) {
    std::string line;
    input_.forget();
    input_.read(prompt, line);
    std::printf("\x1b[1A\x1b[2K");  // the prompt is no part of what happened
    used = 0;
  };
  for (const LogLine& line : lines) {
    const std::string text = log_line(line);
    if (waits && used > 1 && used + rows_of(text) > room) {
      wait(speech::said(" (Enter: what happened next) "));
      if (interrupted()) return;
    }
    std::printf("%s", text.c_str());
    used += rows_of(text);
  }
  if (waits) wait(speech::said(" (Enter: the table) "));
  std::printf("\n");
}

// Since the facing human's last choice.
bool PlayTable::others_chose() const {
  for (int i = 0; i < session_.seats(); ++i)
    if (core::seat(i) != facing_ && session_.last_choice_of(core::seat(i)) > shown_to_) return true;
  return false;
}

// Board above, then what happened since the last choice, then the question and the choices; the rows
// that the board leaves are shared out.
void PlayTable::draw(Told told) {
  terminal_ = Terminal::detect();
  const std::string board = board_of(session_.edition().game().id).draw(sight());
  const std::string question = heading() + "\n";
  const auto lines = session_.log(viewer(), language_, shown_to_);
  const int room = terminal_.interactive ? std::max(9, terminal_.height - rows_of(board) - rows_of(question) - 4)
                                         : static_cast<int>(lines.size()) + 24;
  constexpr int least_list = 8;  // rows; the rest of it is paged
  const int wanted = std::min(static_cast<int>(lines.size()) + 1, std::max(4, room - least_list));
  menu_.set_room(room - wanted, terminal_.width);
  const std::string list = menu_.text(terminal_);
  const int rows = std::max(3, room - rows_of(list));
  if (terminal_.interactive) std::printf("\x1b[H\x1b[2J");
  if (terminal_.interactive && told == Told::now && !lines.empty() && all_of(lines, rows).empty()) tell(lines);
  std::printf("%s\n%s\n%s%s", board.c_str(), log_lines(lines, rows, terminal_.interactive).c_str(),
              question.c_str(), list.c_str());
}

bool PlayTable::confirmed(const std::string& question) {
  std::string line;
  input_.forget();
  if (!input_.read(speech::translated(question) + speech::said(" (yes/no) "), line)) return false;
  return line == "y" || line == "yes" || line == "o" || line == "oui";
}

}  // namespace rw::cli
