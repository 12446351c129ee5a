// Reading the records of the content, and the texts of events.
#include "lab/things.h"

#include "speech/speech.h"

namespace rw::lab {
namespace {

std::string english(core::Node name) {
  return std::string(name.kind() == core::Node::Kind::text ? name.text() : name["en"].text());
}

std::string shown_name(core::Node name) {
  const std::string own(name[speech::language()].text());
  return own.empty() ? english(name) : own;
}

// Every {x:kind} of a pattern; the words of counting and of the table itself are not things.
std::vector<Mention> mentions_in(std::string_view pattern) {
  std::vector<Mention> found;
  if (pattern.find("{actor") == std::string_view::npos) return found;
  for (std::size_t at = pattern.find('{'); at != std::string_view::npos; at = pattern.find('{', at + 1)) {
    if (at + 3 >= pattern.size() || pattern[at + 2] != ':' || pattern[at + 1] < 'a' || pattern[at + 1] > 'd')
      continue;
    const std::size_t end = pattern.find('}', at);
    Mention mention{pattern[at + 1] - 'a', std::string(pattern.substr(at + 3, end - at - 3)), false};
    if (mention.kind == "number" || mention.kind == "seat" || mention.kind == "word") continue;
    mention.optional = pattern.find(std::string("{") + pattern[at + 1] + "?") != std::string_view::npos;
    found.push_back(std::move(mention));
  }
  return found;
}

}  // namespace

Things::Things(const Edition& edition) {
  const core::Node root = edition.bundle().root();
  for (int i = 0; i < root.size(); ++i)
    if (root[i].kind() == core::Node::Kind::list && root.key(i) != "rules") add_records(root.key(i), root[i]);
  const core::Node texts = root["locale"]["en"]["events"];
  for (const std::string_view event : edition.game().events) mentions_.push_back(mentions_in(texts[event].text()));
}

void Things::add_records(std::string_view list, core::Node records) {
  for (int i = 0; i < records.size(); ++i) {
    const core::Node record = records[i];
    Thing thing{std::string(list), std::string(record["id"].text()), english(record["name"]),
                std::string(record["faction"].text()), shown_name(record["name"])};
    if (thing.id.empty()) continue;
    const int place = size();
    by_id_.try_emplace(thing.id, place);
    by_record_.try_emplace(Things::record(list, thing.id), place);
    things_.push_back(std::move(thing));
  }
}

int Things::place(const Places& places, std::string_view key) {
  const auto found = places.find(std::string(key));
  return found == places.end() ? -1 : found->second;
}

}  // namespace rw::lab
