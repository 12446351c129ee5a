// Gathering problems, and guessing what the author meant.
#include "forge/problem.h"

#include <algorithm>
#include <tuple>

namespace rw::forge {
namespace {

// Edits between two words: letters added, left out, changed, or two neighbours exchanged.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) row[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::move(last);
    last = row;
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      row[k] = std::min({last[k] + 1, row[k - 1] + 1, last[k - 1] + (a[i - 1] == b[k - 1] ? 0U : 1U)});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
        row[k] = std::min(row[k], before[k - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string Problem::text() const {
  std::string out = file;
  if (line > 0) out += ':' + std::to_string(line) + ':' + std::to_string(column);
  if (!path.empty()) out += ": " + path;
  return out + ": " + message;
}

int Problems::add_file(std::string name) {
  files_.push_back(std::move(name));
  return static_cast<int>(files_.size()) - 1;
}

void Problems::add(Place place, std::string_view path, std::string message) {
  const bool known = place.file >= 0 && place.file < static_cast<int>(files_.size());
  problems_.push_back({known ? files_[static_cast<std::size_t>(place.file)] : "content", place.line, place.column,
                       std::string(path), std::move(message)});
}

std::vector<Problem> Problems::in_reading_order() const {
  auto sorted = problems_;
  std::sort(sorted.begin(), sorted.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.file, a.line, a.column, a.path, a.message) <
           std::tie(b.file, b.line, b.column, b.path, b.message);
  });
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

std::string below(std::string_view path, std::string_view key) {
  std::string out(path);
  if (!out.empty()) out += '.';
  return out.append(key);
}

std::string below(std::string_view path, std::size_t place) {
  return std::string(path) + '[' + std::to_string(place) + ']';
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  // A word that is mostly different was not mistyped; very long ones are not worth the time.
  std::size_t nearest = std::max<std::size_t>(1, word.size() / 3) + 1;
  if (word.size() > 64) return {};
  std::string_view best;
  for (const std::string_view candidate : candidates) {
    if (candidate.empty() || candidate.size() > 64) continue;
    const std::size_t distance = edits(word, candidate);
    if (distance >= nearest || distance >= candidate.size()) continue;
    nearest = distance;
    best = candidate;
  }
  return best.empty() ? std::string{} : " (did you mean '" + std::string(best) + "'?)";
}

std::string listed(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ", ";
    out += word;
  }
  return out;
}

}  // namespace rw::forge
