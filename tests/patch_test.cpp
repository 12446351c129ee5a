// Patches: what they change, how they are refused, the records they are made of, and that content of one's own can
// break off a game but never hang it.
#include "forge/patch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/embedded.h"
#include "lab/card_faces.h"
#include "lab/own_content.h"
#include "lab/sequential.h"
#include "players/player.h"
#include "speech/translation.h"
#include "tests/expected.h"

namespace rw::lab {
namespace {

constexpr const char* tcg = "transformers_tcg";

const SourceRecord& record(std::string_view table, std::string_view id) {
  static const std::vector<SourceRecord> all = source_records(tcg);
  for (const SourceRecord& one : all)
    if (one.table == table && one.id == id) return one;
  ADD_FAILURE() << "no record " << table << "." << id;
  return all.front();
}

// The record in a patch, with one text replaced by another.
std::string patch_of(const SourceRecord& record, std::string_view old = "", std::string_view now = "") {
  std::string text = record.text;
  if (!old.empty()) {
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    text.replace(at, old.size(), now);
  }
  std::string out = "patch: " + std::string(tcg) + "\n" + record.table + ":\n  - ";
  for (const char c : text) out += c == '\n' ? std::string("\n    ") : std::string(1, c);
  return out + "\n";
}

std::string problems_of(const std::string& patch) {
  std::string told;
  for (const forge::Problem& problem : compile_patched(tcg, {"mine.yaml", patch}).problems)
    told += problem.text() + "\n";
  return told;
}

std::shared_ptr<const Edition> edition_of(const std::string& patch) {
  const PatchedEdition patched = patched_edition(tcg, {"mine.yaml", patch});
  for (const ContentProblem& problem : patched.problems) ADD_FAILURE() << problem.text();
  return patched.edition;
}

std::string text_of(const Edition& edition, const std::string& card, const std::string& language) {
  const auto found = find_cards(edition, language, card);
  return found.size() == 1 && !found[0].texts.empty() ? found[0].texts[0] : "";
}

TEST(Sources, HaveEveryRecordAsItIsWritten) {
  for (const Game* game : games()) {
    const auto edition = good(Edition::load(embedded_bundle(game->id)));
    std::map<std::string, int> found;
    for (const SourceRecord& one : source_records(std::string(game->id))) {
      ++found[one.table];
      EXPECT_TRUE(one.file.starts_with("content/" + std::string(game->id) + "/")) << one.file;
      EXPECT_GT(one.line, 0);
      EXPECT_TRUE(one.text.find("id: " + one.id) != std::string::npos) << one.text;
    }
    // Whoever has a face can be edited.
    for (const CardFace& face : card_faces(*edition, "en")) EXPECT_FALSE(face.id.empty());
    for (const auto& [table, count] : found)
      EXPECT_EQ(edition->bundle().root()[table].size(), count) << game->id << " " << table;
    EXPECT_GT(found.size(), 2U) << game->id;
  }
}

TEST(Patches, OfARecordAsItIsChangeNothing) {
  const auto base = good(Edition::load(embedded_bundle(tcg)));
  EXPECT_EQ(edition_of(patch_of(record("battle_cards", "zap")))->version(), base->version());
  EXPECT_EQ(edition_of(patch_of(record("decks", "autobot_starter")))->version(), base->version());
  EXPECT_EQ(edition_of(patch_of(record("formats", "casual")))->version(), base->version());
}

TEST(Patches, ChangeARecordInBothLanguages) {
  const auto edition = edition_of(patch_of(record("battle_cards", "zap"), "n: 1", "n: 3"));
  EXPECT_NE(text_of(*edition, "zap", "en").find("3 damage"), std::string::npos) << text_of(*edition, "zap", "en");
  EXPECT_NE(text_of(*edition, "zap", "fr").find("3 dégâts"), std::string::npos) << text_of(*edition, "zap", "fr");
}

TEST(Patches, ChangeValuesOfAMap) {
  const auto edition = edition_of("patch: transformers_tcg\ngame:\n  hand: 5\n");
  EXPECT_EQ(edition->bundle().root()["game"]["hand"].integer(), 5);
  EXPECT_EQ(edition->bundle().root()["game"]["flips"].integer(), 2);
}

TEST(Patches, AreRefusedWithTheirPlace) {
  const SourceRecord& zap = record("battle_cards", "zap");
  const std::pair<std::string, std::string> wrong[] = {
      {"", "mine.yaml:1:1: must be a map at the top"},
      {"- a\n", "must be a map at the top"},
      {"battle_cards: []\n", "patch: must say which game it changes"},
      {"patch: transformers_tcg\n", "changes nothing"},
      {"patch: dino_battles\ngame: { hand: 4 }\n",
       "mine.yaml:1:8: patch: is of dino_battles, not of transformers_tcg"},
      {"patch: transformers_tcg\nbattle_card:\n  - id: zap\n",
       "mine.yaml:2:1: battle_card: there is no 'battle_card'"},
      {"patch: transformers_tcg\nbattle_cards: zap\n", "must be a list of records or a map"},
      {"patch: transformers_tcg\nbattle_cards: { zap: 1 }\n", "must be a list, not a map"},
      {"patch: transformers_tcg\nbattle_cards:\n  - name: x\n", "mine.yaml:3:5: battle_cards[0]: needs 'id'"},
      {"patch: transformers_tcg\nbattle_cards:\n  - id: zapp\n",
       "mine.yaml:3:9: battle_cards.id: there is no 'zapp' in 'battle_cards' (did you mean 'zap'?)"},
      {"patch: transformers_tcg\nbattle_cards:\n  - id: zap\n  - id: zap\n", "'zap' stands in this patch twice"},
      {"patch: transformers_tcg\ngame:\n  hands: 4\n", "there is no 'hands' in 'game' (did you mean 'hand'?)"},
      {"patch: transformers_tcg\ngame:\n  hand: 99\n", "mine.yaml:3:9: game.hand: must be at most 20, not 99"},
      {"patch: transformers_tcg\ngame:\n  id: chess\n", "chess"},
      {"patch: transformers_tcg\na: &x [1]\nb: *x\n", "anchors"},
      {"patch: transformers_tcg\ngame: [\n", "cannot be read as YAML"},
      {std::string(forge::max_patch_bytes + 1, '#'), "is too large for a patch: more than 32 KiB"},
      {patch_of(zap, "type: action", "type: acton"), "mine.yaml:5:11: battle_cards["},
      {patch_of(zap, "of: enemies", "of: enemis"), "enemis"},
      {patch_of(zap, "rarity: common\n", ""), "needs 'rarity', which is missing"},
  };
  for (const auto& [patch, reason] : wrong)
    EXPECT_NE(problems_of(patch).find(reason), std::string::npos)
        << patch.substr(0, 300) << "\n-> " << problems_of(patch);
}

TEST(Patches, AreRefusedInFrench) {
  for (const auto& [english, french] : std::initializer_list<std::pair<const char*, const char*>>{
           {"there is no 'zapp' in 'battle_cards' (did you mean 'zap'?)", "il n'y a pas de « zapp »"},
           {"must be at most 20, not 99", "doit être au plus 20, pas 99"},
           {"is of dino_battles, not of transformers_tcg", "est de dino_battles, pas de transformers_tcg"},
           {"'zap' stands in this patch twice", "« zap » figure deux fois dans ce correctif"},
           {"must say which game it changes", "doit dire quel jeu il modifie"}}) {
    std::string told = speech::translated_to("fr", english);
    for (const std::string_view hard : {"\u00A0", "\u202F"})
      for (std::size_t at = told.find(hard); at != std::string::npos; at = told.find(hard))
        told.replace(at, hard.size(), " ");
    EXPECT_NE(told.find(french), std::string::npos) << told;
    EXPECT_EQ(speech::translated_to("en", english), english);
  }
}

TEST(Patches, SayWhatTheyChange) {
  forge::Problems problems;
  const auto contents = forge::read_patch(
      {"mine.yaml", "patch: transformers_tcg\nbattle_cards:\n  - { id: zap }\ngame: { hand: 4 }\n"}, problems);
  EXPECT_TRUE(problems.none());
  EXPECT_EQ(contents.game, tcg);
  EXPECT_EQ(contents.changes, (std::vector<std::string>{"battle_cards.zap", "game.hand"}));
}

TEST(Legality, TellsWhichDecksACardBreaks) {
  const std::string same = patch_of(record("battle_cards", "zap"));
  const Legality before = legality(*edition_of(same), same, "en");
  EXPECT_EQ(before.refusal, "");
  EXPECT_EQ(before.decks.size(), 15U);
  for (const DeckVerdict& deck : before.decks) EXPECT_TRUE(deck.findings.empty()) << deck.id;
  // Two stars more than a team of 25 has room for (TCG-DECK-02).
  const std::string dear =
      patch_of(record("characters", "optimus_prime__autobot_leader"), "stars: 7", "stars: 20");
  const Legality after = legality(*edition_of(dear), dear, "fr");
  int broken = 0;
  for (const DeckVerdict& deck : after.decks) broken += deck.findings.empty() ? 0 : 1;
  EXPECT_GE(broken, 1);
  // A deck of the patch itself is judged as it is there.
  const std::string thin =
      patch_of(record("decks", "autobot_starter"), "{ card: zap, copies: 3 }", "{ card: zap, copies: 1 }");
  for (const DeckVerdict& deck : legality(*edition_of(thin), thin, "en").decks)
    EXPECT_EQ(deck.findings.empty(), deck.id != "autobot_starter") << deck.id;
}

// Two modes that flip into each other set each other off for ever: each flip waits for the next one, until there
// is no room for another.
TEST(OwnContent, ThatNeverEndsBreaksTheGameOff) {
  const auto edition = edition_of(
      "patch: transformers_tcg\ncharacters:\n  - id: optimus_prime__autobot_leader\n"
      "    name: { en: Top, fr: Toupie }\n    called: optimus_prime\n    kind: two_mode\n    set: w1s\n"
      "    number: T03\n    rarity: rare\n    faction: autobot\n    stars: 7\n    health: 10\n    modes:\n"
      "      - { mode: alt, attack: 3, defense: 2, traits: [ truck ], abilities: [ { when: { event: flipped }, "
      "do: "
      "[ { flip: { who: self } } ] } ] }\n"
      "      - { mode: bot, attack: 3, defense: 2, traits: [ ranged ], abilities: [ { when: { event: flipped }, "
      "do: "
      "[ { flip: { who: self } } ] } ] }\n");
  ASSERT_TRUE(edition);
  rw::Setup setup;
  setup.options = {{"decks", "autobot_starter,autobot_starter"}};
  const auto player = good(players::make_player({}, edition->game()));
  std::map<std::string, int> broken;
  for (std::uint64_t deal = 0; deal < 5; ++deal) {
    core::Random random = core::Random::start(core::seed_from(deal));
    Position position = good(edition->begin(setup, core::seed_from(deal)));
    ASSERT_FALSE(position.empty());
    while (!edition->over(position)) edition->apply(position, players::ask(*player, *edition, position, random));
    if (position.broken() == nullptr) continue;
    ++broken[position.broken()->what];
    EXPECT_NE(edition->broken_text(position, "fr").find("étapes en cours"), std::string::npos)
        << edition->broken_text(position, "fr");
  }
  EXPECT_GE(broken["steps"], 3);
}

TEST(Statistics, IntervalsAtEveryLookAreWiderAndHold) {
  const Interval once{-0.02, 0.02};
  // alpha 0.05, tuned for 4,000 and looked at there: 3.04 standard errors (Waudby-Smith and others 2024).
  const Interval wide = at_every_look(once, 4000, 4000);
  EXPECT_NEAR(wide.high / once.high * normal_95, 3.04, 0.01);
  EXPECT_EQ(wide.low, -wide.high);
  EXPECT_GT(at_every_look(once, 250, 4000).high, wide.high);
  // A fair coin, looked at after every 50 throws up to 5,000: the intervals leave 0 out in at most 5 % of the
  // runs.
  core::Random random = core::Random::start(core::seed_from(std::uint64_t{7}));
  int missed = 0, missed_once = 0;
  constexpr int runs = 400;
  for (int run = 0; run < runs; ++run) {
    double sum = 0;
    bool out = false, out_once = false;
    for (int n = 1; n <= 5000; ++n) {
      sum += random.below(2) == 0 ? 1 : -1;
      if (n % 50 != 0) continue;
      const double mean = sum / n, half = normal_95 / std::sqrt(n);
      const Interval all = at_every_look({mean - half, mean + half}, n, 4000);
      out = out || all.low > 0 || all.high < 0;
      out_once = out_once || std::abs(mean) > half;
    }
    missed += out ? 1 : 0;
    missed_once += out_once ? 1 : 0;
  }
  EXPECT_LE(missed, runs * 5 / 100);
  EXPECT_GT(missed_once, runs * 20 / 100);  // what looking again and again does to the usual interval
}

}  // namespace
}  // namespace rw::lab
