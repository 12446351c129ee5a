// Reading client messages.
#include "server/client_message.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/core/names.h"

namespace rw::server {
namespace {

using Json = nlohmann::json;
using Type = ClientMessage::Type;

struct Shape {
  std::string_view name;
  Type type;
  std::initializer_list<std::string_view> fields;  // beside v, type and ref
};
const Shape shapes[] = {
    {"choose", Type::choose, {"decision", "choice", "amount", "notation", "picks"}},
    {"why", Type::why, {"notation", "things"}},
    {"undo", Type::undo, {}},
    {"draw", Type::draw, {}},
    {"resign", Type::resign, {}},
    {"answer", Type::answer, {"offer", "yes", "what"}},
    {"rematch", Type::rematch, {}},
    {"say", Type::say, {"phrase", "text"}},
    {"sync", Type::sync, {}},
    {"language", Type::language, {"lang"}},
    {"ping", Type::ping, {}},
};

// Set phrases of the talk; their texts are in the content (locale phrases.<name>).
constexpr std::string_view phrases[] = {
    "hello",       "good_luck", "your_turn", "thanks",       "sorry",         "oops",          "one_moment",
    "well_played", "good_game", "goodbye",   "program_late", "program_wrong", "program_ended", "program_flooded"};

bool whole(const Json& json, std::int64_t least, std::int64_t most, std::int64_t& value) {
  if (!json.is_number_integer()) return false;
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) return false;
  value = json.get<std::int64_t>();
  return value >= least && value <= most;
}

bool text_of(const Json& json, std::size_t longest, std::string& value) {
  if (!json.is_string()) return false;
  value = json.get<std::string>();
  return value.size() <= longest;
}

bool read_id(const Json& json, std::uint64_t& bits) {
  std::string digits;
  if (!text_of(json, 20, digits) || digits.empty()) return false;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
  return fault == std::errc{} && end == digits.data() + digits.size();
}

bool read_picks(const Json& json, ClientMessage& message) {
  if (!json.is_array() || json.size() > 100) return false;
  message.picks.emplace(json.size());
  for (std::size_t i = 0; i < json.size(); ++i)
    if (!read_id(json[i], (*message.picks)[i])) return false;
  return true;
}

bool read_choose(const Json& json, ClientMessage& message) {
  if (!json.contains("decision") || !whole(json["decision"], 0, 0xFFFFFFFFLL, message.decision)) return false;
  if (json.contains("choice") + json.contains("notation") + json.contains("picks") != 1) return false;
  if (json.contains("picks")) return !json.contains("amount") && read_picks(json["picks"], message);
  if (json.contains("choice")) {
    std::uint64_t bits = 0;
    if (!read_id(json["choice"], bits)) return false;
    message.choice = bits;
  } else {
    std::string notation;
    if (!text_of(json["notation"], 400, notation)) return false;
    message.notation = notation;
  }
  if (json.contains("amount")) {
    std::int64_t amount = 0;
    if (!whole(json["amount"], 0, 65535, amount)) return false;
    message.amount = static_cast<int>(amount);
  }
  return true;
}

// {"path": …}, {"kind": …, "id": …} or {"kind": …, "value": …}
bool read_thing(const Json& json, Wording::Thing& thing) {
  if (!json.is_object()) return false;
  if (json.contains("path"))
    return json.size() == 1 && text_of(json["path"], 200, thing.path) && !thing.path.empty();
  if (json.size() != 2 || !json.contains("kind") || !text_of(json["kind"], 40, thing.kind)) return false;
  if (json.contains("id")) return text_of(json["id"], 100, thing.id);
  std::int64_t value = 0;
  if (!json.contains("value") || !whole(json["value"], 0, 65535, value)) return false;
  thing.value = static_cast<int>(value);
  return true;
}

bool read_why(const Json& json, ClientMessage& message) {
  if (json.contains("notation") == json.contains("things")) return false;
  if (json.contains("notation")) {
    std::string notation;
    if (!text_of(json["notation"], 400, notation)) return false;
    message.notation = notation;
    return true;
  }
  const Json& things = json["things"];
  if (!things.is_array() || things.empty() || things.size() > 4) return false;
  for (const Json& thing : things) {
    Wording::Thing read;
    if (!read_thing(thing, read)) return false;
    message.things.push_back(std::move(read));
  }
  return true;
}

bool read_answer(const Json& json, ClientMessage& message) {
  if (!json.contains("offer") || !text_of(json["offer"], 20, message.offer)) return false;
  if (message.offer == "out_of_time")
    return !json.contains("yes") && json.contains("what") && text_of(json["what"], 20, message.what) &&
           (message.what == "wait" || message.what == "computer" || message.what == "end");
  if (message.offer != "draw" && message.offer != "undo" && message.offer != "rematch") return false;
  if (json.contains("what") || !json.contains("yes") || !json["yes"].is_boolean()) return false;
  message.yes = json["yes"];
  return true;
}

bool read_say(const Json& json, ClientMessage& message) {
  if (json.contains("phrase") == json.contains("text")) return false;
  if (json.contains("phrase"))
    return text_of(json["phrase"], 20, message.phrase) && core::find_name(phrases, message.phrase) >= 0;
  return text_of(json["text"], 1200, message.text) && !message.text.empty();
}

bool read_fields(const Json& json, ClientMessage& message) {
  switch (message.type) {
    case Type::choose: return read_choose(json, message);
    case Type::why: return read_why(json, message);
    case Type::answer: return read_answer(json, message);
    case Type::say: return read_say(json, message);
    case Type::language:
      return json.contains("lang") && text_of(json["lang"], 2, message.language) &&
             (message.language == "en" || message.language == "fr");
    default: return true;
  }
}

}  // namespace

Expected<ClientMessage> read_client_message(std::string_view text) {
  const auto foreign = [] { return failed("this is not a message of the protocol"); };
  if (text.size() > largest_client_message) return foreign();
  const Json json = Json::parse(text, nullptr, false);
  std::int64_t version = 0;
  if (!json.is_object() || !json.contains("type") || !json["type"].is_string()) return foreign();
  if (!json.contains("v") || !whole(json["v"], 0, 1000, version) || version != 2)
    return failed("the protocol's version is 2");
  ClientMessage message;
  if (json.contains("ref")) {
    std::int64_t ref = 0;
    if (!whole(json["ref"], 0, 9007199254740991, ref)) return foreign();
    message.ref = ref;
  }
  const std::string type = json["type"];
  const auto* shape =
      std::find_if(std::begin(shapes), std::end(shapes), [&](const Shape& s) { return s.name == type; });
  if (shape == std::end(shapes)) return failed("there is no message of this type");
  for (const auto& [name, value] : json.items()) {
    if (name == "v" || name == "type" || name == "ref") continue;
    if (std::find(shape->fields.begin(), shape->fields.end(), name) == shape->fields.end())
      return failed("'" + type + "' has a field that does not belong there");
  }
  message.type = shape->type;
  if (!read_fields(json, message)) return failed("'" + type + "' is not as the protocol describes it");
  return message;
}

}  // namespace rw::server
