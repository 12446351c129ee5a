// A made-up position and what is told about it: for tests of the words of a game.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/core/chance.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {

using Options = std::vector<std::pair<std::string, std::string>>;

inline core::Setting is(std::string path, std::string text) {
  core::Setting setting;
  setting.path = std::move(path);
  setting.text = std::move(text);
  return setting;
}
inline core::Setting are(std::string path, std::vector<std::string> cards) {
  core::Setting setting;
  setting.path = std::move(path);
  setting.cards = std::move(cards);
  setting.is_list = true;
  return setting;
}

struct Scene {
  const Edition& edition;
  Position position;
  core::Log log;  // of the last choice, or of the way to the first decision

  Scene(const Edition& game, int seats, const Options& options, const std::vector<core::Setting>& settings)
      : edition(game) {
    Setup setup;
    setup.seats = seats;
    setup.options = {{"position", "custom"}};
    for (const auto& option : options) setup.options.push_back(option);
    position = good(edition.begin(setup, core::seed_from(1)));
    EXPECT_FALSE(position.empty());
    for (const core::Setting& setting : settings) EXPECT_TRUE(ok(edition.set(position, setting)));
    EXPECT_TRUE(ok(edition.settle(position, &log)));
  }

  void play(std::string_view text, const std::vector<int>& dice = {}) {
    Choice choice{};
    ASSERT_TRUE(ok(edition.read(position, text).into(choice)));
    const Refusal refusal = edition.judge(position, choice);
    ASSERT_FALSE(refusal.refused()) << text << ": " << edition.refusal_text(position, refusal, "en");
    std::vector<core::ScriptItem> items;
    for (const int number : dice) items.push_back({core::ScriptItem::Kind::number, number, {}});
    core::Chance chance = core::Chance::scripted(std::move(items));
    log.events.clear();
    edition.apply(position, choice, &log, dice.empty() ? nullptr : &chance);
  }

  // The lines as everybody reads them; rules that only stand beside a line have no text.
  std::vector<std::string> lines(std::string_view language = "en") const {
    std::vector<std::string> told;
    for (const core::Event& event : log.events)
      if (std::string text = edition.event_text(position, event, Viewer::spectator(), language); !text.empty())
        told.push_back(std::move(text));
    return told;
  }
  bool tells(std::string_view line, std::string_view language = "en") const {
    for (const std::string& told : lines(language))
      if (told == line) return true;
    return false;
  }
  std::string told() const {
    std::string text;
    for (const std::string& line : lines()) text += line + "\n";
    return text;
  }

  std::string refused(int seat, std::string_view text, std::string_view language = "en") const {
    Choice choice{};
    if (auto read = edition.read(position, text).into(choice); !read) return read.error();
    return edition.refusal_text(position, edition.judge(position, core::seat(seat), choice), language);
  }
};

}  // namespace rw::test
