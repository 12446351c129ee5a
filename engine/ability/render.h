// The rules text of an ability, made from its compiled program and the texts of the bundle, so that
// what a card says and what it does cannot part.
//
// Texts are templates over the parameters of a word:
//   {max}                  the parameter: a number, the name of a record, a phrase
//   {max:signed}           a number with its sign; {of:one} one of what is counted, as a noun
//   {to:a}, {to:every}     one of a set ("1 enemy"), each of a set ("each enemy"); a single thing as it is
//   {n|robot|{n} robots}   one or many, by a number; may hold placeholders
//   {else?; otherwise, {else}}   only if given and not 0; may hold placeholders
//   {side=defender?...}    only if the parameter is that word (or number)
// A set of things is spoken of in the plural ("your dice"); group `each` has the noun for one of them
// ("die of yours"), group `things` how the one that was chosen is spoken of later ("that die").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/ability/language.h"
#include "engine/core/bundle.h"

namespace rw::ability {

// "Before the roll (attacker): If your leader is there, add 1 to a die." Empty for a damaged program.
std::string render(const core::Node& root, const Vocabulary&, std::span<const std::int32_t> code,
                   std::string_view language);

// What to call an option, counted from 0, of the choose_one that stands there: its label, or else its effects.
std::string render_option(const core::Node& root, const Vocabulary&, std::span<const std::int32_t> code,
                          int choose_one, int option, std::string_view language);

// What the modifiers of the block there say, without whom they are about: "+3 attack and Pierce 2"; or what the
// effect there says that makes them last.
std::string render_modifiers(const core::Node& root, const Vocabulary&, std::span<const std::int32_t> code,
                             int block, std::string_view language);

// What is asked of the player who must answer there: "Choose a card in your hand: scrap that card." Empty if
// nothing is.
std::string render_question(const core::Node& root, const Vocabulary&, std::span<const std::int32_t> code, int at,
                            std::string_view language);

// ---- templates, for those who check them ---------------------------------------------------------

struct Placeholder {
  enum class Kind : std::uint8_t { value, form, number, given, equal, broken } kind = Kind::broken;
  std::string_view name;      // the parameter
  std::string_view argument;  // form: which; number: the text for one; equal: the word
  std::string_view text;      // number: the text for many; given, equal: the text shown
};
// Where the placeholder ends that starts at pattern[at] == '{': its closing brace, or npos.
std::size_t placeholder_end(std::string_view pattern, std::size_t at);
// Reads what stands between the braces.
Placeholder read_placeholder(std::string_view inside);

// The joints of sentences: locale group `grammar`, and what each may show.
struct GrammarKey {
  std::string_view name;
  std::string_view parts[3] = {};
};
std::span<const GrammarKey> grammar_keys();

// The forms that a parameter may be shown in, besides the plain one.
inline constexpr std::string_view form_one = "one", form_a = "a", form_any = "any", form_every = "every",
                                  form_many = "many", form_some = "some", form_kind = "kind",
                                  form_signed = "signed", form_capital = "capital", form_noted = "noted",
                                  form_short = "short", form_long = "long";

// Names with a meaning for the renderer: the set that a set narrows down, whom a modifier is about, the bearer of
// the card, and whom the event or the lasting effect is about.
inline constexpr std::string_view narrowed_parameter = "of", bearing_parameter = "who", self_word = "self",
                                  subject_word = "subject";
inline constexpr std::string_view it_word = "it";
// What a template can also ask: which form its set is wanted in, whether an amount is a plain number, what narrows
// its set down, whether its effect does the same once more, what differs between several effects, and whether the
// card has a bearer that the text may speak of too ("this character" beside "that character").
inline constexpr std::string_view form_part = "form", number_word = "number", narrowed_part = "narrowed",
                                  more_part = "more", parts_part = "parts", borne_part = "borne";
// How long a modifier holds, where its text says so in the middle: "the next card you buy this turn costs 2 less".
inline constexpr std::string_view how_long_part = "how_long";

}  // namespace rw::ability
