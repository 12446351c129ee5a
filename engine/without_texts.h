// For a game whose cards have no texts: no words, and nowhere that texts act.
#pragma once

#include "engine/edge.h"

namespace rw {

template <class Content, class State>
inline constexpr ability::Whereabouts<Content, State> no_whereabouts = {
    .rows = {},
    .zones = {},
    .kinds = {},
    .lying = [](const Content&, const State&, std::vector<ability::Lying>&) {},
    .silence = [](Content&, int) {},
    .record_name = [](const Content&, int) { return std::string(); },
};

template <class Rules>
struct LexiconWithoutTexts : LexiconOf<Rules> {
  static constexpr const auto& where = no_whereabouts<typename Rules::Content, typename Rules::State>;
  static const ability::Vocabulary& vocabulary() {
    static constexpr ability::Vocabulary none{};
    return none;
  }
  // At other questions each verb has one refusal, `otherwise`.
  static core::Refusal elsewhere(const typename Rules::Content&, const typename Rules::State&, core::Seat,
                                 core::Choice) {
    return core::legal;
  }
};

}  // namespace rw
