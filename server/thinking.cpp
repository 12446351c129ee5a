// The players that each thread keeps.
#include "server/thinking.h"

#include <map>

#include "players/player.h"

namespace rw::server {
namespace {

// A player owns its tree, which is worth keeping for the next question. Each thread has its own players.
players::Player* player_for(const BotQuestion& question) {
  static thread_local std::map<std::string, std::unique_ptr<players::Player>> known;
  std::unique_ptr<players::Player>& player = known[std::string(question.edition->game().id) + " " + question.bot];
  if (player) return player.get();
  const Game& game = question.edition->game();
  if (const auto spec = players::parse(question.bot); spec && spec->kind != players::Spec::Kind::bot)
    if (auto made = players::make_player(*spec, game)) player = *std::move(made);
  if (!player) player = *players::make_player({}, game);
  return player.get();
}

}  // namespace

Choice think(const BotQuestion& question) {
  core::Random stream = players::stream_of(question.seed, question.edition->decision(question.position).asked);
  return players::ask(*player_for(question), *question.edition, question.position, stream);
}

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
