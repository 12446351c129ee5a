// The vocabulary as the content compiler and the interpreter know it.
#include <algorithm>

#include "engine/games/transformers_dbg/vocabulary.h"

namespace rw::transformers_dbg {

const ability::Vocabulary& vocabulary() {
  static constexpr auto words = [] {
    std::array<ability::Word, word_rows.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].name = word_rows[i].name;
      out[i].category = word_rows[i].category;
      std::copy(std::begin(word_rows[i].parameters), std::end(word_rows[i].parameters), out[i].parameters);
    }
    return out;
  }();
  static constexpr ability::Vocabulary all = {words, Moment_names, Role_names, Until_names, Who_names};
  return all;
}

}  // namespace rw::transformers_dbg
