// Short names for characters and cards, beside those that the program writes.
#include "engine/games/transformers_tcg/called.h"

#include <charconv>

#include "engine/core/text.h"
#include "engine/games/transformers_tcg/describe.h"

namespace rw::transformers_tcg {
namespace {

bool is_name(const Names& names, std::string_view id, std::string_view text) {
  return text == id || text == core::folded(names.en) || text == core::folded(names.fr);
}

// "Grimlock" for "Grimlock, Powerful Commander".
bool is_bare_name(const Content& c, const CharacterCard& card, std::string_view text) {
  const std::string_view full = card.name.en;
  return text == c.name_ids[static_cast<std::size_t>(card.called)] ||
         text == core::folded(full.substr(0, full.find(',')));
}

bool is_plainly_called(const Content& c, const State& s, Character who, std::string_view text) {
  if (!is_there(s, who)) return false;
  const CharacterCard& card = card_of_character(c, s, who);
  return is_name(card.name, card.id, text) || is_bare_name(c, card, text) || text == character_id(c, s, who);
}

// "grimlock #2" is the second one of that name on its side.
bool is_called_by_number(const Content& c, const State& s, Character who, std::string_view text) {
  const std::size_t mark = text.rfind(" #");
  if (mark == std::string_view::npos) return is_plainly_called(c, s, who, text);
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data() + mark + 2, text.data() + text.size(), number);
  const std::string_view name = text.substr(0, mark);
  if (fault != std::errc{} || end != text.data() + text.size() || !is_plainly_called(c, s, who, name))
    return false;
  for (const Character other : core::bits<Character>(characters_of(owner_of(who)) & (2 * core::bit(who) - 1)))
    number -= is_plainly_called(c, s, other, name) ? 1 : 0;
  return number == 0;
}

}  // namespace

bool is_character_called(const Content& c, const State& s, Character who, std::string_view text) {
  if (!is_known(s, who)) return false;
  if (is_called_by_number(c, s, who, text)) return true;
  const std::string side = std::string(seat_names[static_cast<std::size_t>(core::index(owner_of(who)))]) + " ";
  return text.starts_with(side) && is_called_by_number(c, s, who, text.substr(side.size()));
}

bool is_record_called(const Content& c, const State&, CharacterRecord record, std::string_view text) {
  return is_bare_name(c, c.character(record), text);
}

bool is_called_on_bearer(const Content& c, const State& s, Card card, Character bearer, std::string_view text) {
  constexpr std::string_view on = " on ";
  const BattleCard& printed = battle_card(c, s, card);
  for (std::size_t k = text.find(on); k != std::string_view::npos; k = text.find(on, k + 1))
    if (is_name(printed.name, printed.id, text.substr(0, k)) &&
        is_character_called(c, s, bearer, text.substr(k + on.size())))
      return true;
  return false;
}

}  // namespace rw::transformers_tcg
