// The legal choices as a numbered list that stays readable when there are thousands: amounts are
// folded into ranges, long lists into groups that open, and typing a part of a choice narrows it down.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal.h"
#include "engine/game.h"

namespace rw::cli {

class Menu {
 public:
  Menu(const Edition& edition, std::string language) : edition_(edition), language_(std::move(language)) {}

  // Fills the list for a new decision; `note` may say something about a choice.
  void ask(const Position& position, std::function<std::string(Choice)> note);
  // How many rows it may take on the screen; longer lists are folded or paged.
  void set_room(int rows, int width);

  // What the player typed leads to a choice, to another list, or to nothing.
  enum class Answer : unsigned char { chosen, shown, wrong };
  // `number` of the list; `amount` (or -1) for an entry that is a range.
  Answer pick(int number, int amount, Choice& chosen, std::string& message);
  // Keeps the choices that have every word of `text` in them. False, and nothing changes, if none has.
  bool narrow(std::string_view text);
  bool back();           // to the list before; false at the top
  bool turn(int pages);  // false if there is no such page

  std::string text(const Terminal& terminal) const;
  int choice_count() const { return static_cast<int>(all_.size()); }
  Choice only_choice() const { return all_.front().choice; }

 private:
  struct Item {
    Choice choice;
    std::string text;      // in the player's language
    std::string notation;  // as it can be typed; without quotes, which need not be
  };
  // One line of the list: a choice, an amount still to be named, or a group to be opened.
  struct Entry {
    std::string label;
    std::vector<std::size_t> items;
    std::string note = {};
    bool amounts = false;
    int least = 0, most = 0;
  };
  struct Level {
    std::string title;
    std::vector<std::size_t> items;
    bool amount_wanted = false;  // the list is one range; numbers are amounts
  };

  void fold();
  std::vector<Entry> fold_amounts(const std::vector<std::size_t>& items) const;
  std::vector<Entry> fold_groups(const std::vector<Entry>& entries) const;
  std::vector<std::size_t> number_places(int verb) const;
  bool is_range(const std::vector<std::size_t>& items, int& least, int& most) const;
  int amount_of(std::size_t item) const;
  std::string label_of(const Entry& entry) const;
  std::string group_label(Choice choice) const;  // "Attack ... with Grimlock"
  std::string note_of(const Entry& entry) const;
  bool has_groups() const;
  Answer pick_amount(const std::vector<std::size_t>& items, int amount, Choice& chosen,
                     std::string& message) const;
  int columns_of_list() const;
  int label_width() const;
  static int label_room(const Entry& entry, int width);
  std::vector<std::string> note_rows(const Entry& entry, int width, int labels, std::size_t most) const;
  std::size_t rows_for_a_note(int width, int labels) const;
  std::string cell(const Terminal& terminal, const Entry& entry, int width, int labels, std::size_t most) const;

  const Edition& edition_;
  std::string language_;
  std::function<std::string(Choice)> note_;
  std::vector<Item> all_;
  std::vector<Level> levels_;
  std::vector<Entry> entries_;
  Position position_;  // that is asked about
  int rows_ = 16, width_ = 100, page_ = 0;
};

}  // namespace rw::cli
