// A bot for Rulewright in C++: it speaks the protocol of docs/bots.md and plays at random.
//
//     rulewright match dino_battles --a bot:build/release/rulewright-reference-bot --b random --games 100
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace {

using Json = nlohmann::json;

void say(const Json& message) { std::cout << message.dump() << std::endl; }

// The number of a choice. Ends a turn or phase only if nothing else is possible.
std::size_t choose(const Json& message, std::mt19937& random) {
  const Json& choices = message.at("choices");
  std::vector<std::size_t> active;
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (!choices[i].value("operands", Json::array()).empty()) active.push_back(i);
  if (active.empty()) return std::uniform_int_distribution<std::size_t>(0, choices.size() - 1)(random);
  return active[std::uniform_int_distribution<std::size_t>(0, active.size() - 1)(random)];
}

}  // namespace

int main() {
  std::mt19937 random(1);
  for (std::string line; std::getline(std::cin, line);) {
    const Json message = Json::parse(line, nullptr, false);
    if (!message.is_object()) {
      std::cerr << "not a message: " << line << '\n';
      return 1;
    }
    const std::string type = message.value("type", "");
    if (type == "hello") say({{"type", "hello"}, {"name", "Reference bot"}, {"wants", {"choices"}}});
    if (type == "choose") say({{"type", "choice"}, {"id", message.at("id")}, {"choice", choose(message, random)}});
    // "new", "ponder" and "over" need no answer.
  }
}
