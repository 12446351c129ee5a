// Folding, narrowing and picking from the list of legal choices.
#include "cli/play_menu.h"

#include <algorithm>
#include <map>
#include <memory>

#include "engine/core/text.h"
#include "engine/nouns.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

// So many choices are shown one by one even if some differ only in an amount.
constexpr int short_list = 12;

constexpr int number_width = 6;  // of the numbers before the choices, with the gap behind them

// Which of the four operands of a notation are amounts: "place {b:number} on {a:zone}" gives {1}.
std::vector<std::size_t> amounts_in(std::string_view pattern) {
  std::vector<std::size_t> places;
  for (std::size_t at = pattern.find(":number}"); at != std::string_view::npos;
       at = pattern.find(":number}", at + 1))
    if (at > 0 && pattern[at - 1] >= 'a' && pattern[at - 1] <= 'd')
      places.push_back(static_cast<std::size_t>(pattern[at - 1] - 'a'));
  return places;
}

// The operand that comes first in a notation, for grouping; 4 if it has none.
std::size_t first_place(std::string_view pattern) {
  for (std::size_t at = pattern.find('{'); at != std::string_view::npos; at = pattern.find('{', at + 1))
    if (at + 2 < pattern.size() && pattern[at + 2] == ':' && pattern[at + 1] >= 'a' && pattern[at + 1] <= 'd')
      return static_cast<std::size_t>(pattern[at + 1] - 'a');
  return 4;
}

std::string without_quotes(std::string text) {
  std::erase(text, '"');
  return text;
}

// "Place 9 robots on Iacon" with the 9 as "1-9"; the text as it is if the number does not stand in it.
std::string with_range(const std::string& text, int least, int most) {
  const std::string number = std::to_string(most);
  for (std::size_t at = text.find(number); at != std::string::npos; at = text.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' '))
      return text.substr(0, at) + std::to_string(least) + "-" + text.substr(at);
  }
  return text;
}

}  // namespace

void Menu::ask(const Position& position, std::function<std::string(Choice)> note) {
  note_ = std::move(note);
  position_ = position;
  all_.clear();
  levels_.clear();
  page_ = 0;
  const auto list = std::make_unique<ChoiceList>();
  edition_.choices(position, *list);
  for (const Choice choice : *list)
    all_.push_back({choice, edition_.choice_text(position, choice, language_),
                    without_quotes(edition_.notation(position, choice))});
  Level top;
  for (std::size_t i = 0; i < all_.size(); ++i) top.items.push_back(i);
  levels_.push_back(std::move(top));
  fold();
  // If all that is open is how many, numbers are amounts at once.
  levels_.front().amount_wanted = entries_.size() == 1 && entries_.front().amounts;
}

void Menu::set_room(int rows, int width) {
  if (std::max(6, rows) == rows_ && width == width_) return;  // keeps the page
  rows_ = std::max(6, rows);
  width_ = width;
  if (!levels_.empty()) fold();
}

std::vector<std::size_t> Menu::number_places(int verb) const {
  return amounts_in(edition_.game().notations[static_cast<std::size_t>(verb)]);
}

int Menu::amount_of(std::size_t item) const {
  const Choice choice = all_[item].choice;
  const auto places = number_places(choice.verb());
  return places.size() == 1 ? choice.operand(static_cast<int>(places[0])) : -1;
}

// A range: choices that differ in one amount only, without a gap.
bool Menu::is_range(const std::vector<std::size_t>& items, int& least, int& most) const {
  if (items.size() < 3) return false;
  std::vector<int> amounts;
  for (const std::size_t item : items) amounts.push_back(amount_of(item));
  std::sort(amounts.begin(), amounts.end());
  least = amounts.front();
  most = amounts.back();
  return least >= 0 && most - least + 1 == static_cast<int>(items.size()) &&
         std::adjacent_find(amounts.begin(), amounts.end()) == amounts.end();
}

std::vector<Menu::Entry> Menu::fold_amounts(const std::vector<std::size_t>& items) const {
  // Choices that are the same but for the amount, in the order in which they come first.
  std::map<std::uint64_t, std::size_t> place;
  std::vector<Entry> folded;
  for (const std::size_t item : items) {
    const Choice choice = all_[item].choice;
    const auto places = number_places(choice.verb());
    std::uint64_t key = choice.bits;
    if (places.size() == 1) {
      int operands[4] = {choice.a(), choice.b(), choice.c(), choice.d()};
      operands[places[0]] = 0;
      key = Choice::make(choice.verb(), operands[0], operands[1], operands[2], operands[3]).bits;
    }
    const auto [found, fresh] = place.emplace(key, folded.size());
    if (fresh) folded.emplace_back();
    folded[found->second].items.push_back(item);
  }
  std::vector<Entry> entries;
  for (Entry& entry : folded) {
    entry.amounts = is_range(entry.items, entry.least, entry.most);
    if (entry.amounts) {
      entry.label = label_of(entry);
      entries.push_back(std::move(entry));
      continue;
    }
    for (const std::size_t item : entry.items) entries.push_back({all_[item].text, {item}});
  }
  return entries;
}

// Entries of one verb and one first operand become a group: "attack Hexima State -> ... (4)".
std::vector<Menu::Entry> Menu::fold_groups(const std::vector<Entry>& entries) const {
  std::map<std::pair<int, int>, std::vector<std::size_t>> members;
  std::vector<std::pair<int, int>> order;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Choice choice = all_[entries[i].items.front()].choice;
    const std::size_t first = first_place(edition_.game().notations[static_cast<std::size_t>(choice.verb())]);
    const std::pair key{choice.verb(), first < 4 ? choice.operand(static_cast<int>(first)) : 0};
    if (members[key].empty()) order.push_back(key);
    members[key].push_back(i);
  }
  std::vector<Entry> groups;
  for (const auto& key : order) {
    const auto& inside = members[key];
    if (inside.size() == 1) {
      groups.push_back(entries[inside.front()]);
      continue;
    }
    Entry group;
    for (const std::size_t i : inside)
      group.items.insert(group.items.end(), entries[i].items.begin(), entries[i].items.end());
    group.label = label_of(group);
    groups.push_back(std::move(group));
  }
  return groups;
}

std::string Menu::label_of(const Entry& entry) const {
  const auto text = [&](std::size_t item) -> const std::string& { return all_[item].text; };
  if (entry.items.size() == 1) return text(entry.items.front());
  if (entry.amounts) {
    const auto most = std::find_if(entry.items.begin(), entry.items.end(),
                                   [&](std::size_t item) { return amount_of(item) == entry.most; });
    return with_range(text(*most), entry.least, entry.most);
  }
  return group_label(all_[entry.items.front()].choice) + " (" + std::to_string(entry.items.size()) + ")";
}

// What all of a group have in common: the move and the thing it begins with. What they differ in is left open.
std::string Menu::group_label(Choice choice) const {
  constexpr std::int32_t left_open = -1;
  const std::size_t first = first_place(edition_.game().notations[static_cast<std::size_t>(choice.verb())]);
  std::int32_t operands[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int32_t value = choice.operand(static_cast<int>(i));
    operands[i] = i == first || value == 0 ? value : left_open;
  }
  const core::Node texts = edition_.bundle().root()["locale"][language_]["choices"];
  const auto namer = [&](std::string_view kind, int value) {
    return value == left_open ? core::Noun("...") : noun(edition_, position_, kind, value, language_);
  };
  return core::fill(texts[edition_.verb_name(choice)].text(), operands, 0, namer, language_);
}

bool Menu::has_groups() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.items.size() > 1 && !entry.amounts; });
}

// Of a group, what all in it have in common.
std::string Menu::note_of(const Entry& entry) const {
  if (!note_) return "";
  std::string note = note_(all_[entry.items.front()].choice);
  const bool common = std::all_of(entry.items.begin() + 1, entry.items.end(),
                                  [&](std::size_t item) { return note_(all_[item].choice) == note; });
  return common ? note : "";
}

void Menu::fold() {
  const Level& level = levels_.back();
  entries_.clear();
  if (static_cast<int>(level.items.size()) <= short_list && !level.amount_wanted)
    for (const std::size_t item : level.items) entries_.push_back({all_[item].text, {item}});
  else
    entries_ = fold_amounts(level.items);
  const int shown = rows_ * std::max(1, width_ / 40);
  if (static_cast<int>(entries_.size()) > shown) {
    auto groups = fold_groups(entries_);
    if (groups.size() > 1) entries_ = std::move(groups);
  }
  for (Entry& entry : entries_) entry.note = note_of(entry);
  page_ = 0;
}

int Menu::label_width() const {
  int widest = 0;
  for (const Entry& entry : entries_) widest = std::max(widest, columns(entry.label));
  return widest;
}

int Menu::columns_of_list() const {
  if (static_cast<int>(entries_.size()) <= rows_) return 1;  // room to show how each is typed
  int notes = 0;
  for (const Entry& entry : entries_) notes = std::max(notes, columns(entry.note));
  return std::clamp(width_ / (label_width() + notes + 9), 1, 4);
}

int Menu::label_room(const Entry& entry, int width) {
  return entry.note.empty() ? width : std::max(width * 3 / 5, width - columns(entry.note) - 2);
}

// What is known about a choice in so many rows at most; what is too much for that is cut.
std::vector<std::string> Menu::note_rows(const Entry& entry, int width, int labels, std::size_t most) const {
  const int beside = width - std::min(labels, label_room(entry, width)) - 2;
  if (columns(entry.note) <= beside || most < 2) return {clipped(entry.note, beside)};
  std::vector<std::string> rows = wrapped(entry.note, beside);
  while (rows.size() > most) {
    const std::string last = std::move(rows.back());
    rows.pop_back();
    rows.back() += " " + last;
  }
  rows.back() = clipped(rows.back(), beside);
  return rows;
}

// How many rows a note may take so that a list of one column still has room.
std::size_t Menu::rows_for_a_note(int width, int labels) const {
  const int heads = (levels_.back().title.empty() ? 0 : 1) + (has_groups() ? 1 : 0);
  for (std::size_t rows = 1, before = 0;; ++rows) {
    std::size_t all = 0;
    for (const Entry& entry : entries_) all += note_rows(entry, width, labels, rows + 1).size();
    if (all == before || static_cast<int>(all) + heads > rows_) return rows;
    before = all;
  }
}

// What the choice is, what is known about it, and, if the list leaves room, how it is typed.
std::string Menu::cell(const Terminal& terminal, const Entry& entry, int width, int labels,
                       std::size_t most) const {
  const int room = label_room(entry, width);
  std::string text = clipped(entry.label, room);
  if (!entry.note.empty()) {
    text = padded(text, std::min(labels, room)) + "  ";
    const std::string indent = "\n" + std::string(static_cast<std::size_t>(columns(text) + number_width), ' ');
    const std::vector<std::string> rows = note_rows(entry, width, labels, most);
    for (std::size_t i = 0; i < rows.size(); ++i)
      text += (i == 0 ? "" : indent) + painted(terminal, faint, rows[i]);
    if (rows.size() > 1) return text;
  }
  if (entry.items.size() > 1 || width < 70) return text;
  const Item& item = all_[entry.items.front()];
  if (core::folded(item.text) == core::folded(item.notation)) return text;
  std::string typed = padded(text, width * 3 / 5) + "  " + painted(terminal, faint, item.notation);
  return columns(typed) <= width ? typed : text;
}

std::string Menu::text(const Terminal& terminal) const {
  const Level& level = levels_.back();
  std::string out;
  if (!level.title.empty())
    out += painted(terminal, faint, "  " + level.title + "  " + speech::said("(back: the whole list)")) + "\n";
  if (level.amount_wanted)
    return out + "  " + speech::said("{}: how many?", entries_.front().label) +
           (levels_.size() > 1 ? " " + speech::said("(Enter goes back)") + "\n" : "\n");
  if (has_groups())
    out += painted(terminal, faint,
                   "      " + paragraph(speech::said("by move and what it begins with; (3): three choices, "
                                                     "which the number opens"),
                                        width_, 6)) +
           "\n";
  const int across = columns_of_list(), labels = label_width();
  const int per_page = rows_ * across;
  const int from = page_ * per_page;
  const int to = std::min(static_cast<int>(entries_.size()), from + per_page);
  const int rows = (to - from + across - 1) / across;
  const int width = width_ / across;
  const std::size_t of_notes = across == 1 ? rows_for_a_note(width - number_width - 1, labels) : 1;
  for (int row = 0; row < rows; ++row) {
    std::string line;
    for (int i = from + row; i < to; i += rows)
      line = padded(line, (i - from) / rows * width) +
             painted(terminal, strong, right_padded(std::to_string(i + 1), number_width - 2)) + "  " +
             cell(terminal, entries_[static_cast<std::size_t>(i)], width - number_width - 1, labels, of_notes);
    out += line + "\n";
  }
  if (const int pages = (static_cast<int>(entries_.size()) + per_page - 1) / per_page; pages > 1)
    out += painted(terminal, faint,
                   "      " + speech::said("page {} of {} (more, less), or type a part of what you look for",
                                           page_ + 1, pages)) +
           "\n";
  return out;
}

Menu::Answer Menu::pick_amount(const std::vector<std::size_t>& items, int amount, Choice& chosen,
                               std::string& message) const {
  for (const std::size_t item : items)
    if (amount_of(item) == amount) {
      chosen = all_[item].choice;
      return Answer::chosen;
    }
  int least = 0, most = 0;
  is_range(items, least, most);
  message = "an amount from " + std::to_string(least) + " to " + std::to_string(most) + " is asked for, not " +
            std::to_string(amount);
  return Answer::wrong;
}

Menu::Answer Menu::pick(int number, int amount, Choice& chosen, std::string& message) {
  if (levels_.back().amount_wanted) return pick_amount(levels_.back().items, number, chosen, message);
  if (number < 1 || number > static_cast<int>(entries_.size())) {
    message = "there is no number " + std::to_string(number) + " in the list (1 to " +
              std::to_string(entries_.size()) + ")";
    return Answer::wrong;
  }
  const Entry entry = entries_[static_cast<std::size_t>(number - 1)];
  if (entry.amounts && amount >= 0) return pick_amount(entry.items, amount, chosen, message);
  if (amount >= 0) {
    message = "number " + std::to_string(number) + " needs no amount";
    return Answer::wrong;
  }
  if (entry.items.size() == 1) {
    chosen = all_[entry.items.front()].choice;
    return Answer::chosen;
  }
  levels_.push_back({entry.amounts ? "" : entry.label, entry.items, entry.amounts});
  fold();
  return Answer::shown;
}

bool Menu::narrow(std::string_view text) {
  const std::string wanted = core::folded(text);
  std::vector<std::size_t> kept;
  for (const std::size_t item : levels_.front().items) {
    const std::string both = core::folded(all_[item].text + " " + all_[item].notation);
    bool all = true;
    for (std::size_t start = 0; start < wanted.size() && all;) {
      std::size_t stop = wanted.find(' ', start);
      if (stop == std::string::npos) stop = wanted.size();
      all = both.find(wanted.substr(start, stop - start)) != std::string::npos;
      start = stop + 1;
    }
    if (all) kept.push_back(item);
  }
  if (kept.empty()) return false;
  levels_.resize(1);
  levels_.push_back({speech::said("with \"{}\"", text), std::move(kept), false});
  fold();
  return true;
}

bool Menu::back() {
  if (levels_.size() <= 1) return false;
  levels_.pop_back();
  fold();
  return true;
}

bool Menu::turn(int pages) {
  const int per_page = rows_ * columns_of_list();
  const int last = (static_cast<int>(entries_.size()) - 1) / per_page;
  if (page_ + pages < 0 || page_ + pages > last) return false;
  page_ += pages;
  return true;
}

}  // namespace rw::cli
