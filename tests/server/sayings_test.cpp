// What a table says besides the rules has a text in every language of every game, and so has every set phrase.
#include "server/sayings.h"

#include <gtest/gtest.h>

#include "engine/embedded.h"
#include "server/client_message.h"
#include "tests/expected.h"

namespace rw::server {
namespace {

std::vector<std::shared_ptr<const Edition>> all_editions() {
  std::vector<std::shared_ptr<const Edition>> out;
  for (const Game* game : games()) out.push_back(good(Edition::load(embedded_bundle(game->id))));
  return out;
}

// Fails where a text is missing, or says the same in two languages.
TEST(Sayings, HaveTheirTextInEveryLanguage) {
  const auto editions = all_editions();
  ASSERT_FALSE(editions.empty());
  for (const auto& edition : editions) {
    const core::Node locale = edition->bundle().root()["locale"];
    for (const std::string_view name : Saying_names) {
      const std::string_view english = locale["en"]["table"][name].text(),
                             french = locale["fr"]["table"][name].text();
      EXPECT_FALSE(english.empty()) << name;
      EXPECT_FALSE(french.empty()) << name;
      EXPECT_NE(english, french) << name;
    }
    EXPECT_EQ(locale["en"]["table"].size(), Saying_count);
    EXPECT_EQ(locale["fr"]["table"].size(), Saying_count);
  }
}

TEST(Sayings, PhrasesAreThoseOfTheProtocol) {
  const auto editions = all_editions();
  const core::Node locale = editions.front()->bundle().root()["locale"];
  ASSERT_GT(locale["en"]["phrases"].size(), 0);
  ASSERT_EQ(locale["en"]["phrases"].size(), locale["fr"]["phrases"].size());
  for (int i = 0; i < locale["en"]["phrases"].size(); ++i) {
    const std::string name(locale["en"]["phrases"].key(i));
    EXPECT_FALSE(phrase_text(*editions.front(), name, "fr").empty()) << name;
    EXPECT_TRUE(read_client_message(R"({"v":2,"type":"say","phrase":")" + name + "\"}")) << name;
  }
}

TEST(Sayings, AreFilled) {
  const auto editions = all_editions();
  const Edition& edition = *editions.front();
  const Position nowhere(edition.game().state_bytes);
  EXPECT_EQ(said(edition, nowhere, Saying::picks, "en", {.a = 2, .b = 3}), "2 of 3");
  EXPECT_EQ(said(edition, nowhere, Saying::picks, "fr", {.a = 2, .b = 3}), "2 sur 3");
  EXPECT_EQ(sentence(said(edition, nowhere, Saying::won, "en", {.b = 1, .winners = "Ann"})), "Ann wins.");
  EXPECT_EQ(sentence(said(edition, nowhere, Saying::won, "fr", {.b = 2, .winners = "Ann, Bob"})),
            "Ann, Bob gagnent.");
  EXPECT_EQ(sentence(said(edition, nowhere, Saying::not_asked, "fr")), "Ce n'est pas à vous de décider.");
}

}  // namespace
}  // namespace rw::server
