// Every card of the Transformers Deck-Building Game at work. Each text of each card is met on a laid table, and
// every word of it is seen to change the position: the same choice is made on a twin of the position whose
// content is equal but for that text, which says nothing there, and what differs is the text's own doing.
// Modifiers are seen in the figure that they change.
#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "engine/ability/walk.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"
#include "tests/expected.h"
#include "tests/table.h"
#include "tests/transformers_dbg_stages.h"

namespace rw::test {
namespace {

namespace dbg = rw::transformers_dbg;
using dbg::CardKind;
using dbg::EventKind;
using dbg::WordOp;

// By effect word: the events that show it.
const std::map<std::string_view, std::vector<EventKind>> evidence = {
    {"gain_energon", {EventKind::energon_gained}},
    {"lose_energon", {EventKind::energon_lost}},
    {"pay_energon", {EventKind::energon_paid}},
    {"gain_vp", {EventKind::vp_gained}},
    {"lose_vp", {EventKind::vp_lost}},
    {"draw", {EventKind::drew}},
    {"discard", {EventKind::discarded}},
    {"discard_hand", {EventKind::discarded, EventKind::drew}},
    {"gain_damage", {EventKind::damage_gained}},
    {"repair", {EventKind::repaired}},
    {"convert", {EventKind::converted}},
    {"add_power", {EventKind::power_added}},
    {"add_range", {EventKind::range_added}},
    {"add_move", {EventKind::move_added}},
    {"free_power", {EventKind::power_added}},
    {"battle_power", {EventKind::battle_power}},
    {"raise_cost", {EventKind::cost_changed}},
    {"attack", {EventKind::attack_declared}},
    {"block_attack", {EventKind::blocked}},
    {"move_standee", {EventKind::moved}},
    {"teleport", {EventKind::teleported}},
    {"peek", {EventKind::peeked}},
    {"search", {EventKind::searched}},
    {"flip_down", {EventKind::flipped_down}},
    {"rearrange", {EventKind::put_back}},
    {"sift_deck", {EventKind::sifted}},
    {"peek_deck", {EventKind::sifted, EventKind::peeked_main}},
    {"take_peeked", {EventKind::drew}},
    {"put_main_card", {EventKind::buried, EventKind::main_revealed, EventKind::destroyed}},
    {"destroy", {EventKind::destroyed}},
    {"put", {EventKind::card_put}},
    {"reveal_from_vault", {EventKind::revealed}},
    {"pick_at_random", {EventKind::destroyed, EventKind::card_put, EventKind::teleported, EventKind::discarded}},
    {"add_tokens", {EventKind::tokens_added}},
    {"cancel_confrontation", {EventKind::confrontation_cancelled}},
};

// Words whose event carries their number.
const std::set<std::string_view> counted = {"gain_energon", "pay_energon", "gain_vp",    "add_power",
                                            "add_range",    "add_move",    "free_power", "raise_cost"};

struct Claim {
  int ability = -1;  // -1: the card itself
  bool cost = false;
  int opcode = 0, at = 0;
  std::string what;
  std::vector<EventKind> shown_by;
  int number = -1000;  // an operand of the event
  dbg::Clause clause = dbg::Clause::none;  // of the event; none: any
  bool modifier = false;
};

enum class Part { cost, effects };

// The same content with one part of one text silent.
struct Muted {
  dbg::Content content;
  std::vector<std::int32_t> code;
};

class EveryDbgCard : public testing::Test {
 protected:
  void SetUp() override {
    edition = edition_of(*find_game("transformers_dbg"));
    content = good(dbg::Content::load(edition->bundle().root()));
    ASSERT_TRUE(content);
  }

  const dbg::CardDef& def(dbg::Card card) const { return dbg::card_def(*content, card); }
  static dbg::State& state(Position& p) { return *static_cast<dbg::State*>(p.data()); }

  void claims_of(int ability, std::vector<Claim>& claims) const;
  std::unique_ptr<Muted> muted(int ability, Part part) const;
  bool changes_figure(const dbg::Content& c, const dbg::State& s, const Claim& claim, dbg::Card card) const;
  void look_at_figures(const dbg::State& s, dbg::Card card, std::vector<Claim>& open);
  void look_at_events(const dbg::State& before, Choice choice, const core::Log& log, bool running, int ability,
                      std::vector<Claim>& open);
  void look_at_move(const dbg::State& before, const dbg::State& after, Choice choice,
                    std::vector<Claim>& open) const;
  void play(Position p, std::uint64_t seed, dbg::Card card, std::vector<Claim>& open);
  std::string card_mode(const dbg::CharacterDef& who, int side) const {
    return std::string(dbg::SideUp_names[def(who.side[side]).mode]);
  }
  std::size_t show(dbg::Card card, std::vector<Claim> open, const std::vector<Stage>& stages);

  std::shared_ptr<const Edition> edition;
  std::unique_ptr<dbg::Content> content;
  std::map<std::pair<int, Part>, std::unique_ptr<Muted>> silenced;
};

// ---- what a text claims -------------------------------------------------------------------------------------

void EveryDbgCard::claims_of(int ability, std::vector<Claim>& claims) const {
  const ability::Vocabulary& vocabulary = dbg::vocabulary();
  const ability::Program p = content->abilities[static_cast<std::size_t>(ability)];
  const std::string name(def(content->ability_card[static_cast<std::size_t>(ability)]).id);
  for (const bool cost : {false, true}) {
    const int block = cost ? p.ability().cost : p.ability().effects;
    if (block == 0) continue;
    ability::walk(vocabulary, p, block, [&](int at) {
      const ability::Word* word = ability::find_word(vocabulary, p.opcode(at));
      if (word == nullptr || p.opcode(at) < ability::first_game_word) return;
      Claim claim{ability, cost, p.opcode(at), at, name + ": " + std::string(word->name), {}};
      claim.modifier = word->category == ability::Category::modifier;
      if (!claim.modifier && word->category != ability::Category::effect) return;
      if (static_cast<WordOp>(p.opcode(at)) == WordOp::ambush_hits_all) {  // read at once, where it strikes
        claim.modifier = false;
        claim.shown_by = {EventKind::note};
        claim.clause = dbg::Clause::DBG_AMB_05;
        claims.push_back(std::move(claim));
        return;
      }
      // Move that is paid leaves no line in the log: the pool is looked at.
      if (static_cast<WordOp>(p.opcode(at)) == WordOp::pay_move) {
        claim.number = p.word(at + 2);
      } else if (!claim.modifier) {
        const auto found = evidence.find(word->name);
        ASSERT_NE(found, evidence.end()) << word->name;
        claim.shown_by = found->second;
        if (counted.contains(word->name) && p.opcode(at + 1) == ability::op_number) {
          claim.number = p.word(at + 2);
          claim.what += " " + std::to_string(claim.number);
        }
      }
      claims.push_back(std::move(claim));
    });
  }
}

std::unique_ptr<Muted> EveryDbgCard::muted(int ability, Part part) const {
  auto twin = std::make_unique<Muted>();
  twin->content = *content;
  const ability::Program p = content->abilities[static_cast<std::size_t>(ability)];
  twin->code.assign(p.code.begin(), p.code.end());
  // Modifiers are read where they stand; everything else is run, and an empty block is run instead.
  ability::walk(dbg::vocabulary(), p, p.ability().effects, [&](int at) {
    if (part == Part::effects && p.opcode(at) >= ability::first_game_word && dbg::is_modifier(p.opcode(at)))
      twin->code[static_cast<std::size_t>(at)] = ability::header(ability::op_end, p.length(at));
  });
  const auto empty = static_cast<std::int32_t>(twin->code.size());
  const int after = part == Part::cost ? p.ability().effects + 1 : 0;
  for (const std::int32_t word :
       {ability::header(ability::op_block, 3), ability::header(ability::op_end, 2), after})
    twin->code.push_back(word);
  // What is paid leads to the effects; what comes later starts by itself.
  const int cost = p.ability().cost;
  if (part == Part::effects && cost != 0)
    twin->code[static_cast<std::size_t>(cost + p.length(cost) - 1)] = empty + 1;
  ability::walk(dbg::vocabulary(), p, p.ability().effects, [&](int at) {
    if (part != Part::effects || p.opcode(at) != ability::op_block || at == p.ability().effects) return;
    if (p.length(at + 1) < 2 || dbg::is_modifier(p.opcode(at + 1))) return;
    twin->code[static_cast<std::size_t>(at + 1)] = ability::header(ability::op_end, p.length(at + 1));
    twin->code[static_cast<std::size_t>(at + 2)] = 0;
  });
  auto& head = *reinterpret_cast<ability::Ability*>(twin->code.data());
  (part == Part::cost ? head.cost : head.effects) = empty;
  twin->content.abilities[static_cast<std::size_t>(ability)] = {twin->code};
  const dbg::Card card = content->ability_card[static_cast<std::size_t>(ability)];
  dbg::CardDef& silent = twin->content.cards[static_cast<std::size_t>(card)];
  silent.modifiers = 0;
  for (int i = 0; i < silent.texts; ++i) {
    const ability::Program text = twin->content.abilities[static_cast<std::size_t>(silent.first + i)];
    if (text.ability().kind == static_cast<int>(ability::Kind::always))
      silent.modifiers |= dbg::modifiers_in(text, text.ability().effects);
  }
  dbg::note_where(twin->content);
  return twin;
}

// ---- what is seen --------------------------------------------------------------------------------------------

// Does the modifier of this claim change its figure by its number, for anybody, anywhere?
bool EveryDbgCard::changes_figure(const dbg::Content& c, const dbg::State& s, const Claim& claim,
                                  dbg::Card card) const {
  using namespace dbg;
  const ability::Program p = content->abilities[static_cast<std::size_t>(claim.ability)];
  const Modifier modifier = modifier_at(p, claim.at);
  const int first = claim.at + (modifier.sort == Modifier::no_sort ? 1 : 2);
  const int n = first < claim.at + p.length(claim.at) ? p.word(first) : 0;
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = core::seat(i);
    const auto any_slot = [&](auto&& fn) {
      for (const Slot slot : slots_of(s, seat))
        if (fn(slot)) return true;
      return false;
    };
    const auto any_space = [&](auto&& fn) {
      for (const Space space : faceup_spaces(s))
        if (player(s, seat).space != no_space && fn(space)) return true;
      return false;
    };
    bool seen = false;
    switch (modifier.word) {
      case WordOp::card_has:
        seen = any_slot([&](Slot slot) {
          if (card_in(c, s, slot) != card) return false;
          switch (static_cast<Figure>(modifier.sort)) {
            case Figure::power:
              return power_of(c, s, seat, slot) == card_def(c, card).power + s.slots[slot].power_bonus + n;
            case Figure::range: return range_of(c, s, seat, slot) == card_def(c, card).range + n;
            case Figure::move: return move_of(c, s, seat, slot) == card_def(c, card).move + n;
          }
          return false;
        });
        break;
      case WordOp::played_power:
        seen = any_slot([&](Slot slot) {
          return !is_character_slot(slot) &&
                 power_of(c, s, seat, slot) == def_in(c, s, slot).power + s.slots[slot].power_bonus + n;
        });
        break;
      case WordOp::battle_cost:
        seen = any_space([&](Space space) {
          const Card there = s.matrix.card[space];
          return battle_cost(c, s, seat, there, space) == card_def(c, there).cost + n;
        });
        break;
      case WordOp::buy_discount:
        seen = any_space([&](Space space) {
          return buy_cost(c, s, seat, s.matrix.card[space]) == card_def(c, s.matrix.card[space]).cost - n;
        });
        break;
      case WordOp::assist_power:
      case WordOp::tax: seen = total(c, s, modifier, seat) == n; break;
      case WordOp::assists_forced:
        seen = s.players[i].damage > 0 && forced_assists(c, s, seat) == n * s.players[i].damage;
        break;
      case WordOp::damage_penalty: seen = s.players[i].damage > 1 && damage_penalty(c, s, seat) > 0; break;
      case WordOp::free_conversions: seen = free_conversions(c, s, seat) == n; break;
      case WordOp::battle_own_robots:
        seen = any_space([&](Space space) { return own_robots(c, s, seat, space).allowed; });
        break;
      case WordOp::cumulative_thwart:
        seen = any_space([&](Space space) { return is_cumulative(c, s, space); });
        break;
      default: seen = holds(c, s, modifier, seat);
    }
    if (seen) return true;
  }
  return false;
}

void EveryDbgCard::look_at_figures(const dbg::State& s, dbg::Card card, std::vector<Claim>& open) {
  std::erase_if(open, [&](const Claim& claim) {
    if (!claim.modifier || !changes_figure(*content, s, claim, card)) return false;
    auto& twin = silenced[{claim.ability, Part::effects}];
    if (!twin) twin = muted(claim.ability, Part::effects);
    return !changes_figure(twin->content, s, claim, card);
  });
}

bool same_event(const core::Event& a, const core::Event& b) {
  return a.kind == b.kind && a.clause == b.clause && a.actor == b.actor &&
         std::equal(std::begin(a.operands), std::end(a.operands), std::begin(b.operands));
}

// The events of `log` that the twin's log lacks.
std::vector<core::Event> own_doing(const core::Log& log, const core::Log& twin) {
  std::vector<core::Event> own;
  std::vector<core::Event> rest(twin.events.begin(), twin.events.end());
  for (const core::Event& event : log.events) {
    const auto same =
        std::find_if(rest.begin(), rest.end(), [&](const auto& other) { return same_event(event, other); });
    if (same == rest.end())
      own.push_back(event);
    else
      rest.erase(same);
  }
  return own;
}

void EveryDbgCard::look_at_events(const dbg::State& before, Choice choice, const core::Log& log, bool running,
                                  int ability, std::vector<Claim>& open) {
  for (const Part part : {Part::effects, Part::cost}) {
    const auto concerns = [&](const Claim& claim) {
      return claim.ability == ability && !claim.modifier && claim.cost == (part == Part::cost);
    };
    if (std::none_of(open.begin(), open.end(), concerns)) continue;
    std::vector<core::Event> own(log.events.begin(), log.events.end());
    if (!running) {
      auto& twin = silenced[{ability, part}];
      if (!twin) twin = muted(ability, part);
      dbg::State other;
      std::memcpy(static_cast<void*>(&other), &before, sizeof other);
      core::Log told;
      // Where only this text allows the choice, all of it is the text's doing.
      if (!dbg::Rules::judge(twin->content, other, other.decision.asked, choice).refused()) {
        dbg::Table table{other, twin->content, &told};
        dbg::Rules::apply(table, choice);
        own = own_doing(log, told);
      }
    }
    std::erase_if(open, [&](const Claim& claim) {
      return concerns(claim) && std::any_of(own.begin(), own.end(), [&](const core::Event& event) {
               const auto kind = static_cast<EventKind>(event.kind);
               if (std::find(claim.shown_by.begin(), claim.shown_by.end(), kind) == claim.shown_by.end())
                 return false;
               if (claim.clause != dbg::Clause::none &&
                   event.clause != static_cast<core::ClauseNumber>(claim.clause))
                 return false;
               return claim.number == -1000 || std::find(std::begin(event.operands), std::end(event.operands),
                                                         claim.number) != std::end(event.operands);
             });
    });
  }
}

// Plays on, by preference what names the card, and strikes off what is seen.
void EveryDbgCard::play(Position p, std::uint64_t seed, dbg::Card card, std::vector<Claim>& open) {
  static ChoiceList list;
  core::Random random = core::Random::start(core::seed_from(seed));
  const std::string name(def(card).name.en);
  look_at_figures(state(p), card, open);
  for (int decisions = 0; decisions < 40 && !edition->over(p) && !open.empty(); ++decisions) {
    edition->choices(p, list);
    ASSERT_GT(list.size(), 0);
    Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
    std::vector<Choice> naming;
    for (int k = 0; k < list.size(); ++k) {
      const auto verb = static_cast<dbg::Verb>(list[k].verb());
      const bool eager = verb == dbg::Verb::yes || verb == dbg::Verb::assist || verb == dbg::Verb::accept ||
                         (verb == dbg::Verb::end && state(p).turn != core::seat(0));
      if (eager || edition->choice_text(p, list[k], "en").find(name) != std::string::npos)
        naming.push_back(list[k]);
    }
    if (!naming.empty() && random.below(4) != 0)
      choice = naming[random.below(static_cast<std::uint32_t>(naming.size()))];
    dbg::State before;
    std::memcpy(static_cast<void*>(&before), p.data(), sizeof before);
    std::set<int> running;
    for (const core::Frame& f : before.agenda)
      if (f.step == static_cast<int>(dbg::Step::program)) running.insert(f.ability);
    core::Log log;
    edition->apply(p, choice, &log);
    ASSERT_TRUE(ok(edition->check(p))) << name;
    std::set<int> abilities;
    for (const Claim& claim : open)
      if (claim.ability >= 0) abilities.insert(claim.ability);
    for (const int ability : abilities)
      look_at_events(before, choice, log, running.contains(ability), ability, open);
    std::erase_if(open, [&](const Claim& claim) {
      return claim.ability < 0 &&
             std::any_of(
                 log.events.begin(), log.events.end(),
                 [&](const core::Event& event) {
                   return event.operands[0] == claim.number &&
                          std::find(claim.shown_by.begin(), claim.shown_by.end(),
                                    static_cast<EventKind>(event.kind)) != claim.shown_by.end();
                 });
    });
    look_at_figures(state(p), card, open);
    if (static_cast<dbg::Verb>(choice.verb()) == dbg::Verb::use) look_at_move(before, state(p), choice, open);
  }
}

// Move paid for the text that was used.
void EveryDbgCard::look_at_move(const dbg::State& before, const dbg::State& after, Choice choice,
                                std::vector<Claim>& open) const {
  const Seat seat = before.decision.asked;
  const int used = dbg::ability_of_text(*content, before, seat, choice.a<dbg::Text>());
  std::erase_if(open, [&](const Claim& claim) {
    return claim.ability == used && static_cast<WordOp>(claim.opcode) == WordOp::pay_move &&
           dbg::moves_left(*content, before, seat) - dbg::moves_left(*content, after, seat) == claim.number;
  });
}

std::size_t EveryDbgCard::show(dbg::Card card, std::vector<Claim> open, const std::vector<Stage>& stages) {
  const std::size_t claims = open.size();
  std::vector<Position> tables(stages.size());  // each is laid when it is needed
  for (std::uint64_t seed = 1; seed <= 40 && !open.empty() && !HasFatalFailure(); ++seed)
    for (std::size_t i = 0; i < stages.size() && !open.empty(); ++i) {
      if (tables[i].empty()) tables[i] = laid(*edition, *content, stages[i]);
      Position p = tables[i];
      state(p).random = core::Random::start(core::seed_from(seed));
      play(std::move(p), seed, card, open);
    }
  for (const Claim& claim : open) ADD_FAILURE() << def(card).id << " never seen: " << claim.what;
  silenced.clear();
  return claims;
}

// What becomes of the card itself: it is played, bought, beaten, thwarted.
std::vector<Claim> claims_of_kind(const dbg::Content& content, dbg::Card card) {
  const auto claim = [&](std::string what, EventKind kind) {
    Claim made;
    made.what = std::move(what);
    made.shown_by = {kind};
    made.number = core::index(card);
    return made;
  };
  switch (dbg::card_def(content, card).kind) {
    case CardKind::starter: return {claim("is played", EventKind::card_played)};
    case CardKind::basic:
      return {claim("is played", EventKind::card_played), claim("is bought", EventKind::basic_bought)};
    case CardKind::technology:
    case CardKind::maneuver:
    case CardKind::ally:
      return {claim("is played", EventKind::card_played), claim("is bought", EventKind::bought)};
    case CardKind::robot:
      return {claim("is played", EventKind::card_played), claim("is bought", EventKind::bought),
              claim("is beaten", EventKind::battle_won)};
    case CardKind::relic: return {claim("is bought", EventKind::bought)};
    case CardKind::site: return {claim("is searched", EventKind::searched)};
    case CardKind::scheme: return {claim("is thwarted", EventKind::thwarted)};
    case CardKind::boss: return {claim("is beaten", EventKind::battle_won)};
    case CardKind::encounter: return {claim("is met", EventKind::encounter)};
    default: return {};
  }
}

TEST_F(EveryDbgCard, DoesWhatItSays) {
  std::size_t claims = 0;
  int cards = 0;
  constexpr int step = sanitized ? 4 : 1;  // sanitizers see the same code in a quarter of the cards
  for (int number = 1; number < content->pile_cards; number += step, ++cards) {
    const auto card = core::make<dbg::Card>(number);
    std::vector<Claim> open = claims_of_kind(*content, card);
    for (int i = 0; i < def(card).texts + def(card).rewards; ++i) claims_of(def(card).first + i, open);
    claims += show(card, std::move(open), stages_of(*content, card));
    if (HasFatalFailure()) return;
  }
  RecordProperty("cards", cards);
  RecordProperty("claims", static_cast<int>(claims));
  EXPECT_EQ(cards, (222 + step - 1) / step);
}

TEST_F(EveryDbgCard, BothSidesOfEveryCharacterDoWhatTheySay) {
  std::size_t claims = 0;
  for (const dbg::CharacterDef& who : content->characters) {
    Side side = who.faction == dbg::Faction::autobot ? autobots : decepticons;
    side.character = std::string(who.id.substr(3));
    if (side.character == side.other)
      side.other = who.faction == dbg::Faction::autobot ? "optimus_prime" : "megatron";
    for (const dbg::Card card : who.side) {
      std::vector<Claim> open;
      for (int i = 0; i < def(card).texts; ++i) claims_of(def(card).first + i, open);
      const std::string mode(dbg::SideUp_names[def(card).mode]);
      std::vector<Stage> stages;
      stage_owned(side, "core_t_repair_kit", mode, card_mode(who, card == who.side[0] ? 1 : 0), stages);
      const std::size_t before = stages.size();
      stage_on_matrix(side, side.weak_boss, stages);
      for (std::size_t k = before; k < stages.size(); ++k) stages[k].fields["players.red.mode"] = mode;
      Stage looking = full_table(side, 0, "core_a_chip");  // another player peeks
      looking.fields["turn"] = "blue";
      looking.fields["players.red.mode"] = mode;
      looking.piles["players.blue.hand"] = {"core_r_laserbeak", "ard_t_cortical_patch"};
      looking.piles["players.blue.play"] = {"core_a_chip"};
      stages.push_back(looking);
      if (!who.starters.empty())
        for (Stage& stage : stages)
          for (auto& [path, pile_cards] : stage.piles)
            for (std::string& id : pile_cards)
              if (id == "st_wrath") id = path == "players.red.hand" ? "st_w_hook" : "st_w_scrapper";
      claims += show(card, std::move(open), stages);
      if (HasFatalFailure()) return;
    }
  }
  RecordProperty("claims", static_cast<int>(claims));
  EXPECT_EQ(content->characters.size(), 19U);
}

}  // namespace
}  // namespace rw::test
