// The vocabulary of the Transformers Deck-Building Game.
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {

const ability::Vocabulary& vocabulary() {
  static constexpr ability::Vocabulary the_vocabulary = {word_table::words, Moment_names, Role_names, Until_names,
                                                         Who_names};
  return the_vocabulary;
}

}  // namespace rw::transformers_dbg
