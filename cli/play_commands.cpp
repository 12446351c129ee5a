// What can be typed at the table besides moves: reading rules, looking, taking back, saving, leaving.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <limits>

#include "cli/cards.h"
#include "cli/play_table.h"
#include "engine/core/text.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  const std::string folded = core::folded(text);
  for (std::size_t start = 0; start < folded.size();) {
    std::size_t stop = folded.find(' ', start);
    if (stop == std::string::npos) stop = folded.size();
    words.push_back(folded.substr(start, stop - start));
    start = stop + 1;
  }
  return words;
}

}  // namespace

const std::vector<PlayTable::Command>& PlayTable::commands() {
  static const std::vector<Command> list = {
      {"help", "", "this page", &PlayTable::show_help},
      {"board", "", "draw the table again", &PlayTable::show_board},
      {"choices", "", "the whole list of choices again", &PlayTable::show_choices, At::open_game},
      {"more", "", "the next page of the list", &PlayTable::show_more, At::open_game},
      {"less", "", "the previous page", &PlayTable::show_less, At::open_game},
      {"back", "", "from a part of the list to the whole list", &PlayTable::go_back, At::open_game},
      {"look", "THING", "one thing on the table with its surroundings", &PlayTable::look},
      {"hint", "", "what the computer would do in your place", &PlayTable::give_hint, At::open_game},
      {"why", "", "the rules behind the last line of the log", &PlayTable::explain},
      {"why", "CLAUSE", "read a rule: why RSK-ATK-05", nullptr},
      {"why not", "MOVE", "which rule forbids a move", nullptr},
      {"rules", "WORDS", "search the rules", &PlayTable::search_rules},
      {"cards", "PART", "read cards", &PlayTable::show_cards},
      {"log", "N", "the last N lines of the log", &PlayTable::show_log},
      {"fields", "PART", "everything you may know, by name", &PlayTable::show_fields},
      {"auto", "on|off", "answer questions with only one answer for you", &PlayTable::set_automatic,
       At::open_game},
      {"undo", "", "undo your last choice", &PlayTable::undo, At::open_game},
      {"save", "FILE", "save the game to a file", &PlayTable::save, At::open_game},
      {"load", "FILE", "continue a saved game", &PlayTable::load},
      {"concede", "", "concede; the rules say what follows", &PlayTable::concede, At::open_game},
      {"resign", "", "the computer plays your seat to the end", &PlayTable::resign, At::open_game},
      {"quit", "", "leave; the replay is kept", &PlayTable::quit},
  };
  return list;
}

const PlayTable::Command* PlayTable::find_command(const std::string& word) const {
  const std::string wanted = word == "?" ? "help" : word == "exit" ? "quit" : core::folded(word);
  for (const Command& command : commands())
    if (command.name == wanted && command.run != nullptr) return &command;
  return nullptr;
}

PlayTable::Next PlayTable::show_help(const std::string&) {
  if (!session_.read_only())
    say(paragraph(
        speech::said(
            "Choose by the number in the list, or type the move as the list shows it. Where the list says "
            "1-9, add the amount: \"7 3\" takes number 7 with the amount 3. Type a part of a name, such as "
            "\"iacon\", to see only the choices with that word; Enter goes back. Where several things are "
            "asked for, name them one by one or together, in any order: \"2 5\". You can also type:"),
        std::min(terminal_.width, 100), 0));
  for (const Command& command : commands()) {
    if (session_.read_only() && command.at == At::open_game) continue;
    const std::string form =
        std::string(command.name) + (command.arguments.empty() ? "" : " ") + std::string(command.arguments);
    say("  " + painted(terminal_, strong, padded(form, 16)) + speech::said(command.about));
  }
  say("  (" + speech::said("look understands {}", speech::said(board_of(session_.edition().game().id).look_help)) +
      ")");
  return Next::ask;
}

// ---- seeing ----------------------------------------------------------------------------------------

PlayTable::Next PlayTable::show_board(const std::string&) {
  if (terminal_.interactive) return Next::redraw;
  std::printf("%s", board_of(session_.edition().game().id).draw(sight()).c_str());
  return Next::ask;
}

PlayTable::Next PlayTable::show_choices(const std::string&) {
  while (menu_.back()) {
  }
  return Next::redraw;
}

PlayTable::Next PlayTable::show_more(const std::string&) {
  if (menu_.turn(1)) return Next::redraw;
  say("This is the last page.");
  return Next::ask;
}

PlayTable::Next PlayTable::show_less(const std::string&) {
  if (menu_.turn(-1)) return Next::redraw;
  say("This is the first page.");
  return Next::ask;
}

PlayTable::Next PlayTable::go_back(const std::string&) {
  if (menu_.back()) return Next::redraw;
  say("This is the whole list. (undo takes back a choice.)");
  return Next::ask;
}

PlayTable::Next PlayTable::look(const std::string& what) {
  const Board& board = board_of(session_.edition().game().id);
  if (what.empty()) {
    say(speech::said("Look at what? Type look and {}.", speech::said(board.look_help)));
    return Next::ask;
  }
  const std::string seen = board.look(sight(), what);
  say(seen.empty() ? "There is no \"" + what + "\" on the table." : seen);
  return Next::ask;
}

PlayTable::Next PlayTable::show_fields(const std::string& part) {
  const std::string fields = field_table(sight(), part);
  say(fields.empty() ? "No field has \"" + part + "\" in its name." : fields);
  return Next::ask;
}

PlayTable::Next PlayTable::show_log(const std::string& count) {
  std::size_t most = 40;
  const auto [end, fault] = std::from_chars(count.data(), count.data() + count.size(), most);
  if (!count.empty() && (fault != std::errc{} || end != count.data() + count.size())) {
    say("log takes a number of lines, as in: log 100");
    return Next::ask;
  }
  auto lines = session_.log(viewer(), language_);
  if (lines.size() > most) {
    std::printf("%s\n",
                painted(terminal_, faint, " " + speech::said("(more before: log {})", lines.size())).c_str());
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
  }
  std::printf("%s", log_lines(lines, std::numeric_limits<int>::max()).c_str());
  return Next::ask;
}

// ---- rules -----------------------------------------------------------------------------------------

std::string PlayTable::clause_text(std::string_view id) const {
  const ClauseText* clause = session_.edition().clause(id);
  if (clause == nullptr) return "";
  const ClauseText::Translation words = clause->in(language_);
  std::string out = painted(terminal_, strong, clause->id) + "  " + painted(terminal_, faint, words.section) +
                    "\n  " + paragraph(words.text, std::min(terminal_.width, 100), 2) + "\n";
  for (const std::string_view by : clause->by)
    out += painted(terminal_, faint, "  " + speech::said("rests on {}", by)) + "\n";
  return out;
}

PlayTable::Next PlayTable::explain(const std::string& what) {
  if (what.empty()) {
    const auto lines = session_.log(viewer(), language_);
    if (lines.empty()) {
      say("Nothing has happened yet.");
      return Next::ask;
    }
    say(lines.back().text);
    for (const std::string_view clause : lines.back().clauses) std::printf("%s", clause_text(clause).c_str());
    return Next::ask;
  }
  if (core::folded(what).starts_with("not ")) return explain_refusal(what.substr(what.find(' ') + 1));
  const std::string text = clause_text(upper(what));
  if (text.empty()) {
    say("There is no rule " + upper(what) + ". To look rules up by their words: rules " + what);
  } else {
    std::printf("%s", text.c_str());
  }
  return Next::ask;
}

PlayTable::Next PlayTable::explain_refusal(const std::string& move) {
  const Edition& edition = session_.edition();
  if (session_.over()) {
    say("The game is over.");
    return Next::ask;
  }
  const Expected<Choice> choice = edition.read(session_.now(), move);
  if (!choice) {
    say(choice.error());
    return Next::ask;
  }
  const Refusal refusal = edition.judge(session_.now(), *choice);
  if (!refusal.refused()) {
    say(session_.read_only() ? "Nothing forbids that." : "Nothing forbids that: type it to do it.");
    return Next::ask;
  }
  say(speech::said("Not possible. {}", edition.refusal_text(session_.now(), refusal, language_)));
  if (refusal.clause != 0) std::printf("%s", clause_text(edition.clause_id(refusal.clause)).c_str());
  return Next::ask;
}

PlayTable::Next PlayTable::search_rules(const std::string& text) {
  constexpr int most = 12;
  const auto words = words_of(text);
  if (words.empty()) {
    say("Which words? For example: rules retreat");
    return Next::ask;
  }
  int found = 0;
  for (const ClauseText& clause : session_.edition().clauses()) {
    const ClauseText::Translation said = clause.in(language_);
    const std::string haystack =
        core::folded(std::string(clause.id) + " " + std::string(said.section) + " " + std::string(said.text));
    const bool all = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return haystack.find(word) != std::string::npos;
    });
    if (all && ++found <= most) std::printf("%s", clause_text(clause.id).c_str());
  }
  if (found == 0) say("No rule has these words.");
  if (found > most) say("... and " + std::to_string(found - most) + " more; another word narrows it down.");
  return Next::ask;
}

PlayTable::Next PlayTable::show_cards(const std::string& part) {
  const auto faces = find_cards(session_.edition(), language_, part);
  if (faces.empty()) say("There is no card \"" + part + "\".");
  for (const CardFace& face : faces) std::printf("%s", face_text(terminal_, face).c_str());
  return Next::ask;
}

// ---- changing the course of the game ---------------------------------------------------------------

PlayTable::Next PlayTable::give_hint(const std::string&) {
  const Expected<Choice> hint = session_.ask_hint();
  if (!hint) {
    say(hint.error());
    return Next::ask;
  }
  // As it can be typed, which is English; in another language as the list says it.
  std::string words = language_ == "en" ? session_.edition().notation(session_.now(), *hint)
                                        : session_.edition().choice_text(session_.now(), *hint, language_);
  std::erase(words, '"');
  say(speech::said("The computer would: {}", painted(terminal_, strong, words)));
  return Next::ask;
}

// With several people at one terminal it is off at first: a pass that comes by itself tells the others
// that there was nothing to play.
PlayTable::Next PlayTable::set_automatic(const std::string& state) {
  if (state == "on" || state == "off") automatic_ = state == "on";
  say(automatic_ ? "Questions with only one answer are answered for you."
                 : "Questions with only one answer are put to you.");
  return Next::ask;
}

PlayTable::Next PlayTable::undo(const std::string&) {
  const int choice = session_.last_choice_of(facing_);
  if (choice < 0) {
    say("You have nothing to undo.");
    return Next::ask;
  }
  if (!session_.harmless_to_take_back(choice)) {
    const std::string question =
        session_.humans() > 1
            ? "Luck has been involved or something was shown since then. Does everyone agree to undo it?"
            : "Luck has been involved or something was shown since then. Undo it anyway?";
    if (!confirmed(question)) {
      say("Nothing was undone.");
      return Next::ask;
    }
  }
  session_.take_back(choice);
  shown_to_ = session_.last_choice_of(facing_);
  return Next::go_on;
}

PlayTable::Next PlayTable::save(const std::string& file) {
  if (file.empty()) {
    say("Where to? For example: save monday.rwsave");
    return Next::ask;
  }
  const Expected<> saved = session_.save(file);
  say(saved ? "Saved in " + file : saved.error());
  return Next::ask;
}

PlayTable::Next PlayTable::load(const std::string& file) {
  if (file.empty()) {
    say("Which file? For example: load monday.rwsave");
    return Next::ask;
  }
  if (session_.choices_made() > 0 && !confirmed("Leave the game in progress?")) return Next::ask;
  if (auto loaded = session_.load(file); !loaded) {
    say(loaded.error());
    return Next::ask;
  }
  facing_ = core::no_seat;
  return Next::go_on;
}

PlayTable::Next PlayTable::concede(const std::string&) {
  if (!confirmed("Concede? You leave the game.")) return Next::ask;
  session_.choose(core::table_choice(core::TableVerb::concede, facing_));
  return Next::go_on;
}

PlayTable::Next PlayTable::resign(const std::string&) {
  if (!confirmed("Resign? The computer plays your seat to the end.")) return Next::ask;
  session_.hand_to_computer(facing_);
  return Next::go_on;
}

PlayTable::Next PlayTable::quit(const std::string&) { return Next::leave; }

}  // namespace rw::cli
