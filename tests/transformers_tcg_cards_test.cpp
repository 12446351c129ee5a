// Every card of the Transformers TCG at work: each ability of each battle card and of each mode of each
// character is met in a laid table, and every word it says is seen to happen.
#include <algorithm>
#include <map>
#include <set>

#include "engine/ability/walk.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

using core::Node;
using core::Setting;

// By ability word: the events or clauses that show it at work. A modifier is seen where its figure counts.
const std::map<std::string_view, std::vector<std::string_view>> evidence = {
    {"draw", {"drew"}},
    {"draw_up_to", {"drew"}},
    {"plan", {"planned"}},
    {"scrap", {"scrapped"}},
    {"scrap_top", {"scrapped"}},
    {"take", {"taken"}},
    {"put_on_deck", {"put_on_deck"}},
    {"keep_hand", {"kept_hand"}},
    {"look", {"looked"}},
    {"reveal", {"revealed"}},
    {"may_play", {"TCG-ACT-06"}},
    {"fetch", {"fetched", "TCG-OUT-01"}},
    {"bring_under", {"put_under"}},
    {"put_under", {"hidden_under"}},
    {"deploy", {"deployed", "returned"}},
    {"put_on", {"put_on"}},
    {"swap_upgrades", {"put_on", "TCG-UPG-11"}},
    {"damage", {"damaged", "no_damage"}},
    {"repair", {"repaired"}},
    {"move_damage", {"moved"}},
    {"spill", {"TCG-DMG-13", "TCG-DMG-17"}},
    {"tap", {"tapped", "TCG-TAP-06"}},
    {"untap", {"untapped", "TCG-TAP-06"}},
    {"ko", {"knocked_out"}},
    {"flip", {"flipped", "mode_kept"}},
    {"combine", {"combined"}},
    {"attack_now", {"TCG-PST-07"}},
    {"flip_cards", {"TCG-BAT-22", "TCG-BAT-23"}},
    {"raise_tower", {"tower"}},
    {"take_extra_turn", {"extra_turn"}},
    {"note", {"TCG-TRG-07"}},
    {"limit", {"prevented"}},
    {"adjust", {"prevented", "repaired"}},
    {"redirect", {"TCG-RPL-03", "defender_changed"}},
    {"save", {"TCG-RPL-08"}},
};

Setting field(std::string path, std::string text) { return {std::move(path), std::move(text), {}, false, 0}; }
Setting pile(std::string path, std::vector<std::string> cards) {
  return {std::move(path), {}, std::move(cards), true, 0};
}

using Cards = std::vector<std::string>;

// A full table: damaged and tapped characters with Upgrades on both sides, characters in the KO areas, cards
// of every colour and kind in hands and scrap piles.
struct Stage {
  Cards red, red_ko, blue;
  std::vector<Setting> more;
  std::string phase = "main";
};

const Cards hand = {"zap",           "pep_talk",        "data_pad",    "primary_laser", "armored_plating",
                    "tech_research", "minor_medic_kit", "attack_drone"};
const Cards deck = {"data_pad",         "data_bank",         "roll_out",      "roll_out", "zap",
                    "pep_talk",         "attack_drone",      "tech_research", "fling",    "pep_talk",
                    "decepticon_crown", "improvised_shield", "master_plan",   "zap"};

Position laid(const Edition& edition, const Stage& stage, const std::string& card, std::uint64_t seed) {
  rw::Setup setup;
  setup.seats = 2;
  setup.options = {{"position", "custom"},
                   {"decks", seed % 2 == 0 ? "insecticons_tyranny,predacons_predaking"
                                           : "autobot_starter,predacons_predaking"}};
  Position p = good(edition.begin(setup, core::seed_from(seed)));
  Cards held = hand;
  if (!card.empty()) held.insert(held.begin(), {card, card});
  if (seed % 3 == 0) held = {card.empty() ? "zap" : card};  // a hand that can be filled
  std::vector<Setting> all = {
      pile("players.red.battlefield", stage.red), pile("players.red.ko_area", stage.red_ko),
      pile("players.blue.battlefield", stage.blue),
      pile("players.blue.ko_area", {"bombshell__insecticon_mind_controller"}), pile("players.red.hand", held),
      pile("players.blue.hand", hand), pile("players.red.deck", deck), pile("players.blue.deck", deck),
      pile("players.red.scrap_pile",
           {"flamethrower", "force_field", "bravery", "zap", "secret_dealings", "fling", "data_bank"}),
      pile("players.blue.scrap_pile",
           {"flamethrower", "handheld_blaster", "improvised_shield", "mounted_missiles"}),
                              // Cards that look back at what was played this turn.
      pile("players.red.played", {"ancient_wisdom", "tech_research", "sonic_scramble", "sonic_scramble"}),
      field("players.red.tower", "6")};
  all.insert(all.end(), stage.more.begin(), stage.more.end());
  all.push_back(field("phase", stage.phase));
  for (const Setting& setting : all) EXPECT_TRUE(ok(edition.set(p, setting))) << setting.path;
  EXPECT_TRUE(ok(edition.settle(p)));
  return p;
}

struct Claim {
  std::string word;
  std::vector<std::string_view> shown_by;
};

class EveryTcgCard : public testing::Test {
 protected:
  void SetUp() override {
    const Game* game = find_game("transformers_tcg");
    if (game == nullptr) GTEST_SKIP() << "the game is not built";
    edition = edition_of(*game);
  }

  // What the ability does, by its words; modifiers that hold are looked at elsewhere.
  std::vector<Claim> claims_of(Node ability) const {
    std::vector<Claim> claims;
    const ability::Vocabulary& vocabulary = *edition->game().vocabulary;
    const ability::Program p{ability.code()};
    // Abilities of the set-up are seen where a game begins: scenarios show them.
    const int moment = p.ability().moment;
    if (moment >= 0 && (vocabulary.moments[static_cast<std::size_t>(moment)] == "before_game" ||
                        vocabulary.moments[static_cast<std::size_t>(moment)] == "game_begins"))
      return claims;
    ability::walk(vocabulary, p, p.ability().effects, [&](int at) {
      const ability::Word* word = ability::find_word(vocabulary, p.opcode(at));
      if (word == nullptr || p.opcode(at) < ability::first_game_word ||
          word->category != ability::Category::effect)
        return;
      const auto found = evidence.find(word->name);
      ASSERT_NE(found, evidence.end()) << word->name;
      claims.push_back({std::string(word->name), found->second});
    });
    return claims;
  }

  // Plays from `start`, by preference what names the card, and strikes off what is seen.
  void play(Position p, std::uint64_t seed, const std::string& name, int decisions,
            std::vector<Claim>& open) const {
    static ChoiceList list;
    core::Random random = core::Random::start(core::seed_from(seed));
    bool at_work = false;  // what happens now is this card's doing
    for (int i = 0; i < decisions && !edition->over(p) && !open.empty(); ++i) {
      edition->choices(p, list);
      Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
      for (int k = 0; k < list.size() && random.below(4) != 0; ++k)
        if (edition->choice_text(p, list[k], "en").find(name) != std::string::npos) choice = list[k];
      if (edition->game().questions[edition->decision(p).kind] == "main") at_work = false;
      core::Log log;
      edition->apply(p, choice, &log);
      ASSERT_TRUE(ok(edition->check(p))) << name;
      for (const core::Event& event : log.events) {
        const std::string_view kind = edition->event_name(event), clause = edition->clause_id(event.clause);
        if (kind == "played" || kind == "triggered" || kind == "used" || kind == "replaced") {
          const bool named =
              edition->event_text(p, event, Viewer::omniscient(), "en").find(name) != std::string::npos;
          at_work = named || (at_work && (kind == "played" || kind == "replaced"));
        }
        if (!at_work) continue;
        std::erase_if(open, [&](const Claim& claim) {
          return std::any_of(claim.shown_by.begin(), claim.shown_by.end(),
                             [&](std::string_view shown) { return shown == kind || shown == clause; });
        });
      }
    }
  }

  // The battle card that forms a Combiner, or nothing.
  std::string enigma_of(int combiner) const {
    const ability::Vocabulary& vocabulary = *edition->game().vocabulary;
    const Node cards = edition->bundle().root()["battle_cards"];
    std::string found;
    for (int i = 0; i < cards.size(); ++i)
      for (int k = 0; k < cards[i]["abilities"].size(); ++k) {
        const ability::Program p{cards[i]["abilities"][k].code()};
        ability::walk(vocabulary, p, p.ability().effects, [&](int at) {
          const ability::Word* word = ability::find_word(vocabulary, p.opcode(at));
          if (word != nullptr && word->name == "combine" && p.word(at + 1) == combiner)
            found = cards[i]["id"].text();
        });
      }
    return found;
  }

  std::shared_ptr<const Edition> edition;
};

// Sides on which nearly everything finds what it asks for.
std::vector<Stage> stages_for_cards() {
  const Cards blue = {"ramjet__sky_smasher", "autobot_hound__long_range_scout", "demolisher__devoted_decepticon",
                      "jetfire__air_guardian"};
  std::vector<Setting> more;
  for (const std::string who : {"ramjet", "demolisher"})
    more.push_back(field("players.blue.characters." + who + ".tapped", "yes"));
  for (const std::string who : {"ramjet", "jetfire"}) {
    more.push_back(pile("players.blue.characters." + who + ".weapon", {"primary_laser"}));
    more.push_back(pile("players.blue.characters." + who + ".armor", {"armored_plating"}));
    more.push_back(pile("players.blue.characters." + who + ".utility", {"data_pad"}));
    more.push_back(field("players.blue.characters." + who + ".damage", "5"));
    more.push_back(field("players.blue.characters." + who + ".mode", "bot"));
  }
  std::vector<Stage> stages;
  const std::vector<Cards> teams = {
      {"optimus_prime__freedom_fighter", "prowl__military_strategist", "megatron__decepticon_leader",
       "kickback__cunning_insecticon", "grimlock__dinobot_leader", "bumblebee__brave_warrior"},
      {"dead_end__doomed_loner", "razorclaw__predacon_leader", "air_raid__fearless_flyer",
       "ironhide__steadfast_brawler", "hook__surgical_engineer"},
      {"metroplex__autobot_city", "slammer__combat_drone", "starscream__air_commander", "arcee__skilled_fighter",
       "general_optimus_prime__infantry_leader"},
  };
  for (const Cards& team : teams) {
    Stage stage{team, {"prowl__strategic_mastermind", "flamewar__veteran_decepticon"}, blue, more, "main"};
    stages.push_back(stage);
  }
  // Enemies without Upgrades, about to fall.
  Stage bare = stages.front();
  std::erase_if(bare.more, [](const Setting& setting) { return setting.is_list; });
  bare.more.push_back(field("players.blue.characters.ramjet.damage", "13"));
  bare.more.push_back(field("players.blue.characters.demolisher.damage", "6"));
  stages.push_back(bare);
  return stages;
}

// The components of each Combiner in bot mode, and the Combiner itself on the battlefield already.
void add_combining(const Edition& edition, std::vector<Stage>& stages) {
  const Node characters = edition.bundle().root()["characters"];
  for (int i = 0; i < characters.size(); ++i) {
    const Node parts = characters[i]["components"];
    if (parts.size() == 0) continue;
    for (const bool formed : {false, true}) {
      Stage stage = stages[0];
      stage.red.clear();
      for (int k = 0; k < parts.size(); ++k)
        stage.red.emplace_back(characters[static_cast<int>(parts[k].integer())]["id"].text());
      for (const std::string& part : stage.red)
        stage.more.push_back(field("players.red.characters." + part.substr(0, part.find("__")) + ".mode", "bot"));
      if (formed) {
        stage.red = {std::string(characters[i]["id"].text())};
        std::erase_if(stage.more, [](const Setting& s) { return s.path.starts_with("players.red.characters"); });
      }
      stages.push_back(stage);
    }
  }
}

Stage formed_from(Node characters, int combiner, const Stage& base) {
  Stage stage = base;
  stage.red.clear();
  stage.red_ko.clear();
  const Node parts = characters[combiner]["components"];
  for (int k = 0; k < parts.size(); ++k) {
    stage.red.emplace_back(characters[static_cast<int>(parts[k].integer())]["id"].text());
    const std::string path = "players.red.characters." + stage.red.back().substr(0, stage.red.back().find("__"));
    stage.more.push_back(field(path + ".mode", "bot"));
    stage.more.push_back(field(path + ".damage", "2"));
  }
  return stage;
}

// The other components of its Combiner, KO'd in bot mode; and who waits under Metroplex.
void add_partners(Node characters, int who, Stage& stage) {
  const Node into = characters[who]["combines_into"];
  const Node parts = into ? characters[static_cast<int>(into.integer())]["components"] : Node();
  for (int k = 0; k < parts.size(); ++k) {
    const auto part = static_cast<int>(parts[k].integer());
    const std::string id(characters[part]["id"].text()), bare = id.substr(0, id.find("__"));
    const auto there = [&](const Cards& side) {
      return std::any_of(side.begin(), side.end(),
                         [&](const std::string& other) { return other.starts_with(bare + "__"); });
    };
    if (part == who || there(stage.red) || there(stage.red_ko)) continue;
    stage.red_ko.push_back(id);
    stage.more.push_back(field("players.red.characters." + bare + ".mode", "bot"));
  }
  if (characters[who]["id"].text() == "metroplex__autobot_city" &&
      std::find(stage.red.begin(), stage.red.end(), "metroplex__autobot_city") != stage.red.end())
    stage.more.push_back(pile("players.red.characters.metroplex.characters_under", {"scamper", "six_gun"}));
}

TEST_F(EveryTcgCard, PlaysEveryBattleCard) {
  std::vector<Stage> stages = stages_for_cards();
  add_combining(*edition, stages);
  const Node cards = edition->bundle().root()["battle_cards"];
  int seen = 0;
  for (int i = 0; i < cards.size(); ++i) {
    const std::string id(cards[i]["id"].text()), name(cards[i]["name"]["en"].text());
    std::vector<Claim> open = {{"is played", {"played"}}};
    const Node abilities = cards[i]["abilities"];
    for (int k = 0; k < abilities.size(); ++k)
      for (Claim& claim : claims_of(abilities[k])) open.push_back(std::move(claim));
    for (std::uint64_t seed = 1; seed <= 60 && !open.empty() && !HasFatalFailure(); ++seed)
      for (const Stage& stage : stages) {
        if (open.empty()) break;
        play(laid(*edition, stage, id, seed), seed, name, 60, open);
      }
    for (const Claim& claim : open) ADD_FAILURE() << name << ": never seen: " << claim.word;
    ++seen;
  }
  EXPECT_EQ(seen, 185);
}

TEST_F(EveryTcgCard, SeesEveryModeOfEveryCharacter) {
  const std::vector<Stage> stages = stages_for_cards();
  const Node characters = edition->bundle().root()["characters"];
  int seen = 0;
  for (int i = 0; i < characters.size(); ++i, ++seen) {
    const std::string id(characters[i]["id"].text()), name(characters[i]["name"]["en"].text());
    const std::string bare = id.substr(0, id.find("__"));
    std::vector<Claim> open;
    const Node modes = characters[i]["modes"];
    for (int m = 0; m < modes.size(); ++m)
      for (int k = 0; k < modes[m]["abilities"].size(); ++k)
        for (Claim& claim : claims_of(modes[m]["abilities"][k])) open.push_back(std::move(claim));
    for (std::uint64_t seed = 1; seed <= 60 && !open.empty() && !HasFatalFailure(); ++seed)
      for (const Stage& base : stages)
        for (int m = 0; m < modes.size() && !open.empty(); ++m)
          for (const bool knocked_out : {false, true}) {
            Stage stage = base;
            std::erase(stage.red, id);
            std::erase_if(stage.red,
                          [&](const std::string& other) { return other.substr(0, other.find("__")) == bare; });
            std::erase_if(stage.red_ko,
                          [&](const std::string& other) { return other.substr(0, other.find("__")) == bare; });
            (knocked_out ? stage.red_ko : stage.red).push_back(id);
            stage.more.push_back(
                field("players.red.characters." + bare + ".mode", std::string(modes[m]["mode"].text())));
            const auto most = std::min<std::int64_t>(3, characters[i]["health"].integer() - 1);
            if (!knocked_out)
              stage.more.push_back(
                  field("players.red.characters." + bare + ".damage", seed % 2 == 0 ? "0" : std::to_string(most)));
            add_partners(characters, i, stage);
            play(laid(*edition, stage, "", seed), seed, name, 60, open);
            if (const std::string enigma = enigma_of(i); !enigma.empty()) {
              stage = formed_from(characters, i, base);
              play(laid(*edition, stage, enigma, seed), seed, name.substr(0, name.find(',')), 60, open);
            }
          }
    for (const Claim& claim : open) ADD_FAILURE() << name << ": never seen: " << claim.word;
  }
  EXPECT_EQ(seen, 119);
}

}  // namespace
}  // namespace rw::test
