// The tables, laid kind by kind.
#include "tests/transformers_dbg_stages.h"

#include <algorithm>

#include "engine/games/transformers_dbg/turn.h"
#include "tests/expected.h"

namespace rw::test {
namespace {

namespace dbg = rw::transformers_dbg;
using core::Setting;
using dbg::CardKind;

Setting field(std::string path, std::string text) { return {std::move(path), std::move(text), {}, false, 0}; }
Setting pile(std::string path, Cards cards) { return {std::move(path), {}, std::move(cards), true, 0}; }

Cards with(Cards cards, const std::string& card) {
  cards.push_back(card);
  return cards;
}

}  // namespace

const Side autobots = {
    "competitive_a",
    "optimus_prime",
    "arcee",
    "core",
    {"st_courage", "st_firepower_a", "dotd_r_snarl", "dotd_r_slug", "core_t_energon_cache", "core_r_cliffjumper"},
    {"st_courage", "core_r_hound", "core_m_burnout", "core_r_laserbeak"},
    {"core_r_dead_end", "core_r_kickback", "dotd_r_divebomb", "dotd_r_rampage", "ard_r_frenzy", "core_r_ravage"},
    {"ard_r_buzzsaw", "ard_r_thrust", "dotd_r_headstrong"},
    "bo_megatron",
    "bo_knock_out",
    "ard_r_brawn"};
const Side decepticons = {
    "competitive_d",
    "megatron",
    "blitzwing",
    "ard",
    {"st_wrath", "st_firepower_d", "dotd_r_insecticon_drone", "core_r_shrapnel", "core_t_energon_cache",
     "dotd_r_tantrum"},
    {"st_wrath", "core_r_rumble", "core_m_burnout", "core_r_laserbeak"},
    {"core_r_hound", "core_r_cliffjumper", "ard_r_gears", "ard_r_brawn", "ard_r_windcharger", "core_r_prowl"},
    {"core_r_bumblebee", "ard_r_tracks", "dotd_r_swoop"},
    "bo_optimus_prime",
    "bo_prowl",
    "ard_r_thrust"};

Stage full_table(const Side& side, int variant, const std::string& without) {
  const bool bare = variant % 2 == 1;
  Stage stage;
  stage.mode = side.mode;
  stage.characters = side.character + "," + side.other;
  stage.fields = {{"turn", "red"},
                  {"phase", "action"},
                  {"players.red.space", "r2c2"},
                  {"players.blue.space", variant % 4 >= 2 ? "r2c3" : "r2c2"},
                  {"players.red.energon", "8"},
                  {"players.blue.energon", "4"},
                  {"players.red.damage", bare ? "0" : "3"},
                  {"players.blue.damage", "1"},
                  {"players.blue.vp", "5"},
                  {"players.red.vp", "5"},
                  {"this_turn.free_power_2", "14"},
                  {"this_turn.free_move", "6"}};
  stage.piles = {{"players.red.hand", side.hand},
                 {"players.red.discard", side.discard},
                 {"players.red.vault", side.vault},
                 {"players.blue.hand", {"core_m_helping_hand", "core_t_photon_cannon", "ard_t_null_field"}},
                 {"matrix.r1c1.card", {side.boss}},
                 {"matrix.r1c2.card", {side.spoils[0]}},
                 {"matrix.r2c1.card", {side.spoils[1]}},
                 {"matrix.r2c3.card", {"core_m_quick_draw"}},
                 {"matrix.r3c2.card", {side.own_robot}},
                 {"matrix.r3c1.card", {"core_t_targeting_array"}},
                 {"matrix.r1c3.card", {side.spoils[2]}},
                 {"matrix.r3c3.card", {"dotd_r_cosmos"}},
                 {"matrix.r1c4.card", {"core_m_flank"}},
                 {"matrix.r2c4.card", {"core_t_jet_pack"}},
                 {"destroyed", {"ard_t_null_field", "core_m_defensive_formation"}}};
  for (const char* space : {"r1c3", "r3c3", "r2c4"})
    stage.fields["matrix." + std::string(space) + ".faceup"] = "no";
  stage.piles["matrix.r2c2.card"] = {bare ? "core_s_crystal_mine" : "core_a_spike"};
  if (!bare) stage.fields["matrix.r2c2.faceup"] = "no";
  for (auto& [path, cards] : stage.piles) std::erase(cards, without);
  return stage;
}

void stage_owned(const Side& side, const std::string& id, const std::string& first_side,
                 const std::string& second_side, std::vector<Stage>& out) {
  for (int variant = 0; variant < 4; ++variant)
    for (const std::string& mode : {first_side, second_side}) {
      Stage stage = full_table(side, variant, id);
      stage.fields["players.red.mode"] = mode;
      stage.piles["players.red.hand"] = variant == 3 ? Cards{id} : with(stage.piles["players.red.hand"], id);
      if (variant == 2) stage.piles["players.red.play"] = {"core_t_photon_cannon", "core_r_cliffjumper"};
      if (variant == 2) std::erase(stage.piles["players.red.hand"], "core_r_cliffjumper");
      out.push_back(stage);
    }
  Stage played = full_table(side, 0, id);
  played.piles["players.red.play"] = {id};
  played.piles["players.red.vault"].push_back(side.weak_boss);  // some count the Bosses defeated
  out.push_back(played);
  for (const bool near : {true, false}) {  // blue attacks, or battles and needs help
    Stage stage = full_table(side, near ? 0 : 2, id);
    stage.fields["turn"] = "blue";
    stage.fields["players.blue.energon"] = "9";
    stage.fields["this_turn.free_power_2"] = near ? "0" : "6";
    stage.piles["players.red.hand"] = {id};
    stage.piles["players.red.play"] = near ? Cards{} : Cards{id};
    if (!near) stage.piles["players.red.hand"] = {};
    stage.piles["players.blue.hand"] = {"core_t_photon_cannon", "ard_t_sonic_cannon", "ard_t_fusion_cannon",
                                        "ard_m_decepticons_attack"};
    std::erase(stage.piles["players.blue.hand"], id);
    stage.others_first = true;
    out.push_back(stage);
    stage.piles["players.blue.hand"] = {};
    stage.piles["players.blue.play"] = {};
    stage.fields["this_turn.free_power_2"] = "9";
    stage.piles["matrix.r2c2.card"] = {side.weak_boss};
    stage.fields.erase("matrix.r2c2.faceup");
    stage.piles["players.red.hand"] = {id};
    stage.piles["players.red.play"] = {};
    stage.fields["players.red.damage"] = "0";
    out.push_back(stage);
  }
}

void stage_on_matrix(const Side& side, const std::string& id, std::vector<Stage>& out) {
  for (int variant = 0; variant < 4; ++variant)
    for (const std::string space : {"r2c2", "r1c2", "r1c1"}) {
      Stage stage = full_table(side, variant, id);
      stage.piles["matrix." + space + ".card"] = {id};
      stage.fields.erase("matrix." + space + ".faceup");
      out.push_back(stage);
      stage.fields["turn"] = "blue";
      stage.piles["players.blue.hand"] = {};
      stage.others_first = true;
      out.push_back(stage);
      if (variant < 2) {
        stage.fields["turn"] = "red";
        stage.fields["matrix." + space + ".faceup"] = "no";
        stage.others_first = false;
        out.push_back(stage);
      }
    }
  // A lost Confrontation, and the end of the main deck.
  Stage weak = full_table(side, 2, id);
  weak.piles["matrix.r2c2.card"] = {id};
  weak.fields.erase("matrix.r2c2.faceup");
  weak.fields["this_turn.free_power_2"] = "1";
  weak.piles["players.red.hand"] = {};
  out.push_back(weak);
  weak.piles["main_deck"] = {};
  out.push_back(weak);
}

namespace {

class OfCard {
 public:
  OfCard(const dbg::Content& content, dbg::Card card) : content_(content), card_(card) {
    const dbg::CardDef& def = dbg::card_def(content, card);
    id_ = std::string(def.id);
    const bool autobot = def.faction == dbg::Faction::autobot, neutral = def.faction == dbg::Faction::neutral;
    if (autobot || neutral) own_.push_back(&autobots), foe_.push_back(&decepticons);
    if (!autobot || neutral) own_.push_back(&decepticons), foe_.push_back(&autobots);
  }

  std::vector<Stage> stages() const {
    std::vector<Stage> out;
    switch (dbg::card_def(content_, card_).kind) {
      case CardKind::starter: starters(out); break;
      case CardKind::basic:
      case CardKind::technology:
      case CardKind::maneuver:
      case CardKind::ally:
        for (const Side* side : own_) stage_owned(*side, id_, "alt", "bot", out), stage_on_matrix(*side, id_, out);
        break;
      case CardKind::damage: damage(out); break;
      case CardKind::robot:
        for (const Side* side : own_) stage_owned(*side, id_, "alt", "bot", out), stage_on_matrix(*side, id_, out);
        for (const Side* side : foe_) stage_on_matrix(*side, id_, out);
        break;
      case CardKind::site:
      case CardKind::scheme:
      case CardKind::boss:
        for (const Side* side : foe_) stage_on_matrix(*side, id_, out);
        break;
      case CardKind::relic: relics(out); break;
      case CardKind::encounter: encounters(out); break;
      default: break;
    }
    return out;
  }

 private:
  void starters(std::vector<Stage>& out) const {
    const dbg::CardDef& def = dbg::card_def(content_, card_);
    Side side = def.set == dbg::CardSet{0} ? autobots : decepticons;
    const bool wrath = id_.starts_with("st_w_");
    if (wrath) {
      side.character = "devastator";
      for (std::string& card : side.hand)
        if (card == "st_wrath") card = id_ == "st_w_hook" ? "st_w_scrapper" : "st_w_hook";
      for (std::string& card : side.discard)
        if (card == "st_wrath") card = "core_m_flank";
    }
    stage_owned(side, id_, wrath ? "team" : "alt", wrath ? "combiner" : "bot", out);
    for (Stage& stage : out)
      if (wrath) stage.piles["matrix.r1c4.card"] = {};
  }

  void damage(std::vector<Stage>& out) const {
    for (const Side* side : {&autobots, &decepticons}) {
      Stage stage = full_table(*side, 0, id_);
      if (dbg::card_def(content_, card_).special) {
        stage.fields["turn"] = "blue";
        stage.piles["players.red.deck"] = {id_};
        stage.piles["players.red.hand"] = {id_};
        stage.others_first = true;
      }
      out.push_back(stage);
    }
  }

  void relics(std::vector<Stage>& out) const {
    for (const Side* side : {&autobots, &decepticons}) {
      stage_on_matrix(*side, id_, out);
      for (int variant = 0; variant < 4; ++variant) {
        Stage stage = full_table(*side, variant, id_);
        stage.piles["players.red.vault"] = with(side->vault, id_);
        stage.piles["players.red.vault"].push_back(id_ == "core_l_star_saber" ? "core_l_forge"
                                                                              : "core_l_star_saber");
        stage.piles["matrix.r2c2.card"] = {side->weak_boss};
        stage.fields.erase("matrix.r2c2.faceup");
        if (variant == 3) stage.piles["main_deck"] = {};
        if (variant == 2) {
          stage.fields["turn"] = "blue";
          stage.fields["players.red.energon"] = "0";
          stage.others_first = true;
        }
        out.push_back(stage);
      }
    }
  }

  void encounters(std::vector<Stage>& out) const {
    const dbg::CardDef& def = dbg::card_def(content_, card_);
    const Side& side = def.set == dbg::CardSet{0} ? autobots : decepticons;
    for (int variant = 0; variant < 4; ++variant)
      for (const std::string mode : {"alt", "bot"})
        for (const std::string& card : {side.weak_boss, side.spoils[0]})
          for (const bool faceup : {true, false}) {
            Stage stage = full_table(side, variant, card);
            stage.piles["encounters." + side.deck_of_other] = {id_};
            stage.piles["players.blue.hand"] = {};  // nobody Blocks
            stage.piles["matrix.r2c2.card"] = {card};
            stage.fields.erase("matrix.r2c2.faceup");
            if (!faceup) stage.fields["matrix.r2c2.faceup"] = "no";
            stage.fields["players.red.mode"] = mode;
            stage.fields["players.red.energon"] = variant == 3 ? "0" : "4";
            stage.piles["players.red.play"] = {"core_t_photon_cannon"};
            if (variant == 1) stage.piles["players.red.hand"] = {};
            out.push_back(stage);
          }
  }

  const dbg::Content& content_;
  dbg::Card card_;
  std::string id_;
  std::vector<const Side*> own_, foe_;
};

}  // namespace

std::vector<Stage> stages_of(const dbg::Content& content, dbg::Card card) {
  return OfCard(content, card).stages();
}

Position laid(const Edition& edition, const dbg::Content& content, const Stage& stage) {
  rw::Setup setup;
  setup.seats = static_cast<int>(std::count(stage.characters.begin(), stage.characters.end(), ',')) + 1;
  setup.options = {{"position", "custom"}, {"mode", stage.mode}, {"characters", stage.characters}};
  Position p = good(edition.begin(setup, core::seed_from(1)));
  EXPECT_FALSE(p.empty()) << " " << stage.characters;
  std::vector<Setting> all;
  std::map<std::string, int> lying;
  for (const auto& [path, cards] : stage.piles) {
    Cards there;  // no more of a card than were printed
    for (const std::string& card : cards) {
      const dbg::Card known = dbg::card_with(content, card);
      const bool main = dbg::is_main_kind(dbg::card_def(content, known).kind);
      if (!main || lying[card]++ < dbg::card_def(content, known).copies) there.push_back(card);
    }
    all.push_back(pile(path, there));
  }
  for (const auto& [path, text] : stage.fields) all.push_back(field(path, text));
  for (const Setting& setting : all) EXPECT_TRUE(ok(edition.set(p, setting))) << setting.path;
  EXPECT_TRUE(ok(edition.settle(p)));
  return p;
}

}  // namespace rw::test
