// The ability language: what a word is, which words every game has, and how a compiled ability lies
// in the bundle. Reference page: docs/abilities.md.
//
// An ability is *when* (moment) *if* (condition) *pay* (cost) *do* (effects) *until* (duration). The
// content compiler turns it into a flat program of 32-bit numbers, a tree in reading order:
//
//   node      = header (opcode | length << 16, the length counting the header) then the parameters
//   parameter = one number (number, word, record, name, flag), or a node (amount, condition, items,
//               effects), in the order of the word's signature; an absent node is the node `nothing`
//               (length 1), an absent name or record is -1, any other is its `otherwise`
//   block     = a node whose statements stand one after another from its second number on; the last
//               is `end` with the place where the program goes on
//
// Places count from the start of the ability's program, so a program counter is all that a suspended
// effect needs. Where a block goes on:
//   the effects of the ability, the effects of `later`   0: the program is over
//   the cost of the ability, `pay` of `may`              the first statement of what they pay for
//   `do` of choose, for_each, repeat, each_player        the node itself, which then looks further
//   every other block, those of game words too           the statement after the whole node
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rw::ability {

enum class Type : std::uint8_t {
  number,     // a whole number
  flag,       // yes or no
  word,       // one of the parameter's own words
  record,     // the id of a record of a content table, compiled to its place there
  name,       // a name given with `as`, compiled to a register of the frame
  amount,     // a number, or something counted when it is needed
  condition,  // something that holds or not, looked at when it is needed
  items,      // a set of things on the table, looked up when it is needed
  effects,    // a list of effects
};

enum class Category : std::uint8_t {
  effect,    // happens once
  modifier,  // holds as long as its ability does; read, never run
  condition,
  amount,
  items,
};

struct Parameter {
  std::string_view name = {};
  Type type = Type::number;
  std::span<const std::string_view> words = {};  // Type::word: what it may be
  std::string_view table = {};                   // Type::record: which content table
  bool required = true;
  int otherwise = 0;  // the value when left out (number, flag, word)
};
// A parameter of type `name` that is called `as` gives a name; any other one uses a name.
inline constexpr std::string_view giving_parameter = "as";

inline constexpr int max_parameters = 6;

struct Word {
  std::string_view name;
  Category category;
  Parameter parameters[max_parameters] = {};

  constexpr int parameter_count() const {
    int n = 0;
    while (n < max_parameters && !parameters[n].name.empty()) ++n;
    return n;
  }
};

// How an ability comes into play.
enum class Kind : std::uint8_t {
  activated,    // when: { window: ... }      its controller may use it in that window
  always,       // when: always               its modifiers hold while its source is in force
  triggered,    // when: { event: ... }       it happens by itself after that event
  replacement,  // when: { instead_of: ... }  it happens in place of that event
};
inline constexpr std::string_view kind_keys[] = {"window", "always", "event", "instead_of"};

// What one game adds to the language.
struct Vocabulary {
  std::span<const Word> words;                  // opcode = first_game_word + place
  std::span<const std::string_view> moments;    // windows and events, one list
  std::span<const std::string_view> roles;      // who may use or whose event; [0] is the default
  std::span<const std::string_view> durations;  // [0] is "at once"
  std::span<const std::string_view> players;    // who chooses, who is meant; [0] is the controller
};

// ---- the words that every game has ------------------------------------------------------------

enum Opcode : std::uint16_t {
  op_nothing = 0,  // an absent parameter
  op_block,        // a list of effects; its statements follow, then op_end
  op_end,          // [target]: go on there; target 0 ends the program
  // effects
  op_if,           // condition, effects then, effects otherwise
  op_may,          // effects do, effects pay, player by
  op_choose,       // items of, amount count (absent: 1), flag up_to, name as, player by, effects do
  op_choose_one,   // player by, then for each option its label and its block; a label is a place in
                   // the bundle's list `labels`, -1 if there is none
  op_for_each,     // items in, name as, effects do
  op_repeat,       // amount times, name as, effects do
  op_each_player,  // players who, name as, effects do
  op_lasting,      // duration, modifiers, name on (what they are about: their subject; -1 if none)
  op_later,        // moment, duration, effects, name on: a delayed ability
  op_set,          // name, amount: remember a number
  // conditions
  op_all,
  op_any,  // any number of conditions
  op_not,  // condition
  op_at_least,
  op_at_most,  // amount, amount
  // amounts
  op_number,  // [value]
  op_per,     // amount of, amount each, amount max
  op_plus,
  op_minus,  // amount, amount
  op_value,  // [register]
  op_count,  // items: how many there are
  first_game_word = 64,
};

// Registers of a frame. A name has one; these words use the next ones too, for what they must
// remember between two rounds: choose one and one for each pick, for_each, repeat and each_player
// one. `as` of these words is never absent in a program, even if the author gave no name. All their
// registers are 0 when the word is first reached, if each leaves them at 0 when it is done: registers
// that `set` and game words write are never among them.
inline constexpr int register_count = 8;
inline constexpr int most_remembered = 5;
// How many picks a choose remembers; `count` less than 0 is one that is known only in play.
constexpr int remembered_picks(int count) {
  return count < 0 || count > most_remembered ? most_remembered : count < 1 ? 1 : count;
}
constexpr int hidden_registers(int opcode, int count) {
  if (opcode == op_choose) return 1 + remembered_picks(count);
  return opcode == op_for_each || opcode == op_repeat || opcode == op_each_player ? 1 : 0;
}

// The signatures of the words above that people write; the list stands in language.cpp.
std::span<const Word> core_words();
// Opcode of a core word by its place in core_words().
Opcode core_opcode(int place);
// The word of an opcode, core or game; null if there is none (number, block and the like).
const Word* find_word(const Vocabulary&, int opcode);
// What a parameter of type `word` may be: its own words, or the game's list that they stand for.
std::span<const std::string_view> words_of(const Parameter&, const Vocabulary&);

// ---- a compiled ability -----------------------------------------------------------------------

enum Flag : std::int32_t { flag_may = 1, flag_once_per_turn = 2, flag_once_per_game = 4 };

// The fixed start of every compiled ability.
struct Ability {
  std::int32_t kind;       // Kind
  std::int32_t moment;     // place in Vocabulary::moments, -1 for `always`
  std::int32_t role;       // place in Vocabulary::roles
  std::int32_t until;      // place in Vocabulary::durations
  std::int32_t flags;      // Flag
  std::int32_t condition;  // where its condition stands, 0 if none
  std::int32_t cost;       // where its cost block stands, 0 if none
  std::int32_t effects;    // where its effects stand: the block node
};
// Modifiers stand in the effects of an ability that holds always or has a duration, and in `lasting`;
// nothing else stands beside them but `if`, whose condition is asked whenever they are read.
inline constexpr int ability_header = 8;

// A view of a compiled program.
struct Program {
  std::span<const std::int32_t> code;

  const Ability& ability() const { return *reinterpret_cast<const Ability*>(code.data()); }
  int opcode(int at) const { return code[static_cast<std::size_t>(at)] & 0xFFFF; }
  int length(int at) const { return (code[static_cast<std::size_t>(at)] >> 16) & 0xFFFF; }
  std::int32_t word(int at) const { return code[static_cast<std::size_t>(at)]; }
};

// The same, from the node of the count.
inline int remembered_picks(Program p, int count_at) {
  const int op = p.opcode(count_at);
  return remembered_picks(op == op_nothing ? 1 : op == op_number ? p.word(count_at + 1) : -1);
}

constexpr std::int32_t header(int opcode, int length) { return opcode | (length << 16); }

}  // namespace rw::ability
