// The vocabulary of the Transformers TCG.
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {

const ability::Vocabulary& vocabulary() {
  static constexpr ability::Vocabulary the_vocabulary = {word_table::words, Moment_names, Role_names, Until_names,
                                                         Who_names};
  return the_vocabulary;
}

}  // namespace rw::transformers_tcg
