// Writes the nodes of one ability's program: effects with their blocks and ways on, conditions,
// amounts, sets of things.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "forge/ability.h"
#include "forge/registers.h"
#include "forge/word_use.h"

namespace rw::forge {

// What may stand in a list of statements.
enum class Statements : std::uint8_t { effects, modifiers };

class ProgramWriter {
 public:
  explicit ProgramWriter(const AbilityContext& context) : context_(context), code_(ability::ability_header) {}

  int here() const { return static_cast<int>(code_.size()); }

  void condition(const Tree& tree, const std::string& path);
  // A block. Its way on is 0 until `go_on` sets it; the result says where to set it.
  int block(const Tree& tree, const std::string& path, Statements what);
  // A block whose names are known to what follows.
  int cost(const Tree& tree, const std::string& path);
  void go_on(int end, int target) { code_[static_cast<std::size_t>(end)] = target; }

  // The place of a word in a list; 0 and a problem if it is none of them.
  int word_place(const Tree& tree, const std::string& path, std::span<const std::string_view> words);
  bool flag(const Tree& tree, const std::string& path);

  std::vector<std::int32_t> finish(const ability::Ability& header);

 private:
  // Where the blocks of a word go on; filled while its parameters are written.
  struct Ways {
    std::vector<int> after;  // blocks that go on with the statement after the word, or the word itself
    int last_block = 0;
  };

  void statements(const Tree& tree, const std::string& path, Statements what);
  void statement(const Tree& tree, const std::string& path, Statements what);
  void word(const WordUse& use, Statements what);
  void parameter(const WordUse& use, int which, Statements what, Ways& ways);
  void absent(const WordUse& use, int which);
  void effects(const WordUse& use, int which, Statements what, Ways& ways);
  void amount(const Tree& tree, const std::string& path);
  void value_of(const Tree& tree, const std::string& path, ability::Category category);
  void number(const Tree& tree, const std::string& path);
  void record(const Tree& tree, const std::string& path, std::string_view table);
  void use_name(const Tree& tree, const std::string& path);
  void give_name(const WordUse& use, int which);
  void each_condition(const Tree& tree, const std::string& path);
  void options(const Tree& tree, const std::string& path, Ways& ways);
  int label(const Tree& option, const std::string& path);

  int begin(int opcode);
  void finish_node(int at, Place place, const std::string& path);
  void put(std::int32_t value) { code_.push_back(value); }
  void complain(const Tree& tree, const std::string& path, std::string message);

  const AbilityContext& context_;
  std::vector<std::int32_t> code_;
  Registers registers_;
  bool too_many_names_ = false;
};

}  // namespace rw::forge
