// The words of the toy game whose content lies in tests/content/toy.
#pragma once

#include <string_view>

#include "engine/game.h"

namespace rw::tests {

using ability::Category;
using ability::Type;

inline constexpr std::string_view sides[] = {"attacker", "defender"};
inline constexpr std::string_view card_kinds[] = {"any", "tool"};

constexpr ability::Parameter left_out(ability::Parameter p) {
  p.required = false;
  return p;
}

inline constexpr ability::Word toy_words[] = {
    {"draw", Category::effect, {{"n", Type::amount}, left_out({"hidden", Type::flag})}},
    {"draw_all", Category::effect},
    {"discard", Category::effect, {{"card", Type::name}}},
    {"move_to", Category::effect, {{"card", Type::name}, {"zone", Type::record, {}, "zones"}}},
    {"peek", Category::effect, {{"n", Type::amount}, {"as", Type::name}}},
    {"attack",
     Category::effect,
     {{"power", Type::amount}, {"hit", Type::effects}, left_out({"missed", Type::effects})}},
    {"strength", Category::modifier, {{"n", Type::number}, {"side", Type::word, sides}}},
    {"cap", Category::modifier, {{"max", Type::amount}, {"side", Type::word, sides}}},
    {"leader_ready", Category::condition},
    {"in_zone", Category::condition, {{"zone", Type::record, {}, "zones"}}},
    {"hand_size", Category::amount},
    {"own_cards",
     Category::items,
     {left_out({"kind", Type::word, card_kinds}), left_out({"max_cost", Type::number})}},
};
inline constexpr std::string_view toy_moments[] = {"before_roll", "turn_start", "damage"};
inline constexpr std::string_view toy_roles[] = {"anyone", "attacker", "defender"};
inline constexpr std::string_view toy_durations[] = {"at_once", "end_of_turn"};
inline constexpr std::string_view toy_players[] = {"you", "rival"};
inline constexpr ability::Vocabulary toy_vocabulary = {toy_words, toy_moments, toy_roles, toy_durations,
                                                       toy_players};

inline constexpr std::string_view toy_verbs[] = {"attack", "pass"};
inline constexpr std::string_view toy_questions[] = {"none", "act"};
inline constexpr std::string_view toy_events[] = {"attacked"};
inline constexpr std::string_view toy_facts[] = {"none", "too_few"};
inline constexpr core::KindInfo toy_kinds[] = {{"zone", "zones", {}, {}, 0, false, false, {}, {}, false}};

// Only what the content compiler looks at; nobody plays it.
inline const Game toy_game = [] {
  Game game{};
  game.id = "toy";
  game.vocabulary = &toy_vocabulary;
  game.verbs = toy_verbs;
  game.questions = toy_questions;
  game.events = toy_events;
  game.facts = toy_facts;
  game.kinds = toy_kinds;
  return game;
}();

}  // namespace rw::tests
