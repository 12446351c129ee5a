// The pictures of the cards: every card has one, no two are alike, each is sound SVG in both themes; and what the
// content compiler says of bad faces.
#include "faces/faces.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "forge/faces.h"
#include "lab/card_faces.h"
#include "lab/pictures.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

namespace fs = std::filesystem;
using faces::Theme;

const fs::path face_folder = fs::path(RULEWRIGHT_SOURCE) / "content" / "faces";

std::string read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// What is wrong with these elements: every one is closed by its own name, every attribute is quoted, and no paint
// is left that no color stands for.
std::string fault_of(std::string_view svg) {
  std::vector<std::string> open;
  while (!svg.empty()) {
    const std::size_t start = svg.find('<');
    if (start == std::string_view::npos) return "text after the last element";
    const std::size_t end = svg.find('>', start);
    if (end == std::string_view::npos) return "an element without an end";
    std::string_view tag = svg.substr(start + 1, end - start - 1);
    svg.remove_prefix(end + 1);
    const bool closing = tag.starts_with('/'), alone = tag.ends_with('/');
    if (closing) tag.remove_prefix(1);
    if (alone) tag.remove_suffix(1);
    const std::string name(tag.substr(0, tag.find(' ')));
    if (std::count(tag.begin(), tag.end(), '"') != 2 * std::count(tag.begin(), tag.end(), '='))
      return "an attribute without quotes in " + std::string(tag);
    for (std::size_t i = 0; i + 3 < tag.size(); ++i)
      if (tag.substr(i, 2) == "=\"" && tag[i + 3] == '"' &&
          std::isalpha(static_cast<unsigned char>(tag[i + 2])) != 0)
        return "a paint without a color in " + std::string(tag);
    if (closing && (open.empty() || open.back() != name)) return "</" + name + "> closes nothing";
    if (closing)
      open.pop_back();
    else if (!alone)
      open.push_back(name);
    if (open.empty() && !svg.empty()) return "something after the end";
  }
  return open.empty() ? "" : open.back() + " is never closed";
}

class FacesOf : public testing::TestWithParam<const Game*> {
 protected:
  std::shared_ptr<const Edition> edition = edition_of(*GetParam());
  std::vector<faces::Key> keys = lab::pictures(*edition);
};

TEST_P(FacesOf, EveryCardHasAPicture) {
  std::set<std::string> ids;
  for (const faces::Key& key : keys) ids.insert(key.id);
  for (const lab::CardFace& card : lab::card_faces(*edition, "en")) EXPECT_TRUE(ids.contains(card.id)) << card.id;
}

TEST_P(FacesOf, NoTwoAreAlikeAndEachIsSoundInBothThemes) {
  constexpr std::size_t largest = 24'000;
  for (const Theme theme : {Theme::light, Theme::dark}) {
    std::map<std::string, std::string> seen;
    for (const faces::Key& key : keys) {
      const std::string svg = lab::picture_svg(*edition, key, theme), name = key.id + " " + key.mode;
      EXPECT_EQ(fault_of(svg), "") << name;
      EXPECT_LT(svg.size(), largest) << name;
      const auto [other, fresh] = seen.emplace(svg, name);
      EXPECT_TRUE(fresh) << name << " looks like " << other->second;
    }
  }
  const faces::Key& first = keys.front();
  EXPECT_NE(lab::picture_svg(*edition, first, Theme::light), lab::picture_svg(*edition, first, Theme::dark));
}

// Two cards of one game never show the same thing in the same colors, whatever lies behind it and marks it.
TEST_P(FacesOf, SubjectsDifferNotOnlyInTheirGround) {
  constexpr std::string_view behind[] = {"scene", "ground", "pose", "aura_pose", "mark", "pips"};
  std::map<std::string, std::string> seen;
  for (const faces::Key& key : keys) {
    std::string subject;
    faces::Slots slots = faces::slots(lab::built_in_faces(), edition->bundle().root(), key);
    std::sort(slots.begin(), slots.end());
    for (const auto& [name, value] : slots)
      if (std::find(std::begin(behind), std::end(behind), name) == std::end(behind))
        subject += name + "=" + value + " ";
    const auto [other, fresh] = seen.emplace(subject, key.id + " " + key.mode);
    EXPECT_TRUE(fresh) << key.id << " " << key.mode << " shows what " << other->second << " shows: " << subject;
  }
}

TEST_P(FacesOf, OneSheetShowsThemAll) {
  const std::string sheet =
      faces::sheet(lab::built_in_faces(), edition->bundle().root(), keys, Theme::dark, 60, "fr");
  EXPECT_EQ(fault_of(sheet), "");
  std::size_t pictures = 0;
  for (std::size_t at = sheet.find("<svg"); at != std::string::npos; at = sheet.find("<svg", at + 1)) ++pictures;
  EXPECT_EQ(pictures, keys.size() + 1);
}

TEST_P(FacesOf, ARecordThatDoesNotExistHasNone) {
  EXPECT_TRUE(lab::pictures_of(*edition, "no_such_card").empty());
  EXPECT_TRUE(lab::pictures_of(*edition, "").empty());
}

INSTANTIATE_TEST_SUITE_P(AllGames, FacesOf, testing::ValuesIn(games().begin(), games().end()),
                         [](const auto& game) { return std::string(game.param->id); });

TEST(Faces, TheMotifsAreSmallTogether) {
  std::size_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(face_folder / "motifs")) bytes += fs::file_size(entry.path());
  EXPECT_LT(bytes, 150'000U) << "even before they are compressed";
}

TEST(Faces, ConditionsAskForEveryTermAndOneOfItsAlternatives) {
  const std::vector<std::string> facts = {"in=events", "word=flame", "word=on", "color=red"};
  EXPECT_TRUE(faces::fits("in=events word=fire|flame", facts));
  EXPECT_TRUE(faces::fits("word=fla*", facts));
  EXPECT_FALSE(faces::fits("word=fla", facts));
  EXPECT_FALSE(faces::fits("in=events color=blue", facts));
  EXPECT_FALSE(faces::fits("wor=flame", facts));
  EXPECT_FALSE(faces::fits("flame", facts));
}

// ---- bad faces -------------------------------------------------------------------------------------------

// A copy of content/faces that a test may spoil, compiled against one small game.
class FaceWorkshop {
 public:
  FaceWorkshop() {
    std::string name = (fs::temp_directory_path() / "faces-XXXXXX").string();
    root_ = mkdtemp(name.data());
    fs::copy(face_folder, root_ / "faces", fs::copy_options::recursive);
    game_ = good(core::Bundle::read(embedded_bundle("dino_battles")));
  }
  ~FaceWorkshop() { fs::remove_all(root_); }
  FaceWorkshop(const FaceWorkshop&) = delete;
  FaceWorkshop& operator=(const FaceWorkshop&) = delete;

  void change(const std::string& file, const std::string& from, const std::string& to) const {
    std::string text = read_all(root_ / "faces" / file);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    std::ofstream(root_ / "faces" / file, std::ios::binary) << text.replace(at, from.size(), to);
  }

  std::string told() const {
    const core::Bundle* games[] = {game_.get()};
    std::string out;
    for (const forge::Problem& problem : forge::compile_faces(root_ / "faces", games).problems)
      out += problem.text() + "\n";
    return out;
  }

 private:
  fs::path root_;
  std::unique_ptr<core::Bundle> game_;
};

TEST(BadFaces, GoodOnesCompile) { EXPECT_EQ(FaceWorkshop().told(), ""); }

TEST(BadFaces, ARecordWithoutAFaceIsAnError) {
  const FaceWorkshop shop;
  shop.change("dino_battles.yaml", "  - { when: in=techs, motif: chip, main", "  - { when: in=techs, main");
  shop.change("dino_battles.yaml", "motif: scanner }", "pose: fit }");
  EXPECT_NE(shop.told().find("techs.scanner: has no face: no rule gives it a motif"), std::string::npos);
}

TEST(BadFaces, TwoAlikeAreAnError) {
  const FaceWorkshop shop;
  shop.change(
      "dino_battles.yaml",
      "id=evade, motif: legs_run, main: sky, accent: navy, ground: sky, scene: sc_speed, mark: mk_move",
      "id=evade, motif: shield, main: green, accent: yellow, ground: green, scene: sc_hex, mark: mk_armor");
  EXPECT_NE(shop.told().find("combat.defend: looks like combat.evade"), std::string::npos) << shop.told();
}

TEST(BadFaces, UnknownMotifsColorsAndPosesAreNamed) {
  const FaceWorkshop shop;
  shop.change("dino_battles.yaml", "motif: rain", "motif: rian");
  shop.change("dino_battles.yaml", "main: lime", "main: limes");
  shop.change("dino_battles.yaml", "pose: left", "pose: lefty");
  const std::string told = shop.told();
  EXPECT_NE(told.find("there is no motif 'rian' (did you mean 'rain'?)"), std::string::npos) << told;
  EXPECT_NE(told.find("there is no color 'limes' (did you mean 'lime'?)"), std::string::npos) << told;
  EXPECT_NE(told.find("there is no pose 'lefty' (did you mean 'left'?)"), std::string::npos) << told;
}

TEST(BadFaces, RulesSayWhenTheyFit) {
  const FaceWorkshop shop;
  shop.change("dino_battles.yaml", "when: id=toxic_rain, ", "");
  EXPECT_NE(shop.told().find("a rule says when it fits"), std::string::npos);
}

TEST(BadFaces, LinesOfAMotifAreRead) {
  const FaceWorkshop shop;
  shop.change("motifs/signs.yaml", "question: |\n  d o 50 50 46",
              "question: |\n  d o 50 50\n  7 M0 0\n  d Q0 0<script>\n  a4 M0 0Z\n  + nowhere\n  + star x");
  const std::string told = shop.told();
  for (const char* fault :
       {"question: line 1: a circle is 'o x y radius'", "line 2: a line begins with the letter",
        "line 3: a shape is a path", "line 4: '4' is no width", "line 6: another motif is",
        "question: there is no motif 'nowhere'"})
    EXPECT_NE(told.find(fault), std::string::npos) << fault << "\n" << told;
}

TEST(BadFaces, AMotifInsideItselfIsAnError) {
  const FaceWorkshop shop;
  shop.change("motifs/devices.yaml", "gears: |\n", "gears: |\n  + gears\n");
  EXPECT_NE(shop.told().find("gears: is inside itself"), std::string::npos);
}

}  // namespace
}  // namespace rw::test
