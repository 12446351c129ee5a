// People's own content: patches to the games of this server. They are compiled in the threads for slow work, and
// the latest are kept. All loops use this.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "lab/own_content.h"
#include "server/bots.h"
#include "server/catalogue.h"
#include "server/wording.h"

namespace rw::server {

// The result of compiling a patch.
struct OwnEdition {
  std::unique_ptr<const Wording> wording;  // null: it has problems
  std::vector<lab::ContentProblem> problems;
  std::vector<std::string> changes;  // "battle_cards.zap"
  std::string patch;
  // What the API tells about the changed game.
  Document cards, content, words;
};

class OwnContent {
 public:
  // How many editions are kept for the next who asks. Those of open tables live as long as their tables.
  static constexpr std::size_t most_kept = 12;
  // Patches of one person that wait to be compiled.
  static constexpr int most_waiting = 3;

  explicit OwnContent(Bots& bots) : bots_(bots) {}

  using Then = std::function<void(const std::shared_ptr<const OwnEdition>&)>;
  // `then` runs in the loop that asks. `whose` is the person, who has a share of the time. False if too many
  // patches of this person wait already.
  bool compile(const std::string& game, const std::string& patch, const std::string& whose, Then);

 private:
  void compiled(const std::string& key, const std::string& whose, std::shared_ptr<const OwnEdition>);

  struct Asked {
    Loop* loop;
    Then then;
  };
  Bots& bots_;
  std::mutex mutex_;
  std::deque<std::pair<std::string, std::shared_ptr<const OwnEdition>>>
      kept_;  // by game and patch, the latest last
  std::map<std::string, std::vector<Asked>> asked_for_;
  std::map<std::string, int> waiting_;  // by person
};

// The name of a patch in messages.
inline constexpr const char* patch_name = "patch.yaml";

}  // namespace rw::server
