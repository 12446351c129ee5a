// Tokens: a viewer can follow the cards that it sees, and no others.
#include "engine/tokens.h"

#include <iostream>
#include <map>
#include <set>

#include "engine/frames.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

class TokensOf : public EveryGame {
 protected:
  void SetUp() override {
    EveryGame::SetUp();
    frames = std::make_unique<Frames>(edition);
  }
  core::Snapshot described(const Position& p) {
    core::Snapshot now;
    frames->describe(p, now);
    return now;
  }
  std::unique_ptr<Frames> frames;
  ChoiceList list;

  // What a viewer sees with the tokens, in letters that can be compared.
  std::string told(const Tokens& tokens, const Position& p, Viewer viewer) {
    std::string out;
    const core::Paths& paths = frames->paths();
    core::each_list(described(p), viewer, [&](std::uint32_t path, std::span<const std::uint32_t> words) {
      const std::span<const Token> its = tokens.of_list(path);
      out += paths.text(path) + ":";
      for (std::size_t i = 0; i < words.size(); ++i)
        out += " " + std::string(words[i] == core::hidden_word ? "?" : paths.word_text(words[i])) + "#" +
               std::to_string(i < its.size() ? its[i] : 0);
      out += "\n";
    });
    return out;
  }

  // Where each kind of card is seen, with its token.
  using Seen = std::multimap<std::uint32_t, Token>;
  Seen seen(const Tokens& tokens, const core::Snapshot& now, Viewer viewer) const {
    Seen out;
    core::each_list(now, viewer, [&](std::uint32_t path, std::span<const std::uint32_t> words) {
      for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] != core::hidden_word) out.emplace(words[i], tokens.of_list(path)[i]);
    });
    return out;
  }

  // A game of each table; `visit(before, choice, after)` once the frames of a choice are told.
  template <class Begin, class Visit>
  void play(int most, Begin&& begun, Visit&& visit) {
    std::uint64_t seed = 0;
    for (const rw::Setup& setup : tables_of(*edition)) {
      Position p = good(edition->begin(setup, core::seed_from(++seed)));
      core::Random random = core::Random::start(core::seed_from(seed + 1000));
      begun(p);
      for (int n = 0; n < most && !edition->over(p) && !HasFatalFailure(); ++n) {
        edition->choices(p, list);
        const Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
        const Position before = p;
        core::Log log;
        log.keeps_positions = true;
        edition->apply(p, choice, &log);
        if (p.broken() != nullptr) break;
        frames->tell(log.events, before, p);
        visit(before, choice, p);
      }
    }
  }
};

// A card in sight keeps its token, one that comes into sight gets a new one, and no two have the same.
TEST_P(TokensOf, StayWithWhatIsSeen) {
  int kept = 0, fresh = 0;
  std::vector<Tokens> all;
  const auto viewer_of = [](std::size_t i) {
    return i == 0 ? Viewer::spectator() : Viewer::of(core::seat(static_cast<int>(i) - 1));
  };
  play(
      120,
      [&](const Position& p) {
        all.clear();
        for (std::size_t i = 0; i < 3; ++i) frames->begin(all.emplace_back(viewer_of(i)), p);
      },
      [&](const Position& before, Choice, const Position& after) {
        for (std::size_t who = 0; who < all.size(); ++who) {
          const Viewer viewer = viewer_of(who);
          const Position* last = &before;
          for (std::size_t i = 0; i < frames->size(); ++i) {
            const Position& now = i + 1 == frames->size() ? after : (*frames)[i].told_in;
            const Seen was = seen(all[who], described(*last), viewer);
            frames->follow(i, all[who]);
            const Seen is = seen(all[who], described(now), viewer);
            last = &now;
            Token highest = 0;
            for (const auto& [word, token] : was) highest = std::max(highest, token);
            std::set<Token> different;
            for (const auto& [word, token] : is) {
              ASSERT_NE(token, no_token);
              ASSERT_TRUE(different.insert(token).second) << "two cards have one token";
              if (was.count(word) == 0) {
                ASSERT_GT(token, highest) << "a card that was out of sight has an old token";
                ++fresh;
              } else if (was.count(word) == 1 && is.count(word) == 1) {
                ASSERT_EQ(token, was.find(word)->second) << "a card that was in sight has lost its token";
                ++kept;
              }
            }
          }
        }
      });
  std::cout << game().id << ": " << kept << " cards followed, " << fresh << " new in sight\n";
  EXPECT_GT(kept, 300);
}

// Whatever lies where a seat cannot see, its tokens are the same.
TEST_P(TokensOf, TellNothingThatIsHidden) {
  int compared = 0;
  std::uint64_t n = 0;
  std::vector<Tokens> all;
  play(
      120,
      [&](const Position& p) {
        all.clear();
        for (int seat = 0; seat < edition->seats(p); ++seat)
          frames->begin(all.emplace_back(Viewer::of(core::seat(seat))), p);
      },
      [&](const Position& before, Choice choice, const Position& after) {
        const auto who = static_cast<std::size_t>(++n % all.size());
        const Viewer viewer = Viewer::of(core::seat(static_cast<int>(who)));
        Tokens twin = all[who];
        for (Tokens& tokens : all)
          for (std::size_t i = 0; i < frames->size(); ++i) frames->follow(i, tokens);
        if (!edition->harmless_to_undo(before, after)) return;
        Position other = before;
        core::Random random = core::Random::start(core::seed_from(n));
        game().redeal(edition->content(), other.data(), viewer.seat, random);
        if (edition->judge(other, choice).refused()) return;
        Position then = other;
        core::Log log;
        log.keeps_positions = true;
        edition->apply(then, choice, &log);
        if (edition->json(then, viewer) != edition->json(after, viewer)) return;
        frames->tell(log.events, other, then);
        for (std::size_t i = 0; i < frames->size(); ++i) frames->follow(i, twin);
        ASSERT_EQ(told(all[who], after, viewer), told(twin, then, viewer)) << edition->notation(before, choice);
        ++compared;
      });
  std::cout << game().id << ": " << compared << " choices with other hidden cards, the same tokens\n";
  EXPECT_GT(compared, 30);
}

INSTANTIATE_TEST_SUITE_P(Games, TokensOf, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
