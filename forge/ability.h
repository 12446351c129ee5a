// Abilities: from the words that an author writes to the program that engine/ability/language.h
// describes. Reference page: docs/abilities.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/ability/language.h"
#include "forge/record_ids.h"
#include "forge/tree.h"

namespace rw::forge {

// The short texts of options (choose_one), each once: the list `labels` of the bundle.
class Labels {
 public:
  using Label = std::vector<std::pair<std::string, std::string>>;  // language, text
  int add(Label label);
  std::span<const Label> all() const { return labels_; }

 private:
  std::vector<Label> labels_;
};

struct AbilityContext {
  const ability::Vocabulary& vocabulary;
  const RecordIds& ids;
  std::span<const std::string> languages;  // those that a label must have
  Labels& labels;
  Problems& problems;
};

// The program of one ability; empty if it has problems.
std::vector<std::int32_t> compile_ability(const Tree& tree, const std::string& path,
                                          const AbilityContext& context);

}  // namespace rw::forge
