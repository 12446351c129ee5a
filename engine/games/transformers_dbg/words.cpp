// The vocabulary as the content compiler and the interpreter know it.
#include "engine/games/transformers_dbg/vocabulary.h"

namespace rw::transformers_dbg {

const ability::Vocabulary& vocabulary() {
  static constexpr ability::Vocabulary all = {words, Moment_names, Role_names, Until_names, Who_names};
  return all;
}

}  // namespace rw::transformers_dbg
