// Sets of things in every form that a sentence wants, and things with names.
#include "engine/ability/renderer.h"

namespace rw::ability {
namespace {

std::string spaced(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

}  // namespace

// ---- words -------------------------------------------------------------------------------------

std::string Renderer::named(std::string_view group, std::string_view name) const {
  const std::string_view found = text(group, name);
  return found.empty() ? spaced(name) : std::string(found);
}

std::string Renderer::term(const Parameter& parameter, std::int32_t value) const {
  const auto words = words_of(parameter, vocabulary_);
  if (value < 0 || value >= static_cast<std::int32_t>(words.size())) return {};
  const std::string_view name = words[static_cast<std::size_t>(value)];
  if (words.data() == vocabulary_.players.data()) return named("players", name);
  if (words.data() == vocabulary_.moments.data()) return header(name, waited_for_, {});
  if (words.data() == vocabulary_.durations.data()) return named("durations", name);
  return named("terms", name);
}

std::string Renderer::record(std::string_view table, std::int32_t place) const {
  const core::Node found = root_[table][place];
  const core::Node name = found["name"];
  return std::string(name.kind() == core::Node::Kind::map ? name[language_].text()
                                                          : name.text(found["id"].text()));
}

// ---- sets --------------------------------------------------------------------------------------

// A set that narrows another one down: its text begins with the other one ("{of} with 2 stars").
bool Renderer::is_wrapper(int at) const {
  const Word* word = word_at(at);
  return word != nullptr && word->category == Category::items && text("each", word->name).empty() &&
         text("words", word->name).starts_with("{of}") && place_of(at, narrowed_parameter) != 0;
}

// A set has a noun for one of it; what has none is a single thing.
bool Renderer::is_counted(int at) const {
  for (int depth = 0; depth < max_nesting && is_wrapper(at); ++depth) at = place_of(at, narrowed_parameter);
  const Word* word = word_at(at);
  return word != nullptr && !text("each", word->name).empty();
}

// The set is never more than one thing: "your rushing card".
bool Renderer::is_single(int at) {
  const Word* word = word_at(at);
  return word != nullptr && !text("single", word->name).empty() && !probe(at, "single").empty();
}

Number Renderer::number_of(int at, std::string_view form) {
  if (at <= 0 || is_single(at)) return Number::one;
  if (form == form_one || form == form_a || form == form_any || form == form_every || form == form_kind)
    return Number::one;
  const Word* word = word_at(at);
  int sets = 0;
  for (int i = 0; word != nullptr && i < word->parameter_count(); ++i) {
    if (word->parameters[i].type == Type::items) ++sets;
    if (word->parameters[i].type != Type::name) continue;
    const std::int32_t number = this->word(places(*word, at)[static_cast<std::size_t>(i)]);
    if (number >= 0 && number < register_count && !is_counted(at))
      return things_[static_cast<std::size_t>(number)].several ? Number::many : Number::one;
  }
  return is_counted(at) || (sets > 1 && !is_wrapper(at)) ? Number::many : Number::one;
}

// The word of the set there, or of the set that the named thing there is from.
std::string_view Renderer::word_of(int at) const {
  for (int depth = 0; depth < max_nesting && is_wrapper(at); ++depth) at = place_of(at, narrowed_parameter);
  const Word* word = word_at(at);
  if (word == nullptr) return {};
  if (word->parameter_count() != 1 || word->parameters[0].type != Type::name) return word->name;
  const std::int32_t number = this->word(at + 1);
  const bool known =
      number >= 0 && number < register_count && !things_[static_cast<std::size_t>(number)].word.empty();
  return known ? things_[static_cast<std::size_t>(number)].word : word->name;
}

// What a text would be, without counting as a mention of the things in it.
std::string Renderer::probe(int at, std::string_view group) {
  const auto things = things_;
  const std::string narrowing = std::exchange(narrowing_, {});
  std::string out = is_wrapper(at) ? probe(place_of(at, narrowed_parameter), group) : phrase(at, group);
  things_ = things;
  narrowing_ = narrowing;
  return out;
}

// The noun for one of what is counted, without an article.
std::string Renderer::one_of(int at) {
  const Word* counted = word_at(at);
  if (is_wrapper(at)) return phrase(at, "words", form_one);
  if (counted != nullptr && !text("each", counted->name).empty())
    return without_article(phrase(at, "each"), language_);
  return join("one_of", {{"of", phrase(at, "words")}});
}

std::string Renderer::items(int at, std::string_view form) {
  if (narrowing_.empty() && is_shown(at)) return shown_.later;
  if (form == form_a && is_mentioned(at) && !is_own(probe(at, "words"), language_)) {
    const bool feminine = is_feminine(probe(at, "each"), language_);
    return std::string(text("grammar", feminine ? "one_of_them_f" : "one_of_them"));
  }
  const std::string_view outer = std::exchange(form_, form);
  std::string out = set_of(at, form);
  form_ = outer;
  return out;
}

std::string Renderer::set_of(int at, std::string_view form) {
  if (form.empty() || form == form_signed) return phrase(at, "words");
  if (form == form_one) return one_of(at);
  const Word* word = word_at(at);
  if (form == form_kind && word != nullptr && !text("predicates", word->name).empty())
    return phrase(at, "predicates");
  if (!is_counted(at)) return phrase(at, "words");
  if (form == form_a)
    if (std::string other = another(at); !other.empty()) return other;
  if (is_wrapper(at)) return phrase(at, "words", form);
  if (form == form_many || form == form_some) return without_article(phrase(at, "words"), language_);
  const bool own = is_own(probe(at, "words"), language_);
  const std::string_view f = is_feminine(probe(at, "each"), language_) ? "_f" : "";
  if (form == form_any) return join("any" + std::string(f), {{"of", one_of(at)}});
  if (form == form_every)
    return own ? join("each_of" + std::string(f), {{"of", phrase(at, "words")}})
               : join("every", {{"of", one_of(at)}});
  return own ? join("a_of" + std::string(f), {{"of", phrase(at, "words")}}) : phrase(at, "each");
}

// "another of your characters": the set leaves out one of it that has been spoken of.
std::string Renderer::another(int at) {
  const Word* word = word_at(at);
  const std::string_view left_out = word == nullptr ? std::string_view{} : text("left_out", word->name);
  const int these = left_out.empty() ? 0 : place_of(at, left_out), of = place_of(at, narrowed_parameter);
  const Word* named = these == 0 ? nullptr : word_at(these);
  const bool is_thing =
      named != nullptr && named->parameter_count() == 1 && named->parameters[0].type == Type::name;
  if (!is_thing || is_wrapper(of) || word_of(these) != word_of(of) || !is_own(probe(of, "words"), language_))
    return {};
  const bool feminine = is_feminine(probe(of, "each"), language_);
  return join(feminine ? "another_of_f" : "another_of", {{"of", phrase(of, "words")}});
}

// "2 cards in your hand", "2 of your characters"
std::string Renderer::several(int at, const std::string& count) {
  const bool own = is_own(probe(at, "words"), language_);
  return join(own ? "some_of" : "some", {{"n", count}, {"of", items(at, own ? std::string_view{} : form_some)}});
}

// What a `choose` takes, as it is first spoken of.
std::string Renderer::picked(int at) {
  const int of = place_of(at, "of"), count = place_of(at, "count");
  const bool up_to = word(place_of(at, "up_to")) != 0;
  const bool fixed = opcode(count) == op_nothing || opcode(count) == op_number;
  std::vector<int>* outer = std::exchange(behind_, nullptr);
  std::string out;
  if (!fixed) {
    const int counted = opcode(count) == op_per ? count + 1 : count;
    const Word* word = word_at(counted);
    const bool clause = word != nullptr && !text("as_many", word->name).empty();
    out = join("as_many",
               {{"of", items(of, form_some)}, {"n", clause ? phrase(counted, "as_many") : amount(counted, {})}});
  } else if (opcode(count) == op_nothing || word(count + 1) == 1) {
    out = items(of, form_a);
  } else {
    out = several(of, std::to_string(word(count + 1)));
    if (up_to) out = join("up_to", {{"of", out}});
  }
  behind_ = outer;
  return out;
}

bool Renderer::is_mentioned(int items) const {
  return std::any_of(mentioned_.begin(), mentioned_.end(), [&](int set) { return is_same_code(set, items); });
}

bool Renderer::is_shown(int items) const {
  return shown_.items != 0 && items != shown_.items && is_same_code(shown_.items, items);
}

// ---- things with names -------------------------------------------------------------------------

std::string Renderer::thing(std::int32_t number) {
  if (number < 0 || number >= register_count) return {};
  Thing& thing = things_[static_cast<std::size_t>(number)];
  return thing.first.empty() ? thing.later : std::exchange(thing.first, {});
}

// How one of a set is spoken of when it is known: as the set says, or as the set says that it narrows down.
std::string Renderer::later_mention(int at, Number number) {
  for (int depth = 0; depth < max_nesting; ++depth) {
    const Word* word = word_at(at);
    if (word == nullptr) break;
    if (number == Number::many && !text("many_things", word->name).empty()) return phrase(at, "many_things");
    if (!text("things", word->name).empty()) return phrase(at, "things");
    if (!is_wrapper(at)) break;
    at = place_of(at, narrowed_parameter);
  }
  return std::string(text("grammar", is_feminine(probe(at, "each"), language_) ? "it_f" : "it"));
}

// The word there gives a name: what the thing is called from now on.
void Renderer::introduce(int at, Introduced where) {
  const bool folded = where == Introduced::where_used;
  const Word* word = word_at(at);
  const int as = place_of(at, giving_parameter);
  if (word == nullptr || as == 0) return;
  const std::int32_t number = this->word(as);
  if (number < 0 || number >= register_count) return;
  const int op = opcode(at);
  Thing thing;
  if (op == op_choose || op == op_for_each) {
    const int count = op == op_choose ? place_of(at, "count") : 0;
    thing.several = count != 0 && opcode(count) != op_nothing && amount_value(count) > 1;
    if (folded) thing.first = op == op_choose ? picked(at) : items(at + 1, form_every);
    if (const int by = this->word(place_of(at, "by")); folded && op == op_choose && by != 0)
      if (const std::string who = term(word->parameters[4], by);
          chooser_.empty() || who != text("grammar", "that_player"))
        thing.first = join("chosen_by", {{"of", thing.first}, {"by", who}});
    thing.later = later_mention(at + 1, thing.several ? Number::many : Number::one);
    thing.word = word_of(at + 1);
  } else if (op == op_each_player) {
    if (folded) thing.first = term(word->parameters[0], this->word(at + 1));
    thing.later = text("grammar", "that_player");
  } else {
    std::string_view found = text("things", word->name);
    if (found.empty()) found = text("grammar", op == op_set || op == op_repeat ? "that_number" : "it");
    thing.later = found;
  }
  things_[static_cast<std::size_t>(number)] = std::move(thing);
}

}  // namespace rw::ability
