// The record of a table as JSON, both ways.
#include "server/records.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace rw::server {
namespace {

using Json = nlohmann::json;

Json sitter_json(const Sitter& sitter) {
  return {{"kind", static_cast<int>(sitter.kind)},
          {"identity", sitter.identity},
          {"name", sitter.name},
          {"bot", sitter.bot},
          {"account", sitter.account},
          {"rating", sitter.rating}};
}

Sitter read_sitter(const Json& json) {
  return {static_cast<Sitter::Kind>(json.at("kind").get<int>()),
          json.at("identity"),
          json.at("name"),
          json.at("bot"),
          json.at("account"),
          json.at("rating")};
}

// Does it have every field of `wanted`, each of the same type? An empty list stands for any list.
bool has_all_of(const Json& given, const Json& wanted) {
  if (wanted.is_number()) return given.is_number_integer();
  if (given.type() != wanted.type()) return false;
  if (wanted.is_array())
    return wanted.empty() || std::equal(given.begin(), given.end(), wanted.begin(), wanted.end(), has_all_of);
  if (!wanted.is_object()) return true;
  const auto members = wanted.items();
  return std::all_of(members.begin(), members.end(), [&](const auto& member) {
    return given.contains(member.key()) && has_all_of(given[member.key()], member.value());
  });
}
bool all_alike(const Json& list, const Json& wanted) {
  return list.is_array() &&
         std::all_of(list.begin(), list.end(), [&](const Json& each) { return has_all_of(each, wanted); });
}
bool is_record(const Json& json) {
  static const Json wanted = [] {
    Json usual = Json::parse(write_record({}));
    usual.erase("ranks");  // older records have none
    return usual;
  }();
  return has_all_of(json, wanted) && all_alike(json["sitters"], sitter_json({})) &&
         all_alike(json["options"], Json::array({"", ""})) &&
         (!json.contains("sent_away") || all_alike(json["sent_away"], "")) &&
         (!json.contains("patch") || json["patch"].is_string()) &&
         (!json.contains("patched") || all_alike(json["patched"], "")) &&
         (!json.contains("ranks") || all_alike(json["ranks"], 0));
}

void read_members(const Json& json, TableRecord& r) {
  r.id = json.at("id");
  r.game = json.at("game");
  r.content = json.at("content");
  r.rules = json.at("rules");
  r.created = json.at("created");
  r.changed = json.at("changed");
  r.host = json.at("host");
  r.host_name = json.at("host_name");
  for (const Json& option : json.at("options")) r.options.emplace_back(option.at(0), option.at(1));
  r.seed = json.at("seed");
  r.given_seed = json.at("given_seed");
  r.base = json.at("base");
  r.origin = {json.at("origin").at(0), json.at("origin").at(1), json.at("origin").at(2)};
  r.listed = json.at("listed");
  r.rated = json.at("rated");
  const Json &see = json.at("spectators"), &clock = json.at("clock");
  r.spectators = {static_cast<Spectators::See>(see.at(0).get<int>()), see.at(1), see.at(2)};
  r.clock = {static_cast<Clock::Kind>(clock.at(0).get<int>()), clock.at(1), clock.at(2), clock.at(3)};
  r.chat = static_cast<Chat>(json.at("chat").get<int>());
  r.undo = static_cast<Undo>(json.at("undo").get<int>());
  for (const Json& sitter : json.at("sitters")) r.sitters.push_back(read_sitter(sitter));
  r.status = static_cast<Status>(json.at("status").get<int>());
  r.rematch = json.at("rematch");
  if (json.contains("sent_away")) json.at("sent_away").get_to(r.sent_away);
  r.patch = json.value("patch", std::string());
  r.patched = json.value("patched", std::vector<std::string>{});
  r.ranks = json.value("ranks", std::vector<int>{});  // older records have none
}

}  // namespace

int TableRecord::owner_of_option(std::string_view name) const {
  if (name.size() < 3 || name[name.size() - 2] != '_') return -1;
  const int seat = name.back() - '1';
  return seat >= 0 && seat < static_cast<int>(sitters.size()) ? seat : -1;
}

bool TableRecord::wakes() const {
  if (status != Status::playing) return false;
  return clock.kind != Clock::Kind::none ||
         std::any_of(sitters.begin(), sitters.end(), [](const Sitter& s) { return s.kind == Sitter::Kind::bot; });
}

bool TableRecord::hand_over(const std::string& old_identity, const std::string& identity, const std::string& name,
                            bool account) {
  bool any = host == old_identity;
  if (any) {
    host = identity;
    host_name = name;
  }
  for (Sitter& sitter : sitters) {
    if (sitter.kind != Sitter::Kind::person || sitter.identity != old_identity) continue;
    sitter.identity = identity;
    sitter.name = name;
    sitter.account = account;
    any = true;
  }
  return any;
}

std::string table_id(std::span<const std::uint8_t, table_id_length> random) {
  static constexpr std::string_view letters = "abcdefghjkmnpqrstuvwxyz023456789";
  std::string id;
  for (const std::uint8_t value : random) id += letters[value % letters.size()];
  return id;
}

std::string write_record(const TableRecord& r) {
  Json options = Json::array(), sitters = Json::array();
  for (const auto& [name, value] : r.options) options.push_back({name, value});
  for (const Sitter& sitter : r.sitters) sitters.push_back(sitter_json(sitter));
  Json json = {{"id", r.id},
               {"game", r.game},
               {"content", r.content},
               {"rules", r.rules},
               {"created", r.created},
               {"changed", r.changed},
               {"host", r.host},
               {"host_name", r.host_name},
               {"options", options},
               {"seed", r.seed},
               {"given_seed", r.given_seed},
               {"base", r.base},
               {"origin", {r.origin.table, r.origin.at, r.origin.deal}},
               {"listed", r.listed},
               {"rated", r.rated},
               {"spectators", {static_cast<int>(r.spectators.see), r.spectators.seat, r.spectators.delay}},
               {"clock", {static_cast<int>(r.clock.kind), r.clock.seconds, r.clock.bonus, r.clock.days}},
               {"chat", static_cast<int>(r.chat)},
               {"undo", static_cast<int>(r.undo)},
               {"sitters", sitters},
               {"status", static_cast<int>(r.status)},
               {"rematch", r.rematch},
               {"ranks", r.ranks}};
  if (!r.sent_away.empty()) json["sent_away"] = r.sent_away;
  if (!r.patch.empty()) {
    json["patch"] = r.patch;
    json["patched"] = r.patched;
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool read_record(std::string_view text, TableRecord& r) {
  const Json json = Json::parse(text, nullptr, false);
  if (!is_record(json)) return false;
  read_members(json, r);
  return true;
}

}  // namespace rw::server
