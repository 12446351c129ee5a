// Effects one after another: what belongs together is joined, what may be left is offered, what must hold is said
// first.
#include "engine/ability/renderer.h"

namespace rw::ability {
namespace {

// "+1 Data": what is only counted makes no sentence of its own.
bool is_bonus(const std::string& text) { return text.starts_with('+'); }

}  // namespace

// ---- between two effects -------------------------------------------------------------------------

// Between two effects. Modifiers hold together; what holds other effects is set apart.
std::string Renderer::then(int before, int after, bool last, Joint joint) const {
  const auto is_modifier = [&](int at) {
    const Word* word = word_at(at);
    return word != nullptr && word->category == Category::modifier;
  };
  if (is_modifier(before)) return std::string(text("grammar", is_modifier(after) ? "and" : "and_also"));
  const auto is_apart = [&](int at) {
    const int op = opcode(at);
    return op == op_if || op == op_may || op == op_choose_one || op == op_repeat || op == op_later ||
           ((op == op_choose || op == op_for_each || op == op_each_player) && !is_folded(at));
  };
  if (is_apart(before) || is_apart(after)) return std::string(text("grammar", "next"));
  const bool ends = last || has_blocks(after);
  return std::string(text("grammar", !ends ? "comma" : joint == Joint::offered ? "and_then" : "then"));
}

// "A player draws 1 card, then you gain 1 VP": after somebody else, an order says who is meant.
std::string Renderer::addressed(const Said& before, int after, std::string text) const {
  const bool hanging = text.substr(0, text.find(' ')).find('-') != std::string::npos;  // « téléportez-vous »
  if (is_order(before.text) || who_of(before.at) <= 0) return text;
  if (who_of(after) != 0 || hanging || !is_order(text) || text.starts_with("for ")) return text;
  if (const std::string_view you = this->text("grammar", "you"); !text.starts_with(you)) text.insert(0, you);
  return text;
}

// Whom an effect is about: 0 for you, -1 if its word does not say.
std::int64_t Renderer::who_of(int at) const {
  const Word* word = word_at(at);
  if (opcode(at) == op_each_player || (opcode(at) == op_choose && is_folded(at))) {
    const auto statements = children(place_of(at, "do"), place_of(at, "do") + 1);
    return statements.empty() ? -1 : who_of(statements.back());
  }
  const int place = word == nullptr || opcode(at) < first_game_word ? 0 : place_of(at, bearing_parameter);
  if (place == 0) return -1;
  for (int i = 0; i < word->parameter_count(); ++i)
    if (word->parameters[i].name == bearing_parameter) {
      if (word->parameters[i].type == Type::name) return std::int64_t{this->word(place)} + 1;
      if (words_of(word->parameters[i], vocabulary_).data() == vocabulary_.players.data())
        return this->word(place);
    }
  return -1;
}

// What others follow is one sentence: "you may pay. If you do, draw" -> "you may pay; if you do, draw".
std::string Renderer::in_one(std::string text) const {
  for (std::size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1)) {
    text.replace(at, 2, this->text("grammar", "apart"));
    const std::size_t next = at + this->text("grammar", "apart").size();
    if (next < text.size() && text[next] >= 'A' && text[next] <= 'Z')
      text[next] = static_cast<char>(text[next] - 'A' + 'a');
  }
  return text;
}

// "gets +2 attack and Pierce 2": the second modifier need not say again whom it is about.
bool Renderer::is_same_bearer(int before, int after) const {
  const auto says = [&](int at) {
    const Word* word = word_at(at);
    return word != nullptr && word->category == Category::modifier &&
           text("words", word->name).starts_with("{who?{who} ");
  };
  if (!says(before) || !says(after)) return false;
  const int a = place_of(before, bearing_parameter), b = place_of(after, bearing_parameter);
  return is_same_code(a, b);
}

bool Renderer::is_same_code(int a, int b) const {
  if (!is_inside(a) || !is_inside(b) || length(a) != length(b)) return false;
  return std::equal(code_.begin() + a, code_.begin() + a + length(a), code_.begin() + b);
}

// Whether two effects of the same word are alike in all parameters that `counts` lets through.
bool Renderer::is_alike(int a, int b, const std::function<bool(const Parameter&)>& counts) const {
  const Word* word = word_at(a);
  if (word == nullptr || opcode(a) < first_game_word || opcode(a) != opcode(b)) return false;
  const auto in_a = places(*word, a), in_b = places(*word, b);
  for (int i = 0; i < word->parameter_count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (!counts(word->parameters[i])) continue;
    const bool tree = word->parameters[i].type >= Type::amount;
    if (tree ? !is_same_code(in_a[k], in_b[k]) : this->word(in_a[k]) != this->word(in_b[k])) return false;
  }
  return true;
}

// "Draw 1 card. If ..., draw 1 more card": the same again, in another number.
int Renderer::said_again(const std::vector<int>& statements, std::size_t which) const {
  int at = statements[which];
  if (opcode(at) == op_if && opcode(place_of(at, "else")) == op_nothing) at = place_of(at, "then") + 1;
  const auto is_no_number = [](const Parameter& p) { return p.type != Type::amount && p.type != Type::number; };
  for (std::size_t i = 0; i < which; ++i)
    if (is_alike(statements[i], at, is_no_number)) return at;
  return -1;
}

// How many effects, from there on, are told as one: they are of one word and differ in one thing ("protect your
// gear and your crew"), or the word has a text for what differs ("+2 ATK and +5 damage").
std::size_t Renderer::run(const std::vector<int>& statements, std::size_t from) {
  const Word* word = word_at(statements[from]);
  together_ = {};
  const int as = word == nullptr ? 0 : place_of(statements[from], giving_parameter);
  if (word == nullptr || opcode(statements[from]) < first_game_word || (as != 0 && this->word(as) >= 0)) return 1;
  const bool in_parts = !text("parts", word->name).empty();
  int differs = -1;
  std::vector<int> members{statements[from]};
  for (std::size_t i = from + 1; i < statements.size() && opcode(statements[i]) == opcode(statements[from]); ++i) {
    const int at = differing(statements[from], statements[i], in_parts);
    if (at < 0 || (differs >= 0 && at != differs)) break;
    differs = at;
    members.push_back(statements[i]);
  }
  if (members.size() > 1 || in_parts) together_ = {statements[from], in_parts ? max_parameters : differs, members};
  return members.size();
}

// The one parameter in which two effects differ and that can be listed; -1 if they cannot be told as one.
int Renderer::differing(int a, int b, bool in_parts) const {
  const Word& word = *word_at(a);
  const auto in_a = places(word, a), in_b = places(word, b);
  int out = in_parts ? max_parameters : -1;
  for (int i = 0; i < word.parameter_count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Parameter& p = word.parameters[i];
    const bool tree = p.type >= Type::amount;
    if (!in_parts && (p.type == Type::amount || p.type == Type::number || p.type == Type::effects)) return -1;
    if (tree ? is_same_code(in_a[k], in_b[k]) : this->word(in_a[k]) == this->word(in_b[k])) continue;
    if (in_parts) {  // the same thing is meant, and as long
      const Word* set = p.type == Type::items ? word_at(in_b[k]) : nullptr;
      const bool same_thing = set != nullptr && set->name == it_word;
      if ((p.type == Type::items && !same_thing) ||
          words_of(p, vocabulary_).data() == vocabulary_.durations.data())
        return -1;
      continue;
    }
    const std::string shown = "{" + std::string(p.name) + "}";
    const bool listable = p.type == Type::items || p.type == Type::record || p.type == Type::word;
    if (out >= 0 || !listable || text("words", word.name).find(shown) == std::string_view::npos) return -1;
    out = i;
  }
  return out;
}

// ---- effects one after another -------------------------------------------------------------------

// Simple effects make one sentence. Effects that hold others are set apart, in sentences of their own where
// nothing stands before them that must hold for all.
std::string Renderer::block(int at) { return is_inside(at) ? sequence(children(at, at + 1)) : std::string{}; }

std::string Renderer::sequence(const std::vector<int>& statements) {
  const bool top = sentences_;
  const bool held = std::exchange(held_, false);
  const Joint joint = std::exchange(joint_, Joint::told);
  std::vector<Said> said;
  for (std::size_t i = 0; i < statements.size();) {
    same_bearer_ = !said.empty() && is_same_bearer(said.back().at, statements[i]);
    const int again = again_;
    if (const int found = said_again(statements, i); found >= 0) again_ = found;
    const std::size_t length = run(statements, i);
    held_ = held;
    joint_ = statements.size() == 1 ? joint : Joint::told;
    std::string next = statement(statements[i]);
    joint_ = Joint::told;
    same_bearer_ = held_ = false;
    together_ = {};
    again_ = again;
    if (!next.empty()) said.push_back({statements[i], std::move(next)});
    i += length;
  }
  const bool sentences =
      top && (tells_then_orders(said) ||
              std::any_of(statements.begin(), statements.end(), [&](int child) { return has_blocks(child); }));
  const Apart apart = sentences ? Apart::yes : Apart::no;
  return top ? without_repetition(std::move(said), apart) : joined(said, apart, joint);
}

// "The Adversary costs +1 in this battle. Lose 1 Energon.": a statement and an order are two sentences.
bool Renderer::tells_then_orders(const std::vector<Said>& said) const {
  for (std::size_t i = 1; i < said.size(); ++i) {
    const std::string& before = said[i - 1].text;
    if (!is_bonus(before) && !is_order(before) && who_of(said[i - 1].at) <= 0 && is_order(said[i].text))
      return true;
  }
  return false;
}

std::string Renderer::joined(const std::vector<Said>& said, Apart apart, Joint joint) const {
  std::string out;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (i == 0)
      out = said[i].text;
    else if (apart == Apart::yes)
      out += is_bonus(said[i - 1].text) && is_bonus(said[i].text)
                 ? std::string(text("grammar", "comma")) + said[i].text
                 : ". " + capital(said[i].text);
    else
      out = in_one(out) + then(said[i - 1].at, said[i].at, i + 1 == said.size(), joint) +
            addressed(said[i - 1], said[i].at, in_one(said[i].text));
  }
  return out;
}

// What is done twice is said once: "You may play an Action from your hand. Do this twice."
std::string Renderer::without_repetition(std::vector<Said> said, Apart apart) const {
  const auto same = [](const Said& a, const Said& b) { return a.text == b.text; };
  const auto half = said.begin() + static_cast<std::ptrdiff_t>(said.size() / 2);
  if (said.size() > 1 && said.size() % 2 == 0 && std::equal(said.begin(), half, half, said.end(), same)) {
    said.erase(half, said.end());
    return joined(said, Apart::yes) + ". " + capital(std::string(text("grammar", "twice")));
  }
  for (std::size_t i = 1; i < said.size(); ++i)
    if (said[i].text == may({}, said[i - 1].text)) said[i].text = text("grammar", "once_more");
  return joined(said, apart);
}

// ---- what must hold --------------------------------------------------------------------------------

// "if A and B, draw": conditions that follow one another are one. Where the second has another way out, it is set
// apart, so that "otherwise" belongs to it alone.
std::string Renderer::conditional(int at) {
  const auto things = things_;
  const Shown shown = shown_;
  const std::size_t behind = behind_ == nullptr ? 0 : behind_->size();
  std::string out = only_if(at);
  if (several_ || !takes_one(out)) return out;
  things_ = things;
  shown_ = shown;
  if (behind_ != nullptr) behind_->resize(behind);
  several_ = true;
  out = only_if(at);
  several_ = false;
  return out;
}

// "If there are any untapped enemies, this character attacks one of them."
bool Renderer::takes_one(const std::string& text) const {
  const auto has = [&](std::string_view key) {
    return text.find(this->text("grammar", key)) != std::string::npos;
  };
  return has("one_of_them") || has("one_of_them_f");
}

std::string Renderer::only_if(int at) {
  const auto mentioned = mentioned_;
  const auto other_way = [&](int branch) { return opcode(place_of(branch, "else")) != op_nothing; };
  const int then = place_of(at, "then"), inner = then + 1;
  const bool follows = opcode(inner) == op_if && !other_way(at);
  std::string out;
  if (goes_without_saying(place_of(at, "if"), then, Joint::told)) {
    out = block(then);
    if (other_way(at)) out = join("if_none", {{"do", out}, {"else", block(place_of(at, "else"))}});
  } else if (!follows) {
    out = phrase(at, "words");
  } else if (!other_way(inner) && opcode(inner + length(inner)) == op_end) {
    std::string only_if = condition(place_of(at, "if"));
    only_if += text("grammar", "and_if");
    only_if += condition(place_of(inner, "if"));
    out = join("if", {{"if", only_if}, {"do", block(place_of(inner, "then"))}});
  } else {
    const std::string only_if = condition(place_of(at, "if"));
    out = join("if_case", {{"if", only_if}, {"do", in_one(block(then))}});
  }
  mentioned_ = mentioned;
  return out;
}

// "Scrap a Weapon on an enemy", not "if there is a Weapon on an enemy, scrap one of them": there is nothing to
// choose from otherwise. What follows the effect on the thing chosen needs the condition, unless one chooses to.
bool Renderer::goes_without_saying(int condition, int block, Joint joint) const {
  const Word* exists = is_inside(condition) ? word_at(condition) : nullptr;
  if (exists == nullptr || text("words", exists->name).find("{of:any}") == std::string_view::npos) return false;
  const int only = block + 1, of = place_of(only, "of");
  if (opcode(only) != op_choose || opcode(only + length(only)) != op_end || of == 0) return false;
  const bool same = is_same_code(place_of(condition, narrowed_parameter), of);
  const auto effects = children(place_of(only, "do"), place_of(only, "do") + 1);
  return same && (joint == Joint::offered || (effects.size() == 1 && is_folded(only)));
}

// "If this is your rushing card, it goes to your hand": what the condition was about is not named again.
std::string Renderer::by_pronoun(int condition, std::string body) {
  const int about = opcode(condition) == op_not ? condition + 1 : condition;
  const Word* word = is_inside(about) ? word_at(about) : nullptr;
  const std::string topic =
      word == nullptr || text("topics", word->name).empty() ? std::string{} : phrase(about, "topics") + " ";
  if (topic.size() > 1 && body.starts_with(topic))
    body.replace(0, topic.size() - 1, text("topic_pronouns", word->name));
  return body;
}

// ---- what may be left ------------------------------------------------------------------------------

std::string Renderer::may(const std::string& who, std::string text) const {
  if (!who.empty()) return join("may_by", {{"by", who}, {"do", text}});
  if (language_ == "fr") {
    const std::string asked = infinitive(text);
    return asked.empty() ? join("if_wanted", {{"do", text}}) : join("may", {{"do", asked}});
  }
  if (text.starts_with(this->text("grammar", "you_may"))) return text;
  if (const std::string_view you = this->text("grammar", "you"); text.starts_with(you)) text.erase(0, you.size());
  if (begins_with_noun(text)) return join("if_wanted", {{"do", text}});
  return join("may", {{"do", text}});
}

// Whether "you may" can stand before it: it tells you what to do.
bool Renderer::is_order(const std::string& text) const {
  return language_ == "fr" ? !infinitive(text).empty() : !begins_with_noun(text) && !text.starts_with("if ");
}

// "You may Attack a character. If you do, each player hit gains 1 Damage": what nobody is told to do follows by
// itself, and what may be left by itself is offered by itself.
std::string Renderer::offer(const std::string& who, int at) {
  const auto statements = children(at, at + 1);
  if (const int only = statements.size() == 1 ? statements.front() : 0;
      who.empty() && opcode(only) == op_choose_one && word(place_of(only, "by")) == 0) {
    offered_ways_ = true;
    const std::string ways = options(only);
    offered_ways_ = false;
    return join("may_one", {{"do", ways}});
  }
  const auto things = things_;  // it is tried how they sound
  const auto mentioned = mentioned_;
  const Shown shown = shown_;
  bool orders = true, first_is = true;
  for (const int child : statements) {
    const bool another_offer = opcode(child) == op_may && child != statements.front();
    orders = is_order(statement(child)) && !another_offer && orders;
    if (child == statements.front()) first_is = orders;
  }
  things_ = things;
  mentioned_ = mentioned;
  shown_ = shown;
  if (orders || statements.empty() || !who.empty()) {
    joint_ = Joint::offered;
    return may(who, block(at));
  }
  const int first = statements.front();
  if (opcode(first) == op_choose && is_folded(first) && !first_is) unfolded_ = first;
  std::string head = may({}, sequence({first}));
  unfolded_ = -1;
  if (statements.size() == 1) return head;
  return join("pay", {{"pay", head}, {"do", sequence({statements.begin() + 1, statements.end()})}});
}

std::string Renderer::optional_part(int at) {
  const Word* word = word_at(at);
  const int pay = place_of(at, "pay"), by = this->word(place_of(at, "by")), body = place_of(at, "do");
  const std::string who = by == 0 ? std::string{} : term(word->parameters[2], by);
  if (opcode(pay) == op_nothing) return offer(who, body);
  const std::string offered = may(who, block(pay));
  const int only = body + 1;
  const bool also = by == 0 && opcode(only) == op_if && opcode(place_of(only, "else")) == op_nothing &&
                    opcode(only + length(only)) == op_end;
  if (!also) return join(by == 0 ? "pay" : "pay_by", {{"pay", offered}, {"do", block(body)}});
  const std::string only_if = condition(place_of(only, "if"));  // "If you do and those cards show ..."
  return join("pay_if", {{"pay", offered}, {"if", only_if}, {"do", block(place_of(only, "then"))}});
}

// "each player hit chooses one: destroy a card from their hand"
std::string Renderer::theirs(std::string way) const {
  if (chooser_.empty()) return way;
  for (const std::string_view key : {"your_hand", "that_players_hand"}) {
    const std::string_view hand = text("grammar", key);
    if (const std::size_t at = way.find(hand); !hand.empty() && at != std::string::npos)
      way.replace(at, hand.size(), text("grammar", "their_hand"));
  }
  return way;
}

// The ways of a choice. Where somebody else chooses, what that player does needs no name.
std::string Renderer::options(int at) {
  std::string out;
  const int end = at + length(at);
  for (int label = at + 2; label + 1 < end; label += 1 + length(label + 1)) {
    if (!out.empty()) out += text("grammar", "or_option");
    const auto things = things_;  // each way is a way of its own
    std::string way = block(label + 1);
    const bool asks = language_ == "fr" && (!chooser_.empty() || offered_ways_);
    const std::string asked = asks ? infinitive(way) : std::string{};
    out += theirs(asked.empty() ? way : asked);
    things_ = things;
  }
  return out;
}

}  // namespace rw::ability
