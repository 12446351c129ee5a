// Every card is played, and what its text says is seen to happen. A game says in its Showcase where
// its cards stand, which event or clause gives each ability word away, and how to lay the table for a
// card; the rest is the same for all games.
#include <algorithm>
#include <map>
#include <set>

#include "engine/ability/walk.h"
#include "lab/card_faces.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

using core::Node;
using core::Setting;

// A table laid for one card: the set-up's options and the fields of the position.
struct Stage {
  int seats = 2;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<Setting> state;
};

Setting field(std::string path, std::string text) { return {std::move(path), std::move(text), {}, false, 0}; }
Setting pile(std::string path, std::vector<std::string> cards) {
  return {std::move(path), {}, std::move(cards), true, 0};
}

struct Showcase {
  std::string_view game;
  std::vector<std::string_view> tables;  // of the bundle: the records are cards
  std::vector<std::string_view> resting;  // questions at which what was played is over and done
  // By ability word: the events, or the clauses, that show it at work.
  std::map<std::string_view, std::vector<std::string_view>> evidence;
  std::map<std::string_view, std::string_view> figures;  // a number on the card, the event that shows it
  std::vector<std::string_view> acquired;                 // the event of getting the card
  std::vector<Stage> (*stages)(const Edition&, std::string_view table, Node card);
};

// ---- Biomechanic Dino Battles --------------------------------------------------------------------------

std::string filled_up(const Edition& edition, std::vector<std::string_view> tables, std::vector<std::string> picks,
                      std::size_t count) {
  const auto picked = [&](std::string_view id) {
    return std::find(picks.begin(), picks.end(), id) != picks.end();
  };
  for (const std::string_view table : tables) {
    const Node list = edition.bundle().root()[table];
    for (int i = 0; i < list.size() && picks.size() < count; ++i)
      if (const std::string_view id = list[i]["id"].text(); !picked(id)) picks.emplace_back(id);
  }
  std::string text;
  for (const std::string& pick : picks) text += (text.empty() ? "" : ",") + pick;
  return text;
}

Stage dino_table(const Edition& edition, std::vector<std::string> stacks, std::vector<std::string> dinosaurs) {
  std::erase(stacks, "");
  std::set<std::string> once(dinosaurs.begin(), dinosaurs.end());
  Stage stage;
  stage.options = {{"stacks", filled_up(edition, {"strategies"}, std::move(stacks), 10)},
                   {"dinosaurs", filled_up(edition, {"dinosaurs"}, {once.begin(), once.end()}, 6)}};
  return stage;
}

// A Strategy or Tech in the hand of red, whose turn it is; then in blue's, when red has things to do.
std::vector<Stage> stages_of_stack_card(const Edition& edition, const std::string& id) {
  std::vector<Stage> stages;
  const std::vector<std::string> reserve = {"iguanodon", "velociraptor", "triceratops", "stegosaurus"};
  const std::string plays = id == "data_uplink" ? "supply_run" : "data_uplink";
  const std::string reacts = id == "repair_kit" ? "rocket_launcher" : "repair_kit";
  for (const std::string& holder : {std::string("red"), std::string("blue")}) {
    Stage stage = dino_table(edition, {id, plays, reacts}, reserve);
    const std::string other = holder == "red" ? "blue" : "red";
    stage.state = {
        pile("players." + holder + ".hand",
             {id, "attack", "attack", "evade", "evade", "defend", "defend", "wound", "poison_1", "paralyze"}),
        pile("players." + holder + ".deck", {"attack", "evade", "defend", "wound", "attack"}),
        pile("players." + holder + ".discard", {"attack", "evade", "defend", "wound", "poison_2"}),
        pile("players." + other + ".hand", holder == "red" ? std::vector<std::string>{"wound", "wound"}
                                                           : std::vector<std::string>{plays, reacts, "defend"}),
        field("players." + holder + ".paralysis", "1"),
    };
    for (const std::string& seat : {std::string("red"), std::string("blue")}) {
      const std::string player = "players." + seat;
      stage.state.push_back(field(player + ".active.dinosaur", seat == "red" ? "iguanodon" : "triceratops"));
      stage.state.push_back(field(player + ".active.damage", "15"));
      stage.state.push_back(pile(player + ".active.cards", {"attack", "evade", "defend"}));
      stage.state.push_back(field(player + ".reserve_1.dinosaur", seat == "red" ? "velociraptor" : "stegosaurus"));
      stage.state.push_back(field(player + ".reserve_1.damage", "10"));
    }
    // Two Combat Moves, so that one is left although the hand holds a Paralyze.
    stage.state.push_back(field("this_turn.moves_granted", "2"));
    stages.push_back(std::move(stage));
  }
  stages.push_back(stages.front());
  stages.back().state.push_back(field("phase", "buy"));
  return stages;
}

// A Dinosaur in front, in the Reserve, attacked by others, and on offer.
std::vector<Stage> stages_of_dinosaur(const Edition& edition, const std::string& id) {
  const std::vector<std::string> plenty = {"attack", "attack", "attack", "evade", "evade", "defend", "defend"};
  const std::vector<std::string> all = {id,       "iguanodon", "velociraptor", "protoceratops", "dilophosaurus",
                                        "troodon"};
  std::vector<Stage> stages;
  for (const bool in_front : {true, false}) {
    Stage stage = dino_table(edition, {}, all);
    stage.state = {pile("players.red.hand", {"wound"}),
                   pile("players.red.deck", {"attack", "evade", "defend", "wound"}),
                   pile("players.blue.hand", {"wound"}),
                   field("players.red.active.dinosaur", in_front ? id : "iguanodon"),
                   field("players.red.active.damage", "10"),
                   field("players.red.reserve_1.dinosaur", in_front ? "iguanodon" : id),
                   pile(in_front ? "players.red.active.cards" : "players.red.reserve_1.cards", plenty),
                   field("players.blue.active.dinosaur", "velociraptor"),
                   pile("players.blue.active.cards", {"attack"}),
                   field("players.blue.reserve_1.dinosaur", "protoceratops")};
    stages.push_back(std::move(stage));
  }
  for (const std::string attacker : {"iguanodon", "dilophosaurus", "troodon"}) {
    Stage stage = dino_table(edition, {}, all);
    stage.state = {field("players.red.active.dinosaur", attacker), pile("players.red.active.cards", plenty),
                   field("players.blue.active.dinosaur", id), pile("players.blue.active.cards", {"defend"})};
    stages.push_back(std::move(stage));
  }
  Stage buying = dino_table(edition, {}, all);
  buying.state = {
      pile("players.red.hand", {"attack", "attack", "attack", "evade", "evade", "defend", "defend", "defend"}),
      field("phase", "buy"), field("offering.slot_1", id)};
  stages.push_back(std::move(buying));
  return stages;
}

std::vector<Stage> dino_stages(const Edition& edition, std::string_view table, Node card) {
  const std::string id(card["id"].text());
  return table == "dinosaurs" ? stages_of_dinosaur(edition, id) : stages_of_stack_card(edition, id);
}

const Showcase showcases[] = {
    {"dino_battles",
     {"strategies", "techs", "dinosaurs"},
     {"main", "buy"},
     {{"draw", {"drew"}},
      {"bonus", {"bonus"}},
      {"heal", {"healed"}},
      {"damage", {"damaged"}},
      {"paralysis", {"paralysed"}},
      {"status", {"status_gained"}},
      {"modify", {"effect_made"}},
      {"shield", {"effect_made"}},
      {"grant", {"effect_made"}},
      {"switch_in", {"switched"}},
      {"purge", {"purged"}},
      {"gain", {"gained", "recovered"}},
      {"discard_attached", {"discarded"}},
      {"strip", {"returned", "discarded"}},
      {"peek", {"peeked"}},
      {"counter", {"countered"}},
      {"mark_attack", {"DNB-DEF-10"}},
      {"spiked", {"DNB-ABI-01", "DNB-ABI-02"}},
      {"immune_poison", {"DNB-ABI-06", "DNB-ABI-07"}},
      {"immune_paralyze", {"DNB-ABI-08", "DNB-ABI-09"}}},
     {{"damage", "damaged"}},
     {"bought", "dino_bought"},
     dino_stages},
};

// ---- the part that is the same for all games -----------------------------------------------------------

// What a card says: one thing that must be seen to happen.
struct Claim {
  std::string part;  // the name under which it is played; empty for what always holds
  std::string what;  // for the reader
  std::vector<std::string_view> shown_by;
  bool counted = false;
  int number = 0;  // counted: an operand of the event is this

  bool shown(const Edition& edition, const core::Event& event) const {
    const std::string_view kind = edition.event_name(event), clause = edition.clause_id(event.clause);
    if (std::none_of(shown_by.begin(), shown_by.end(), [&](auto name) { return name == kind || name == clause; }))
      return false;
    return !counted ||
           std::find(std::begin(event.operands), std::end(event.operands), number) != std::end(event.operands);
  }
};

class EveryCard : public testing::TestWithParam<Showcase> {
 protected:
  void SetUp() override { edition_ = edition_of(*find_game(GetParam().game)); }

  void claims_of_ability(const std::string& part, Node ability, std::vector<Claim>& claims) const;
  void claims_of(const std::string& part, Node node, std::vector<Claim>& claims) const;
  Position laid(const Stage& stage) const;
  bool names(const Position& p, Choice choice, const std::string& part) const;
  void play(const Position& start, std::uint64_t seed, std::vector<Claim>& open) const;

  std::shared_ptr<const Edition> edition_;
};

void EveryCard::claims_of_ability(const std::string& part, Node ability, std::vector<Claim>& claims) const {
  const ability::Vocabulary& vocabulary = *edition_->game().vocabulary;
  const ability::Program p{ability.code()};
  const bool always = p.ability().kind == static_cast<int>(ability::Kind::always);
  ability::walk(vocabulary, p, p.ability().effects, [&](int at) {
    const ability::Word* word = ability::find_word(vocabulary, p.opcode(at));
    if (word == nullptr || p.opcode(at) < ability::first_game_word) return;
    if (word->category != ability::Category::effect && word->category != ability::Category::modifier) return;
    const auto found = GetParam().evidence.find(word->name);
    ASSERT_NE(found, GetParam().evidence.end()) << "no event is named that shows '" << word->name << "'";
    Claim claim{always ? "" : part, part + ": " + std::string(word->name), found->second};
    for (int i = 0, place = at + 1; i < word->parameter_count(); ++i) {
      const ability::Parameter& parameter = word->parameters[i];
      const bool plain = parameter.type < ability::Type::amount;
      if (parameter.name == "n" && (plain || p.opcode(place) == ability::op_number)) {
        claim.counted = true;
        claim.number = plain ? p.word(place) : p.word(place + 1);
        claim.what += " " + std::to_string(claim.number);
      }
      place += plain ? 1 : p.length(place);
    }
    claims.push_back(std::move(claim));
  });
}

// Of a record and of everything inside it; what has a name of its own is played under that name.
void EveryCard::claims_of(const std::string& part, Node node, std::vector<Claim>& claims) const {
  const std::string own(node["name"]["en"].text());
  const std::string& name = own.empty() ? part : own;
  if (node.kind() == Node::Kind::code) return claims_of_ability(name, node, claims);
  if (node.kind() != Node::Kind::list && node.kind() != Node::Kind::map) return;
  for (int i = 0; i < node.size(); ++i) {
    if (node.kind() == Node::Kind::map)
      if (const auto found = GetParam().figures.find(node.key(i)); found != GetParam().figures.end())
        claims.push_back({name,
                          name + ": " + std::string(node.key(i)) + " " + std::to_string(node[i].integer()),
                          {found->second},
                          true,
                          static_cast<int>(node[i].integer())});
    claims_of(name, node[i], claims);
  }
}

Position EveryCard::laid(const Stage& stage) const {
  rw::Setup setup;
  setup.seats = stage.seats;
  setup.options = stage.options;
  setup.options.emplace_back("position", "custom");
  Position position = good(edition_->begin(setup, core::seed_from(1)));
  EXPECT_FALSE(position.empty());
  for (const Setting& setting : stage.state) EXPECT_TRUE(ok(edition_->set(position, setting))) << setting.path;
  EXPECT_TRUE(ok(edition_->settle(position)));
  return position;
}

bool EveryCard::names(const Position& p, Choice choice, const std::string& part) const {
  return edition_->choice_text(p, choice, "en").find(part) != std::string::npos;
}

// A few decisions at random, by preference those that name something still to be shown. From there to
// the next resting question everybody passes where he may: what happens then is this card's doing.
void EveryCard::play(const Position& start, std::uint64_t seed, std::vector<Claim>& open) const {
  static ChoiceList list;
  core::Random random = core::Random::start(core::seed_from(seed));
  Position p = start;
  std::set<std::string> playing;
  for (int decisions = 0; decisions < 24 && !edition_->over(p) && !open.empty(); ++decisions) {
    edition_->choices(p, list);
    const std::string_view question = edition_->game().questions[edition_->decision(p).kind];
    const auto& resting = GetParam().resting;
    if (std::find(resting.begin(), resting.end(), question) != resting.end()) playing.clear();
    Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
    std::vector<Choice> naming;
    for (int i = 0; i < list.size() && playing.empty(); ++i)
      if (std::any_of(open.begin(), open.end(),
                      [&](const Claim& c) { return !c.part.empty() && names(p, list[i], c.part); }))
        naming.push_back(list[i]);
    if (!naming.empty()) choice = naming[random.below(static_cast<std::uint32_t>(naming.size()))];
    for (int i = 0; i < list.size() && !playing.empty(); ++i)
      if (edition_->game().verbs[static_cast<std::size_t>(list[i].verb())] == "pass") choice = list[i];
    for (const Claim& claim : open)
      if (!claim.part.empty() && names(p, choice, claim.part)) playing.insert(claim.part);
    core::Log log;
    edition_->apply(p, choice, &log);
    ASSERT_TRUE(ok(edition_->check(p)));
    std::erase_if(open, [&](const Claim& claim) {
      if (!claim.part.empty() && !playing.contains(claim.part)) return false;
      return std::any_of(log.events.begin(), log.events.end(),
                         [&](const core::Event& event) { return claim.shown(*edition_, event); });
    });
  }
}

TEST_P(EveryCard, DoesWhatItSays) {
  int cards = 0;
  std::size_t claims = 0;
  for (const std::string_view table : GetParam().tables) {
    const Node list = edition_->bundle().root()[table];
    ASSERT_GT(list.size(), 0) << table;
    for (int i = 0; i < list.size(); ++i, ++cards) {
      std::vector<Claim> open;
      const std::string name(list[i]["name"]["en"].text());
      claims_of(name, list[i], open);
      ASSERT_FALSE(open.empty()) << name << " says nothing";
      open.push_back({name, name + " is got", GetParam().acquired});
      claims += open.size();
      for (const Stage& stage : GetParam().stages(*edition_, table, list[i])) {
        const Position start = laid(stage);
        for (std::uint64_t seed = 1; seed <= 60 && !open.empty() && !HasFatalFailure(); ++seed)
          play(start, seed, open);
      }
      for (const Claim& claim : open) ADD_FAILURE() << "never seen: " << claim.what;
    }
  }
  RecordProperty("cards", cards);
  RecordProperty("claims", static_cast<int>(claims));
}

INSTANTIATE_TEST_SUITE_P(Games, EveryCard, testing::ValuesIn(showcases),
                         [](const auto& each) { return std::string(each.param.game); });

class CardTexts : public EveryGame {};

TEST_P(CardTexts, AreWholeSentences) {
  for (const std::string language : {"en", "fr"})
    for (const lab::CardFace& face : lab::card_faces(*edition, language))
      for (const std::string& text : face.texts) {
        EXPECT_EQ(text.find_first_of("{}|"), std::string::npos) << face.id << ": " << text;
        EXPECT_EQ(text.find("  "), std::string::npos) << face.id << ": " << text;
        EXPECT_TRUE(text.ends_with('.') || text.ends_with('!')) << face.id << ": " << text;
      }
}

INSTANTIATE_TEST_SUITE_P(Games, CardTexts, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
