// The end of a game, the tie-break, matches of several games.
#include <algorithm>

#include "engine/games/transformers_tcg/rules.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {

// TCG-WIN-01 to 03: looked at before any triggered ability resolves.
void check_end(Table& t) {
  State& s = t.s;
  if (is_over(s) || s.phase == Phase::set_up) return;
  SeatMask standing = 0;
  for (const Seat seat : in_turn_order(s))
    if (fielded(s, seat) != 0) standing |= core::only(seat);
  if (standing == 3) return;
  cite(t, Clause::TCG_WIN_03);
  if (standing == 0) return end_game(t, 3, Clause::TCG_WIN_02);
  end_game(t, standing, Clause::TCG_WIN_01);
}

void end_game(Table& t, SeatMask winners, Clause clause) {
  State& s = t.s;
  const Seat actor = winners == 1 ? core::seat(0) : winners == 2 ? core::seat(1) : core::no_seat;
  s.winners = winners;
  s.end_clause = static_cast<std::uint16_t>(clause);
  s.decision = {};
  s.agenda.clear();
  s.pending.clear();
  s.lasting.clear();
  s.laters.clear();
  s.uses.clear();
  s.damage = {};
  s.battle = {};
  s.programs = s.fresh_deck = 0;
  s.check = 0;
  emit(t, clause, EventKind::game_over, actor, winners);
  ++s.match.games;
  s.match.last_winner = actor == core::no_seat ? 0 : static_cast<std::uint8_t>(core::index(actor) + 1);
  if (actor != core::no_seat) ++s.match.wins[core::index(actor)];
  s.phase = Phase::over;
  if (s.options.match <= 1) return;
  // TCG-VAR-01: drawn games do not count; ten games are the most that a table plays.
  emit(t, Clause::TCG_VAR_01, EventKind::match_score, core::no_seat, s.match.wins[0], s.match.wins[1]);
  const int best = std::max(s.match.wins[0], s.match.wins[1]);
  if (best >= s.options.match || s.match.games >= 10) {
    s.winners = s.match.wins[0] == s.match.wins[1] ? 3 : s.match.wins[0] > s.match.wins[1] ? 1 : 2;
    return;
  }
  s.phase = Phase::set_up;
  s.winners = 0;
  s.end_clause = 0;
  s.lasting_words = 0;
  push_step(t, Step::match, core::no_seat);
}

// ---- the tie-break (TCG-VAR-05) -------------------------------------------------------------------------------

namespace {

int health_left(const Content& c, const State& s, Seat seat) {
  int n = 0;
  for (const Character who : core::bits<Character>(fielded(s, seat)))
    n += std::max(0, health_of(c, s, who) - s.characters[who].damage);
  return n;
}
int stars_left(const Content& c, const State& s, Seat seat) {
  int n = 0;
  for (const Character who : core::bits<Character>(fielded(s, seat))) n += card_of_character(c, s, who).stars;
  return n;
}

}  // namespace

void begin_tie_break(Table& t) {
  State& s = t.s;
  if (s.options.unfinished_draw != 0) return end_game(t, 3, Clause::TCG_VAR_06);
  cite(t, Clause::TCG_WIN_05);
  const Seat a = core::seat(0), b = core::seat(1);
  const int health = health_left(t.content, s, a) - health_left(t.content, s, b);
  const int stars = stars_left(t.content, s, a) - stars_left(t.content, s, b);
  emit(t, Clause::TCG_VAR_05, EventKind::tie_break, core::no_seat, health, stars);
  if (health != 0) return end_game(t, health > 0 ? 1 : 2, Clause::TCG_VAR_05);
  if (stars != 0) return end_game(t, stars > 0 ? 1 : 2, Clause::TCG_VAR_05);
  for (int round = 0; round < t.content.tie_break_flips; ++round) {
    int white[player_count] = {};
    for (const Seat seat : in_turn_order(s))
      for (int k = 0; k < 2; ++k) {
        const Card card = take_top(t, seat);
        if (card == no_card) continue;
        s.played.add(card);
        show(s, card);
        white[core::index(seat)] +=
            icons_of(battle_card(t.content, s, card).icons, static_cast<int>(Color::white));
        emit(t, Clause::TCG_VAR_05, EventKind::card_flipped, seat, card);
      }
    for (const Seat seat : in_turn_order(s))
      for (const Card card : s.played& cards_of(seat)) put_in_scrap(t, card, Clause::TCG_END_02);
    if (white[0] != white[1]) return end_game(t, white[0] > white[1] ? 1 : 2, Clause::TCG_VAR_05);
  }
  const auto coin = core::draw(s.random, t.chance, 1, 2);
  emit(t, Clause::TCG_VAR_05, EventKind::coin, core::no_seat, static_cast<int>(coin));
  end_game(t, coin == 1 ? 1 : 2, Clause::TCG_VAR_05);
}

void step_tie_break(Table& t, Frame&) { begin_tie_break(t); }

Outcome outcome_of(const Content& c, const State& s) {
  Outcome out;
  out.seats = player_count;
  out.winners = s.winners;
  out.clause = s.end_clause;
  for (int i = 0; i < player_count; ++i) {
    const Seat seat = core::seat(i);
    for (const Character who : core::bits<Character>(fielded(s, seat)))
      out.score[i] += health_of(c, s, who) - s.characters[who].damage;
    if (s.options.match > 1) out.score[i] = s.match.wins[i];
    out.rank[i] = core::has(s.winners, seat) ? 1 : 2;
  }
  return out;
}

// ---- conceding, draws (TCG-WIN-04), the clock (TCG-VAR-07) -------------------------------------------

Clause Rules::table_clause(core::TableVerb verb) {
  return verb == core::TableVerb::time_out ? Clause::TCG_VAR_07 : Clause::TCG_WIN_04;
}

namespace {

// In a match only this game is lost or drawn.
void give_up(Table& t, SeatMask winners, Clause clause) {
  end_game(t, winners, clause);
  Rules::run(t);
}

}  // namespace

void leave_game(Table& t, Seat seat, core::TableVerb verb) {
  give_up(t, core::only(opponent(seat)), Rules::table_clause(verb));
}

void draw_by_agreement(Table& t) { give_up(t, 3, Rules::table_clause(core::TableVerb::agree_draw)); }

// ---- between two games of a match --------------------------------------------------------------------

enum MatchStage : std::uint8_t { first_changes, second_changes, who_starts, starting };

namespace {

bool has_sideboard(const State& s, Seat seat) {
  for (std::uint8_t card : s.sideboard[core::index(seat)])
    if (card != 0) return true;
  return false;
}
// TCG-VAR-02: the winner of the last game declares first.
Seat first_to_change(const State& s) {
  return s.match.last_winner != 0 ? core::seat(s.match.last_winner - 1) : s.first;
}

}  // namespace

void step_match(Table& t, Frame& f) {
  State& s = t.s;
  const Seat winner = first_to_change(s);
  switch (f.stage) {
    case first_changes:
    case second_changes: {
      const Seat seat = f.stage == first_changes ? winner : opponent(winner);
      if (!has_sideboard(s, seat)) {
        f.stage = static_cast<std::uint8_t>(f.stage + 1);
        return;
      }
      cite(t, Clause::TCG_VAR_02, seat);
      return ask(t, Question::sideboard, seat);
    }
    case who_starts: {
      f.stage = starting;
      if (s.options.loser_chooses == 0) {
        s.first = opponent(s.first);  // TCG-SET-04
        cite(t, Clause::TCG_SET_04, s.first);
        return;
      }
      // TCG-SET-05: the loser; after a draw, whoever chose last time.
      const int chooser = s.match.last_winner != 0 ? 2 - s.match.last_winner
                          : s.match.chooser != 0   ? s.match.chooser - 1
                                                   : 0;
      s.match.chooser = static_cast<std::uint8_t>(chooser + 1);
      return ask(t, Question::first_player, core::seat(chooser));
    }
    default: s.agenda.pop(); return deal(t, s.first);
  }
}

void list_first_players(const Content&, const State&, ChoiceList& out) {
  for (int seat = 0; seat < player_count; ++seat) out.add(choice(Verb::choose, item_at(number_item, seat + 1)));
}

void choose_first(Table& t, Seat, Choice ch) {
  t.s.first = core::seat(ch.a() - number_item - 1);
  emit(t, Clause::TCG_SET_05, EventKind::first_player, t.s.first);
}

// An exchange names a place of the sideboard (0 the character) and what leaves the team or the deck.
void list_exchanges(const Content& c, const State& s, ChoiceList& out) {
  const int seat = core::index(s.decision.asked);
  const auto offer = [&](int side, int leaves) {
    const Choice ch = choice(Verb::exchange, side, leaves);
    if (!judge_exchange(c, s, s.decision.asked, ch).refused()) out.add(ch);
  };
  for (int side = 0; side < sideboard_size; ++side) {
    if (s.sideboard[seat][side] == 0) continue;
    if (side == 0)
      for (const CharacterRecord record : c.all_characters()) offer(side, listed_character + core::index(record));
    else
      for (const CardRecord record : c.all_cards()) offer(side, core::index(record));
  }
}

namespace {

int stars_of_list(const Content& c, const State& s, int seat) {
  int stars = 0;
  for (int k = 0; k < s.team_size[seat]; ++k) stars += c.character(on_team(s, seat, k)).stars;
  for (int k = 0; k < s.list_size[seat]; ++k) stars += c.card(record_of(s, card_of(core::seat(seat), k))).stars;
  return stars;
}

// What lies at this place of the sideboard. Place 0 has the character.
template <core::Id Record>
Record beside(const State& s, int seat, int side) {
  return core::make<Record>(s.sideboard[seat][side] - 1);
}
CharacterRecord leaving_character(Choice ch) { return core::make<CharacterRecord>(ch.b() - listed_character); }

}  // namespace

Refusal judge_exchange(const Content& c, const State& s, Seat seat, Choice ch) {
  const int i = core::index(seat);
  if (s.sideboard[i][ch.a()] == 0) return refuse(Clause::TCG_VAR_02, Fact::not_sideboard);
  for (int side = 1; side < ch.a(); ++side)  // of equal cards the first is meant
    if (s.sideboard[i][side] == s.sideboard[i][ch.a()]) return refuse(Clause::TCG_VAR_02, Fact::not_sideboard);
  const Format& format = c.formats[s.options.format];
  int stars = stars_of_list(c, s, i), copies = 0, there = 0;
  if (ch.a() == 0) {
    const auto in = beside<CharacterRecord>(s, i, 0);
    for (int k = 0; k < s.team_size[i]; ++k) {
      there += ch.b() >= listed_character && on_team(s, i, k) == leaving_character(ch) ? 1 : 0;
      copies += on_team(s, i, k) == in ? 1 : 0;
    }
    if (there == 0) return refuse(Clause::TCG_VAR_02, Fact::not_sideboard);
    if (copies > 0) return refuse(Clause::TCG_DECK_03, Fact::not_sideboard);
    stars += c.character(in).stars - c.character(leaving_character(ch)).stars;
  } else {
    const auto in = beside<CardRecord>(s, i, ch.a()), out = ch.b<CardRecord>();
    for (int k = 0; k < s.list_size[i]; ++k) {
      const CardRecord record = record_of(s, card_of(seat, k));
      copies += record == in ? 1 : 0;
      there += ch.b() < listed_character && record == out ? 1 : 0;
    }
    if (there == 0 || in == out) return refuse(Clause::TCG_VAR_02, Fact::not_sideboard);
    if (format.copies != 0 && copies >= format.copies)
      return refuse(Clause::TCG_DECK_05, Fact::not_sideboard, copies, format.copies);
    stars += c.card(in).stars - c.card(out).stars;
  }
  return stars <= format.stars ? legal : refuse(Clause::TCG_DECK_01, Fact::not_sideboard, stars, format.stars);
}

void exchange(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const int i = core::index(seat);
  const std::uint8_t in = s.sideboard[i][ch.a()];
  emit(t, Clause::TCG_VAR_02, EventKind::exchanged, seat, (ch.a() == 0 ? listed_character : 0) + in - 1, ch.b());
  if (ch.a() == 0) {
    s.sideboard[i][0] = from_1(leaving_character(ch));
    for (int k = 0; k < s.team_size[i]; ++k)
      if (on_team(s, i, k) == leaving_character(ch)) {
        s.team[i][k] = in;
        break;
      }
    return;
  }
  s.sideboard[i][ch.a()] = from_1(ch.b<CardRecord>());
  for (int k = 0; k < s.list_size[i]; ++k)
    if (const Card card = card_of(seat, k); record_of(s, card) == ch.b<CardRecord>()) {
      s.definition[card] = in;
      return;
    }
}

void done_exchanging(Table& t, Seat, Choice) {
  Frame& f = t.s.agenda.back();
  f.stage = static_cast<std::uint8_t>(f.stage + 1);
}

}  // namespace rw::transformers_tcg
