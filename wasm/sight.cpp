// Imagining what follows from a choice, deal by deal.
#include "wasm/sight.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/hash.h"
#include "server/dictionary.h"
#include "server/game_history.h"
#include "server/json.h"
#include "server/table_requests.h"
#include "server/teller.h"
#include "wasm/library.h"
#include "wasm/texts.h"

namespace rw::wasm {
namespace {

using Json = nlohmann::json;
constexpr int deals = 6;  // what is the same in so many of them is taken for certain

// What the choice leads to on one deal, as a table tells it to the viewer.
Json told(const server::Wording& wording, const View& view, Choice choice, std::string_view language, int deal) {
  const Edition& edition = wording.edition();
  const Position before = imagine(edition, view, core::seed_from(static_cast<std::uint64_t>(deal) + 1));
  Position after = before;
  core::Log log;
  log.keeps_positions = true;
  edition.apply(after, choice, &log);
  wording.frames().tell(log.events, before, after);
  server::Dictionary said;
  said.begin();
  server::Teller teller(wording, said, {Viewer::of(view.seat()), language});
  std::string out = "{\"frames\":[";
  teller.append_frames(out, wording.frames());
  out += ']';
  said.append_fresh(out);
  return Json::parse(out + "}", nullptr, false);
}

}  // namespace

bool Sight::see(std::string_view game, int seat, const std::string& position) {
  const server::Wording* wording = wasm::game(game);
  if (wording == nullptr || seat < 1 || seat > core::max_seats) return false;
  Position seen;
  std::string error;
  if (!server::read_save_text(wording->edition(), position, seen, error)) return false;
  if (seat > wording->edition().seats(seen)) return false;
  wording_ = wording;
  view_ = View(wording->edition(), seen, core::seat(seat - 1));
  return true;
}

std::string Sight::preview(Choice choice, std::string_view language) const {
  if (wording_ == nullptr) return "{}";
  const Edition& edition = wording_->edition();
  const core::Refusal refusal = edition.judge(view_.position(), view_.seat(), choice);
  if (refusal.refused()) {
    std::string out = "{\"refused\":";
    core::append_json(out, wording_->why(view_.position(), view_.seat(), choice, language).text);
    server::append_member_if(out, "clause", edition.clause_id(refusal.clause));
    return out + "}";
  }
  Json out = told(*wording_, view_, choice, language, 0);
  bool certain = true;
  std::size_t same = out["frames"].size();
  for (int deal = 1; deal < deals; ++deal) {
    const Json other = told(*wording_, view_, choice, language, deal);
    const Json &one = out["frames"], &another = other["frames"];
    const auto stop = std::mismatch(one.begin(), one.end(), another.begin(), another.end());
    certain = certain && stop.first == one.end() && stop.second == another.end();
    same = std::min(same, static_cast<std::size_t>(stop.first - one.begin()));
  }
  Json& frames = out["frames"];
  frames.erase(frames.begin() + static_cast<Json::difference_type>(same), frames.end());
  out["certain"] = certain;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string Sight::why(std::string_view text, std::string_view language) const {
  server::ClientMessage message;
  std::string error;
  if (wording_ == nullptr || !server::read_client_message(text, message, error) ||
      message.type != server::ClientMessage::Type::why)
    return {};
  return server::why_json(*wording_, view_.position(), view_.seat(), message, language);
}

std::string Sight::question(std::string_view bot, const std::string& seed) const {
  if (wording_ == nullptr) return {};
  server::BotQuestion question{wording_->shared(), view_.position(), std::string(bot), {}};
  core::parse_seed(seed, question.seed);
  return question_text(question);
}

std::string Sight::hint(std::string_view answer, std::string_view language) const {
  const Json json = Json::parse(answer, nullptr, false);
  if (wording_ == nullptr || !json.is_object() || !json.contains("choice") || !json["choice"].is_string())
    return {};
  const std::string bits = json["choice"];
  const Choice choice{std::strtoull(bits.c_str(), nullptr, 10)};
  if (wording_->edition().judge(view_.position(), view_.seat(), choice).refused()) return {};
  return server::hint_json(*wording_, view_.position(), choice, language);
}

}  // namespace rw::wasm
