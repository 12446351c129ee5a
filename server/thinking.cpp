// The players that each thread keeps.
#include "server/thinking.h"

#include <algorithm>
#include <vector>

#include "players/player.h"

namespace rw::server {
namespace {

// Each thread has its own players. A player owns its tree, which is worth keeping for the next question; but
// whoever sets up tables says how strong their bots are, in as many ways as they like.
struct Kept {
  std::string name;
  std::unique_ptr<players::Player> player;
};
thread_local std::vector<Kept> kept;  // the one that was asked last at the end

std::unique_ptr<players::Player> made_for(const BotQuestion& question) {
  const Game& game = question.edition->game();
  if (const auto spec = players::parse(question.bot); spec && spec->kind != players::Spec::Kind::bot)
    if (auto made = players::make_player(*spec, game)) return *std::move(made);
  return *players::make_player({}, game);
}

players::Player& player_for(const BotQuestion& question) {
  const std::string name = std::string(question.edition->game().id) + " " + question.bot;
  const auto known = std::find_if(kept.begin(), kept.end(), [&](const Kept& one) { return one.name == name; });
  if (known != kept.end()) {
    std::rotate(known, known + 1, kept.end());
  } else {
    if (kept.size() == most_kept_players) kept.erase(kept.begin());
    kept.push_back({name, made_for(question)});
  }
  return *kept.back().player;
}

}  // namespace

Choice think(const BotQuestion& question) {
  core::Random stream = players::stream_of(question.seed, question.edition->decision(question.position).asked);
  return players::ask(player_for(question), *question.edition, question.position, stream);
}

std::size_t kept_players() { return kept.size(); }

Expected<> is_bot_strength(std::string_view bot, const Game& game) {
  const Expected<players::Spec> spec = players::parse(bot);
  if (!spec) return spec.failure();
  // A message must not start a program on the server's machine.
  if (spec->kind == players::Spec::Kind::bot)
    return failed("the bots of a table are random, greedy, beginner to expert or search:SIMULATIONS");
  if (spec->threads != 1 || spec->simulations > most_server_simulations || spec->thinking > most_server_thinking)
    return failed("a bot here thinks at most " + std::to_string(most_server_simulations) + " simulations or " +
                  std::to_string(most_server_thinking) + " ms in one thread");
  if (auto made = players::make_player(*spec, game); !made) return made.failure();
  return {};
}

}  // namespace rw::server
