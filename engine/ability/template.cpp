// The templates of rules texts: their placeholders, and the joints that every language has.
#include "engine/ability/render.h"

namespace rw::ability {

std::size_t placeholder_end(std::string_view pattern, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < pattern.size(); ++i) {
    if (pattern[i] == '{') ++depth;
    if (pattern[i] == '}' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

Placeholder read_placeholder(std::string_view inside) {
  const std::size_t end = inside.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_");
  Placeholder out;
  out.name = inside.substr(0, end);
  if (out.name.empty()) return out;
  if (end == std::string_view::npos) {
    out.kind = Placeholder::Kind::value;
    return out;
  }
  const std::string_view rest = inside.substr(end + 1);
  if (inside[end] == ':') {
    out.kind = Placeholder::Kind::form;
    out.argument = rest;
  } else if (inside[end] == '?') {
    out.kind = Placeholder::Kind::given;
    out.text = rest;
  } else if (inside[end] == '=' && rest.find('?') != std::string_view::npos) {
    out.kind = Placeholder::Kind::equal;
    out.argument = rest.substr(0, rest.find('?'));
    out.text = rest.substr(rest.find('?') + 1);
  } else if (inside[end] == '|') {
    const std::size_t bar = rest.find('|');
    if (bar == std::string_view::npos || rest.find('|', bar + 1) != std::string_view::npos) return out;
    out.kind = Placeholder::Kind::number;
    out.argument = rest.substr(0, bar);
    out.text = rest.substr(bar + 1);
  }
  return out;
}

std::span<const GrammarKey> grammar_keys() {
  static constexpr GrammarKey keys[] = {
      // the whole sentence, by the kind of ability
      {"activated", {"moment", "role", "text"}},
      {"always", {"text"}},
      {"triggered", {"moment", "role", "text"}},
      {"replacement", {"moment", "role", "text"}},
      {"cost", {"moment", "pay", "text"}},
      // around the effects
      {"if", {"if", "do"}},
      {"if_case", {"if", "do"}},
      {"if_none", {"do", "else"}},
      {"pay", {"pay", "do"}},
      {"pay_by", {"pay", "do"}},
      {"pay_if", {"pay", "if", "do"}},
      {"may", {"do"}},
      {"may_by", {"by", "do"}},
      {"may_one", {"do"}},  // one of several ways
      {"if_wanted", {"do"}},
      {"question", {"choose", "do"}},
      {"for_each_player", {"do", "who"}},
      {"you_may"},
      {"you"},
      {"until", {"do", "until"}},
      {"until_first", {"do", "until"}},  // what holds under a condition
      {"once_per_turn", {"do"}},
      {"once_per_game", {"do"}},
      {"twice"},
      {"once_more"},
      // between phrases
      {"comma"},
      {"then"},
      {"and_then"},  // where "may" is said of both
      {"next"},
      {"apart"},
      {"and"},
      {"and_if"},    // between conditions: French repeats "que"
      {"comma_if"},
      {"and_also"},
      {"or"},
      {"or_option"},
      // for what has no text of its own
      {"not", {"if"}},
      {"one_of", {"of"}},
      {"one_of_them"},
      {"one_of_them_f"},
      {"it"},
      {"it_f"},
      {"it_has"},
      {"it_also"},  // in a second clause about the same thing
      {"that_number"},
      {"that_player"},
      {"your_hand"},  // "their hand" where somebody else chooses
      {"that_players_hand"},
      {"their_hand"},
      {"their"},  // instead of `theirs`
      // one or several of a set; those of your own things, and those of nouns that are feminine
      {"a_of", {"of"}},
      {"a_of_f", {"of"}},
      {"another_of", {"of"}},
      {"another_of_f", {"of"}},
      {"any", {"of"}},
      {"any_f", {"of"}},
      {"every", {"of"}},
      {"each_of", {"of"}},
      {"each_of_f", {"of"}},
      {"some", {"n", "of"}},
      {"some_of", {"n", "of"}},
      {"as_many", {"n", "of"}},
      {"up_to", {"of"}},
      {"chosen_by", {"of", "by"}},
      // how many there are
      {"own_at_least", {"is", "of"}},
      {"own_at_most", {"is", "of"}},
      {"own_at_most_one", {"of"}},
      {"own_exactly", {"is", "of"}},
      {"there_at_least", {"is", "of"}},
      {"there_at_most", {"is", "of"}},
      {"there_exactly", {"is", "of"}},
  };
  return keys;
}

}  // namespace rw::ability
