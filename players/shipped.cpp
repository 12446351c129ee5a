// The nets that the program was built with (players/nets; cmake/nets.cmake puts them in), each read once.
#include <map>
#include <string>
#include <utility>

#include "players/net.h"

namespace rw::players {

// The net in the file of this name, without its ending ("risk_cybertron_2"); empty if there is no such file.
std::span<const std::byte> embedded_net(std::string_view name);
std::span<const std::string_view> embedded_net_names();

const Net* shipped_net(std::string_view game, int seats) {
  static const auto nets = [] {
    std::map<std::pair<std::string, int>, std::unique_ptr<const Net>, std::less<>> all;
    for (const std::string_view name : embedded_net_names()) {
      if (auto read = Net::read(embedded_net(name)); read) {
        const Net& net = **read;
        all[{std::string(net.game()), net.seats()}] = *std::move(read);
      }
    }
    return all;
  }();
  for (const auto& [table, net] : nets)
    if (table.second == seats && table.first == game) return net.get();
  return nullptr;
}

}  // namespace rw::players
