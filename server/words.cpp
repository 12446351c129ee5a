// The words of a game as JSON: what messages name by number, with the templates of its texts.
#include <nlohmann/json.hpp>

#include "server/wording.h"

namespace rw::server {
namespace {

using Json = nlohmann::ordered_json;

class Words {
 public:
  explicit Words(const Wording& wording)
      : wording_(wording), edition_(wording.edition()), locales_(edition_.bundle().root()["locale"]) {}

  Json all() const {
    return {{"game", edition_.game().id},
            {"content", edition_.version()},
            {"clauses", edition_.game().clauses},
            {"bare", bare()},
            {"hidden", {{"en", hidden("en")}, {"fr", hidden("fr")}}},
            {"verbs", verbs()},
            {"events", events()},
            {"questions", questions()}};
  }

 private:
  Json text(std::string_view group, std::string_view name) const {
    const std::string_view en = locales_["en"][group][name].text();
    return {{"en", en}, {"fr", locales_["fr"][group][name].text(en)}};
  }
  static Json pairs(const std::vector<Wording::Operand>& operands) {
    Json list = Json::array();
    for (const Wording::Operand& operand : operands)
      list.push_back({operand.role > 'd' ? "actor" : std::string(1, operand.role), operand.kind});
    return list;
  }
  // What cannot be seen is called the same whatever it is and wherever it lies.
  std::string hidden(std::string_view language) const {
    return edition_.name(Position(edition_.game().state_bytes), "hidden", 0, language);
  }
  // Kinds that a notation writes without quotation marks.
  Json bare() const {
    Json list = Json::array();
    for (const core::KindInfo& kind : edition_.game().kinds)
      if (kind.bare) list.push_back(kind.name);
    return list;
  }
  Json verbs() const {
    Json by_number = Json::object();
    const Game& game = edition_.game();
    for (std::size_t i = 1; i < game.verbs.size(); ++i) {
      const Wording::Said& said = wording_.verb(static_cast<int>(i));
      by_number[std::to_string(i)] = {
          {"verb", game.verbs[i]},
          {"notation", game.notations[i]},
          {"text", text("choices", game.verbs[i])},
          {"named", pairs(said.named)},
          {"operands", pairs(said.operands)},
          {"amount", said.amount < 0 ? "" : std::string(1, static_cast<char>('a' + said.amount))}};
    }
    for (int i = 0; i < core::table_verbs; ++i) {
      const core::TableWords& words = core::table_words[i];
      by_number[std::to_string(core::first_table_verb + i)] = {
          {"verb", words.verb},     {"notation", words.notation}, {"text", text("choices", words.verb)},
          {"named", Json::array()}, {"operands", Json::array()},  {"amount", ""}};
    }
    return by_number;
  }
  Json events() const {
    Json by_number = Json::object();
    for (std::size_t kind = 0; kind < edition_.worded_events().size(); ++kind) {
      if (!edition_.worded_events().test(kind)) continue;
      core::Event event;
      event.kind = static_cast<std::uint8_t>(kind);
      const std::string_view name = edition_.event_name(event);
      const Wording::Said& said = wording_.event(static_cast<int>(kind));
      by_number[std::to_string(kind)] = {{"event", name},
                                         {"text", text("events", name)},
                                         {"values", said.values},
                                         {"named", pairs(said.named)},
                                         {"operands", pairs(said.operands)}};
    }
    return by_number;
  }
  Json questions() const {
    Json list = Json::array();
    for (const std::string_view question : edition_.game().questions)
      list.push_back({{"question", question}, {"text", text("questions", question)}});
    return list;
  }

  const Wording& wording_;
  const Edition& edition_;
  core::Node locales_;
};

}  // namespace

std::string words_json(const Wording& wording) {
  return Words(wording).all().dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rw::server
