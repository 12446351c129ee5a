// Reads the options of a table by the option table of a game: the same words and the same refusals in every game.
#pragma once

#include <charconv>

#include "engine/core/lexicon.h"
#include "engine/core/names.h"
#include "engine/game.h"

namespace rw {

// A position made with settings is begun by this option; every game knows it.
inline constexpr std::string_view position_option = "position";

// What may be written for an option: "1 to 12", "on or off", "open or closed".
inline std::string described(const core::OptionInfo& option, int seats, std::span<const std::string_view> ids) {
  const auto either = [](std::span<const std::string_view> words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i)
      out += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
    return out;
  };
  switch (option.type) {
    case core::OptionType::flag: return "on or off";
    case core::OptionType::number: return std::to_string(option.low) + " to " + std::to_string(option.high);
    case core::OptionType::word: return either(option.words);
    case core::OptionType::record: return either(ids);
    case core::OptionType::seat: return "random or a seat from 1 to " + std::to_string(seats);
    case core::OptionType::text: break;
  }
  return "text";
}

// The value that `text` stands for; false if it is none.
inline bool read_option(const core::OptionInfo& option, int seats, std::span<const std::string_view> ids,
                        std::string_view text, int& value) {
  const auto read_number = [&](int low, int high) {
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    return fault == std::errc{} && end == text.data() + text.size() && value >= low && value <= high;
  };
  constexpr std::string_view yes[] = {"on", "yes", "true"}, no[] = {"off", "no", "false"};
  switch (option.type) {
    case core::OptionType::flag:
      value = core::find_name(yes, text) >= 0 ? 1 : 0;
      return value == 1 || core::find_name(no, text) >= 0;
    case core::OptionType::number: return read_number(option.low, option.high);
    case core::OptionType::word: value = core::find_name(option.words, text); return value >= 0;
    case core::OptionType::record: value = core::find_name(ids, text); return value >= 0;
    case core::OptionType::seat:
      if (text != "random" && !read_number(1, seats)) return false;
      value = text == "random" ? -1 : value - 1;
      return true;
    case core::OptionType::text: break;
  }
  return false;
}

// How an option is written; the seat's number stands for itself where there is one for each.
inline std::string written_name(const core::OptionInfo& option) {
  return std::string(option.name) + (option.for_each_seat ? "_N" : "");
}

// Whose option this is: "deck_2" is that of the second seat. 0 for an option of the table; -1 if it is another
// one.
inline int seat_of_option(const core::OptionInfo& option, int seats, std::string_view name) {
  if (!option.for_each_seat) return name == option.name ? 0 : -1;
  for (int seat = 1; seat <= seats; ++seat)
    if (name == std::string(option.name) + "_" + std::to_string(seat)) return seat;
  return -1;
}

// Writes what the set-up asks for into the position; the usual values must be there already. A failure names the
// option, what may stand there and the clause.
template <class Lexicon>
Expected<> read_options(core::Table<typename Lexicon::State, typename Lexicon::Content>& t, const Setup& setup) {
  const auto write = [&](const auto& option, std::string_view text) -> Expected<> {
    const auto ids = option.ids == nullptr ? std::span<const std::string_view>{} : option.ids(t.content);
    int value = 0;
    if (read_option(core::info_of(option), setup.seats, ids, text, value)) {
      option.write(t.s, value);
      return {};
    }
    return failed("option " + std::string(option.name) + " must be " +
                      described(core::info_of(option), setup.seats, ids) + ", not '" + std::string(text) + "'",
                  option.clause == 0 ? std::string_view{} : Lexicon::clauses()[option.clause]);
  };
  for (const auto& [name, text] : setup.options) {
    const auto row = std::find_if(std::begin(Lexicon::options), std::end(Lexicon::options),
                                  [&, &name = name](const auto& option) {
                                    return seat_of_option(core::info_of(option), setup.seats, name) >= 0;
                                  });
    if (row == std::end(Lexicon::options)) {
      if (name == position_option) continue;
      std::string all;
      for (const auto& option : Lexicon::options)
        all += (all.empty() ? "" : ", ") + written_name(core::info_of(option));
      return failed("there is no option '" + name + "'; options: " + all);
    }
    if (row->type == core::OptionType::text) continue;
    if (auto done = write(*row, text); !done) return done.failure();
  }
  const auto read = [&](const std::string& name, auto&& reads) -> Expected<> {
    const std::string_view text = setup.option(name);
    if (text.empty()) return {};
    Expected<> done = reads(text);
    if (!done) return std::move(done).failure().at("option " + name);
    return done;
  };
  for (const auto& option : Lexicon::options) {
    if (option.type != core::OptionType::text) continue;
    const std::string name(option.name);
    for (int i = 0; option.read_for != nullptr && i < setup.seats; ++i)
      if (auto done = read(name + "_" + std::to_string(i + 1),
                           [&](std::string_view text) { return option.read_for(t, core::seat(i), text); });
          !done)
        return done;
    if (option.read == nullptr) continue;
    if (auto done = read(name, [&](std::string_view text) { return option.read(t, text); }); !done) return done;
  }
  return {};
}

}  // namespace rw
