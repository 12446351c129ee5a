// Comparing two contents record by record.
#include "lab/change_reach.h"

#include <algorithm>

namespace rw::lab {
namespace {

using core::Node;

bool same(const Node& a, const Node& b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Node::Kind::nothing: return true;
    case Node::Kind::integer: return a.integer() == b.integer();
    case Node::Kind::text: return a.text() == b.text();
    case Node::Kind::code: return std::ranges::equal(a.code(), b.code());
    case Node::Kind::list:
    case Node::Kind::map: break;
  }
  if (a.size() != b.size()) return false;
  for (int i = 0; i < a.size(); ++i)
    if ((a.kind() == Node::Kind::map && a.key(i) != b.key(i)) || !same(a[i], b[i])) return false;
  return true;
}

bool mentions(const Node& node, const std::set<std::string>& ids) {
  if (node.kind() == Node::Kind::text) return ids.contains(std::string(node.text()));
  if (node.kind() != Node::Kind::list && node.kind() != Node::Kind::map) return false;
  for (int i = 0; i < node.size(); ++i)
    if ((node.kind() == Node::Kind::map && ids.contains(std::string(node.key(i)))) || mentions(node[i], ids))
      return true;
  return false;
}

bool is_records(const Node& node) {
  if (node.kind() != Node::Kind::list || node.size() == 0) return false;
  for (int i = 0; i < node.size(); ++i)
    if (node[i]["id"].text().empty()) return false;
  return true;
}

// Texts for people: no game depends on them.
bool is_text(std::string_view list) { return list == "locale" || list == "rules"; }

}  // namespace

ChangeReach::ChangeReach(const Edition& a, const Edition& b) {
  const Node before = a.bundle().root(), after = b.bundle().root();
  everywhere_ = before.size() != after.size();
  for (int i = 0; i < before.size() && !everywhere_; ++i) {
    if (before.key(i) != after.key(i)) everywhere_ = true;
    if (everywhere_ || is_text(before.key(i)) || same(before[i], after[i])) continue;
    everywhere_ = !is_records(before[i]) || !is_records(after[i]) || before[i].size() != after[i].size();
    for (int k = 0; k < before[i].size() && !everywhere_; ++k) {
      if (before[i][k]["id"].text() != after[i][k]["id"].text()) everywhere_ = true;
      if (!same(before[i][k], after[i][k])) changed_.emplace(before[i][k]["id"].text());
    }
  }
  own_ = changed_;
  // A record that names one of them is concerned too: a deck by its cards, a card by the upgrade that it is.
  for (std::size_t known = 0; known != changed_.size() && !everywhere_;) {
    known = changed_.size();
    for (int i = 0; i < after.size(); ++i)
      for (int k = 0; !is_text(after.key(i)) && is_records(after[i]) && k < after[i].size(); ++k)
        if (mentions(after[i][k], changed_)) changed_.emplace(after[i][k]["id"].text());
  }
}

bool ChangeReach::named_in(const core::Field& field) const {
  return changed_.contains(field.name) || changed_.contains(field.word) ||
         std::any_of(field.cards.begin(), field.cards.end(),
                     [&](const std::string& card) { return changed_.contains(card); }) ||
         std::any_of(field.fields.begin(), field.fields.end(),
                     [&](const core::Field& below) { return named_in(below); });
}

bool ChangeReach::concerns(const Edition& edition, const Position& position) const {
  return everywhere_ || named_in(edition.fields(position, Viewer::omniscient()));
}

}  // namespace rw::lab
