// The edge: loading an edition, words both ways, views, knowledge.
#include "engine/game.h"

#include <algorithm>
#include <cstring>

#include "engine/ability/render.h"
#include "engine/core/hash.h"
#include "engine/core/text.h"
#include "engine/nouns.h"

namespace rw {

std::string_view Setup::option(std::string_view name) const {
  for (const auto& [key, value] : options)
    if (key == name) return value;
  return {};
}

const Game* find_game(std::string_view id) {
  for (const Game* game : games())
    if (game->id == id) return game;
  return nullptr;
}

Expected<std::shared_ptr<const Edition>> Edition::load(std::span<const std::byte> bytes) {
  auto edition = std::make_shared<Edition>();
  auto bundle = core::Bundle::read(bytes);
  if (!bundle) return bundle.failure();
  edition->bundle_ = *std::move(bundle);
  const core::Node root = edition->bundle_->root();
  edition->game_ = find_game(root["game"]["id"].text());
  if (edition->game_ == nullptr)
    return failed("the content is for an unknown game '" + std::string(root["game"]["id"].text()) + "'");
  auto content = edition->game_->load(root);
  if (!content) return content.failure();
  edition->content_ = *std::move(content);
  const core::Node rules = root["rules"];
  for (int i = 0; i < rules.size(); ++i) {
    const core::Node node = rules[i];
    ClauseText clause{node["id"].text(),
                      node["section"].text(),
                      node["text"].text(),
                      node["sources"].text(),
                      node["definition"].flag(),
                      {},
                      {}};
    for (int k = 0; k < node["by"].size(); ++k) clause.by.push_back(node["by"][k].text());
    const core::Node translations = node["translations"];
    for (int k = 0; k < translations.size(); ++k)
      clause.translations.push_back(
          {translations.key(k), translations[k]["section"].text(), translations[k]["text"].text()});
    edition->clauses_.push_back(std::move(clause));
  }
  const std::size_t own = edition->game_->events.size();
  for (std::size_t kind = 0; kind < edition->worded_.size(); ++kind) {
    const std::size_t of_core = kind - core::first_table_verb;  // huge below it
    if (kind >= own && of_core >= std::size(core::core_events)) continue;
    core::Event event;
    event.kind = static_cast<std::uint8_t>(kind);
    edition->worded_[kind] = !edition->locale("en", "events", edition->event_name(event)).empty();
  }
  return edition;
}

Expected<> Game::takes_seats(int players) const {
  if (players >= min_seats && players <= max_seats) return {};
  const std::string most = min_seats == max_seats ? "" : " to " + std::to_string(max_seats);
  return failed(
      std::string(id) + " is for " + std::to_string(min_seats) + most + " players, not " + std::to_string(players),
      seats_clause == 0 ? std::string_view{} : clauses[seats_clause]);
}

Expected<Position> Edition::begin(const Setup& setup, const core::Seed& seed, core::Log* log,
                                  core::Chance* chance) const {
  if (auto fits = game_->takes_seats(setup.seats); !fits) return fits.failure();
  Position position(game_->state_bytes);
  auto begun = game_->begin(content(), setup, seed, position.data(), log, chance);
  if (core::overflowed()) return failed(overflow_text(*core::overflow, "en"));
  if (!begun) return begun.failure();
  return position;
}

Expected<> Edition::complete(Position& p) const {
  auto settled = game_->settle(content(), p.data(), nullptr, nullptr);
  if (core::overflowed()) return failed(overflow_text(*core::overflow, "en"));
  return settled;
}

void Edition::go_on(Position& p, core::Log* log, core::Chance* chance) const {
  game_->go_on(content(), p.data(), log, chance);
  if (core::overflowed()) [[unlikely]]
    p.break_off(core::overflow);
}

Expected<> Edition::settle(Position& p, core::Log* log, core::Chance* chance) const {
  if (auto done = complete(p); !done) return done.failure();
  go_on(p, log, chance);
  if (p.broken() != nullptr) return failed(overflow_text(*p.broken(), "en"));
  return {};
}

Outcome Edition::outcome(const Position& p) const {
  if (p.broken() == nullptr) return game_->outcome(content(), p.data());
  Outcome nobody_wins;
  nobody_wins.seats = seats(p);
  std::fill_n(nobody_wins.rank, nobody_wins.seats, 1);
  return nobody_wins;
}

void Edition::choices(const Position& p, ChoiceList& list) const {
  list.clear();
  if (p.broken() != nullptr) return;
  game_->choices(content(), p.data(), list);
  // Those that found room stay in the list, so that whoever is about to pick one finds something.
  if (core::overflowed()) [[unlikely]]
    p.break_off(core::overflow);
}

void Edition::apply(Position& p, Choice c, core::Log* log, core::Chance* chance) const {
  if (p.broken() != nullptr) return;
  if (log == nullptr) [[likely]] {
    game_->apply(content(), p.data(), c, nullptr, chance);
    if (core::overflowed()) [[unlikely]]
      p.break_off(core::overflow);
    return;
  }
  // Whoever listens is shown the position of the last choice that was carried out.
  const std::vector<std::byte> before(p.bytes().begin(), p.bytes().end());
  const std::size_t told = log->events.size(), kept = log->events.kept().size();
  if (log->keeps_positions) log->events.watch(p.bytes(), worded_);
  game_->apply(content(), p.data(), c, log, chance);
  log->events.look_away();
  if (!core::overflowed()) [[likely]]
    return;
  std::memcpy(p.data(), before.data(), before.size());
  log->events.forget(told, kept);
  p.break_off(core::overflow);
}

std::string Edition::json(const Position& p, Viewer v) const {
  std::string out;
  fields(p, v).to_json(out);
  return out;
}

std::vector<float> Edition::tensor(const Position& p, Viewer v) const {
  std::vector<float> values(game_->tensor(content(), p.data(), v, {}));
  game_->tensor(content(), p.data(), v, values);
  return values;
}

std::uint64_t Edition::hash(const Position& p) const { return core::hash64(p.bytes()); }

Position Edition::redealt(const Position& p, Seat viewer, const core::Seed& seed) const {
  Position copy = p;
  core::Random random = core::Random::start(seed);
  game_->redeal(content(), copy.data(), viewer, random);
  game_->rekey(copy.data(), core::derive(seed, 1));
  return copy;
}

bool Edition::harmless_to_undo(const Position& before, const Position& after) const {
  return game_->random(before.data()).drawn == game_->random(after.data()).drawn &&
         !game_->learned(before.data(), after.data());
}

// ---- words -------------------------------------------------------------------------------------

std::string_view Edition::locale(std::string_view language, std::string_view group, std::string_view name) const {
  return bundle_->root()["locale"][language][group][name].text();
}

std::string_view Edition::verb_name(Choice c) const {
  const auto verb = static_cast<std::size_t>(c.verb());
  if (c.verb() >= core::first_table_verb + core::table_verbs) return {};
  return core::is_table_choice(c)     ? core::table_words[c.verb() - core::first_table_verb].verb
         : verb < game_->verbs.size() ? game_->verbs[verb]
                                      : std::string_view();
}

std::string_view Edition::event_name(const core::Event& e) const {
  return e.kind >= core::first_table_verb ? core::core_events[e.kind - core::first_table_verb]
                                          : game_->events[e.kind];
}

// Reads a choice of the table, written by its notation or by its text in any language.
bool Edition::read_at_table(std::string_view text, core::TableVerb& verb) const {
  const std::string wanted = core::folded(text);
  const core::Node locales = bundle_->root()["locale"];
  for (int i = 0; i < core::table_verbs; ++i) {
    const core::TableWords& words = core::table_words[i];
    bool same = wanted == words.notation;
    for (int k = 0; k < locales.size(); ++k)
      same = same || wanted == core::folded(locales[k]["choices"][words.verb].text());
    if (!same) continue;
    verb = static_cast<core::TableVerb>(core::first_table_verb + i);
    return true;
  }
  return false;
}

std::string Edition::notation(const Position& p, Choice c, std::string_view language) const {
  if (core::is_table_choice(c) && c.verb() < core::first_table_verb + core::table_verbs)
    return std::string(core::table_words[c.verb() - core::first_table_verb].notation);
  if (c.verb() >= static_cast<int>(game_->notations.size())) return "?";
  const std::int32_t operands[4] = {c.a(), c.b(), c.c(), c.d()};
  // What has a long name may have a short one to be written: names.<kind>.written, with the operands of its form.
  const auto written = [&](int kind, int value) {
    const core::Form form = game_->form(content(), p.data(), kind, value);
    if (const core::Meant meant = game_->is(content(), p.data(), kind, value);
        form.key.empty() && !meant.kind.empty()) {
      kind = kind_number(meant.kind);
      value = meant.value;
    }
    const std::string key = std::string(game_->kinds[static_cast<std::size_t>(kind)].name) + ".written";
    const std::string_view pattern = locale(language, "names", key);
    if (pattern.empty()) return this->name(p, kind, value, language);
    const auto namer = [&](std::string_view other, int operand) {
      return noun(*this, p, other, operand, language);
    };
    return core::fill(pattern, game_->form(content(), p.data(), kind, value).operands, 0, namer, language);
  };
  const auto quoted = [&](std::string_view kind, int value) {
    const int known = kind_number(kind);
    std::string name = known < 0 ? this->name(p, kind, value, language) : written(known, value);
    const bool bare =
        known < 0 ? kind == "number" || kind == "word" : game_->kinds[static_cast<std::size_t>(known)].bare;
    return bare ? name : '"' + name + '"';
  };
  return core::fill(game_->notations[static_cast<std::size_t>(c.verb())], operands, 0, quoted);
}

namespace {

// Games also understand a name cut short; whoever writes one in full means just that.
void prefer_exact(const Edition& edition, const Position& p, std::string_view text, std::vector<Choice>& meant) {
  const std::string wanted = core::folded(text);
  const auto exact = [&](Choice c) {
    return core::folded(edition.notation(p, c, "en")) == wanted ||
           core::folded(edition.notation(p, c, "fr")) == wanted;
  };
  const auto first = std::find_if(meant.begin(), meant.end(), exact);
  if (first != meant.end() && std::none_of(first + 1, meant.end(), exact)) meant = {*first};
}

}  // namespace

Readings Edition::readings(const Position& p, Seat seat, std::string_view text) const {
  Readings out;
  if (core::TableVerb verb{}; seat != core::no_seat && read_at_table(text, verb)) {
    const Choice meant = core::table_choice(verb, seat);
    if (judge(p, seat, meant).refused())
      out.other = meant;
    else
      out.legal = {meant};
    return out;
  }
  const auto finder = [&](std::string_view kind, std::string_view name) { return find(p, kind, name); };
  const auto take = [&](Choice candidate) {
    if (judge(p, seat, candidate).refused()) {
      if (!out.other) out.other = candidate;
    } else if (std::find(out.legal.begin(), out.legal.end(), candidate) == out.legal.end()) {
      out.legal.push_back(candidate);
    }
  };
  for (std::size_t verb = 0; verb < game_->notations.size(); ++verb) {
    if (game_->notations[verb].empty()) continue;
    for (core::Reading& reading : core::read(game_->notations[verb], text, finder)) {
      for (auto& values : reading.operands)
        if (values.empty()) values = {0};
      for (int a : reading.operands[0])
        for (int b : reading.operands[1])
          for (int c : reading.operands[2])
            for (int d : reading.operands[3]) take(Choice::make(static_cast<int>(verb), a, b, c, d));
    }
  }
  if (out.legal.empty() && !over(p) && seat == decision(p).asked) out.legal = labelled(p, text);
  if (out.legal.size() > 1) prefer_exact(*this, p, text, out.legal);
  return out;
}

Expected<Choice> Edition::read(const Position& p, Seat seat, std::string_view text) const {
  const Readings found = readings(p, seat, text);
  if (found.legal.size() > 1) return failed(ambiguity_text(p, text, found.legal));
  if (found.legal.empty() && !found.other)
    return failed("cannot read '" + std::string(text) + "' as a choice of this game");
  return found.legal.empty() ? *found.other : found.legal.front();
}

// The legal choices that have this label, in any language.
std::vector<Choice> Edition::labelled(const Position& p, std::string_view text) const {
  std::vector<Choice> meant;
  const std::string wanted = core::folded(text);
  const auto list = std::make_unique<ChoiceList>();
  choices(p, *list);
  for (const Choice choice : *list)
    for (const std::string_view language : {"en", "fr"})
      if (core::folded(choice_text(p, choice, language)) == wanted) {
        meant.push_back(choice);
        break;
      }
  return meant;
}

// All that a text means, in full; with the label where the notation alone does not tell two apart.
std::string Edition::ambiguity_text(const Position& p, std::string_view text,
                                    std::span<const Choice> meant) const {
  constexpr std::size_t most = 6;
  std::string out = "'" + std::string(text) + "' means " + std::to_string(meant.size()) + " different choices: ";
  for (std::size_t i = 0; i < std::min(most, meant.size()); ++i) {
    const std::string words = notation(p, meant[i]);
    const bool alone =
        std::count_if(meant.begin(), meant.end(), [&](Choice other) { return notation(p, other) == words; }) == 1;
    out += (i == 0 ? "" : "; ") + words + (alone ? "" : " (" + choice_text(p, meant[i], "en") + ")");
  }
  return out + (meant.size() > most ? "; and more" : "");
}

std::string Edition::choice_text(const Position& p, Choice c, std::string_view language) const {
  const std::int32_t operands[4] = {c.a(), c.b(), c.c(), c.d()};
  const auto namer = [&](std::string_view kind, int value) { return noun(*this, p, kind, value, language); };
  return core::fill(locale(language, "choices", verb_name(c)), operands, 0, namer, language);
}

std::string Edition::question_text(const Position& p, std::string_view language) const {
  const Decision decision = game_->decision(p.data());
  const std::string plain(locale(language, "questions", game_->questions[decision.kind]));
  core::Gathering asked{};  // reading it clears what it held
  gathering(p, asked);
  if (asked.program.empty() || game_->vocabulary == nullptr) return plain;
  const std::string text =
      ability::render_question(bundle().root(), *game_->vocabulary, asked.program, asked.position, language);
  return text.empty() ? plain : text;
}

std::string Edition::event_text(const Position& p, const core::Event& e, Viewer viewer,
                                std::string_view language) const {
  std::int32_t operands[4];
  bool hidden[4];
  for (int i = 0; i < 4; ++i) {
    hidden[i] = ((e.secret >> i) & 1) != 0 && !viewer.sees(e.seen_by);
    operands[i] = e.operands[i];
  }
  const auto namer = [&](std::string_view kind, int value) { return noun(*this, p, kind, value, language); };
  // A hidden operand is never handed to the namer: kind "hidden" names what cannot be seen.
  std::string pattern(locale(language, "events", event_name(e)));
  for (int i = 0; i < 4; ++i) {
    if (!hidden[i]) continue;
    operands[i] = 0;
    const std::string start = std::string("{") + static_cast<char>('a' + i) + ":";
    for (std::size_t at = pattern.find(start); at != std::string::npos; at = pattern.find(start, at + 1))
      pattern.replace(at + start.size(), pattern.find_first_of(":|}", at + start.size()) - at - start.size(),
                      "hidden");
  }
  return core::fill(pattern, operands, core::index(e.actor), namer, language);
}

std::string Edition::overflow_text(const core::Capacity& capacity, std::string_view language) const {
  const std::int32_t operands[4] = {capacity.room, 0, 0, 0};
  const auto namer = [&](std::string_view kind, int value) {
    return kind == "capacity" ? std::string(locale(language, "capacities", capacity.what)) : std::to_string(value);
  };
  return core::fill(locale(language, "capacities", "broken"), operands, 0, namer, language);
}

std::string Edition::refusal_text(const Position& p, const Refusal& r, std::string_view language) const {
  if (r.fact == core::broken_off) return broken_text(p, language);
  const std::string_view fact =
      r.fact >= core::first_core_fact ? core::core_facts[r.fact - core::first_core_fact] : game_->facts[r.fact];
  const std::int32_t operands[4] = {r.have, r.need, 0, 0};
  const auto namer = [&](std::string_view kind, int value) { return noun(*this, p, kind, value, language); };
  std::string text = core::fill(locale(language, "facts", fact), operands, 0, namer, language);
  if (r.clause == 0) return text;
  return std::string(clause_id(r.clause)) + (text.empty() ? "" : ": " + text);
}

std::string Edition::seat_name(const Position& p, Seat seat, std::string_view language) const {
  return name(p, "seat", core::index(seat), language);
}

bool Edition::find_seat(const Position& p, std::string_view text, Seat& seat) const {
  const auto found = find(p, "seat", core::folded(text));
  if (found.size() != 1) return false;
  seat = core::seat(found[0]);
  return true;
}

std::string_view Edition::clause_id(core::ClauseNumber n) const {
  return n < game_->clauses.size() ? game_->clauses[n] : std::string_view{};
}

const ClauseText* Edition::clause(std::string_view id) const {
  for (const ClauseText& clause : clauses_)
    if (clause.id == id) return &clause;
  return nullptr;
}

}  // namespace rw
