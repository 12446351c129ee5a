// Following cards from view to view.
#include "engine/tokens.h"

#include <algorithm>
#include <utility>

namespace rw {

void Tokens::look(const core::Snapshot& now, Lists& out) const {
  out.clear();
  core::each_list(now, viewer_, [&](std::uint32_t path, std::span<const std::uint32_t> words) {
    List& list = out[path];
    list.words.assign(words.begin(), words.end());
    list.tokens.assign(words.size(), no_token);
  });
}

void Tokens::begin(const core::Snapshot& now) {
  look(now, lists_);
  last_.clear();
  // In the order of the view, so that the same views give the same tokens.
  core::each_list(now, viewer_, [&](std::uint32_t path, std::span<const std::uint32_t> words) {
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] != core::hidden_word) lists_[path].tokens[i] = ++given_;
  });
}

// Cards that lie in the same list as before: the first of each kind is the first again.
void Tokens::stay(List& before, List& after) const {
  for (std::size_t i = 0; i < after.words.size(); ++i) {
    if (after.tokens[i] != no_token || after.words[i] == core::hidden_word) continue;
    for (std::size_t k = 0; k < before.words.size(); ++k) {
      if (before.tokens[k] == no_token || before.words[k] != after.words[i]) continue;
      after.tokens[i] = std::exchange(before.tokens[k], no_token);
      break;
    }
  }
}

void Tokens::follow(const core::Comparison& frame) {
  frame.moved(viewer_, moved_);
  std::swap(lists_, last_);
  look(frame.after(), lists_);
  for (const core::Moved& moved : moved_) {
    if (moved.from_place < 0) continue;
    const Token token =
        std::exchange(last_[moved.from].tokens[static_cast<std::size_t>(moved.from_place)], no_token);
    if (moved.to_place >= 0) lists_[moved.to].tokens[static_cast<std::size_t>(moved.to_place)] = token;
  }
  core::each_list(frame.after(), viewer_, [&](std::uint32_t path, std::span<const std::uint32_t> words) {
    List& list = lists_[path];
    if (const auto before = last_.find(path); before != last_.end()) stay(before->second, list);
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] != core::hidden_word && list.tokens[i] == no_token) list.tokens[i] = ++given_;
  });
}

std::span<const Token> Tokens::of_list(std::uint32_t path) const {
  const auto found = lists_.find(path);
  return found == lists_.end() ? std::span<const Token>{} : found->second.tokens;
}

Token Tokens::of(const core::Moved& moved) const {
  const std::span<const Token> tokens = of_list(moved.to);
  const auto place = static_cast<std::size_t>(moved.to_place);
  return moved.to_place >= 0 && place < tokens.size() ? tokens[place] : no_token;
}

}  // namespace rw
