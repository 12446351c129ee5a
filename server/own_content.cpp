// Compiling patches, and finding what was compiled before.
#include "server/own_content.h"

#include <algorithm>

namespace rw::server {
namespace {

std::shared_ptr<const OwnEdition> compile_now(const std::string& game, const std::string& patch) {
  auto own = std::make_shared<OwnEdition>();
  own->patch = patch;
  lab::PatchedEdition patched = lab::patched_edition(game, {patch_name, patch});
  own->problems = std::move(patched.problems);
  own->changes = std::move(patched.changes);
  if (patched.edition == nullptr) return own;
  std::shared_ptr<const Edition> edition = std::move(patched.edition);
  own->cards = document(cards_json(*edition), "application/json");
  own->content = document(content_json(*edition), "application/json");
  auto wording = std::make_unique<const Wording>(std::move(edition));
  own->words = document(words_json(*wording), "application/json");
  own->wording = std::move(wording);
  return own;
}

}  // namespace

bool OwnContent::compile(const std::string& game, const std::string& patch, const std::string& whose, Then then) {
  const std::string key = game + "\n" + patch;
  std::unique_lock lock(mutex_);
  const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const auto& kept) { return kept.first == key; });
  if (known != kept_.end()) {
    std::rotate(known, known + 1, kept_.end());
    const auto own = kept_.back().second;
    lock.unlock();
    then(own);
    return true;
  }
  const auto asked = asked_for_.find(key);
  if (asked == asked_for_.end() && waiting_[whose] >= most_waiting) return false;
  asked_for_[key].push_back({Loop::here(), std::move(then)});
  if (asked != asked_for_.end()) return true;
  ++waiting_[whose];
  auto made = std::make_shared<std::shared_ptr<const OwnEdition>>();
  bots_.work([made, game, patch] { *made = compile_now(game, patch); },
             [this, made, key, whose] { compiled(key, whose, std::move(*made)); }, whose);
  return true;
}

void OwnContent::compiled(const std::string& key, const std::string& whose,
                          std::shared_ptr<const OwnEdition> own) {
  if (own == nullptr) {  // something was thrown; it is in the log
    auto failed = std::make_shared<OwnEdition>();
    failed->problems.push_back(
        {patch_name, 0, 0, {}, "this cannot be compiled; the reason is in the server's log"});
    own = std::move(failed);
  }
  std::vector<Asked> asked;
  {
    const std::lock_guard lock(mutex_);
    if (--waiting_[whose] == 0) waiting_.erase(whose);
    kept_.emplace_back(key, own);
    if (kept_.size() > most_kept) kept_.pop_front();
    asked = std::move(asked_for_[key]);
    asked_for_.erase(key);
  }
  for (Asked& one : asked)
    if (one.loop == nullptr)
      one.then(own);
    else
      one.loop->dispatch([then = std::move(one.then), own] { then(own); });
}

}  // namespace rw::server
