// The designers' workbench: records as they were written, a patch checked and shown, tried by what-if, and the
// content of tables that play with one.
#include "engine/core/hash.h"
#include "lab/card_faces.h"
#include "lab/own_content.h"
#include "lab/pictures.h"
#include "server/json.h"
#include "server/site_call.h"
#include "speech/translation.h"

namespace rw::server {
namespace {

using Json = nlohmann::ordered_json;
using core::Node;

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json both(const std::function<std::string(const std::string&)>& text) {
  return {{"en", text("en")}, {"fr", text("fr")}};
}

Node record_of(const Edition& edition, std::string_view table, std::string_view id) {
  const Node list = edition.bundle().root()[table];
  for (int i = 0; list.kind() == Node::Kind::list && i < list.size(); ++i)
    if (list[i]["id"].text() == id) return list[i];
  return {};
}

std::string name_of(Node record, const std::string& id, const std::string& language) {
  const Node name = record["name"];
  if (name.kind() == Node::Kind::text) return std::string(name.text());
  return std::string(name[language].text(name["en"].text(id)));
}

std::string records_json(const Edition& edition) {
  const std::string game(edition.game().id);
  Json list = Json::array();
  for (const lab::SourceRecord& record : lab::source_records(game)) {
    const Node node = record_of(edition, record.table, record.id);
    list.push_back({{"table", record.table},
                    {"id", record.id},
                    {"name", both([&](const auto& language) { return name_of(node, record.id, language); })},
                    {"file", record.file},
                    {"line", record.line},
                    {"source", record.text}});
  }
  return dump({{"game", game}, {"records", list}});
}

Json problems_json(const std::vector<lab::ContentProblem>& problems) {
  Json list = Json::array();
  for (const lab::ContentProblem& problem : problems)
    list.push_back(
        {{"file", problem.file},
         {"line", problem.line},
         {"column", problem.column},
         {"path", problem.path},
         {"text", both([&](const auto& language) { return speech::translated_to(language, problem.message); })}});
  return list;
}

Json figures_json(const lab::CardFace& face) {
  Json list = Json::array();
  for (const auto& [key, name, value] : face.figures)
    list.push_back({{"key", key}, {"name", name}, {"value", value}});
  return list;
}

// The drawings themselves, not their addresses: nobody else needs them.
Json pictures_json(const Edition& edition, const std::string& id) {
  Json list = Json::array();
  for (const faces::Key& key : lab::pictures_of(edition, id))
    list.push_back({{"mode", key.mode},
                    {"light", lab::picture_svg(edition, key, faces::Theme::light)},
                    {"dark", lab::picture_svg(edition, key, faces::Theme::dark)}});
  return list;
}

// The cards that the patch changes, as they are now: their own records, and cards whose text stands in one.
Json changed_json(const Edition& edition, const std::vector<std::string>& changes) {
  const auto english = lab::card_faces(edition, "en"), french = lab::card_faces(edition, "fr");
  Json list = Json::array();
  for (const std::string& change : changes) {
    const std::size_t point = change.find('.');
    const std::string table = change.substr(0, point), id = change.substr(point + 1);
    const Node node = record_of(edition, table, id);
    Json one = {{"table", table},
                {"id", id},
                {"name", both([&](const auto& language) { return name_of(node, id, language); })},
                {"pictures", pictures_json(edition, id)}};
    for (std::size_t i = 0; i < english.size(); ++i) {
      if (english[i].id != id && english[i].text_id != id) continue;
      one["figures"] = {{"en", figures_json(english[i])}, {"fr", figures_json(french[i])}};
      one["texts"] = {{"en", english[i].texts}, {"fr", french[i].texts}};
      if (one["pictures"].empty()) one["pictures"] = pictures_json(edition, english[i].id);
      break;
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json findings_json(const Edition& edition, const std::vector<DeckFinding>& findings) {
  Json list = Json::array();
  for (const DeckFinding& finding : findings) {
    std::string text = finding.text;
    for (std::size_t i = 0; i < finding.cards.size(); ++i) text += (i == 0 ? ": " : "; ") + finding.cards[i];
    list.push_back({{"text", text}, {"clause", edition.clause_id(finding.clause)}});
  }
  return list;
}

Json legality_json(const Edition& edition, const std::string& patch) {
  const lab::Legality english = lab::legality(edition, patch, "en"), french = lab::legality(edition, patch, "fr");
  Json broken = Json::array();
  for (std::size_t i = 0; i < english.decks.size(); ++i) {
    const lab::DeckVerdict& deck = english.decks[i];
    if (deck.findings.empty()) continue;
    const Node node = record_of(edition, "decks", deck.id);
    broken.push_back({{"deck", deck.id},
                      {"name", both([&](const auto& language) { return name_of(node, deck.id, language); })},
                      {"findings",
                       {{"en", findings_json(edition, deck.findings)},
                        {"fr", findings_json(edition, french.decks[i].findings)}}}});
  }
  return {{"refusal", both([&](const auto& language) {
             return speech::translated_to(language, (language == "fr" ? french : english).refusal);
           })},
          {"decks", english.decks.size()},
          {"broken", broken}};
}

std::string check_json(const OwnEdition& own) {
  Json out = {{"good", own.wording != nullptr}, {"problems", problems_json(own.problems)}};
  if (own.wording != nullptr) {
    const Edition& edition = own.wording->edition();
    out["content"] = edition.version();
    out["changed"] = changed_json(edition, own.changes);
    out["legality"] = legality_json(edition, own.patch);
  }
  return dump(out);
}

const Failure too_fast{429, "too_fast", "too much at once; wait a moment"};

}  // namespace

// Made in a worker thread when somebody first asks. Everybody who asks meanwhile waits for the same.
void TableSite::workbench(const std::shared_ptr<Call>& call) {
  const Wording* wording = hall_.game(call->parts[0]);
  if (wording == nullptr || static_.contains(call->request.path)) return game(call);
  make_once(call, [wording] { return records_json(wording->edition()); });
}

void TableSite::with_patch(const std::shared_ptr<Call>& call, const std::string& patch,
                           std::function<void(const std::shared_ptr<const OwnEdition>&)> then) {
  if (hall_.game(call->parts[0]) == nullptr) return call->fail({404, "not_found", "there is no such game"});
  if (patch.size() > lab::most_patch_bytes)
    return call->refuse("patch: a patch has at most " + std::to_string(lab::most_patch_bytes >> 10U) + " KiB");
  if (!hall_.own_content().compile(call->parts[0], patch, call->visitor.who.id, std::move(then)))
    call->fail(too_fast);
}

void TableSite::check_patch(const std::shared_ptr<Call>& call) {
  std::string patch;
  if (!call->body({{"patch", &patch}})) return;
  with_patch(call, patch, [this, call](const std::shared_ptr<const OwnEdition>& own) {
    auto told = std::make_shared<std::string>();
    bots_.work([own, told] { *told = check_json(*own); },
               [call, told] { call->reply(answer(200, std::move(*told))); }, call->visitor.who.id);
  });
}

void TableSite::start_what_if(const std::shared_ptr<Call>& call) {
  const nlohmann::json json = call->object({"patch", "pairs"});
  if (!json.is_object()) return;
  if (!json.contains("patch") || !json["patch"].is_string()) return call->refuse("patch: the patch as text");
  WhatIfs::Order order;
  if (json.contains("pairs")) {
    if (!json["pairs"].is_number_integer() || json["pairs"].get<std::int64_t>() < 1 ||
        json["pairs"].get<std::int64_t>() > static_cast<std::int64_t>(WhatIfs::most_pairs))
      return call->refuse("pairs: from 1 to " + std::to_string(WhatIfs::most_pairs));
    order.pairs = json["pairs"].get<std::uint64_t>();
  }
  with_patch(call, json["patch"].get<std::string>(),
             [this, call, order](const std::shared_ptr<const OwnEdition>& own) mutable {
               if (own->wording == nullptr) return call->fail({400, "bad_content", own->problems.front().text()});
               order.id = random_hex(12);
               order.whose = call->visitor.who.id;
               order.a = hall_.game(call->parts[0])->shared();
               order.b = own->wording->shared();
               order.changes = own->changes;
               const std::string id = order.id;
               if (order.a->version() == order.b->version())
                 return call->fail({409, "not_allowed", "this patch changes nothing"});
               if (!what_ifs_.start(std::move(order)))
                 return call->fail({429, "too_fast", "many people try their changes; try again later"});
               call->reply(answer(202, dump({{"run", id}})));
             });
}

void TableSite::what_if(const std::shared_ptr<Call>& call) {
  std::string known = what_ifs_.state(call->parts[0], call->visitor.who.id);
  if (known.empty()) return call->fail({404, "not_found", "there is no such run of yours"});
  call->reply(answer(200, std::move(known)));
}

void TableSite::stop_what_if(const std::shared_ptr<Call>& call) {
  if (!what_ifs_.stop(call->parts[0], call->visitor.who.id))
    return call->fail({404, "not_found", "there is no such run of yours"});
  what_if(call);
}

// ---- tables that play with content of one's own ---------------------------------------------------------

void TableSite::with_own(const std::shared_ptr<Call>& call, std::function<Response(const OwnEdition&)> told) {
  with_table(call, [call, told = std::move(told)](const std::shared_ptr<OpenTable>& table) {
    if (table->own() == nullptr)
      return call->fail({404, "not_found", "this table is played with the content of its game"});
    call->reply(told(*table->own()));
  });
}

void TableSite::table_cards(const std::shared_ptr<Call>& call) {
  with_own(call, [call](const OwnEdition& own) { return respond_with(own.cards, call->request); });
}
void TableSite::table_content(const std::shared_ptr<Call>& call) {
  with_own(call, [call](const OwnEdition& own) { return respond_with(own.content, call->request); });
}
void TableSite::table_words(const std::shared_ptr<Call>& call) {
  with_own(call, [call](const OwnEdition& own) { return respond_with(own.words, call->request); });
}
void TableSite::table_patch(const std::shared_ptr<Call>& call) {
  with_own(call, [](const OwnEdition& own) {
    Response response = answer(200, own.patch, "text/yaml; charset=utf-8");
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"patch.yaml\"");
    return response;
  });
}
void TableSite::table_face(const std::shared_ptr<Call>& call) {
  with_own(call, [call](const OwnEdition& own) {
    return face_of(own.wording->edition(), call->parts[1], call->request);
  });
}

}  // namespace rw::server
