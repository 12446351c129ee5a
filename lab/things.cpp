// Reading the records of the content, and the texts of events.
#include "lab/things.h"

#include <algorithm>

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

// A pattern with "…" for its values (engine/core/text.h says what stands in one). Of what is shown for some values
// only, what stands for "at least one" is taken, or else all that may stand there; what may be left out is.
class Words {
 public:
  explicit Words(std::string_view pattern) {
    while (at_ < pattern.size()) {
      if (pattern[at_] == '{') {
        add_placeholder(pattern);
      } else {
        end_ways();
        out_ += pattern[at_++];
      }
    }
    end_ways();
    for (std::size_t twice = out_.find("… …"); twice != std::string::npos; twice = out_.find("… …", twice))
      out_.erase(twice, std::string_view("… ").size());
  }
  std::string take() { return std::move(out_); }

 private:
  struct Way {
    char operand;
    bool any;  // any number but 0
    std::string text;
  };

  void add_placeholder(std::string_view pattern) {
    std::size_t end = at_;
    int depth = 0;
    do depth += pattern[end] == '{' ? 1 : pattern[end] == '}' ? -1 : 0;
    while (depth > 0 && ++end < pattern.size());
    const std::string_view inner = pattern.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    if (inner.size() > 1 && (inner[1] == '?' || inner[1] == '=')) {
      ways_.push_back({inner[0], inner[1] == '?', Words(inner.substr(inner.find('?') + 1)).take()});
      return;
    }
    end_ways();
    const std::size_t forms = inner.find('|');
    if (forms == std::string_view::npos) {
      if (!out_.ends_with("…")) out_ += "…";
    } else if (const std::string_view one = inner.substr(forms + 1, inner.find('|', forms + 1) - forms - 1);
               !one.empty()) {
      out_ += inner.substr(inner.rfind('|') + 1);  // of several
    }
  }

  // A row of texts of which one is shown; one that begins with a space and stands alone may be left out.
  void end_ways() {
    std::string said;
    for (const Way& way : ways_) {
      const auto same = [&](const Way& other) { return other.operand == way.operand; };
      const auto any = [&](const Way& other) { return same(other) && other.any; };
      if (way.text.starts_with(' ') && std::ranges::count_if(ways_, same) == 1) continue;
      if (!way.any && std::ranges::any_of(ways_, any)) continue;
      if (said.find(way.text) != std::string::npos) continue;
      said += said.empty() ? way.text : " / " + way.text.substr(way.text.starts_with(' ') ? 1 : 0);
    }
    ways_.clear();
    out_ += said;
  }

  std::string out_;
  std::size_t at_ = 0;
  std::vector<Way> ways_;
};

std::string pattern_words(const Edition& edition, std::string_view event, std::string_view language) {
  return Words(edition.bundle().root()["locale"][language]["events"][event].text()).take();
}

}  // namespace

std::string event_words(const Edition& edition, std::string_view event, std::string_view language) {
  const std::string own = pattern_words(edition, event, language);
  if (own.empty()) return std::string(event);
  const core::Node english = edition.bundle().root()["locale"]["en"]["events"];
  const bool shared = std::ranges::any_of(edition.game().events, [&](std::string_view other) {
    return other != event && pattern_words(edition, other, language) == own &&
           !mentions_in(english[other].text()).empty();
  });
  std::string name(event);
  std::ranges::replace(name, '_', ' ');
  return shared ? own + " (" + name + ")" : own;
}

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
