// What a table tells: nothing that a seat must not know, and all that its page needs to keep in step.
#include <gtest/gtest.h>
#include <sodium.h>

#include <map>
#include <nlohmann/json.hpp>

#include "engine/embedded.h"
#include "engine/replay.h"
#include "server/open_table.h"
#include "tests/expected.h"
#include "tests/server/wooden_house.h"

namespace rw::server {
namespace {

// ---- nothing leaks ------------------------------------------------------------------------------------

std::string hex_of(std::span<const std::byte> bytes) {
  std::string hex(bytes.size() * 2 + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  hex.pop_back();
  return hex;
}

class Leaks : public testing::TestWithParam<const Game*> {};

// Two tables that differ only in what seat P may not know: every byte to P and to spectators is the same.
TEST_P(Leaks, EveryByteToASeatIsTheSameWhenWhatItCannotSeeIsShuffled) {
  ASSERT_GE(sodium_init(), 0);
  const auto edition = good(Edition::load(embedded_bundle(GetParam()->id)));
  ASSERT_NE(edition, nullptr);
  const Wording wording(edition);
  static ChoiceList list;
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const int seats = GetParam()->min_seats;
    Position position = good(edition->begin({seats, {}}, core::seed_from(seed)));
    ASSERT_FALSE(position.empty());
    core::Random random = core::Random::start(core::seed_from(seed + 100));
    for (int decision = 0; !edition->over(position) && decision < 1500; ++decision) {
      edition->choices(position, list);
      const Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
      if (decision % 7 == 0) {
        const Seat viewer = core::seat(decision % seats);
        Position other = position;
        core::Random shuffle = core::Random::start(core::seed_from(static_cast<std::uint64_t>(decision)));
        edition->game().redeal(edition->content(), other.data(), viewer, shuffle);
        std::vector<std::string> told[2];
        for (int side = 0; side < 2; ++side) {
          WoodenHouse house;
          TableRecord record;
          record.id = "table";
          record.game = GetParam()->id;
          record.seed = std::string(64, '3');
          record.base = hex_of(write_save(*edition, side == 0 ? position : other));
          record.status = Status::playing;
          for (int i = 0; i < seats; ++i)
            record.sitters.push_back({Sitter::Kind::person, "p" + std::to_string(i), "P", "", false, 0});
          const auto table = good(OpenTable::open(house, edition, wording, record, {}, 1));
          ASSERT_NE(table, nullptr);
          Ears ears[2];
          for (int e = 0; e < 2; ++e) {
            Ears& one = ears[e];
            one.watcher->seat = e == 0 ? core::index(viewer) : -1;
            if (e == 0)
              one.watcher->who.id = record.sitters[static_cast<std::size_t>(core::index(viewer))].identity;
            one.watcher->language = decision % 2 == 0 ? "en" : "fr";
            one.watcher->send = [&one](std::shared_ptr<const std::string> text) { one.texts.push_back(*text); };
            one.watcher->dismiss = [](const std::string&) {};
            table->enter(one.watcher);
          }
          // Asking about what is not ours tells nothing either.
          for (const auto& notation :
               {edition->notation(position, choice), std::string("pass"), std::string("done")}) {
            ClientMessage why;
            why.type = ClientMessage::Type::why;
            why.notation = notation;
            table->receive(ears[0].watcher, why);
          }
          // Nor does asking about what lies somewhere: the first card of each hand, and what the choice is about.
          std::vector<Wording::Thing> asked_about;
          for (int seat = 0; seat < seats; ++seat)
            asked_about.push_back(
                {"players." + edition->seat_name(position, core::seat(seat)) + ".hand.0", "", "", -1});
          if (!core::is_table_choice(choice))
            for (int operand = 0; operand < 4; ++operand)
              if (edition->game().operands[static_cast<std::size_t>(choice.verb())].kind[operand] >= 0)
                for (const Edition::Thing& thing : edition->things(position, Viewer::of(viewer), choice, operand))
                  if (!thing.place.empty()) asked_about.push_back({thing.place, "", "", -1});
          for (const Wording::Thing& thing : asked_about) {
            ClientMessage why;
            why.type = ClientMessage::Type::why;
            why.things = {thing};
            table->receive(ears[0].watcher, why);
          }
          for (const Ears& one : ears) told[side].insert(told[side].end(), one.texts.begin(), one.texts.end());
          // The seat's own choice, if it shows nobody anything new.
          Position after = position;
          edition->apply(after, choice);
          if (edition->decision(position).asked == viewer && edition->harmless_to_undo(position, after)) {
            ClientMessage choose;
            choose.type = ClientMessage::Type::choose;
            choose.decision = edition->decision(position).number;
            choose.choice = choice.bits;
            table->receive(ears[0].watcher, choose);
            house.turn();
            EXPECT_EQ(table->entries().size(), 1U);
            told[side].push_back(ears[0].texts.back());
          }
        }
        EXPECT_EQ(told[0], told[1]) << "at decision " << decision;
        ++compared;
        if (HasFailure()) return;
      }
      edition->apply(position, choice);
    }
  }
  EXPECT_GT(compared, 10);
}

INSTANTIATE_TEST_SUITE_P(Games, Leaks, testing::ValuesIn(games().begin(), games().end()),
                         [](const auto& one) { return std::string(one.param->id); });

// ---- frames -------------------------------------------------------------------------------------------

// A page: keeps its view by what it is told, and what numbers mean.
struct Page {
  const Wording* wording = nullptr;
  std::size_t read = 0;
  nlohmann::ordered_json view;
  std::map<int, std::string> paths, words;
  std::map<int, int> kinds;  // of lines
  int things = 0;  // the last number of one
  int lines = 0, moved = 0;

  void change(const nlohmann::ordered_json& told) {
    const std::string path = paths.at(told[0].get<int>());
    nlohmann::ordered_json* here = &view;
    std::size_t from = 0;
    for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', from)) {
      here = &(*here)[path.substr(from, dot - from)];
      from = dot + 1;
    }
    const std::string name = path.substr(from);
    if (told.size() == 1) {
      here->erase(name);
    } else if (told.size() == 2) {
      (*here)[name] = value(told[1]);
    } else {
      auto& list = (*here)[name];
      list.erase(list.begin() + told[1].get<int>(), list.begin() + told[1].get<int>() + told[2].get<int>());
      const auto put = told.size() > 3 ? value(told[3]) : nlohmann::ordered_json::array();
      list.insert(list.begin() + told[1].get<int>(), put.begin(), put.end());
    }
  }
  void event(const Json& told) {
    if (told[0].is_number()) {
      const auto& said = wording->event(kinds.at(told[0].get<int>()));
      EXPECT_EQ(told.size(), 2 + said.values.size() + said.named.size()) << told;
      for (std::size_t i = 2 + said.values.size(); i < told.size(); ++i) known(told[i]);
    }
    ++lines;
  }
  void known(const Json& thing) const { EXPECT_LE(thing.get<int>(), things) << "a thing that was never told"; }
  template <class Keep>
  static void each_fresh(const nlohmann::ordered_json& message, const char* name, Keep&& keep) {
    if (!message.contains(name)) return;
    const auto& told = message[name];
    for (std::size_t i = 1; i < told.size(); ++i) keep(told[0].get<int>() + static_cast<int>(i) - 1, told[i]);
  }
  // A value of the view with its words.
  nlohmann::ordered_json value(const nlohmann::ordered_json& told) const {
    if (told.is_string()) return words.at(std::stoi(told.get<std::string>()));
    if (!told.is_structured()) return told;
    nlohmann::ordered_json out = told;
    for (auto& one : out)
      if (told.is_array())
        one = one == 0 ? "?" : words.at(one.get<int>());
      else
        one = value(one);
    return out;
  }
  void hear(const Ears& ears) {
    for (; read < ears.texts.size(); ++read) {
      const auto message = nlohmann::ordered_json::parse(ears.texts[read]);
      if (message["type"] != "state") continue;
      each_fresh(message, "words", [&](int number, const auto& word) { words[number] = word; });
      each_fresh(message, "paths", [&](int number, const auto& path) {
        paths[number] = path.is_string() ? path.template get<std::string>()
                                         : paths.at(path[0]) + "." + path[1].template get<std::string>();
      });
      each_fresh(message, "lines", [&](int number, const auto& line) { kinds[number] = line[0]; });
      each_fresh(message, "things", [&](int number, const auto&) { things = number; });
      if (message.contains("view")) view = message["view"];
      if (message.contains("decision"))
        for (const auto& choice : message["decision"][2])
          for (std::size_t i = 1; i < choice.size(); ++i)
            if (choice[i].is_number()) known(choice[i]);
      if (!message.contains("frames")) continue;
      for (const auto& frame : message["frames"]) {
        if (frame[0].is_array()) event(frame[0]);
        if (frame.size() > 1)
          for (const auto& told : frame[1]) change(told);
        if (frame.size() > 2) moved += static_cast<int>(frame[2].size());
      }
    }
  }
};

class Telling : public testing::TestWithParam<const Game*> {};

// Whoever listens from the beginning, joins later, asks in between or sees everything later has the view of the
// server after every message, through undo too.
TEST_P(Telling, FramesKeepEveryPageInStep) {
  ASSERT_GE(sodium_init(), 0);
  const auto edition = good(Edition::load(embedded_bundle(GetParam()->id)));
  ASSERT_NE(edition, nullptr);
  const Wording wording(edition);
  WoodenHouse house;
  TableRecord record;
  record.id = "table";
  record.game = GetParam()->id;
  record.seed = std::string(64, '5');
  record.status = Status::playing;
  const int seats = std::max(2, GetParam()->min_seats);
  for (int i = 0; i < seats; ++i)
    record.sitters.push_back({Sitter::Kind::person, "p" + std::to_string(i), "P", "", false, 0});
  const auto table = good(OpenTable::open(house, edition, wording, record, {}, 1));
  ASSERT_NE(table, nullptr);
  table->wake();
  std::vector<std::unique_ptr<Ears>> ears;
  std::vector<Page> pages;
  const auto enter = [&](int seat, const char* language) {
    ears.push_back(std::make_unique<Ears>());
    Ears& one = *ears.back();
    one.watcher->who = {seat < 0 ? "watcher" : "p" + std::to_string(seat), "P", false};
    one.watcher->seat = seat;
    one.watcher->language = language;
    one.watcher->send = [&one](std::shared_ptr<const std::string> text) { one.texts.push_back(*text); };
    one.watcher->dismiss = [](const std::string&) {};
    table->enter(one.watcher);
    pages.emplace_back().wording = &wording;
  };
  for (int i = 0; i < seats; ++i) enter(i, i == 0 ? "en" : "fr");
  enter(-1, "en");
  static ChoiceList list;
  core::Random random = core::Random::start(core::seed_from(9));
  for (int i = 0; i < 150 && table->record().status == Status::playing; ++i) {
    if (i == 40) enter(-1, "en");
    ClientMessage message;
    if (i % 50 == 30) {
      message.type = ClientMessage::Type::sync;
      table->receive(ears.back()->watcher, message);
    }
    const int asked = core::index(table->history().decision().asked);
    edition->choices(table->history().now(), list);
    message.type = ClientMessage::Type::choose;
    message.decision = table->history().decision().number;
    message.choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))].bits;
    table->receive(ears[static_cast<std::size_t>(asked)]->watcher, message);
    house.turn();
    if (i % 10 == 5 && table->history().kept_by_undo(asked) >= 0 && table->history().harmless_undo(asked)) {
      ClientMessage undo;
      undo.type = ClientMessage::Type::undo;
      table->receive(ears[static_cast<std::size_t>(asked)]->watcher, undo);
      house.turn();
    }
    for (std::size_t k = 0; k < ears.size(); ++k) {
      pages[k].hear(*ears[k]);
      const int seat = ears[k]->watcher->seat;
      const Viewer viewer = seat < 0 ? Viewer::spectator() : Viewer::of(core::seat(seat));
      ASSERT_EQ(pages[k].view.dump(),
                nlohmann::ordered_json::parse(edition->json(table->history().now(), viewer)).dump())
          << "choice " << i << ", ears " << k;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(pages[0].lines, 50);
}

INSTANTIATE_TEST_SUITE_P(Games, Telling, testing::ValuesIn(games().begin(), games().end()),
                         [](const auto& one) { return std::string(one.param->id); });

}  // namespace
}  // namespace rw::server
