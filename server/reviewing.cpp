// What a review may cost, and its answers.
#include "server/reviewing.h"

#include "lab/review.h"
#include "server/json.h"

namespace rw::server {
namespace {
// Half the effort of the command, and a quarter of its games to the end: a review takes seconds, a long game's a
// minute.
constexpr std::uint32_t simulations = 200;
constexpr int deals = 12;
constexpr int played_out = 16;
}  // namespace

Failure read_reviewed(const OpenTable& table, Replay& replay) {
  std::string file;
  if (const Failure failure = table.replay_file(file); failure.status != 0) return failure;
  if (auto read = read_replay(file).into(replay); !read) return {409, "not_allowed", read.error()};
  if (replay.choices.empty()) return {409, "not_allowed", "there is nothing to review"};
  if (replay.choices.size() > most_reviewed_choices)
    return {409, "not_allowed", "this game is too long to be reviewed here; rulewright review can"};
  return {};
}

std::string review_answer(const std::shared_ptr<const Edition>& edition, const Replay& replay,
                          const std::string& language,
                          std::function<bool(std::size_t done, std::size_t of)> going) {
  lab::ReviewPlan plan;
  plan.edition = edition;
  plan.replay = &replay;
  plan.simulations = simulations;
  plan.deals = deals;
  plan.played_out = played_out;
  plan.language = language;
  plan.going = std::move(going);
  lab::Review review;
  const Expected<> reviewed = lab::review(plan, review);
  if (reviewed) return R"({"status":"done","review":)" + lab::review_json(plan, review) + "}";
  std::string out = R"({"status":"failed")";
  append_member(out, "text", reviewed.error());
  return out + "}";
}

std::string review_working(std::size_t done, std::size_t of) {
  std::string out = R"({"status":"working")";
  append_member(out, "done", static_cast<std::int64_t>(done));
  append_member(out, "of", static_cast<std::int64_t>(of));
  return out + "}";
}

}  // namespace rw::server
