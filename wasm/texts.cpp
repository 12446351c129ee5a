// Entries and questions both ways, and the thinking itself.
#include "wasm/texts.h"

#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>

#include "engine/core/hash.h"
#include "engine/replay.h"
#include "server/catalogue.h"
#include "server/json.h"
#include "server/reviewing.h"
#include "server/thinking.h"
#include "wasm/host.h"
#include "wasm/library.h"

namespace rw::wasm {
namespace {

using Json = nlohmann::json;

template <class Number>
bool read_number(std::string_view& text, Number& number) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

std::string choice_answer(const server::Wording& wording, const Json& json) {
  server::BotQuestion question{wording.shared(), {}, json.value("bot", ""), {}};
  if (!server::read_save_text(wording.edition(), json.value("position", "")).into(question.position) ||
      !core::parse_seed(json.value("seed", ""), question.seed))
    return R"({"choice":"0","ms":0})";
  const auto start = std::chrono::steady_clock::now();
  const Choice choice = server::think(question);
  const auto spent =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  return R"({"choice":")" + std::to_string(choice.bits) + R"(","ms":)" + std::to_string(spent.count()) + "}";
}

std::string review_of(const server::Wording& wording, const Json& json) {
  const Expected<Replay> replay = read_replay(json.value("replay", ""));
  if (!replay) {
    std::string out = R"({"status":"failed")";
    server::append_member(out, "text", replay.error());
    return out + "}";
  }
  return server::review_answer(
      wording.shared(), *replay, json.value("language", "en"), [](std::size_t done, std::size_t of) {
        host::host_progress(static_cast<std::uint32_t>(done), static_cast<std::uint32_t>(of));
        return true;
      });
}

}  // namespace

std::string entry_text(const server::Entry& entry) {
  std::string out;
  for (const std::uint64_t number :
       {static_cast<std::uint64_t>(entry.kind), static_cast<std::uint64_t>(entry.seat), entry.value,
        static_cast<std::uint64_t>(entry.when), static_cast<std::uint64_t>(std::max(0, entry.spent)),
        static_cast<std::uint64_t>(entry.position)})
    out += (out.empty() ? "" : " ") + std::to_string(number);
  return out;
}

bool read_entry(std::string_view text, server::Entry& entry) {
  std::uint8_t kind = 0;
  if (!read_number(text, kind) || kind > static_cast<std::uint8_t>(server::Entry::Kind::ended)) return false;
  entry.kind = static_cast<server::Entry::Kind>(kind);
  return read_number(text, entry.seat) && entry.seat < core::max_seats && read_number(text, entry.value) &&
         read_number(text, entry.when) && read_number(text, entry.spent) && read_number(text, entry.position) &&
         text.empty();
}

std::string question_text(const server::BotQuestion& question) {
  std::string out = R"({"kind":"choice")";
  server::append_member(out, "game", question.edition->game().id);
  server::append_member(out, "seats", question.edition->seats(question.position));
  server::append_member(out, "bot", question.bot);
  server::append_member(out, "seed", core::seed_text(question.seed));
  server::append_member(out, "position", server::save_text(*question.edition, question.position));
  return out + "}";
}

std::string answer_to(std::string_view question) {
  const Json json = Json::parse(question, nullptr, false);
  const server::Wording* wording = json.is_object() ? game(json.value("game", "")) : nullptr;
  if (wording == nullptr) return "{}";
  const std::string kind = json.value("kind", "");
  if (kind == "choice") return choice_answer(*wording, json);
  if (kind == "review") return review_of(*wording, json);
  if (kind == "examples") return server::examples_json(*wording);
  return "{}";
}

}  // namespace rw::wasm
