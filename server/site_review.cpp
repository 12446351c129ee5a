// What the computer thinks: a hint in an open game, the review of a finished one.
#include "engine/core/hash.h"
#include "server/reviewing.h"
#include "server/site_call.h"
#include "server/table_requests.h"

namespace rw::server {

void TableSite::hint(const std::shared_ptr<Call>& call) {
  if (!call->object({}).is_object()) return;
  with_table(call, [this, call](const std::shared_ptr<OpenTable>& table) {
    BotQuestion question;
    const Failure failure = table->hint(call->visitor.who, question);
    if (failure.status != 0) return call->fail(failure);
    core::parse_seed(hall_.house().fresh_seed(), question.seed);
    const Position position = question.position;
    bots_.ask(std::move(question), [call, table, position](Choice choice, Milliseconds) {
      call->reply(answer(200, hint_json(table->wording(), position, choice, language_of(call->request))));
    });
  });
}

void TableSite::start_review(const std::shared_ptr<Call>& call) {
  if (!call->object({}).is_object()) return;
  with_table(call, [this, call](const std::shared_ptr<OpenTable>& table) {
    const std::string language(language_of(call->request));
    const std::string key = table->record().id + " " + language;
    if (std::string known = reviews_.state(key); !known.empty()) return call->reply(answer(200, std::move(known)));
    Reviews::Order order{key, table->wording().shared(), {}, language};
    if (const Failure failure = read_reviewed(*table, order.replay); failure.status != 0)
      return call->fail(failure);
    if (!reviews_.start(std::move(order)))
      return call->fail({429, "too_fast", "many games are being reviewed; try again later"});
    call->reply(answer(202, reviews_.state(key)));
  });
}

void TableSite::review(const std::shared_ptr<Call>& call) {
  with_table(call, [this, call](const std::shared_ptr<OpenTable>& table) {
    std::string known = reviews_.state(table->record().id + " " + std::string(language_of(call->request)));
    if (known.empty()) known = R"({"status":"none"})";
    call->reply(answer(200, std::move(known)));
  });
}

}  // namespace rw::server
