// Conditions, amounts, and the filling of templates.
#include "engine/ability/renderer.h"

namespace rw::ability {
namespace {

constexpr int unknown_number = 2;  // what is only known in play counts as many

int find_parameter(const Word& word, std::string_view name) {
  for (int i = 0; i < word.parameter_count(); ++i)
    if (word.parameters[i].name == name) return i;
  return -1;
}

}  // namespace

// ---- templates ---------------------------------------------------------------------------------

bool Renderer::singular(const Argument& a) const {
  if (a.number != Number::by_value) return a.number == Number::one;
  return a.value == 1 || a.value == -1 || (a.value == 0 && language_ == "fr");
}

std::string Renderer::fill(std::string_view pattern, const Arguments& arguments) const {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = pattern[i] == '{' ? placeholder_end(pattern, i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += pattern[i];
      continue;
    }
    const Placeholder p = read_placeholder(pattern.substr(i + 1, end - i - 1));
    i = end;
    switch (p.kind) {
      case Placeholder::Kind::value: out += arguments(p.name, {}).text; break;
      case Placeholder::Kind::form: {
        const std::string text = arguments(p.name, p.argument).text;
        out += p.argument == form_capital ? capital(text) : text;
        break;
      }
      case Placeholder::Kind::number:
        out += fill(singular(arguments(p.name, unseen)) ? p.argument : p.text, arguments);
        break;
      case Placeholder::Kind::given:
        if (arguments(p.name, unseen).value != 0) out += fill(p.text, arguments);
        break;
      case Placeholder::Kind::equal: {
        const Argument a = arguments(p.name, unseen);
        if (a.word == p.argument || std::to_string(a.value) == p.argument) out += fill(p.text, arguments);
        break;
      }
      case Placeholder::Kind::broken: break;
    }
  }
  return out;
}

std::string Renderer::join(std::string_view key,
                           std::initializer_list<std::pair<std::string_view, std::string>> parts) const {
  return fill(text("grammar", key), [&](std::string_view name, std::string_view) {
    for (const auto& [part, words] : parts)
      if (part == name) return Argument{words.empty() ? 0 : 1, {}, words};
    return Argument{};
  });
}

std::string Renderer::set(const std::string& text) const {
  std::string out = text;
  for (std::size_t at = out.find(") ("); at != std::string::npos; at = out.find(") (", at))
    out.replace(at, 3, ", ");
  return language_ == "fr" ? french(out) : english(out);
}

std::string Renderer::finished(std::string text) const {
  if (!text.ends_with('.') && !text.ends_with('!') && !text.ends_with('?')) text += '.';
  return capital(set(text));
}

// ---- arguments ---------------------------------------------------------------------------------

Argument Renderer::argument(const Word& word, int at, std::string_view name, std::string_view form) {
  const int which = find_parameter(word, name);
  if (which < 0) return {};
  const Parameter& parameter = word.parameters[which];
  const int place = places(word, at)[static_cast<std::size_t>(which)];
  if (at == together_.at && which == together_.parameter) return listed(word, form);
  if (word.category == Category::modifier && name == bearing_parameter && parameter.type == Type::items) {
    if (same_bearer_ || (unnamed_ && text("words", word.name).starts_with("{who?{who} "))) return {};
    if (opcode(place) == op_nothing && !bearer_.empty()) return {1, {}, bearer_, Number::one};
  }
  if (opcode(at) == op_choose_one && name == "by" && form != unseen && !chooser_.empty()) return {1, {}, chooser_};
  if (opcode(at) == op_choose && name == narrowed_parameter && form != unseen) return {1, {}, picked(at)};
  // "each player hit chooses one: discard 1 card": who chooses is who does it
  if (!chooser_.empty() && name == bearing_parameter && is_chooser(parameter, this->word(place))) return {};
  if (parameter.type < Type::amount) return plain(parameter, this->word(place), form);
  return node(at, parameter, place, form);
}

bool Renderer::is_chooser(const Parameter& parameter, std::int32_t value) const {
  const std::string_view that_player = text("grammar", "that_player");
  if (parameter.type == Type::word) return term(parameter, value) == that_player;
  return parameter.type == Type::name && value >= 0 && value < register_count &&
         things_[static_cast<std::size_t>(value)].later == that_player;
}

// The same parameter of several effects: "your gear and your crew".
Argument Renderer::listed(const Word& word, std::string_view form) {
  const auto members = together_.members;
  const auto which = static_cast<std::size_t>(together_.parameter);
  const Parameter& parameter = word.parameters[which];
  std::vector<std::string> texts;
  for (const int member : members) {
    const int place = places(word, member)[which];
    texts.push_back((parameter.type < Type::amount ? plain(parameter, this->word(place), form)
                                                   : node(member, parameter, place, form))
                        .text);
  }
  return {1, {}, list(texts), Number::many};
}

Argument Renderer::plain(const Parameter& parameter, std::int32_t value, std::string_view form) {
  const std::string number = (form == form_signed && value > 0 ? "+" : "") + std::to_string(value);
  switch (parameter.type) {
    case Type::word: {
      const auto words = words_of(parameter, vocabulary_);
      const bool known = value >= 0 && value < static_cast<std::int32_t>(words.size());
      return {value, known ? words[static_cast<std::size_t>(value)] : std::string_view{}, term(parameter, value),
              Number::one};
    }
    case Type::record: return {std::int64_t{value} + 1, {}, record(parameter.table, value)};
    case Type::name: {
      const bool known = value >= 0 && value < register_count;
      const Thing named = known ? things_[static_cast<std::size_t>(value)] : Thing{};
      return {std::int64_t{value} + 1, named.word, form == unseen ? std::string{} : thing(value),
              named.several ? Number::many : Number::one};
    }
    case Type::flag: return {value, value != 0 ? "true" : "false", {}};
    default: return {value, {}, number};
  }
}

Argument Renderer::node(int at, const Parameter& parameter, int place, std::string_view form) {
  const bool seen = form != unseen;
  if (parameter.type == Type::effects && opcode(at) == op_choose_one)
    return {1, {}, seen ? options(at) : std::string{}};
  if (opcode(place) == op_nothing) return {};
  switch (parameter.type) {
    case Type::amount: {
      const Word* word = word_at(place);
      return {amount_value(place), word != nullptr ? word->name : number_word,
              seen ? amount(place, form) : std::string{}};
    }
    case Type::condition: return {1, {}, seen ? condition(place) : std::string{}};
    case Type::items:
      return {1, word_of(place), seen ? items(place, form) : std::string{}, number_of(place, form)};
    default: return {children(place, place + 1).empty() ? 0 : 1, {}, seen ? block(place) : std::string{}};
  }
}

std::int64_t Renderer::amount_value(int at) const {
  if (opcode(at) == op_number) return word(at + 1);
  if (const Word* word = word_at(at); word != nullptr && !text("behind", word->name).empty())
    return amount_value(places(*word, at)[static_cast<std::size_t>(word->parameter_count() - 1)]);
  if (opcode(at) != op_per) return unknown_number;
  const int each = at + 1 + length(at + 1);
  return opcode(each) == op_nothing ? 1 : amount_value(each);
}

// ---- phrases -----------------------------------------------------------------------------------

// The word there, by its text of that group. A set is passed on to the set that it narrows down in the same form.
std::string Renderer::phrase(int at, std::string_view group, std::string_view form) {
  const Word* word = word_at(at);
  if (word == nullptr || nesting_ >= max_nesting) return {};
  if (word->name == subject_word && group == "words") {
    if (subject_ >= 0) return thing(subject_);
    if (const std::string_view who = text("subjects", event_); !who.empty())
      return fill(who, [&](std::string_view, std::string_view) { return Argument{1, role_word_, {}}; });
  }
  ++nesting_;
  const std::string narrowing = std::exchange(narrowing_, {});
  bool placed = narrowing.empty();
  const Arguments arguments = [&](std::string_view name, std::string_view wanted) {
    if (name == form_part) return Argument{1, form_, {}};
    if (name == borne_part) return Argument{borne_ ? 1 : 0, {}, {}};
    if (name == more_part) return Argument{at == again_ ? 1 : 0, {}, {}};
    if (name == narrowed_part) {
      placed = true;
      return Argument{narrowing.empty() ? 0 : 1, {}, narrowing};
    }
    if (name == how_long_part && wanted == unseen) return Argument{how_long_.empty() ? 0 : 1, {}, {}};
    if (name == how_long_part) return Argument{1, {}, std::exchange(how_long_, {})};
    if (name == parts_part) return Argument{1, {}, parts(at)};
    if (wanted == form_short || wanted == form_long) return by_length(*word, at, name, wanted);
    const bool pass = !form.empty() && name == narrowed_parameter && (wanted.empty() || wanted == unseen);
    if (pass && wanted == unseen) {
      const int set = place_of(at, name);
      return Argument{1, word_of(set), {}, number_of(set, form)};
    }
    return argument(*word, at, name, pass ? form : wanted);
  };
  std::string_view pattern = text(group, word->name);
  if (group == "words" && is_wrapper(at)) {
    constexpr std::string_view set = "{of}";
    pattern.remove_prefix(set.size());
    narrowing_ = fill(pattern, arguments) + narrowing;
    pattern = set;
    placed = true;
  }
  std::string out = fill(pattern, arguments);
  if (!placed) out += narrowing;
  --nesting_;
  return out;
}

// A short object stands before what belongs to the verb, a long one after it: « mettez cette carte à la casse »,
// but « mettez à la casse une carte de votre main ». Empty if it is not of that length.
Argument Renderer::by_length(const Word& word, int at, std::string_view name, std::string_view form) {
  const auto things = things_;
  Argument out = argument(word, at, name, {});
  const bool is_short = std::count(out.text.begin(), out.text.end(), ' ') < 2;
  if (is_short == (form == form_short)) {
    out.text.insert(0, " ");
  } else {
    things_ = things;
    out.text.clear();
  }
  return out;
}

// "+2 ATK and +5 damage": effects that are told as one, by what differs between them.
std::string Renderer::parts(int at) {
  std::vector<std::string> texts;
  for (const int member : at == together_.at ? together_.members : std::vector<int>{at})
    texts.push_back(phrase(member, "parts"));
  return list(texts);
}

// "A, B and C"; names that hold a comma themselves are all joined by "and".
std::string Renderer::list(const std::vector<std::string>& texts) const {
  const bool commas = std::none_of(texts.begin(), texts.end(),
                                   [](const std::string& text) { return text.find(", ") != std::string::npos; });
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) out += text("grammar", commas && i + 1 < texts.size() ? "comma" : "and");
    out += texts[i];
  }
  return out;
}

std::string Renderer::condition(int at) {
  if (!is_inside(at)) return {};
  std::vector<int>* outer = std::exchange(behind_, nullptr);
  std::string out;
  const int op = opcode(at);
  if (op == op_all || op == op_any) {
    out = joined_conditions(at);
  } else if (op == op_not) {
    const auto mentioned = mentioned_;  // what does not exist is not mentioned later
    const Word* denied = word_at(at + 1);
    const bool own_text = denied != nullptr && !text("not", denied->name).empty();
    if (own_text) out = nothing_there(at + 1);
    if (out.empty()) out = own_text ? phrase(at + 1, "not") : join("not", {{"if", condition(at + 1)}});
    mentioned_ = mentioned;
  } else {
    out = comparison(at);
    if (out.empty()) out = has(at);
    const Word* word = word_at(at);
    const bool as_several = several_ && word != nullptr && !text("several", word->name).empty();
    if (out.empty()) out = phrase(at, as_several ? "several" : "words");
    if (word != nullptr && text("words", word->name).find("{of:any}") != std::string_view::npos)
      mentioned_.push_back(place_of(at, narrowed_parameter));
  }
  behind_ = outer;
  return out;
}

// "your hand is empty", not "there is no card in your hand": some sets have a clause for that.
std::string Renderer::nothing_there(int at) {
  const Word* word = word_at(at);
  const int set = word == nullptr ? 0 : place_of(at, narrowed_parameter);
  const Word* of = set == 0 ? nullptr : word_at(set);
  if (is_wrapper(set)) {  // "you flipped no card with a black icon"
    const int base = place_of(set, narrowed_parameter);
    const Word* bare = word_at(base);
    if (bare == nullptr || is_wrapper(base) || text("none_such", bare->name).empty()) return {};
    constexpr std::string_view of_it = "{of}";
    std::string_view narrowing = text("words", of->name);
    narrowing.remove_prefix(of_it.size());
    narrowing_ = fill(
        narrowing, [&](std::string_view name, std::string_view form) { return argument(*of, set, name, form); });
    std::string out = phrase(base, "none_such");
    narrowing_.clear();
    return out.starts_with(' ') ? std::string{} : out;
  }
  return of == nullptr || text("none", of->name).empty() ? std::string{} : phrase(set, "none");
}

// "you use 2 or more units": what is compared may have a clause of its own, and a number of things has one.
std::string Renderer::comparison(int at) {
  const Word* word = word_at(at);
  if (word == nullptr || word->parameters[0].type != Type::amount || word->parameter_count() != 2) return {};
  const int amount_at = at + 1, other = at + 1 + length(at + 1);
  const Word* compared = word_at(amount_at);
  if (compared == nullptr) return {};
  if (const std::string_view clause = text(word->name, compared->name); !clause.empty())
    return fill(clause, [&](std::string_view name, std::string_view form) {
      return name == word->parameters[1].name ? node(at, word->parameters[1], other, form)
                                              : argument(*compared, amount_at, name, form);
    });
  if (opcode(amount_at) != op_count || opcode(other) != op_number) return {};
  if (const Word* set = word_at(amount_at + 1); set != nullptr)  // "you have played exactly 3 cards this turn"
    if (std::string own = fill(text(word->name, set->name),
                               [&](std::string_view name, std::string_view form) {
                                 return name == word->parameters[1].name
                                            ? node(at, word->parameters[1], other, form)
                                            : argument(*set, amount_at + 1, name, form);
                               });
        !own.empty())
      return own;
  const std::string yours = without_owner(items(amount_at + 1, {}), language_);
  if (this->word(other + 1) == 1)
    return yours.empty() || word->name != "at_most"
               ? std::string{}
               : join("own_at_most_one", {{"of", items(amount_at + 1, form_one)}});
  const std::string key = (yours.empty() ? "there_" : "own_") + std::string(word->name);
  if (text("grammar", key).empty()) return {};
  return join(key, {{"is", std::to_string(this->word(other + 1))},
                    {"of", yours.empty() ? items(amount_at + 1, form_many) : yours}});
}

// "that card has a white icon", not "that card is a card with a white icon": the set tells nothing but that.
std::string Renderer::has(int at) {
  const Word* word = word_at(at);
  if (word == nullptr) return {};
  const bool about =
      word->parameter_count() == 2 && word->parameters[1].type == Type::items;  // is this one of those?
  const bool exists = text("words", word->name).find("{of:any}") != std::string_view::npos;
  const int set = exists ? place_of(at, narrowed_parameter) : at + 1 + length(at + 1);
  if (exists && word_at(set) != nullptr)
    if (std::string owned = probe(set, "there"); !owned.empty() && !is_wrapper(set)) return owned;
  if ((!about && !exists) || !is_wrapper(set)) return {};
  const std::string_view clause = text("has", word_at(set)->name);
  const int base = place_of(set, narrowed_parameter);
  if (clause.empty() || is_wrapper(base)) return {};
  const bool shown = exists && is_shown(base);
  if (!shown && (!about || phrase(base, "bare").empty())) return {};
  return fill(clause, [&](std::string_view name, std::string_view form) {
    if (name != bearing_parameter) return argument(*word_at(set), set, name, form);
    if (shown) return Argument{1, {}, shown_.later, Number::one};
    return argument(*word, at, word->parameters[0].name, form);
  });
}

std::string Renderer::joined_conditions(int at) {
  if (++nesting_ > max_nesting) return {};
  const auto parts = children(at, at + 1);
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool all = opcode(at) == op_all, last = i + 1 == parts.size();
    if (i > 0) out += text("grammar", all ? (last ? "and_if" : "comma_if") : (last ? "or" : "comma"));
    const int op = opcode(parts[i]);
    const bool group = (op == op_all || op == op_any) && op != opcode(at) && parts.size() > 1;
    out += group ? "(" + condition(parts[i]) + ")" : condition(parts[i]);
  }
  --nesting_;
  return out;
}

std::string Renderer::amount(int at, std::string_view form) {
  const int op = opcode(at);
  if (form == form_noted) {  // remembered without a name; it is said where it is used
    noted_ = at;
    return {};
  }
  if (op == op_number) return (form == form_signed && word(at + 1) > 0 ? "+" : "") + std::to_string(word(at + 1));
  if (op == op_per) return per(at, form);
  const Word* word = word_at(at);
  if (word != nullptr && word->parameter_count() == 0 && word->name == "noted" && noted_ > 0)
    return amount(noted_, form);
  if (form == form_one) return op == op_count ? items(at + 1, form) : one_of(at);
  if (form == form_every) return op == op_count ? items(at + 1, form) : join("every", {{"of", one_of(at)}});
  if (form == form_many && op == op_count) return items(at + 1, form_many);
  if (form == form_many && word != nullptr && !text("many", word->name).empty()) return phrase(at, "many");
  std::string out = phrase(at, "words");
  if (behind_ != nullptr && word != nullptr && !text("behind", word->name).empty()) behind_->push_back(at);
  return out;
}

// "2", and at the end of the effect "for each zone you control".
std::string Renderer::per(int at, std::string_view form) {
  const int each = at + 1 + length(at + 1);
  const std::string_view shown = form == form_signed ? form : std::string_view{};
  std::string number = opcode(each) == op_nothing ? (shown.empty() ? "1" : "+1") : amount(each, shown);
  if (behind_ == nullptr) return number + phrase(at, "words");
  behind_->push_back(at);
  return number;
}

}  // namespace rw::ability
