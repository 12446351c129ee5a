// The content compiler: what it makes of good content, and that it tells every fault of bad content.
#include "forge/forge.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "engine/ability/render.h"
#include "engine/ability/typography.h"
#include "forge/ability.h"
#include "forge/registers.h"
#include "forge/rules.h"
#include "tests/expected.h"
#include "tests/toy_game.h"

namespace rw::forge {
namespace {

namespace fs = std::filesystem;
using ability::Program;

// The folder that holds content/ and tests/, above wherever the tests are run or were compiled.
fs::path source_root() {
  for (fs::path start : {fs::current_path(), fs::absolute(__FILE__)})
    for (; start != start.parent_path(); start = start.parent_path())
      if (fs::exists(start / "content/core/en.yaml") && fs::exists(start / "tests/content/toy")) return start;
  return {};
}

std::string read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// A copy of the toy game alone in a folder, which a test may spoil.
class Workshop {
 public:
  Workshop() {
    std::string name = (fs::temp_directory_path() / "forge-XXXXXX").string();
    root_ = mkdtemp(name.data());
    fs::copy(source_root() / "tests/content/toy", toy(), fs::copy_options::recursive);
  }
  ~Workshop() { fs::remove_all(root_); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  fs::path toy() const { return root_ / "toy"; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(toy() / name, std::ios::binary) << text;
  }
  Result compile() const { return forge::compile(toy(), &tests::toy_game); }

  // "toy/zones.yaml:3:5: zones[0].id: ..." for each problem.
  std::string told() const {
    std::string out;
    const std::string prefix = root_.string() + "/";
    for (const Problem& problem : compile().problems) {
      std::string line = problem.text();
      if (line.starts_with(prefix)) line.erase(0, prefix.size());
      out += line + "\n";
    }
    return out;
  }

 private:
  fs::path root_;
};

std::unique_ptr<core::Bundle> toy_bundle() {
  const Result result = Workshop().compile();
  for (const Problem& problem : result.problems) ADD_FAILURE() << problem.text();
  auto bundle = good(core::Bundle::read(result.bundle));
  EXPECT_TRUE(bundle);
  return bundle;
}

std::string card_text(const core::Bundle& bundle, int card, std::string_view language) {
  return ability::render(bundle.root(), tests::toy_vocabulary, bundle.root()["cards"][card]["abilities"][0].code(),
                         language);
}

// One ability written in YAML, compiled without a game around it.
struct Compiled {
  std::vector<std::int32_t> code;
  std::vector<Problem> problems;
  Labels labels;
};
Compiled compile_text(const std::string& yaml) {
  Compiled out;
  Problems problems;
  const int file = problems.add_file("ability.yaml");
  const auto tables_tree = read_yaml("zones: [ { id: hall }, { id: attic } ]", file, problems);
  const RecordIds ids(*tables_tree);
  const std::vector<std::string> languages = {"en"};
  if (const auto tree = read_yaml(yaml, file, problems))
    out.code = compile_ability(*tree, "ability", {tests::toy_vocabulary, ids, languages, out.labels, problems});
  out.problems = problems.in_reading_order();
  return out;
}

// ---- good content ------------------------------------------------------------------------------

TEST(Forge, KeepsEveryValueOfTheContent) {
  const auto bundle = toy_bundle();
  ASSERT_TRUE(bundle);
  const core::Node root = bundle->root();
  EXPECT_EQ(root["game"]["id"].text(), "toy");
  EXPECT_EQ(root["game"]["seats"][1].integer(), 4);
  EXPECT_EQ(root["game"]["home"].integer(-1), 0);  // an id is the place of its record
  EXPECT_EQ(root["zones"][1]["above"].integer(-1), 0);
  EXPECT_TRUE(root["zones"][1]["open"].flag());         // yes is 1
  EXPECT_EQ(root["zones"][2]["weight"].text(), "1.5");  // rules know whole numbers only
  EXPECT_FALSE(root["zones"][0]["above"]);
  EXPECT_EQ(root["zones"][2]["name"]["fr"].text(), "le Jardin");
  EXPECT_EQ(root["languages"].size(), 2);
  EXPECT_EQ(root["locale"]["fr"]["choices"]["pass"].text(), "Passer");
  EXPECT_EQ(root["locale"]["en"]["grammar"]["and"].text(), " and ");  // shared by all games
  EXPECT_EQ(root["labels"][0]["fr"].text(), "Piocher");
}

TEST(Forge, KeepsTheRulesWithTheirSources) {
  const auto bundle = toy_bundle();
  ASSERT_TRUE(bundle);
  const core::Node rules = bundle->root()["rules"];
  ASSERT_EQ(rules.size(), 3);
  EXPECT_EQ(rules[0]["text"].text(), "A turn is what a player does between two others.");
  EXPECT_TRUE(rules[0]["definition"].flag());
  EXPECT_EQ(rules[1]["section"].text(), "Turns");
  EXPECT_EQ(rules[1]["text"].text(), "Players take turns (from the left).");
  EXPECT_EQ(rules[1]["sources"].text(), "S,H");
  EXPECT_EQ(rules[2]["by"].size(), 2);
  EXPECT_EQ(rules[2]["by"][1].text(), "TOY-TRN-02");
}

TEST(Forge, GivesTheSameBytesForTheSameContent) {
  EXPECT_EQ(Workshop().compile().bundle, Workshop().compile().bundle);
}

TEST(Forge, ReadsTheRulesOfEveryGameOfTheHouse) {
  for (const auto& entry : fs::directory_iterator(source_root() / "content")) {
    if (!fs::exists(entry.path() / "rules.md")) continue;
    Problems problems;
    const auto rules = read_rules(read_all(entry.path() / "rules.md"), problems.add_file("rules.md"), problems);
    EXPECT_FALSE(rules.empty());
    for (const Problem& problem : problems.in_reading_order()) ADD_FAILURE() << entry.path() << problem.text();
  }
}

TEST(Forge, ADamagedBundleIsRefused) {
  const auto bytes = Workshop().compile().bundle;
  for (const std::size_t at : {std::size_t{0}, std::size_t{20}, bytes.size() / 2, bytes.size() - 1}) {
    auto damaged = bytes;
    damaged[at] ^= std::byte{1};
    const std::string error = core::Bundle::read(damaged).error();
    EXPECT_FALSE(error.empty());
  }
}

// ---- programs ----------------------------------------------------------------------------------

TEST(Program, IsATreeInReadingOrder) {
  const auto [code, problems, labels] =
      compile_text("{ when: { window: before_roll, role: attacker }, do: [ { draw: 2 } ] }");
  ASSERT_TRUE(problems.empty());
  using namespace ability;
  const std::vector<std::int32_t> expected = {0,
                                              0,
                                              1,
                                              0,
                                              0,
                                              0,
                                              0,
                                              8,  // activated, before_roll, attacker; effects at 8
                                              header(op_block, 7),
                                              header(first_game_word, 4),
                                              header(op_number, 2),
                                              2,
                                              0,
                                              header(op_end, 2),
                                              0};
  EXPECT_EQ(code, expected);
}

TEST(Program, ThenSkipsElse) {
  const auto out = compile_text(
      "{ when: { event: turn_start }, do: [ { if: leader_ready, then: [ draw_all ], else: [ draw_all ] }, "
      "draw_all ] }");
  ASSERT_TRUE(out.problems.empty());
  const Program p{out.code};
  const int decision = p.ability().effects + 1, condition = decision + 1, then = condition + p.length(condition),
            otherwise = then + p.length(then), after = decision + p.length(decision);
  EXPECT_EQ(p.opcode(decision), ability::op_if);
  EXPECT_EQ(p.opcode(otherwise), ability::op_block);
  EXPECT_EQ(p.word(otherwise - 1), after);
  EXPECT_EQ(p.word(after - 1), after);
  EXPECT_EQ(p.word(p.ability().effects + p.length(p.ability().effects) - 1), 0);
}

TEST(Program, LoopsGoBackToTheirOwnNode) {
  const auto out = compile_text(
      "{ when: { event: turn_start }, do: [ { for_each: own_cards, as: a, do: [ { choose: own_cards, as: b, do: [ "
      "{ discard: b } ] } ] } ] }");
  ASSERT_TRUE(out.problems.empty());
  const Program p{out.code};
  const int outer = p.ability().effects + 1, items = outer + 1, name = items + p.length(items), inner = name + 2;
  EXPECT_EQ(p.word(name), 0);
  EXPECT_EQ(p.word(outer + p.length(outer) - 1), outer);
  EXPECT_EQ(p.opcode(inner), ability::op_choose);
  EXPECT_EQ(p.word(inner + p.length(inner) - 1), inner);
  const int count = inner + 1 + p.length(inner + 1);
  EXPECT_EQ(p.opcode(count), ability::op_nothing);
  EXPECT_EQ(p.word(count + 2), 2);  // the outer loop has registers 0 and 1
}

TEST(Program, ACostGoesOnWithWhatItPaysFor) {
  const auto out = compile_text(
      "{ when: { event: turn_start }, pay: [ { peek: { n: 1, as: top } } ], do: [ { may: [ { discard: top } ], "
      "pay: [ draw_all ] } ] }");
  ASSERT_TRUE(out.problems.empty());
  const Program p{out.code};
  const int cost = p.ability().cost, effects = p.ability().effects;
  EXPECT_EQ(p.word(cost + p.length(cost) - 1), effects + 1);
  const int may = effects + 1, done = may + 1, paid = done + p.length(done);
  EXPECT_EQ(p.word(paid + p.length(paid) - 1), done + 1);
  EXPECT_EQ(p.word(paid - 1), may + p.length(may));
}

TEST(Program, OptionsHaveLabels) {
  const auto out = compile_text(
      "{ when: { event: turn_start }, do: [ { choose_one: [ { label: { en: All }, do: [ draw_all ] }, { do: [ "
      "draw_all ] } ] } ] }");
  ASSERT_TRUE(out.problems.empty());
  const Program p{out.code};
  const int node = p.ability().effects + 1, first = node + 2, second = first + 1 + p.length(first + 1);
  EXPECT_EQ(p.word(first), 0);
  EXPECT_EQ(p.opcode(first + 1), ability::op_block);
  EXPECT_EQ(p.word(second), -1);
  EXPECT_EQ(second + 1 + p.length(second + 1), node + p.length(node));
  ASSERT_EQ(out.labels.all().size(), 1U);
}

TEST(Registers, OfLoopsAndOfRememberedValuesNeverMix) {
  Registers registers;
  EXPECT_EQ(registers.give("loop", 1), 0);
  EXPECT_EQ(registers.give("note", 0), 7);
  const auto mark = registers.mark();
  EXPECT_EQ(registers.give("pick", 2), 2);
  EXPECT_EQ(registers.give("other", 2), -1);
  registers.forget(mark);
  EXPECT_EQ(registers.find("pick"), -1);
  EXPECT_EQ(registers.give("b", 0), 6);
  EXPECT_EQ(registers.give("c", 0), 5);
  EXPECT_EQ(registers.give("d", 0), -1);  // 2 to 4 have been a loop's
  EXPECT_EQ(registers.give("again", 2), 2);
}

// ---- texts -------------------------------------------------------------------------------------

TEST(Render, SpeaksEnglish) {
  const auto bundle = toy_bundle();
  ASSERT_TRUE(bundle);
  EXPECT_EQ(card_text(*bundle, 0, "en"), "Before the roll (attacker): If your leader is ready, draw 2 cards.");
  EXPECT_EQ(card_text(*bundle, 1, "en"),
            "If your leader is ready and you are in the Attic, attackers get +1, and if your leader is not ready, "
            "defenders get -1.");
  EXPECT_EQ(card_text(*bundle, 2, "en"),
            "Before the roll (defender): The attacker rolls at most 1 die until the end of the turn.");
  EXPECT_EQ(
      card_text(*bundle, 3, "en"),
      "At the start of your turn: Once per turn, you may discard one of your cards. If you do, move up to 2 of "
      "your tool cards that cost at most 3 to the Garden.");
  EXPECT_EQ(
      card_text(*bundle, 4, "en"),
      "At the start of your turn: Draw 2 cards for each of your cards (at most 6). Discard each of your cards. "
      "3 times, draw 1 card. For your rival, draw 1 card for each card in your hand.");
  EXPECT_EQ(
      card_text(*bundle, 5, "en"),
      "When you would take damage (defender): instead, once per game, choose one: draw 1 card; or look at the top "
      "card of your deck, then discard it; then your rival may draw -1 card; if they do, draw 1 card; then note "
      "the "
      "size of your hand, then attack with power that number plus 1; if you hit, draw 1 card; if you miss, draw "
      "your "
      "whole deck; then choose one of your cards; attackers get +2 until the end of the turn; then at the start "
      "of "
      "your turn, if your leader is ready or the size of your hand is 3 or more, draw 1 card; otherwise, draw "
      "your "
      "whole deck.");
}

TEST(Render, SpeaksFrench) {
  const auto bundle = toy_bundle();
  ASSERT_TRUE(bundle);
  EXPECT_EQ(card_text(*bundle, 0, "fr"),
            "Avant le lancer (attaquant)\u00A0: si votre chef est prêt, piochez 2 cartes.");
  EXPECT_EQ(
      card_text(*bundle, 1, "fr"),
      "Si votre chef est prêt et qu'il y a quelqu'un dans le Grenier, les attaquants ont +1, et si votre chef "
      "n'est pas prêt, les défenseurs ont -1.");
  EXPECT_EQ(card_text(*bundle, 3, "fr"),
            "Au début de votre tour\u00A0: une fois par tour, vous pouvez défausser une de vos cartes. Si vous le "
            "faites, déplacez jusqu'à 2 de vos cartes outil de coût 3 ou moins vers le Jardin.");
}

TEST(Render, AsksWhatIsChosenAndWhatFor) {
  const auto bundle = toy_bundle();
  ASSERT_TRUE(bundle);
  const auto code = bundle->root()["cards"][3]["abilities"][0].code();
  const int choose = Program{code}.ability().cost + 1;
  EXPECT_EQ(ability::render_question(bundle->root(), tests::toy_vocabulary, code, choose, "en"),
            "Choose one of your cards: discard that card.");
  EXPECT_EQ(ability::render_question(bundle->root(), tests::toy_vocabulary, code, choose, "fr"),
            "Choisissez une de vos cartes\u00A0: défaussez cette carte.");
}

TEST(Render, SetsArticlesAndVerbs) {
  EXPECT_EQ(ability::english("a Autobot, a Utility and a other card"), "an Autobot, a Utility and another card");
  EXPECT_EQ(ability::french("le dégât de le défenseur, à les cartes"), "le dégât du défenseur, aux cartes");
  EXPECT_EQ(ability::infinitive("piochez 1 carte, puis mettez une Action sur la pioche"),
            "piocher 1 carte, puis mettre une Action sur la pioche");
  EXPECT_EQ(ability::infinitive("téléportez-vous sur une case"), "vous téléporter sur une case");
  EXPECT_EQ(ability::infinitive("l'adversaire pioche"), "");
  EXPECT_EQ(ability::infinitive("choisissez un joueur ; ce joueur perd 1 point, puis piochez 1 carte"),
            "choisir un joueur ; ce joueur perd 1 point, puis piochez 1 carte");
  EXPECT_EQ(ability::english("1 point for each 2 cards"), "1 point for every 2 cards");
  EXPECT_EQ(ability::french("pour chaque de les cartes, si il a plus que il, il pioche"),
            "pour chacune des cartes, s'il a plus que lui, il pioche");
}

TEST(Render, SetsFrenchAsTheFrenchDo) {
  EXPECT_EQ(ability::french("si il pleut : que faire ? une de elles ; de onze"),
            "s'il pleut\u00A0: que faire\u202F? une d'elles\u202F; de onze");
  EXPECT_EQ(ability::french("Si il joue le nombre de les cartes de Optimus"),
            "S'il joue le nombre des cartes d'Optimus");
  EXPECT_EQ(ability::capital("étape"), "Étape");
  EXPECT_EQ(ability::capital("œuvre"), "Œuvre");
}

TEST(Render, NamesOptionsByLabelOrEffect) {
  const auto bundle = toy_bundle();
  ASSERT_TRUE(bundle);
  const auto code = bundle->root()["cards"][5]["abilities"][0].code();
  const Program p{code};
  const int choose_one = p.ability().effects + 1;
  EXPECT_EQ(ability::render_option(bundle->root(), tests::toy_vocabulary, code, choose_one, 0, "fr"), "Piocher");
  EXPECT_EQ(ability::render_option(bundle->root(), tests::toy_vocabulary, code, choose_one, 1, "en"),
            "Look at the top card of your deck, then discard it");
  EXPECT_EQ(ability::render_option(bundle->root(), tests::toy_vocabulary, code, choose_one, 2, "en"), "");
}

TEST(Render, SurvivesDamagedPrograms) {
  const auto bundle = toy_bundle();
  ASSERT_TRUE(bundle);
  for (int card = 0; card < 6; ++card) {
    const auto span = bundle->root()["cards"][card]["abilities"][0].code();
    const std::vector<std::int32_t> code(span.begin(), span.end());
    for (std::size_t i = 0; i < code.size(); ++i)
      for (const std::int32_t value : {0, -1, 0x7FFFFFFF, 0x00010001, static_cast<std::int32_t>(i) << 16 | 3}) {
        auto damaged = code;
        damaged[i] = value;
        ability::render(bundle->root(), tests::toy_vocabulary, damaged, "fr");
        damaged.resize(i);
        ability::render(bundle->root(), tests::toy_vocabulary, damaged, "en");
      }
  }
}

// ---- bad content -------------------------------------------------------------------------------

// Each folder of tests/content/bad replaces files of the toy game; expected.txt holds what must be
// told. RULEWRIGHT_ACCEPT=1 writes the files anew: read the difference before you keep it.
TEST(Forge, TellsEveryFaultOfBadContentAtOnce) {
  int cases = 0;
  for (const auto& entry : fs::directory_iterator(source_root() / "tests/content/bad")) {
    SCOPED_TRACE(entry.path().filename().string());
    const Workshop workshop;
    fs::copy(entry.path(), workshop.toy(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    const std::string told = workshop.told();
    if (std::getenv("RULEWRIGHT_ACCEPT") != nullptr) std::ofstream(entry.path() / "expected.txt") << told;
    EXPECT_EQ(told, read_all(entry.path() / "expected.txt"));
    EXPECT_FALSE(told.empty());
    EXPECT_TRUE(workshop.compile().bundle.empty());
    ++cases;
  }
  EXPECT_GE(cases, 8);
}

TEST(Forge, TellsWhatIsMissing) {
  const Workshop workshop;
  for (const char* name : {"schema.json", "rules.md", "game.yaml"}) fs::remove(workshop.toy() / name);
  fs::remove_all(workshop.toy() / "locale");
  const std::string told = workshop.told();
  EXPECT_NE(told.find("toy/schema.json: cannot be read"), std::string::npos) << told;
  EXPECT_NE(told.find("toy/rules.md: cannot be read"), std::string::npos) << told;
  EXPECT_NE(told.find("toy/locale: has no language"), std::string::npos) << told;
  EXPECT_NE(told.find("game.id: must say which game this is"), std::string::npos) << told;
  EXPECT_EQ(compile("no/such/folder").problems.at(0).text(), "no/such/folder: is not a folder");
}

TEST(Forge, RefusesFilesThatCannotBeHonest) {
  const Workshop workshop;
  workshop.write("huge.yaml", std::string(max_file_bytes + 1, '#'));
  workshop.write("deep.yaml", "deep: " + std::string(500, '[') + std::string(500, ']'));
  workshop.write("latin.yaml", "word: caf\xE9\n");
  workshop.write("schema.json", std::string(100000, '['));
  const std::string told = workshop.told();
  EXPECT_NE(told.find("toy/huge.yaml: is too large"), std::string::npos) << told;
  EXPECT_NE(told.find("toy/deep.yaml:1:70: cannot be read as YAML: nested too deeply"), std::string::npos) << told;
  EXPECT_NE(told.find("toy/latin.yaml:1:10: is not valid UTF-8 here"), std::string::npos) << told;
  EXPECT_NE(told.find("toy/schema.json:1:65: cannot be read as JSON: nested too deeply"), std::string::npos)
      << told;
}

TEST(Forge, GuessesWhatWasMeantOnlyIfItIsNear) {
  EXPECT_EQ(did_you_mean("rod", {"red", "blue"}), " (did you mean 'red'?)");
  EXPECT_EQ(did_you_mean("garedn", {"hall", "garden"}), " (did you mean 'garden'?)");
  EXPECT_EQ(did_you_mean("castle", {"hall", "garden"}), "");
}

}  // namespace
}  // namespace rw::forge
