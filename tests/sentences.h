// What a native speaker would not say: faults of a sentence that a pattern and names were put together to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rw::test {

// Everything that is wrong with it, each with the words where it stands.
std::vector<std::string> faults_of_sentence(std::string_view text, std::string_view language);

}  // namespace rw::test
