// What the computer thinks: a hint in an open game, the review of a finished one.
#include "engine/core/hash.h"
#include "server/json.h"
#include "server/site_call.h"

namespace rw::server {
namespace {

// Choices that differ in the amount only are told as one with a range (Teller::append_decision): which one, and
// how many.
struct InRange {
  Choice first;
  int amount = -1;
};
InRange in_range(const Wording& wording, const ChoiceList& list, Choice choice) {
  const int role = wording.verb(choice.verb()).amount;
  if (role < 0) return {choice};
  const auto with = [&](int amount) {
    const auto pick = [&](int i) { return i == role ? amount : choice.operand(i); };
    return Choice::make(choice.verb(), pick(0), pick(1), pick(2), pick(3));
  };
  int least = choice.operand(role);
  while (least > 0 && list.contains(with(least - 1))) --least;
  return {with(least), choice.operand(role)};
}

std::string hint_json(const Wording& wording, const Position& position, Choice choice, std::string_view language) {
  static thread_local ChoiceList list;
  wording.edition().choices(position, list);
  const InRange told = in_range(wording, list, choice);
  std::string out = "{\"decision\":" + std::to_string(wording.edition().decision(position).number);
  append_member(out, "choice", std::to_string(told.first.bits));
  if (told.amount >= 0) append_member(out, "amount", told.amount);
  append_member(out, "notation", wording.edition().notation(position, choice));
  append_member(out, "text", wording.edition().choice_text(position, choice, language));
  return out + "}";
}

std::string_view language_of(const Request& request) { return request.parameter("lang") == "fr" ? "fr" : "en"; }

}  // namespace

void TableSite::hint(const std::shared_ptr<Call>& call) {
  if (!call->object({}).is_object()) return;
  with_table(call, [this, call](const std::shared_ptr<Table>& table) {
    BotQuestion question;
    const Failure failure = table->hint(call->visitor.who, question);
    if (failure.status != 0) return call->fail(failure);
    core::parse_seed(hall_.fresh_seed(), question.seed);
    const Position position = question.position;
    bots_.ask(std::move(question), [call, table, position](Choice choice, Milliseconds) {
      call->reply(answer(200, hint_json(table->wording(), position, choice, language_of(call->request))));
    });
  });
}

void TableSite::start_review(const std::shared_ptr<Call>& call) {
  if (!call->object({}).is_object()) return;
  with_table(call, [this, call](const std::shared_ptr<Table>& table) {
    const std::string language(language_of(call->request));
    const std::string key = table->record().id + " " + language;
    if (std::string known = reviews_.state(key); !known.empty()) return call->reply(answer(200, std::move(known)));
    std::string file, error;
    Reviews::Order order{key, table->wording().shared(), {}, language};
    const Failure failure = table->replay_file(file);
    if (failure.status != 0) return call->fail(failure);
    if (!read_replay(file, order.replay, error)) return call->fail({409, "not_allowed", error});
    if (order.replay.choices.empty()) return call->fail({409, "not_allowed", "there is nothing to review"});
    if (order.replay.choices.size() > Reviews::most_choices)
      return call->fail({409, "not_allowed", "this game is too long to be reviewed here; rulewright review can"});
    if (!reviews_.start(std::move(order)))
      return call->fail({429, "too_fast", "many games are being reviewed; try again later"});
    call->reply(answer(202, reviews_.state(key)));
  });
}

void TableSite::review(const std::shared_ptr<Call>& call) {
  with_table(call, [this, call](const std::shared_ptr<Table>& table) {
    std::string known = reviews_.state(table->record().id + " " + std::string(language_of(call->request)));
    if (known.empty()) known = R"({"status":"none"})";
    call->reply(answer(200, std::move(known)));
  });
}

}  // namespace rw::server
