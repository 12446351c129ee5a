// Programs into sentences: effects, and the whole ability.
#include "engine/ability/render.h"

#include <algorithm>
#include <limits>

#include "engine/ability/renderer.h"

namespace rw::ability {

// ---- the program -------------------------------------------------------------------------------

std::vector<int> Renderer::children(int at, int from) const {
  std::vector<int> out;
  const int end = at + length(at);
  for (int child = from; child < end && opcode(child) != op_end; child += length(child)) out.push_back(child);
  return out;
}

std::array<int, max_parameters> Renderer::places(const Word& word, int at) const {
  std::array<int, max_parameters> out{};
  int place = at + 1;
  for (int i = 0; i < word.parameter_count(); ++i) {
    out[static_cast<std::size_t>(i)] = place;
    place += word.parameters[i].type >= Type::amount ? length(place) : 1;
  }
  return out;
}

int Renderer::place_of(int at, std::string_view parameter) const {
  const Word* word = word_at(at);
  for (int i = 0; word != nullptr && i < word->parameter_count(); ++i)
    if (word->parameters[i].name == parameter) return places(*word, at)[static_cast<std::size_t>(i)];
  return 0;
}

bool Renderer::has_blocks(int at) const {
  const Word* word = word_at(at);
  return word != nullptr &&
         std::any_of(std::begin(word->parameters), std::end(word->parameters),
                     [](const Parameter& p) { return !p.name.empty() && p.type == Type::effects; });
}

bool Renderer::is_mention(const Parameter& parameter, int place, int number) const {
  return parameter.type == Type::name && parameter.name != giving_parameter && word(place) == number;
}

bool Renderer::names(int at, int number, int depth) const {
  if (!is_inside(at) || depth > max_nesting) return false;
  const int op = opcode(at);
  if (op == op_block || op == op_all || op == op_any) {
    const auto below = children(at, at + 1);
    return std::any_of(below.begin(), below.end(), [&](int child) { return names(child, number, depth + 1); });
  }
  const Word* word = word_at(at);
  if (word == nullptr) return op == op_value && this->word(at + 1) == number;
  const auto where = places(*word, at);
  for (int i = 0; i < word->parameter_count(); ++i) {
    const int place = where[static_cast<std::size_t>(i)];
    if (is_mention(word->parameters[i], place, number)) return true;
    if (word->parameters[i].type >= Type::amount && op != op_choose_one && names(place, number, depth + 1))
      return true;
  }
  return false;
}

// ---- introducing things ------------------------------------------------------------------------

// The first effect that a reader hears of; a number that is remembered is not said.
int Renderer::first_said(int block) const {
  for (const int child : children(block, block + 1)) {
    const Word* word = word_at(child);
    if (word == nullptr || text("words", word->name) != "{n:noted}") return child;
  }
  return 0;
}

// "Repair 2 damage from one of your characters": the effect itself can say what is chosen.
bool Renderer::speaks_of(int at, int number) const {
  const Word* word = word_at(at);
  if (word == nullptr) return false;
  if (opcode(at) == op_choose)
    return !names(at + 1, number) && is_folded(at) && speaks_of(first_said(place_of(at, "do")), number);
  if (opcode(at) == op_lasting) {
    const int modifier = first_said(place_of(at, "do"));
    const int bearer = place_of(modifier, bearing_parameter);
    const Word* about = bearer == 0 ? nullptr : word_at(bearer);
    return this->word(place_of(at, "on")) == number && about != nullptr && about->name == subject_word;
  }
  if (opcode(at) < first_game_word) return false;
  const auto where = places(*word, at);
  for (int i = 0; i < word->parameter_count(); ++i) {
    const int place = where[static_cast<std::size_t>(i)];
    if (is_mention(word->parameters[i], place, number)) return true;
    if (word->parameters[i].type == Type::items && names(place, number)) return true;
  }
  return false;
}

bool Renderer::is_folded(int at) const {
  const int op = opcode(at), block = place_of(at, "do");
  if (at == unfolded_) return false;
  if (op != op_choose && op != op_for_each && op != op_each_player) return false;
  const int first = first_said(block);
  // "you may" wants an order, and what only holds for a while is none
  if (op == op_choose && word(place_of(at, "up_to")) != 0 && opcode(first) == op_lasting) return false;
  if (first == 0 || !speaks_of(first, word(place_of(at, giving_parameter)))) return false;
  return op != op_for_each || children(block, block + 1).back() == first;
}

// ---- effects -----------------------------------------------------------------------------------

std::string Renderer::statement(int at) {
  std::vector<int>* outer = behind_;
  std::vector<int> behind;
  behind_ = &behind;
  const bool sentences = std::exchange(sentences_, false), held = std::exchange(held_, false);
  const int subject = subject_;
  std::string out;
  switch (opcode(at)) {
    case op_choose:
      sentences_ = sentences;
      out = choose(at);
      break;
    case op_for_each:
    case op_each_player: out = each(at); break;
    case op_may: out = optional_part(at); break;
    case op_if: out = conditional(at); break;
    case op_lasting: out = lasting(at); break;
    case op_later: out = later(at); break;
    default:
      introduce(at, Introduced::here);
      out = phrase(at, "words");
      shown_ = shown_by(at);
  }
  subject_ = subject;
  if (held) {
    behind_ = outer;
    if (outer != nullptr) outer->insert(outer->end(), behind.begin(), behind.end());
    sentences_ = sentences;
    return out;
  }
  behind_ = nullptr;
  for (const int amount : behind) {
    const std::string rest = phrase(amount, opcode(amount) == op_per ? "words" : "behind");
    if (out.find(rest) == std::string::npos) out += rest;
  }
  behind_ = outer;
  sentences_ = sentences;
  return out;
}

// "gets +1 attack this turn for each Upgrade on it": how long stands before how often.
std::string Renderer::lasting(int at) {
  const int first = place_of(at, "do") + 1;
  const bool single = opcode(first + length(first)) == op_end;
  held_ = single && !has_blocks(first);
  subject_ = word(place_of(at, "on"));
  const auto things = things_;
  if (!single && subject_ >= 0 && subject_ < register_count)
    things_[static_cast<std::size_t>(subject_)].later = text("grammar", "it_also");
  const Word* word = word_at(at);
  const std::string until = word == nullptr ? std::string{} : argument(*word, at, "until", {}).text;
  const std::string outer = std::exchange(how_long_, until);
  std::string out = holds_condition(place_of(at, "do"))
                        ? join("until_first", {{"do", block(place_of(at, "do"))}, {"until", until}})
                        : phrase(at, "words");
  if (how_long_.empty() && out.ends_with(" " + until)) out.resize(out.size() - until.size() - 1);
  how_long_ = outer;
  if (subject_ >= 0 && subject_ < register_count)
    things_[static_cast<std::size_t>(subject_)].later = things[static_cast<std::size_t>(subject_)].later;
  held_ = false;
  return out;
}

// What holds under a condition is told after how long: "this turn, if you use 2 units, …" does not sound as if the
// condition were looked at once.
bool Renderer::holds_condition(int block) const {
  if (!is_inside(block)) return false;
  const auto statements = children(block, block + 1);
  return std::any_of(statements.begin(), statements.end(), [&](int child) { return opcode(child) == op_if; });
}

// A single thing that an effect has just shown need not be described again: "Look at the top card of your deck.
// You may scrap that card." It holds until another effect.
Renderer::Shown Renderer::shown_by(int at) {
  const Word* word = word_at(at);
  if (word == nullptr || text("shows", word->name).empty()) return {};
  const auto where = places(*word, at);
  for (int i = 0; i < word->parameter_count(); ++i)
    if (const int set = where[static_cast<std::size_t>(i)];
        word->parameters[i].type == Type::items && is_single(set))
      return {set, later_mention(set, Number::one)};
  return {};
}

std::string Renderer::choose(int at) {
  const bool folded = is_folded(at);
  const int count = place_of(at, "count"), by = word(place_of(at, "by"));
  const bool one = opcode(count) == op_nothing || (opcode(count) == op_number && word(count + 1) == 1);
  const bool declined = word(place_of(at, "up_to")) != 0 && one;
  const bool sentences = std::exchange(sentences_, sentences_ && !(declined && folded));
  if (folded && by != 0)
    if (std::string told = by_its_owner(at, term(word_at(at)->parameters[4], by)); !told.empty()) return told;
  std::string head = folded ? std::string{} : phrase(at, "words");
  if (declined && !folded) head = may({}, std::move(head));
  introduce(at, folded ? Introduced::where_used : Introduced::here);
  if (folded && declined && by == 0) joint_ = Joint::offered;
  const std::string body = block(place_of(at, "do"));
  if (folded) return declined && by == 0 ? may({}, body) : body;
  return head + (sentences ? ". " + capital(body) : std::string(text("grammar", "apart")) + body);
}

// "The rival discards a card from their hand", not "discard a card from the rival's hand (the rival chooses)".
std::string Renderer::by_its_owner(int at, std::string who) {
  const int by = word(place_of(at, "by")), only = place_of(at, "do") + 1;
  const Word* effect = is_inside(only) ? word_at(only) : nullptr;
  if (effect == nullptr || by < 0 || by >= static_cast<int>(vocabulary_.players.size())) return {};
  const std::string_view pattern = text("done_by", effect->name);
  const std::string_view theirs = text("theirs", vocabulary_.players[static_cast<std::size_t>(by)]);
  if (pattern.empty() || theirs.empty() || opcode(only + length(only)) != op_end) return {};
  std::string what = owned(at, by);
  if (what.empty()) {
    what = picked(at);
    const std::size_t owner = what.find(theirs);
    if (owner == std::string::npos) return {};
    what.replace(owner, theirs.size(), text("grammar", "their"));
  }
  return fill(pattern,
              [&](std::string_view name, std::string_view) { return Argument{1, {}, name == "by" ? who : what}; });
}

// "one of their gear": what is taken, if it is one thing of a set that is that player's.
std::string Renderer::owned(int choose, int player) {
  const int set = place_of(choose, "of"), count = place_of(choose, "count");
  const Word* word = is_inside(set) ? word_at(set) : nullptr;
  if (word == nullptr || text("owned", word->name).empty() || opcode(count) != op_nothing) return {};
  const auto where = places(*word, set);
  for (int i = 0; i < word->parameter_count(); ++i)
    if (words_of(word->parameters[i], vocabulary_).data() == vocabulary_.players.data())
      return this->word(where[static_cast<std::size_t>(i)]) == player ? phrase(set, "owned") : std::string{};
  return {};
}

std::string Renderer::each(int at) {
  const bool folded = is_folded(at);
  introduce(at, folded ? Introduced::where_used : Introduced::here);
  if (folded) return block(place_of(at, "do"));
  const int only = place_of(at, "do") + 1;
  if (opcode(at) != op_each_player || opcode(only + length(only)) != op_end) return phrase(at, "words");
  const std::string who = term(word_at(at)->parameters[0], word(at + 1));
  if (opcode(only) >= first_game_word && (who.starts_with("each ") || who.starts_with("chaque ")))
    return join("for_each_player", {{"do", statement(only)}, {"who", who}});
  if (opcode(only) == op_choose && is_folded(only))
    if (std::string told = by_its_owner(only, who); !told.empty()) return told;
  if (opcode(only) != op_choose_one) return phrase(at, "words");
  chooser_ = who;  // "each player hit chooses one"
  std::string out = statement(only);
  chooser_.clear();
  return out;
}

// The moment of a delayed effect speaks of the thing that it waits for: "when that enemy is KO'd".
std::string Renderer::later(int at) {
  const std::int32_t on = word(place_of(at, "on"));
  const auto moment = static_cast<std::size_t>(word(place_of(at, "at")));
  if (moment >= vocabulary_.moments.size()) return {};
  const std::string_view name = vocabulary_.moments[moment];
  const bool spoken_of = text("moments", name).find("{role}") != std::string_view::npos;
  waited_for_ = on >= 0 && spoken_of ? thing(on) : std::string{};
  subject_ = on;
  std::string out = phrase(at, "words");
  const int until = place_of(at, "until");  // "this battle, when ..., +1 sprint": how long is said once
  const std::string how_long = until == 0 ? std::string{} : argument(*word_at(at), at, "until", {}).text;
  if (!how_long.empty() && out.starts_with(how_long + ",") && out.ends_with(" " + how_long))
    out.resize(out.size() - how_long.size() - 1);
  return out;
}

// The whole ability is read first: an option may speak of things that were named before it.
std::string Renderer::option(int at, int number) {
  sentence();
  const int end = at + length(at);
  int place = at + 2;
  for (; number > 0 && place + 1 < end; --number) place += 1 + length(place + 1);
  if (!is_inside(place) || place + 1 >= end) return {};
  const std::string_view label = root_["labels"][word(place)][language_].text();
  return capital(set(label.empty() ? block(place + 1) : std::string(label)));
}

std::string Renderer::modifiers(int block) {
  sentence();
  sentences_ = false;
  unnamed_ = true;
  return set(opcode(block) == op_block ? this->block(block) : statement(block));
}

// What is chosen, and what for. The whole ability is read first, as for an option.
std::string Renderer::question(int at) {
  sentence();
  sentences_ = false;
  mentioned_.clear();  // the question stands alone
  shown_ = {};
  if (opcode(at) == op_may) return finished(optional_part(at));
  if (opcode(at) == op_choose_one) return finished(phrase(at, "words"));
  if (opcode(at) != op_choose) return {};
  const std::string head = phrase(at, "words");
  introduce(at, Introduced::here);
  return finished(join("question", {{"choose", head}, {"do", block(place_of(at, "do"))}}));
}

// ---- the whole ability -------------------------------------------------------------------------

std::string Renderer::header(std::string_view moment, const std::string& role, std::string_view role_word) const {
  const std::string_view pattern = text("moments", moment);
  if (pattern.empty()) return named("moments", moment);
  return fill(pattern, [&](std::string_view, std::string_view) {
    return Argument{role.empty() ? 0 : 1, role_word, role, Number::one};
  });
}

// A cost that stands before the colon: "1 Energon". Empty if one of its parts has no such text.
std::string Renderer::cost(int block) {
  if (!is_inside(block)) return {};
  std::string out;
  for (const int child : children(block, block + 1)) {
    const Word* word = word_at(child);
    if (word == nullptr || text("costs", word->name).empty()) return {};
    out += (out.empty() ? "" : std::string(text("grammar", "comma"))) + phrase(child, "costs");
  }
  return out;
}

// "Megatron has Pierce 3": the condition only says who bears the card.
std::string Renderer::named_bearer(int at) {
  if (!is_inside(at)) return {};
  const Word* word = word_at(at);
  if (word == nullptr || word->parameter_count() != 2 || word->parameters[1].type != Type::items) return {};
  const Word* who = word_at(at + 1);
  const int one_of = at + 1 + length(at + 1);
  const Word* bearers = word_at(one_of);
  if (who == nullptr || who->name != self_word || bearers == nullptr) return {};
  return text("bearers", bearers->name).empty() ? std::string{} : phrase(one_of, "bearers");
}

// "When one of your Dinobot characters attacks": the condition only says which of them are waited for.
std::string Renderer::narrowed_role(int at) {
  const std::string_view pattern = text("narrowed_roles", role_word_);
  const Word* word = is_inside(at) ? word_at(at) : nullptr;
  if (pattern.empty() || word == nullptr || word->parameter_count() != 2) return {};
  const Word* who = word_at(at + 1);
  if (word->parameters[1].type != Type::items || who == nullptr || who->name != subject_word) return {};
  const int kind = at + 1 + length(at + 1);
  const Word* set = word_at(kind);
  if (set == nullptr) return {};
  const std::string of = text("role_kinds", set->name).empty() ? std::string{} : phrase(kind, "role_kinds");
  if (of.empty()) return {};
  return fill(pattern, [&](std::string_view, std::string_view) { return Argument{1, {}, of, Number::one}; });
}

std::string Renderer::sentence() {
  if (size() < ability_header) return {};
  const Ability& ability = Program{code_}.ability();
  constexpr std::string_view kinds[] = {"activated", "always", "triggered", "replacement"};
  if (ability.kind < 0 || ability.kind >= 4) return {};
  const bool always = ability.kind == static_cast<std::int32_t>(Kind::always);
  const bool timed = ability.moment >= 0 && ability.moment < static_cast<std::int32_t>(vocabulary_.moments.size());
  if (timed) event_ = vocabulary_.moments[static_cast<std::size_t>(ability.moment)];

  std::string role;
  if (timed && ability.role >= 0 && ability.role < static_cast<std::int32_t>(vocabulary_.roles.size())) {
    role_word_ = vocabulary_.roles[static_cast<std::size_t>(ability.role)];
    role = named("roles", role_word_);
  }

  const std::string self(text("words", self_word));
  // What is used once, from the hand, has no bearer; a window that speaks of one has.
  borne_ = !self.empty() && (ability.kind != static_cast<std::int32_t>(Kind::activated) ||
                             text("moments", event_).find(self) != std::string_view::npos);
  bearer_ = always ? std::string{} : self;
  std::string only_if, bearer = always && ability.condition != 0 ? named_bearer(ability.condition) : std::string{};
  const bool spoken_of = timed && text("moments", event_).find("{role}") != std::string_view::npos;
  const std::string narrowed =
      spoken_of && ability.condition != 0 ? narrowed_role(ability.condition) : std::string{};
  if (!narrowed.empty()) role = narrowed;
  if (!bearer.empty()) {
    bearer_ = bearer;
  } else if (ability.condition != 0 && narrowed.empty() &&
             !goes_without_saying(ability.condition, ability.effects,
                                  (ability.flags & flag_may) != 0 ? Joint::offered : Joint::told)) {
    only_if = condition(ability.condition);
    // "it" refers to one thing only: the one that the condition is about, if it is about no other
    const bool joined = opcode(ability.condition) == op_all || opcode(ability.condition) == op_any;
    if (always) bearer_ = !self.empty() && !joined && only_if.starts_with(self) ? text("grammar", "it_has") : self;
  }
  const std::string price =
      ability.cost != 0 && (ability.flags & flag_may) == 0 ? cost(ability.cost) : std::string{};
  const std::string paid = ability.cost != 0 && price.empty() ? block(ability.cost) : std::string{};
  sentences_ = ability.until == 0 && paid.empty() && only_if.empty() && ability.flags == 0;
  const bool declined = (ability.flags & flag_may) != 0;
  const bool offered = declined && paid.empty() && ability.until == 0;
  // "If you do and those cards show ...": one condition more. A damaged program may name any place.
  const int only = std::min(ability.effects, std::numeric_limits<int>::max() - 1) + 1;
  const bool also = !paid.empty() && opcode(only) == op_if && opcode(place_of(only, "else")) == op_nothing &&
                    opcode(only + length(only)) == op_end;
  const std::string also_if = also ? condition(place_of(only, "if")) : std::string{};
  const int effects = also ? place_of(only, "then") : ability.effects;
  const bool lasts = ability.until > 0 && ability.until < static_cast<std::int32_t>(vocabulary_.durations.size());
  const std::string until =
      lasts ? named("durations", vocabulary_.durations[static_cast<std::size_t>(ability.until)]) : std::string{};
  how_long_ = until;
  std::string body = offered ? offer({}, effects) : block(effects);
  if (lasts && !how_long_.empty())
    body = join(holds_condition(effects) ? "until_first" : "until", {{"do", body}, {"until", until}});
  how_long_.clear();
  if (!only_if.empty() && takes_one(body)) {
    several_ = true;
    only_if = condition(ability.condition);
    several_ = false;
  }
  if (!paid.empty())
    body =
        join(also ? "pay_if" : "pay", {{"pay", declined ? may({}, paid) : paid}, {"if", also_if}, {"do", body}});
  else if (declined && !offered)
    body = may({}, body);
  if (!only_if.empty())
    body = join("if", {{"if", only_if}, {"do", by_pronoun(ability.condition, std::move(body))}});
  if ((ability.flags & flag_once_per_turn) != 0) body = join("once_per_turn", {{"do", body}});
  if ((ability.flags & flag_once_per_game) != 0) body = join("once_per_game", {{"do", body}});

  std::string moment;
  if (timed) {
    const bool inside = text("moments", event_).find("{role") != std::string_view::npos;
    moment = header(event_, role, role_word_);
    if (inside || ability.role <= 0) role.clear();
  }
  if (price.empty())
    return finished(join(kinds[ability.kind], {{"moment", moment}, {"role", role}, {"text", body}}));
  if (price.ends_with(moment)) moment.clear();
  return finished(join("cost", {{"moment", moment}, {"pay", price}, {"text", body}}));
}

std::string render(const core::Node& root, const Vocabulary& vocabulary, std::span<const std::int32_t> code,
                   std::string_view language) {
  return Renderer(root, vocabulary, code, language).sentence();
}

std::string render_question(const core::Node& root, const Vocabulary& vocabulary,
                            std::span<const std::int32_t> code, int at, std::string_view language) {
  return Renderer(root, vocabulary, code, language).question(at);
}

std::string render_modifiers(const core::Node& root, const Vocabulary& vocabulary,
                             std::span<const std::int32_t> code, int block, std::string_view language) {
  return Renderer(root, vocabulary, code, language).modifiers(block);
}

std::string render_option(const core::Node& root, const Vocabulary& vocabulary, std::span<const std::int32_t> code,
                          int choose_one, int option, std::string_view language) {
  return Renderer(root, vocabulary, code, language).option(choose_one, option);
}

}  // namespace rw::ability
