// What a table says that is no rule of a game: why it refuses something, what became of a seat, how the game
// ended. The texts are in the content (locale table.<name>), in every language that it has.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/names.h"
#include "engine/game.h"

namespace rw::server {

RW_NAMED_ENUM(Saying, std::uint8_t, not_asked, other_decision, one_choice, picks, impossible, nothing_done,
              watching, waiting_for_seats, over, not_over, computer_plays, too_many_states, no_chat, too_much_talk,
              no_undo, nothing_to_undo, learned_since, undo_asked, draw_offered, nobody_to_ask, no_offer,
              not_written, other_rules, other_content, took_back, resigned_played_on, late_played_on, draw,
              resigned, lost_on_time, closed, broken, nobody_wins, drawn, won)

// Who acts, and the numbers that the text names.
struct Filling {
  int actor = 0;
  int a = 0, b = 0;
  std::string winners = {};
};
std::string said(const Edition&, const Position&, Saying, std::string_view language, const Filling& = {});

// With a capital and a full stop.
std::string sentence(std::string text);

// A set phrase of the talk; empty: there is none of this name.
std::string_view phrase_text(const Edition&, std::string_view phrase, std::string_view language);

}  // namespace rw::server
