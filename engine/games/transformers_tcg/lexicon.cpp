// The words of the Transformers TCG: what choices and events name, what a seat can do, what a table can agree on.
#include "engine/ability/render.h"
#include "engine/core/text.h"
#include "engine/edge.h"
#include "engine/games/transformers_tcg/called.h"
#include "engine/games/transformers_tcg/describe.h"
#include "engine/games/transformers_tcg/rules.h"
#include "engine/options.h"

namespace rw::transformers_tcg {
namespace {

using Kind = core::Kind<Content, State>;
using VerbRow = core::VerbRow<Content, State, Verb>;
using Option = core::Option<Content, State>;
using core::at;
using core::Form;
using core::Meant;
using core::Place;
using enum Question;

// ---- kinds: where they lie -------------------------------------------------------------------------

enum PlaceRow : std::uint8_t {
  character_place,
  hand_place,
  deck_place,
  scrap_place,
  played_place,
  slot_place,  // and one for each kind of slot
  under_place = slot_place + Slot_count,
};
constexpr std::string_view place_paths[] = {
    "players.{seat}.characters.{holder}",
    "players.{seat}.hand.{n}",
    "players.{seat}.deck.{n}",
    "players.{seat}.scrap_pile.{n}",
    "players.{seat}.played.{n}",
    "players.{seat}.characters.{holder}.weapon.{n}",
    "players.{seat}.characters.{holder}.armor.{n}",
    "players.{seat}.characters.{holder}.utility.{n}",
    "players.{seat}.characters.{holder}.under.{n}",
};
static_assert(std::size(place_paths) == under_place + 1);

Place place_at(int row, Seat seat, int number, int holder) {
  return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(core::index(seat)),
          static_cast<std::int16_t>(number), static_cast<std::int16_t>(holder)};
}

Place place_of_character(const Content&, const State& s, Viewer, int who) {
  return s.characters[who].card == 0 ? Place{} : place_at(character_place, owner_of_character(who), -1, who);
}

// A pile without order lists first what the viewer knows.
int number_in(const State& s, Viewer viewer, const CardSet& pile, int card) {
  int before = 0;
  for (int other : pile) {
    if (other >= card) break;
    before += viewer.sees(detail::knowers(s, other)) ? 1 : 0;
  }
  return before;
}

Place place_of_card(const Content& c, const State& s, Viewer viewer, int card) {
  if (s.definition[card] == 0 || !viewer.sees(detail::knowers(s, card))) return {};
  const Seat owner = owner_of_card(card);
  const auto pile = [&](int row, const CardSet& set, int holder = -1) {
    return place_at(row, owner, number_in(s, viewer, set & cards_of(owner), card), holder);
  };
  if (s.hand.has(card)) return pile(hand_place, s.hand);
  if (s.scrap.has(card)) return pile(scrap_place, s.scrap);
  if (s.played.has(card)) return pile(played_place, s.played);
  const int i = core::index(owner), bearer = bearer_of_card(s, card);
  if (s.attached.has(card)) {
    if (!on_field(s, bearer) || slot_of_card(s, card) == no_slot) return {};
    const int kind = slot_kind_of(c, s, card);
    return pile(slot_place + kind, upgrades_in(c, s, bearer, kind), bearer);
  }
  if (s.under.has(card)) return pile(under_place, cards_under(s, bearer), bearer);
  for (int k = 0; k < s.deck_size[i]; ++k)
    if (s.deck[i][k] == card) return place_at(deck_place, owner, s.deck_size[i] - 1 - k, -1);
  return {};
}

// ---- kinds: how they are said ----------------------------------------------------------------------

int record_of_card(const Content&, const State& s, int card) { return record_of(s, card); }
int record_of_character(const Content&, const State& s, int who) { return s.characters[who].card - 1; }

// The full name; the side and a number where it would not be clear otherwise.
Form who_form(const Content&, const State& s, int who) {
  if (s.characters[who].card == 0) return {};
  bool both = false;
  int before = 0;
  for (int other = 0; other < character_count; ++other) {
    if (s.characters[other].card != s.characters[who].card) continue;
    if (owner_of_character(other) != owner_of_character(who))
      both = true;
    else
      before += other < who;
  }
  return {both ? "sided" : "alone",
          {s.characters[who].card - 1, before == 0 ? 0 : before + 1, core::index(owner_of_character(who))}};
}
void all_characters(const Content&, const State& s, std::vector<int>& out) {
  for (int who = 0; who < character_count; ++who)
    if (s.characters[who].card != 0) out.push_back(who);
}

// Operands that may be absent count from 1.
Meant bearer_is(const Content&, const State&, int value) { return value == 0 ? Meant{} : Meant{"who", value - 1}; }
void all_bearers(const Content& c, const State& s, std::vector<int>& out) {
  all_characters(c, s, out);
  for (int& who : out) ++who;
}
int one_less(const Content&, const State&, int value) { return value - 1; }
void one_to_three(const Content&, const State&, std::vector<int>& out) { out = {1, 2, 3}; }
static_assert(Slot_count == 3 && max_modes == 3);
constexpr std::string_view mode_words[] = {"alt1", "alt2", "bot"};  // of a Triple Changer

bool is_asked(const State& s, Question question) { return static_cast<Question>(s.decision.kind) == question; }

// Whoever may use the ability that is offered uses "it"; a tap ability is called by its character.
Form user_form(const Content&, const State& s, int) { return is_asked(s, Question::use) ? Form{"it"} : Form{}; }
Meant user_is(const Content&, const State& s, int who) {
  return is_asked(s, Question::use) ? Meant{} : Meant{"who", who};
}
void all_users(const Content& c, const State& s, std::vector<int>& out) {
  if (is_asked(s, Question::use)) return out.push_back(0);
  all_characters(c, s, out);
}

// A card by what is printed on it: the copy that would be taken.
Meant copy_is(const Content& c, const State& s, const CardSet& among, int record) {
  if (record >= static_cast<int>(c.cards.size())) return {};
  const int card = s.decision.open() ? card_to_spend(s, among, s.decision.asked, record) : -1;
  return card < 0 ? Meant{"record", record} : Meant{"card", card};
}
Meant playable_is(const Content& c, const State& s, int record) {
  return copy_is(c, s, is_asked(s, Question::play) ? playable_set(c, s, s.agenda.back()) : s.hand, record);
}
Meant flipped_is(const Content& c, const State& s, int record) { return copy_is(c, s, s.flipped, record); }
void all_records(const Content& c, const State&, std::vector<int>& out) {
  for (int record = 0; record < static_cast<int>(c.cards.size()); ++record) out.push_back(record);
}

bool asks_for(const Content& c, const State& s, int opcode) {
  if (!is_asked(s, Question::choose)) return false;
  const Frame& f = s.agenda.back();
  return Words::program(c, f.ability).opcode(f.position) == opcode;
}

// An Upgrade with its bearer, and what tells it from other copies there: the kind of slot, or how many share it.
Form borne_form(const Content& c, const State& s, int card) {
  Form form{"borne", {card, bearer_of_card(s, card)}};
  if (slot_of_card(s, card) == no_slot) return form;
  for (int other : upgrades_on(s, bearer_of_card(s, card))) {
    if (s.definition[other] != s.definition[card] || slot_of_card(s, other) == no_slot) continue;
    if (slot_kind_of(c, s, other) != slot_kind_of(c, s, card))
      form.operands[2] = slot_kind_of(c, s, card) + 1;
    else if (copies_together(s, other) != copies_together(s, card))
      form.operands[3] = copies_together(s, card);
  }
  return form;
}

// What an effect lets a seat choose.
Form item_form(const Content& c, const State& s, int item) {
  if (asks_for(c, s, ability::op_choose_one)) return {"option", {item + 1}};
  if (asks_for(c, s, ability::op_may)) return {"yes"};
  return is_card(item) && s.attached.has(item - card_item) ? borne_form(c, s, item - card_item) : Form{};
}
Meant item_is(const Content& c, const State& s, int item) {
  if (asks_for(c, s, ability::op_choose_one) || asks_for(c, s, ability::op_may)) return {};
  if (is_character(item)) return {"who", item};
  if (is_card(item)) return {"card", item - card_item};
  if (item >= number_item) return {"number", item - number_item};
  if (item >= outside_card_item) return {"record", item - outside_card_item};
  if (item >= outside_character_item) return {"character", item - outside_character_item};
  if (item >= slot_item) return {"slot", item - slot_item + 1};
  if (item >= mode_item) return {"mode", item - mode_item + 1};
  return {"color", item - color_item};
}
void all_items(const Content& c, const State& s, std::vector<int>& out) {
  const auto add = [&](int first, int count) {
    for (int i = 0; i < count; ++i) out.push_back(first + i);
  };
  if (asks_for(c, s, ability::op_may)) return add(1, 1);
  if (asks_for(c, s, ability::op_choose_one)) return add(0, ability::register_count);
  all_characters(c, s, out);
  for (int card = 0; card < card_count; ++card)
    if (s.definition[card] != 0) out.push_back(card_item + card);
  add(color_item, Color_count);
  add(mode_item, max_modes);
  add(slot_item, Slot_count);
  add(outside_character_item, static_cast<int>(c.characters.size()));
  add(outside_card_item, static_cast<int>(c.cards.size()));
  add(number_item, 256);
}
bool borne_by(const Content& c, const State& s, int item, std::string_view text) {
  const int card = item - card_item;
  return is_card(item) && s.attached.has(card) && is_called_on_bearer(c, s, card, bearer_of_card(s, card), text);
}

// For people, who want to know what an option does.
Form offered_form(const Content& c, const State& s, int item) {
  return asks_for(c, s, ability::op_choose_one) ? Form{"way", {item}} : item_form(c, s, item);
}
std::string way_text(const Content& c, const State& s, int option, std::string_view language) {
  const Frame& f = s.agenda.back();
  return ability::render_option(c.root, vocabulary(), Words::program(c, f.ability).code, f.position, option,
                                language);
}

// Where an effect comes from: a battle card, with its bearer, or a character; or a rule that works like one.
constexpr std::string_view rule_words[] = {"", "safeguard", "limit", "substitute"};
constexpr int first_rule = special_source(0);
int rule_of(const Content&, const State&, int source) { return source - first_rule; }
bool is_borne(const State& s, int source) {
  const int bearer = bearer_of(source);
  return card_of(source) >= 0 && is_character(bearer) && s.characters[bearer].card != 0;
}
Form source_form(const Content&, const State& s, int source) {
  return source < first_rule && is_borne(s, source) ? Form{"borne", {card_of(source), bearer_of(source)}} : Form{};
}
Meant source_is(const Content&, const State&, int source) {
  if (source >= first_rule) return {};
  return card_of(source) >= 0 ? Meant{"card", card_of(source)} : Meant{"who", bearer_of(source)};
}
bool source_borne_by(const Content& c, const State& s, int source, std::string_view text) {
  return source < first_rule && is_borne(s, source) &&
         is_called_on_bearer(c, s, card_of(source), bearer_of(source), text);
}
// Would both be said in the same words?
bool same_words(const State& s, int a, int b) {
  if (a == b) return true;
  if (a >= first_rule || b >= first_rule || card_of(a) < 0 || card_of(b) < 0) return false;
  return s.definition[card_of(a)] == s.definition[card_of(b)] && is_borne(s, a) == is_borne(s, b) &&
         (!is_borne(s, a) || bearer_of(a) == bearer_of(b));
}

// A source among the answers to a question: what has the words of one listed before it gets a number.
Form numbered(const State& s, const ChoiceList& list, int value, int (*source)(const State&, int)) {
  int before = 0;
  for (const Choice ch : list) {
    if (verb_of(ch) == Verb::done) continue;
    if (ch.a() == value) return before == 0 ? Form{} : Form{"numbered", {source(s, value), before + 1}};
    before += same_words(s, source(s, ch.a()), source(s, value)) ? 1 : 0;
  }
  return {};
}
Form replacement_form(const Content& c, const State& s, int source) {
  if (!is_asked(s, replace)) return {};
  ChoiceList list;
  list_replacements(c, s, list);
  return numbered(s, list, source, [](const State&, int each) { return each; });
}
Meant replacement_is(const Content&, const State&, int source) { return {"source", source}; }
void all_replacements(const Content& c, const State& s, std::vector<int>& out) {
  if (!is_asked(s, replace)) return;
  ChoiceList list;
  list_replacements(c, s, list);
  for (const Choice ch : list) out.push_back(ch.a());
}

bool is_waiting(const Content& c, const State& s, int which) {
  if (!is_asked(s, order)) return false;
  ChoiceList list;
  list_order(c, s, list);
  return list.contains(choice(Verb::resolve, which));
}
Form waiting_form(const Content& c, const State& s, int which) {
  if (!is_waiting(c, s, which)) return {"number", {which + 1}};
  ChoiceList list;
  list_order(c, s, list);
  return numbered(s, list, which, waiting_source);
}
Meant waiting_is(const Content& c, const State& s, int which) {
  return is_waiting(c, s, which) ? Meant{"source", waiting_source(s, which)} : Meant{};
}
void all_waiting(const Content&, const State&, std::vector<int>& out) {
  for (int i = 0; i < pending_capacity; ++i) out.push_back(i);
}
bool is_that_number(const Content&, const State&, int which, std::string_view text) {
  return text == std::to_string(which + 1);
}

// A place of the sideboard, and what leaves the team or the deck for it.
Meant side_is(const Content&, const State& s, int side) {
  if (!s.decision.open() || s.sideboard[core::index(s.decision.asked)][side] == 0) return {};
  return {side == 0 ? "character" : "record", s.sideboard[core::index(s.decision.asked)][side] - 1};
}
Meant listed_is(const Content&, const State&, int value) {
  return value >= listed_character ? Meant{"character", value - listed_character} : Meant{"record", value};
}
void all_sides(const Content&, const State&, std::vector<int>& out) {
  for (int side = 0; side < sideboard_size; ++side) out.push_back(side);
}
void all_listed(const Content& c, const State& s, std::vector<int>& out) {
  all_records(c, s, out);
  for (int i = 0; i < static_cast<int>(c.characters.size()); ++i) out.push_back(listed_character + i);
}

// ---- options ---------------------------------------------------------------------------------------

constexpr std::string_view early_limits[] = {"all", "from_hand"};
constexpr std::string_view ko_combines[] = {"ko_area", "battlefield"};
constexpr std::string_view pools[] = {"full", "declared", "sideboard"};
constexpr std::string_view unfinished_words[] = {"tie_break", "draw"};
constexpr std::string_view matches[] = {"one", "single", "best_of_three"};
constexpr std::string_view variants[] = {"standard", "basic"};
constexpr std::string_view clocks[] = {"running", "called"};

constexpr core::ClauseNumber by(Clause clause) { return static_cast<core::ClauseNumber>(clause); }
constexpr std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

struct Lexicon {
  using Content = transformers_tcg::Content;
  using State = transformers_tcg::State;

  static constexpr int question_count = Question_count, verb_count = Verb_count;
  static constexpr Refusal game_over = refuse(Clause::none, Fact::game_over);
  static constexpr Refusal no_such_choice = refuse(Clause::none, Fact::no_such_item);

  static std::span<const std::string_view> clauses() { return clause_names; }
  static bool over(const State& s) { return Rules::over(s); }
  static std::string_view seat_name(const Content&, const State&, int seat) {
    return seat_names[static_cast<std::size_t>(seat)];
  }
  static std::string holder_name(const Content& c, const State& s, int who) { return character_id(c, s, who); }

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr std::array kinds = {
      Kind{.name = "number", .bare = true},
      Kind{.name = "seat"},
      Kind{.name = "record", .table = "battle_cards"},
      Kind{.name = "character", .table = "characters"},
      Kind{.name = "card",
           .below = card_count,
           .table = "battle_cards",
           .row = record_of_card,
           .place = place_of_card},
      Kind{.name = "who",
           .below = character_count,
           .table = "characters",
           .row = record_of_character,
           .form = who_form,
           .place = place_of_character,
           .values = all_characters,
           .also = is_character_called},
      Kind{.name = "bearer", .below = character_count + 1, .is = bearer_is, .values = all_bearers},
      Kind{.name = "user", .below = character_count, .form = user_form, .is = user_is, .values = all_users},
      Kind{.name = "playable", .is = playable_is, .values = all_records},
      Kind{.name = "flipped", .is = flipped_is, .values = all_records},
      Kind{.name = "slot", .below = Slot_count + 1, .words = Slot_names, .row = one_less, .values = one_to_three},
      Kind{.name = "mode", .below = max_modes + 1, .words = mode_words, .row = one_less, .values = one_to_three},
      Kind{.name = "color", .below = Color_count, .words = Color_names},
      Kind{.name = "phase", .below = Phase_count, .words = Phase_names},
      Kind{.name = "item", .form = item_form, .is = item_is, .values = all_items, .also = borne_by},
      Kind{.name = "offered", .form = offered_form, .is = item_is},
      Kind{.name = "way", .text = way_text},
      Kind{.name = "source",
           .words = rule_words,
           .row = rule_of,
           .form = source_form,
           .is = source_is,
           .also = source_borne_by},
      Kind{.name = "replacement", .form = replacement_form, .is = replacement_is, .values = all_replacements},
      Kind{.name = "waiting",
           .below = pending_capacity,
           .form = waiting_form,
           .is = waiting_is,
           .values = all_waiting,
           .also = is_that_number},
      Kind{.name = "side", .below = sideboard_size, .is = side_is, .values = all_sides},
      Kind{.name = "listed", .is = listed_is, .values = all_listed},
  };

  // In the order in which the choices of a question are listed. The clause of a choice that is out of place stands
  // in `elsewhere`, or else here.
  static constexpr Refusal out_of_place = refuse(Clause::TCG_ACT_13, Fact::other_question);
  static constexpr VerbRow verb_rows[] = {
      {.verb = Verb::play,
       .pattern = "play {a:playable}{b? on {b:bearer}}{c? in the {c:slot} slot}",
       .questions = at(main),
       .list = list_main_plays,
       .judge = judge_main_play,
       .act = play_in_main,
       .otherwise = refuse(Clause::TCG_ACT_09, Fact::other_question)},
      {.verb = Verb::play,
       .questions = at(Question::play),
       .list = list_may_play,
       .judge = judge_offered_play,
       .act = play_offered},
      {.verb = Verb::flip,
       .pattern = "flip {a:who}{b? to {b:mode}}",
       .questions = at(main),
       .list = list_flips,
       .judge = judge_flip,
       .act = flip_in_main,
       .otherwise = out_of_place},
      {.verb = Verb::use,
       .pattern = "use {a:user}",
       .questions = at(main),
       .list = list_tap_abilities,
       .judge = judge_tap_ability,
       .act = use_tap_ability,
       .otherwise = out_of_place},
      {.verb = Verb::use,
       .questions = at(Question::use),
       .list = list_use,
       .judge = judge_listed,
       .act = use_ability},
      {.verb = Verb::attack,
       .pattern = "attack {a:who} -> {b:who}",
       .questions = at(main, Question::attack),
       .list = list_attacks,
       .judge = judge_attack,
       .act = declare_attack,
       .otherwise = out_of_place},
      {.verb = Verb::end,
       .pattern = "end",
       .questions = at(main),
       .judge = judge_end,
       .act = end_main,
       .otherwise = out_of_place},
      {.verb = Verb::resolve,
       .pattern = "resolve {a:waiting}",
       .questions = at(order),
       .list = list_order,
       .judge = judge_listed,
       .act = resolve,
       .otherwise = out_of_place},
      {.verb = Verb::apply,
       .pattern = "apply {a:replacement}",
       .questions = at(replace),
       .list = list_replacements,
       .judge = judge_listed,
       .act = apply_replacement,
       .otherwise = out_of_place},
      {.verb = Verb::swap,
       .pattern = "swap {a:playable} for {b:flipped}",
       .questions = at(Question::swap),
       .list = list_swaps,
       .judge = judge_swap,
       .act = swap_green,
       .otherwise = refuse(Clause::TCG_BAT_24, Fact::other_question)},
      {.verb = Verb::keep_upgrade,
       .pattern = "keep {a:item}{b? in the {b:slot} slot}",
       .questions = at(Question::keep_upgrade),
       .list = list_kept_upgrades,
       .judge = judge_listed,
       .act = transformers_tcg::keep_upgrade,
       .otherwise = out_of_place},
      {.verb = Verb::exchange,
       .pattern = "exchange {a:side} for {b:listed}",
       .questions = at(sideboard),
       .list = list_exchanges,
       .judge = judge_exchange,
       .act = exchange,
       .otherwise = out_of_place},
      {.verb = Verb::choose,
       .pattern = "choose {a:item}",
       .questions = at(choose),
       .list = list_offer,
       .judge = judge_listed,
       .act = choose_item,
       .otherwise = out_of_place},
      {.verb = Verb::choose,
       .questions = at(first_player),
       .list = list_first_players,
       .judge = judge_listed,
       .act = choose_first},
      {.verb = Verb::choose, .questions = at(mode), .list = list_modes, .judge = judge_listed, .act = choose_mode},
      {.verb = Verb::choose,
       .questions = at(plan, focus, focus_order),
       .list = list_plan,
       .judge = judge_listed,
       .act = choose_for_plan},
      {.verb = Verb::choose, .questions = at(keep), .list = list_keep, .judge = judge_listed, .act = keep_in_hand},
      {.verb = Verb::choose, .questions = at(slot), .list = list_slots, .judge = judge_listed, .act = choose_slot},
      {.verb = Verb::choose,
       .questions = at(leave),
       .list = list_leaving,
       .judge = judge_listed,
       .act = choose_leaving},
      {.verb = Verb::choose,
       .questions = at(component),
       .list = list_components,
       .judge = judge_listed,
       .act = choose_component},
      {.verb = Verb::choose,
       .questions = at(amount),
       .list = list_amounts,
       .judge = judge_listed,
       .act = choose_amount},
      {.verb = Verb::done,
       .pattern = "done",
       .questions = at(choose),
       .list = list_offer,
       .judge = judge_listed,
       .act = stop_choosing,
       .otherwise = out_of_place},
      {.verb = Verb::done, .questions = at(sideboard), .act = done_exchanging},
      {.verb = Verb::done, .questions = at(Question::attack), .judge = judge_rest, .act = rest},
      {.verb = Verb::done, .questions = at(Question::use), .act = decline_ability},
      {.verb = Verb::done,
       .questions = at(replace),
       .list = list_replacements,
       .judge = judge_listed,
       .act = decline_replacements},
      {.verb = Verb::done, .questions = at(plan, focus), .act = stop_planning},
      {.verb = Verb::done, .questions = at(Question::play), .act = decline_play},
      {.verb = Verb::done, .questions = at(Question::swap), .act = decline_swap},
  };

  static Refusal not_asked(const Content&, const State& s, Seat seat, Choice ch) {
    if (seat == s.turn) return refuse(Clause::TCG_ACT_13, Fact::not_asked);
    switch (verb_of(ch)) {
      case Verb::attack: return refuse(Clause::TCG_ATK_12, Fact::not_your_turn);
      case Verb::play: return refuse(Clause::TCG_ACT_09, Fact::not_your_turn);
      case Verb::flip: return refuse(Clause::TCG_TRN_04, Fact::not_your_turn);
      default: return refuse(Clause::TCG_ACT_13, Fact::not_asked);
    }
  }

  static Refusal elsewhere(const Content& c, const State& s, Seat seat, Choice ch) {
    const Verb verb = verb_of(ch);
    switch (static_cast<Question>(s.decision.kind)) {
      case main: return verb == Verb::swap ? legal : refuse(Clause::TCG_TRN_04, Fact::other_question);
      case sideboard: return refuse(Clause::TCG_VAR_02, Fact::other_question);
      case Question::attack:
        if (verb == Verb::end) return must_attack(s);
        break;
      case Question::swap:
      case Question::play: break;
      default:
        if (verb == Verb::choose || verb == Verb::done || verb == Verb::use || verb == Verb::keep_upgrade)
          return judge_listed(c, s, seat, ch);
    }
    // TCG-TRN-09: attacks come last.
    const bool main_verb = verb == Verb::play || verb == Verb::flip || verb == Verb::use || verb == Verb::end;
    return main_verb && s.phase == Phase::attack ? refuse(Clause::TCG_TRN_09, Fact::attack_begun) : legal;
  }

  static constexpr Option options[] = {
      {.name = "decks", .type = core::OptionType::text, .clause = by(Clause::TCG_DECK_11), .read = read_decks},
      {.name = "list", .type = core::OptionType::text, .clause = by(Clause::TCG_DECK_11), .read_for = read_list},
      {.name = "format",
       .type = core::OptionType::record,
       .clause = by(Clause::TCG_DECK_12),
       .usual = "casual",
       .ids = [](const Content& c) -> std::span<const std::string_view> { return c.format_ids; },
       .write = [](State& s, int format) { s.options.format = byte(format); }},
      {.name = "first_player",
       .type = core::OptionType::seat,
       .clause = by(Clause::TCG_SET_04),
       .usual = "random",
       .write = [](State& s, int seat) { s.first = seat < 0 ? core::no_seat : core::seat(seat); }},
      {.name = "match",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_VAR_01),
       .usual = "one",
       .words = matches,
       .write = [](State& s, int wins) { s.options.match = byte(std::max(1, wins)); }},
      {.name = "loser_chooses",
       .clause = by(Clause::TCG_SET_05),
       .usual = "off",
       .write = [](State& s, int on) { s.options.loser_chooses = byte(on); }},
      {.name = "variant",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_VAR_03),
       .usual = "standard",
       .words = variants,
       .write = [](State& s, int basic) { s.options.basic = byte(basic); }},
      {.name = "unfinished",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_VAR_06),
       .usual = "tie_break",
       .words = unfinished_words,
       .write = [](State& s, int draw) { s.options.unfinished_draw = byte(draw); }},
      {.name = "early_turn_limit",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_TRN_07),
       .usual = "all",
       .words = early_limits,
       .write = [](State& s, int from_hand) { s.options.early_from_hand = byte(from_hand); }},
      {.name = "combine_all_from_ko",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_CMB_08),
       .usual = "ko_area",
       .words = ko_combines,
       .write = [](State& s, int battlefield) { s.options.all_from_ko = byte(battlefield); }},
      {.name = "outside_pool",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_OUT_06),
       .usual = "full",
       .words = pools,
       .write = [](State& s, int pool) { s.options.outside_pool = byte(pool); }},
      {.name = "clock",
       .type = core::OptionType::word,
       .clause = by(Clause::TCG_VAR_04),
       .usual = "running",
       .words = clocks,
       .write = [](State& s, int called) { s.options.time_called = byte(called); }},
  };

  using Step = void (*)(Table&, core::Frame&);
  static constexpr Step steps[Step_count] = {
      nullptr,
      step_match,
      at_rest<step_setup>,
      at_rest<step_turn>,
      at_rest<step_attack>,
      step_ordered_attack,
      at_rest<step_triggers>,
      step_program,
      step_play,
      step_flip,
      step_plan,
      step_keep,
      step_damage,
      step_scrap,
      step_put_on,
      step_combine,
      step_settle_upgrades,
      step_amount,
      step_tie_break,
  };
};

}  // namespace

const ability::Vocabulary& Rules::vocabulary() { return transformers_tcg::vocabulary(); }

void run(Table& t) { core::run_agenda<Lexicon>(t); }
void Rules::choices(const Content& c, const State& s, ChoiceList& out) { core::list_by_table<Lexicon>(c, s, out); }
Refusal Rules::judge(const Content& c, const State& s, Seat seat, Choice ch) {
  return core::judge_by_table<Lexicon>(c, s, seat, ch);
}
void Rules::apply(Table& t, Choice ch) { core::act_by_table<Lexicon>(t, ch); }
bool read_options(Table& t, const Setup& setup, std::string& error) {
  return rw::read_options<Lexicon>(t, setup, error);
}

}  // namespace rw::transformers_tcg

namespace rw {
const Game& transformers_tcg_game();
const Game& transformers_tcg_game() {
  static const Game game = make_game<transformers_tcg::Rules, transformers_tcg::Lexicon>();
  return game;
}
}  // namespace rw
