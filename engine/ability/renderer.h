// One ability on its way to a sentence: what render.cpp, phrases.cpp and nouns.cpp share.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "engine/ability/render.h"
#include "engine/ability/typography.h"

namespace rw::ability {

inline constexpr int max_nesting = 64;  // deeper than any program that the content compiler writes

enum class Number : std::uint8_t { by_value, one, many };

// What a template learns about a parameter.
struct Argument {
  std::int64_t value = 0;  // 0 if it is not given
  std::string_view word;   // the word it is
  std::string text;
  Number number = Number::by_value;  // of a thing or a set: whether it is spoken of as one or as many
};
// The text is worked out only if `form` is not `unseen`.
using Arguments = std::function<Argument(std::string_view name, std::string_view form)>;
inline constexpr std::string_view unseen = "?";

// A thing with a name of its own in the program. It is introduced once ("a card in your hand") and then referred
// to ("that card"); `first` is empty if it has been introduced.
struct Thing {
  std::string first, later;
  std::string_view word;  // the set that it is from
  bool several = false;
};

// How effects that follow one another are joined: told ("draw, then discard"), or offered, so that "may" is said
// of all of them ("you may draw and then discard").
enum class Joint : std::uint8_t { told, offered };

// Whether they make one sentence, or a sentence each.
enum class Apart : bool { no, yes };

// Where a thing is introduced: where its word stands, or by the first effect that speaks of it.
enum class Introduced : bool { here, where_used };

// An effect and its text.
struct Said {
  int at = 0;
  std::string text;
};

class Renderer {
 public:
  Renderer(const core::Node& root, const Vocabulary& vocabulary, std::span<const std::int32_t> code,
           std::string_view language)
      : root_(root), vocabulary_(vocabulary), code_(code), language_(language), texts_(root["locale"][language]) {}

  std::string sentence();
  std::string option(int at, int number);
  std::string question(int at);
  std::string block(int at);
  std::string modifiers(int block);
  std::string set(const std::string& text) const;  // in type, as the language wants it

 private:
  // The things that the last effect has shown, and how they are spoken of after it.
  struct Shown {
    int items = 0;
    std::string later;
  };
  // Effects of one word that are told as one, and the parameter in which they differ.
  struct Together {
    int at = -1;
    int parameter = -1;  // max_parameters: the word has a text for its parts
    std::vector<int> members;
  };

  // The program, read so that a damaged one leads nowhere
  std::int32_t word(int at) const { return is_inside(at) ? code_[static_cast<std::size_t>(at)] : 0; }
  int opcode(int at) const { return word(at) & 0xFFFF; }
  int length(int at) const { return std::clamp((word(at) >> 16) & 0x7FFF, 1, std::max(1, size() - at)); }
  int size() const { return static_cast<int>(code_.size()); }
  bool is_inside(int at) const { return at >= 0 && at < size(); }
  const Word* word_at(int at) const { return find_word(vocabulary_, opcode(at)); }
  std::vector<int> children(int at, int from) const;
  std::array<int, max_parameters> places(const Word& word, int at) const;
  int place_of(int at, std::string_view parameter) const;  // 0 if the word there has no such parameter
  bool has_blocks(int at) const;
  bool names(int at, int number, int depth = 0) const;  // is the thing spoken of anywhere below?
  bool is_mention(const Parameter&, int place, int number) const;  // does this parameter name it?
  bool speaks_of(int statement, int number) const;      // can the statement introduce it?

  // render.cpp: effects
  std::string statement(int at);
  std::string choose(int at);
  std::string each(int at);
  std::string by_its_owner(int choose, std::string who);
  std::string owned(int set, int player);
  std::string lasting(int at);
  std::string later(int at);
  std::string header(std::string_view moment, const std::string& role, std::string_view role_word) const;
  std::string cost(int block);
  std::string named_bearer(int condition);
  std::string narrowed_role(int condition);
  bool holds_condition(int block) const;
  int first_said(int block) const;
  bool is_folded(int at) const;  // the effects of a choose or a loop introduce its thing
  Shown shown_by(int at);

  // sequence.cpp: effects one after another
  std::string sequence(const std::vector<int>& statements);
  std::string joined(const std::vector<Said>& said, Apart apart, Joint joint = Joint::told) const;
  bool tells_then_orders(const std::vector<Said>& said) const;
  std::string without_repetition(std::vector<Said> said, Apart apart) const;
  std::string then(int before, int after, bool last, Joint joint) const;
  std::string addressed(const Said& before, int after, std::string text) const;
  std::int64_t who_of(int at) const;
  std::string in_one(std::string text) const;
  bool is_same_bearer(int before, int after) const;
  bool is_same_code(int a, int b) const;
  bool is_alike(int a, int b, const std::function<bool(const Parameter&)>& counts) const;
  int said_again(const std::vector<int>& statements, std::size_t which) const;
  std::size_t run(const std::vector<int>& statements, std::size_t from);
  int differing(int a, int b, bool in_parts) const;
  std::string conditional(int at);
  std::string only_if(int at);
  bool takes_one(const std::string& text) const;
  bool goes_without_saying(int condition, int block, Joint joint) const;
  std::string by_pronoun(int condition, std::string body);
  std::string may(const std::string& who, std::string text) const;
  bool is_order(const std::string& text) const;
  std::string offer(const std::string& who, int block);
  std::string optional_part(int at);
  std::string options(int at);
  std::string theirs(std::string way) const;

  // phrases.cpp: conditions, amounts, templates
  std::string phrase(int at, std::string_view group, std::string_view form = {});
  std::string condition(int at);
  std::string comparison(int at);
  std::string has(int at);
  std::string nothing_there(int at);
  std::string joined_conditions(int at);
  std::string amount(int at, std::string_view form);
  std::string per(int at, std::string_view form);
  std::int64_t amount_value(int at) const;
  Argument argument(const Word& word, int at, std::string_view name, std::string_view form);
  Argument plain(const Parameter& parameter, std::int32_t value, std::string_view form);
  Argument node(int at, const Parameter& parameter, int place, std::string_view form);
  Argument listed(const Word& word, std::string_view form);
  bool is_chooser(const Parameter& parameter, std::int32_t value) const;
  Argument by_length(const Word& word, int at, std::string_view name, std::string_view form);
  std::string parts(int at);
  std::string list(const std::vector<std::string>& texts) const;
  bool singular(const Argument& a) const;
  std::string fill(std::string_view pattern, const Arguments& arguments) const;
  std::string join(std::string_view key,
                   std::initializer_list<std::pair<std::string_view, std::string>> parts) const;
  std::string finished(std::string text) const;

  // nouns.cpp: sets of things, things with names
  std::string items(int at, std::string_view form);
  std::string set_of(int at, std::string_view form);
  std::string one_of(int at);
  std::string another(int at);
  std::string several(int at, const std::string& count);
  std::string picked(int choose);
  bool is_mentioned(int items) const;
  bool is_shown(int items) const;
  bool is_wrapper(int at) const;
  bool is_counted(int at) const;
  std::string_view word_of(int at) const;
  Number number_of(int at, std::string_view form);
  bool is_single(int at);
  std::string probe(int at, std::string_view group);
  std::string later_mention(int items, Number number);
  std::string thing(std::int32_t number);
  void introduce(int at, Introduced where);
  std::string term(const Parameter& parameter, std::int32_t value) const;
  std::string record(std::string_view table, std::int32_t place) const;

  // Words of the language
  std::string_view text(std::string_view group, std::string_view name) const { return texts_[group][name].text(); }
  std::string named(std::string_view group, std::string_view name) const;

  core::Node root_;
  const Vocabulary& vocabulary_;
  std::span<const std::int32_t> code_;
  std::string_view language_;
  core::Node texts_;
  std::array<Thing, register_count> things_;
  std::vector<int>* behind_ = nullptr;  // amounts whose "for each zone" is said at the end of the present effect
  bool sentences_ = false;  // the effects may be told in sentences of their own
  Joint joint_ = Joint::told;  // of the next effects
  bool held_ = false;  // "for each" of the next effect is said after its duration
  int again_ = -1;  // the effect that does once more what was done
  int unfolded_ = -1;  // the choose that is told by itself
  Together together_;
  Shown shown_;
  std::vector<int> mentioned_;  // the sets of which there is one, as a condition has said
  bool several_ = false;  // what there is, as a condition says, is told as several
  std::string how_long_;  // how long the present modifiers hold; empty if one of them has said it
  std::string narrowing_;  // what narrows the next set down
  bool unnamed_ = false;  // modifiers do not say whom they are about
  bool same_bearer_ = false;  // the modifier is about the same things as the one before it
  bool borne_ = false;  // the text may speak of the bearer of the card
  std::string bearer_;  // whom a modifier is about that does not say so
  std::string chooser_;  // who takes one of several ways, if not the player whom the word names
  bool offered_ways_ =
      false;  // the ways of the next choice are what one may do: « vous pouvez, au choix, piocher »
  std::string waited_for_;  // what the moment of a delayed effect speaks of
  int subject_ = -1;  // the thing that a lasting or delayed effect is about
  std::string_view form_;  // the form in which the present set is wanted
  std::string_view role_word_;  // whose event it is
  std::string_view event_;  // the moment of the ability
  int noted_ = 0;  // the amount that was remembered without a name
  int nesting_ = 0;
};

}  // namespace rw::ability
