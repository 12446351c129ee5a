// Games, rules, cards and content as JSON.
#include "server/catalogue.h"

#include <nlohmann/json.hpp>

#include "lab/card_faces.h"
#include "lab/pictures.h"
#include "server/thinking.h"

namespace rw::server {
namespace {

using Json = nlohmann::ordered_json;
using Values = std::vector<std::string>;
using core::Node;

Values numbers(int from, int to, std::string_view before = {}) {
  Values out;
  if (!before.empty()) out.emplace_back(before);
  for (int i = from; i <= to; ++i) out.push_back(std::to_string(i));
  return out;
}

Values values_of(const Edition& edition, int i) {
  const core::OptionInfo& option = edition.game().options[static_cast<std::size_t>(i)];
  switch (option.type) {
    case core::OptionType::flag: return {"off", "on"};
    case core::OptionType::number:
      return option.high - option.low <= 60 ? numbers(option.low, option.high) : Values{};
    case core::OptionType::word: return {option.words.begin(), option.words.end()};
    case core::OptionType::record: {
      const auto records = edition.game().option_ids(edition.content(), i);
      return {records.begin(), records.end()};
    }
    case core::OptionType::seat: return numbers(1, edition.game().max_seats, "random");
    case core::OptionType::text: break;
  }
  return {};
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json both(Node text) {
  if (text.kind() == Node::Kind::text) return {{"en", text.text()}, {"fr", text.text()}};
  return {{"en", text["en"].text()}, {"fr", text["fr"].text(text["en"].text())}};
}

// The tree of the bundle as it is; ability programs are shown by their text elsewhere.
Json as_json(Node node) {
  switch (node.kind()) {
    case Node::Kind::integer: return node.integer();
    case Node::Kind::text: return node.text();
    case Node::Kind::list: {
      Json list = Json::array();
      for (int i = 0; i < node.size(); ++i)
        if (node[i].kind() != Node::Kind::code) list.push_back(as_json(node[i]));
      return list;
    }
    case Node::Kind::map: {
      Json map = Json::object();
      for (int i = 0; i < node.size(); ++i)
        if (node[i].kind() != Node::Kind::code) map[std::string(node.key(i))] = as_json(node[i]);
      return map;
    }
    default: return nullptr;
  }
}

// The record that a card face was made from: the first one of that id.
Json record_of(const Edition& edition, const std::string& id) {
  const Node root = edition.bundle().root();
  for (int i = 0; i < root.size(); ++i) {
    if (root.key(i) == "rules" || root.key(i) == "locale" || root[i].kind() != Node::Kind::list) continue;
    for (int k = 0; k < root[i].size(); ++k)
      if (root[i][k]["id"].text() == id) {
        Json record = as_json(root[i][k]);
        record["table"] = root.key(i);
        return record;
      }
  }
  return Json::object();
}

Json options_json(const Edition& edition) {
  Json list = Json::array();
  for (const TableOption& option : table_options(edition)) {
    Json one = {{"name", option.name}, {"about", {{"en", option.en}, {"fr", option.fr}}}};
    if (!option.values.empty()) one["values"] = option.values;
    if (!option.usual.empty()) one["usual"] = option.usual;
    list.push_back(std::move(one));
  }
  return list;
}

// Does some way of playing this game open packs?
bool has_drafts(const Edition& edition) {
  const Node formats = edition.bundle().root()["formats"];
  for (int i = 0; i < formats.size(); ++i)
    if (formats[i]["rounds"].size() > 0) return true;
  return false;
}

Json game_object(const Wording& wording) {
  const Edition& edition = wording.edition();
  const Game& game = edition.game();
  const Node about = edition.bundle().root()["game"];
  Json verbs = Json::array();
  for (std::size_t i = 1; i < game.verbs.size(); ++i)
    verbs.push_back({{"verb", game.verbs[i]}, {"notation", game.notations[i]}});
  return {{"id", game.id},
          {"name", both(about["name"])},
          {"about", both(about["about"])},
          {"owners", both(about["owners"])},
          {"seats", {game.min_seats, game.max_seats}},
          {"bots", {"random", "greedy", "beginner", "casual", "skilled", "strong", "expert"}},
          {"usual_bot", usual_bot},
          {"options", options_json(edition)},
          {"rules", game.rules_version},
          {"content", edition.version()},
          {"clauses", edition.clauses().size()},
          {"cards", lab::card_count(edition)},
          {"decks", game.check_deck != nullptr},
          {"drafts", has_drafts(edition)},
          {"verbs", verbs}};
}

Json figures_json(const lab::CardFace& face) {
  Json list = Json::array();
  for (const auto& [key, name, value] : face.figures)
    list.push_back({{"key", key}, {"name", name}, {"value", value}});
  return list;
}

// "/faces/GAME/wound.svg?v=1a2b3c": the address of a picture, to which mode and theme may be added.
std::string picture_address(const Edition& edition, const std::string& version, const std::string& id) {
  return "/faces/" + std::string(edition.game().id) + "/" + id + ".svg?v=" + version;
}

Json modes_json(const Edition& edition, const std::string& id) {
  Json list = Json::array();
  for (const faces::Key& key : lab::pictures_of(edition, id))
    if (!key.mode.empty()) list.push_back(key.mode);
  return list;
}

}  // namespace

std::vector<TableOption> table_options(const Edition& edition) {
  std::vector<TableOption> out;
  const auto options = edition.game().options;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].for_each_seat) continue;  // whoever takes the seat brings it
    out.push_back({options[i].name, edition.option_text(options[i].name, "en"),
                   edition.option_text(options[i].name, "fr"), values_of(edition, static_cast<int>(i)),
                   options[i].usual});
  }
  return out;
}

std::string game_json(const Wording& wording) { return dump(game_object(wording)); }

std::string games_json(const std::vector<const Wording*>& games) {
  Json list = Json::array();
  for (const Wording* game : games) list.push_back(game_object(*game));
  return dump({{"games", list}});
}

std::string rules_json(const Edition& edition) {
  Json list = Json::array();
  const auto both = [](std::string_view english, std::string_view french) {
    return Json{{"en", english}, {"fr", french}};
  };
  for (const ClauseText& clause : edition.clauses())
    list.push_back({{"id", clause.id},
                    {"section", both(clause.section, clause.in("fr").section)},
                    {"text", both(clause.text, clause.in("fr").text)},
                    {"sources", clause.sources},
                    {"definition", clause.definition},
                    {"by", Json(clause.by)}});
  return dump({{"game", edition.game().id}, {"clauses", list}});
}

std::string cards_json(const Edition& edition) {
  const auto english = lab::card_faces(edition, "en"), french = lab::card_faces(edition, "fr");
  const std::string version = lab::pictures_version(edition);
  Json list = Json::array();
  for (std::size_t i = 0; i < english.size(); ++i)
    list.push_back({{"id", english[i].id},
                    {"picture", picture_address(edition, version, english[i].id)},
                    {"modes", modes_json(edition, english[i].id)},
                    {"name", {{"en", english[i].name}, {"fr", french[i].name}}},
                    {"figures", {{"en", figures_json(english[i])}, {"fr", figures_json(french[i])}}},
                    {"texts", {{"en", english[i].texts}, {"fr", french[i].texts}}},
                    {"record", record_of(edition, english[i].id)}});
  return dump({{"game", edition.game().id}, {"cards", list}});
}

std::string faces_json(const Edition& edition) {
  const std::string version = lab::pictures_version(edition);
  Json list = Json::array();
  for (const faces::Key& key : lab::pictures(edition))
    list.push_back(
        {{"table", key.table},
         {"id", key.id},
         {"mode", key.mode},
         {"name", {{"en", lab::picture_name(edition, key, "en")}, {"fr", lab::picture_name(edition, key, "fr")}}},
         {"picture", picture_address(edition, version, key.id)}});
  return dump({{"game", edition.game().id}, {"faces", list}});
}

std::string content_json(const Edition& edition) {
  const Node root = edition.bundle().root();
  Json tables = Json::object();
  for (int i = 0; i < root.size(); ++i)
    if (root.key(i) != "rules" && root.key(i) != "locale") tables[std::string(root.key(i))] = as_json(root[i]);
  return dump(tables);
}

std::string game_document(const Wording& wording, std::string_view name) {
  const Edition& edition = wording.edition();
  if (name == "rules") return rules_json(edition);
  if (name == "cards") return cards_json(edition);
  if (name == "faces") return faces_json(edition);
  if (name == "content") return content_json(edition);
  if (name == "words") return words_json(wording);
  return game_json(wording);
}

std::string face_svg(const Edition& edition, std::string_view file, std::string_view mode,
                     std::string_view theme) {
  constexpr std::string_view after = ".svg";
  if (!file.ends_with(after)) return {};
  file.remove_suffix(after.size());
  for (const faces::Key& key : lab::pictures_of(edition, file))
    if (mode.empty() || key.mode == mode)
      return lab::picture_svg(edition, key, theme == "dark" ? faces::Theme::dark : faces::Theme::light);
  return {};
}

}  // namespace rw::server
