// Reading the games out of the module's own bytes, and the nets that the page brings.
#include "wasm/library.h"

#include <utility>

#include "engine/embedded.h"
#include "players/net.h"

namespace rw {

namespace wasm {
namespace {
std::vector<std::unique_ptr<const players::Net>>& nets() {
  static std::vector<std::unique_ptr<const players::Net>> all;
  return all;
}
}  // namespace

const server::Wording* game(std::string_view id) {
  static std::map<std::string, std::unique_ptr<server::Wording>, std::less<>> known;
  if (const auto found = known.find(id); found != known.end()) return found->second.get();
  auto edition = Edition::load(embedded_bundle(id));
  if (!edition) return nullptr;
  return (known[std::string(id)] = std::make_unique<server::Wording>(*std::move(edition))).get();
}

std::vector<const server::Wording*> all_games() {
  std::vector<const server::Wording*> all;
  for (const Game* each : games())
    if (const server::Wording* wording = game(each->id)) all.push_back(wording);
  return all;
}

Expected<> add_net(std::span<const std::byte> file) {
  auto net = players::Net::read(file);
  if (!net) return net.failure();
  nets().push_back(*std::move(net));
  return {};
}

}  // namespace wasm

namespace players {

const Net* shipped_net(std::string_view game, int seats) {
  for (const auto& net : wasm::nets())
    if (net->seats() == seats && net->game() == game) return net.get();
  return nullptr;
}

}  // namespace players
}  // namespace rw
