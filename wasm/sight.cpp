// Imagining what follows from a choice, deal by deal.
#include "wasm/sight.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/hash.h"
#include "server/dictionary.h"
#include "server/game_history.h"
#include "server/json.h"
#include "server/odds.h"
#include "server/table_requests.h"
#include "server/teller.h"
#include "wasm/library.h"
#include "wasm/texts.h"

namespace rw::wasm {
namespace {

using Json = nlohmann::ordered_json;  // members stand in the order in which a table tells them
constexpr int deals = 6;  // what is the same in so many of them, and drawn by nobody, is taken for certain

// What is told by the time that a number is drawn is left to chance, even if all deals should agree. The last
// frame also tells what follows it.
std::size_t frames_before_chance(const server::Wording& wording, const Position& before, const Position& after) {
  const auto drawn = [&](const Position& p) { return wording.edition().game().random(p.data()).drawn; };
  const Frames& frames = wording.frames();
  if (drawn(after) == drawn(before)) return frames.size();
  std::size_t sure = 0;
  while (sure + 1 < frames.size() && drawn(frames[sure].told_in) == drawn(before)) ++sure;
  return sure;
}

struct Told {
  Json json;
  std::size_t sure = 0;  // so many frames
};

// What the choice leads to on one deal, as a table tells it to the viewer. All deals share a dictionary: a number
// that names one card here and another there would make them look alike.
Told told(const server::Wording& wording, const View& view, Choice choice, std::string_view language, int deal,
          server::Dictionary& said) {
  const Edition& edition = wording.edition();
  const Position before = imagine(edition, view, core::seed_from(static_cast<std::uint64_t>(deal) + 1));
  Position after = before;
  core::Log log;
  log.keeps_positions = true;
  edition.apply(after, choice, &log);
  wording.frames().tell(log.events, before, after);
  said.begin();
  server::Teller teller(wording, wording.frames().paths(), said, {Viewer::of(view.seat()), language});
  std::string out = "{\"frames\":[";
  teller.append_frames(out, wording.frames());
  out += ']';
  said.append_fresh(out);
  return {Json::parse(out + "}", nullptr, false), frames_before_chance(wording, before, after)};
}

}  // namespace

bool Sight::see(std::string_view game, int seat, const std::string& position) {
  const server::Wording* wording = wasm::game(game);
  if (wording == nullptr || seat < 1 || seat > core::max_seats) return false;
  Position seen;
  if (!server::read_save_text(wording->edition(), position).into(seen)) return false;
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
  server::Dictionary said;
  auto [out, same] = told(*wording_, view_, choice, language, 0, said);
  Json& frames = out["frames"];
  bool certain = same >= frames.size();
  same = std::min(same, frames.size());
  for (int deal = 1; deal < deals; ++deal) {
    const Told another = told(*wording_, view_, choice, language, deal, said);
    const Json& others = another.json["frames"];
    const auto stop = std::mismatch(frames.begin(), frames.end(), others.begin(), others.end());
    certain =
        certain && another.sure >= others.size() && stop.first == frames.end() && stop.second == others.end();
    same = std::min({same, another.sure, static_cast<std::size_t>(stop.first - frames.begin())});
  }
  frames.erase(frames.begin() + static_cast<Json::difference_type>(same), frames.end());
  out["certain"] = certain;
  std::string odds;
  server::append_odds(odds, edition, view_.position(), choice);  // ,"odds":{…}
  if (!odds.empty()) out["odds"] = Json::parse("{" + odds.substr(1) + "}", nullptr, false)["odds"];
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string Sight::why(std::string_view text, std::string_view language) const {
  const auto message = server::read_client_message(text);
  if (wording_ == nullptr || !message || message->type != server::ClientMessage::Type::why) return {};
  return server::why_json(*wording_, view_.position(), view_.seat(), *message, language);
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
