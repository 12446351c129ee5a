// What the texts of verbs and events name, and things as messages tell them.
#include "server/wording.h"

#include <algorithm>

#include "engine/core/hash.h"
#include "engine/core/text.h"
#include "engine/nouns.h"
#include "server/dictionary.h"
#include "server/json.h"

namespace rw::server {
namespace {

constexpr char actor_role = 'x';

bool is_number(std::string_view kind) { return kind == "number" || kind == "signed"; }

bool is_role(char c) { return c >= 'a' && c <= 'd'; }

// "{actor}", a form of it, or what agrees with it.
bool is_actor(std::string_view placeholder) {
  return placeholder.starts_with("{actor") && placeholder.find_first_of(":|}") == 6;
}

std::uint64_t hash_of(std::string_view text) { return core::hash64(std::as_bytes(std::span(text))); }

}  // namespace

// ---- what texts name --------------------------------------------------------------------------------

int Wording::kind_number(std::string_view name) const {
  const auto& kinds = edition_->game().kinds;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i].name == name) return static_cast<int>(i);
  return -1;
}

Wording::Operand Wording::operand(char role, std::string_view kind) const {
  return {role, std::string(kind), kind_number(kind)};
}

// Adds what a template names and needs: "{actor} plays {a:card}{b? on {b:bearer}}".
void Wording::read_pattern(std::string_view pattern, Said& said) const {
  const auto name = [&](char role, std::string_view kind) {
    const bool known = std::any_of(said.named.begin(), said.named.end(),
                                   [&](const Operand& o) { return o.role == role && o.kind == kind; });
    if (!known) said.named.push_back(operand(role, kind));
  };
  const auto need = [&](char role) {
    if (said.values.find(role) == std::string::npos) said.values += role;
  };
  for (std::size_t i = 0; i + 2 < pattern.size(); ++i) {
    if (pattern[i] != '{') continue;
    if (is_actor(pattern.substr(i))) name(actor_role, "seat");
    if (!is_role(pattern[i + 1])) continue;
    if (pattern[i + 2] == '?' || pattern[i + 2] == '=' || pattern[i + 2] == '|') need(pattern[i + 1]);
    if (pattern[i + 2] != ':') continue;
    const std::size_t end = pattern.find('}', i);
    if (end == std::string_view::npos) break;
    const std::string_view kind = core::asked_for(pattern.substr(i + 3, end - i - 3)).kind;
    if (is_number(kind))
      need(pattern[i + 1]);
    else
      name(pattern[i + 1], kind);
  }
}

namespace {

// The operands that a pattern names, in its order, each once.
std::vector<std::pair<char, std::string_view>> operands_in(std::string_view pattern) {
  std::vector<std::pair<char, std::string_view>> found;
  for (std::size_t i = 0; i + 2 < pattern.size(); ++i) {
    if (pattern[i] != '{' || !is_role(pattern[i + 1]) || pattern[i + 2] != ':') continue;
    const std::size_t end = pattern.find('}', i);
    if (end == std::string_view::npos) break;
    const char role = pattern[i + 1];
    if (std::none_of(found.begin(), found.end(), [&](const auto& o) { return o.first == role; }))
      found.emplace_back(role, core::asked_for(pattern.substr(i + 3, end - i - 3)).kind);
  }
  return found;
}

// The one number among the operands of a verb; -1 if there is none or several. Operand d is too small for one.
int amount_in(const std::vector<Wording::Operand>& operands) {
  int role = -1;
  for (const Wording::Operand& operand : operands) {
    if (!is_number(operand.kind)) continue;
    if (role >= 0) return -1;
    role = operand.role - 'a';
  }
  return role == 3 ? -1 : role;
}

}  // namespace

Wording::Wording(std::shared_ptr<const Edition> edition) : edition_(std::move(edition)), events_(256) {
  const Game& game = edition_->game();
  const core::Node locales = edition_->bundle().root()["locale"];
  for (std::size_t verb = 0; verb < game.notations.size(); ++verb) {
    Said& said = verbs_.emplace_back();
    for (const auto& [role, kind] : operands_in(game.notations[verb]))
      said.operands.push_back(operand(role, kind));
    said.amount = amount_in(said.operands);
    read_pattern(game.notations[verb], said);
    for (const std::string_view language : {"en", "fr"})
      read_pattern(locales[language]["choices"][game.verbs[verb]].text(), said);
  }
  for (std::size_t kind = 0; kind < events_.size(); ++kind) {
    if (!edition_->worded_events().test(kind)) continue;
    core::Event event;
    event.kind = static_cast<std::uint8_t>(kind);
    const std::string_view name = edition_->event_name(event);
    for (const auto& [role, of] : operands_in(locales["en"]["events"][name].text()))
      events_[kind].operands.push_back(operand(role, of));
    for (const std::string_view language : {"en", "fr"})
      read_pattern(locales[language]["events"][name].text(), events_[kind]);
  }
  read_names();
}

// The forms of names, and what is put into them.
void Wording::read_names() {
  const core::Node root = edition_->bundle().root();
  const auto& kinds = edition_->game().kinds;
  forms_.resize(kinds.size());
  const core::Node names = root["locale"]["en"]["names"];
  for (int i = 0; i < names.size(); ++i) {
    const std::string_view key = names.key(i);
    const std::size_t dot = key.find('.');
    for (std::size_t k = 0; k < kinds.size() && dot != std::string_view::npos; ++k) {
      if (kinds[k].name != key.substr(0, dot)) continue;
      Said said;
      for (const std::string_view language : {"en", "fr"})
        read_pattern(root["locale"][language]["names"][key].text(), said);
      Parts& parts = forms_[k][key.substr(dot + 1)];
      for (const Operand& named : said.named)
        if (named.number >= 0 && named.role != actor_role) parts.emplace_back(named.role - 'a', named.number);
    }
  }
}

// ---- things -----------------------------------------------------------------------------------------

// What its name and its id depend on (Edition::name, Edition::thing).
std::uint64_t Wording::name_identity(const Position& p, const Eyes& eyes, int kind, int value) const {
  if (kind < 0) return 0;
  const Game& game = edition_->game();
  const void* content = edition_->content();
  const core::KindInfo& info = game.kinds[static_cast<std::size_t>(kind)];
  std::uint64_t key = mixed(static_cast<std::uint64_t>(kind) + 1, static_cast<std::uint64_t>(value));
  if (info.is_number()) return key;
  if (info.is_seat())
    return value < 0 || value >= edition_->seats(p)
               ? key
               : mixed(key, hash_of(game.seat_name(content, p.data(), value)));
  if (info.below != 0 && (value < 0 || value >= info.below)) return key;
  if (!info.of.empty()) {
    std::vector<int> parts;
    game.parts(content, p.data(), kind, value, parts);
    for (const int part : parts) key = mixed(key, name_identity(p, eyes, kind_number(info.of), part));
    return key;
  }
  if (info.has_form) {
    if (const core::Form form = game.form(content, p.data(), kind, value); !form.key.empty()) {
      key = mixed(key, hash_of(form.key));
      for (const std::int32_t operand : form.operands) key = mixed(key, static_cast<std::uint64_t>(operand));
      const auto& forms = forms_[static_cast<std::size_t>(kind)];
      if (const auto parts = forms.find(form.key); parts != forms.end())
        for (const auto& [operand, inner] : parts->second)
          if (inner != kind || form.operands[operand] != value)
            key = mixed(key, name_identity(p, eyes, inner, form.operands[operand]));
    }
    if (const core::Meant meant = game.is(content, p.data(), kind, value); !meant.kind.empty())
      return mixed(key, name_identity(p, eyes, kind_number(meant.kind), meant.value));
    key = mixed(key, hash_of(game.text(content, p.data(), kind, value, eyes.language)));
  }
  if (!info.words.empty()) return mixed(key, static_cast<std::uint64_t>(game.row(content, p.data(), kind, value)));
  // Its name is that of the record, its id only if the viewer knows it.
  for (const Viewer viewer : {Viewer::omniscient(), eyes.viewer}) {
    const core::Record record = game.record(content, p.data(), viewer, kind, value);
    key = mixed(mixed(key, static_cast<std::uint64_t>(record.row)), static_cast<std::uint64_t>(record.number));
    key = mixed(mixed(key, hash_of(record.table)), hash_of(record.part) ^ hash_of(record.id));
  }
  return key;
}

std::uint64_t Wording::place_identity(const Position& p, const Eyes& eyes, int kind, int value) const {
  if (kind < 0) return 0;
  const Game& game = edition_->game();
  const void* content = edition_->content();
  const core::KindInfo& info = game.kinds[static_cast<std::size_t>(kind)];
  if (info.is_number() || info.is_seat() || (info.below != 0 && (value < 0 || value >= info.below))) return 0;
  if (!info.of.empty()) {
    std::uint64_t key = 0;
    std::vector<int> parts;
    game.parts(content, p.data(), kind, value, parts);
    for (const int part : parts) key = mixed(key, place_identity(p, eyes, kind_number(info.of), part));
    return key;
  }
  if (const core::Meant meant = game.is(content, p.data(), kind, value); !meant.kind.empty())
    return mixed(hash_of(meant.kind) + static_cast<std::uint64_t>(meant.value),
                 place_identity(p, eyes, kind_number(meant.kind), meant.value));
  const core::Place place = game.place(content, p.data(), eyes.viewer, kind, value);
  if (!place) return 0;
  std::uint64_t key = mixed(static_cast<std::uint16_t>(place.row) + 1U, static_cast<std::uint16_t>(place.number));
  if (place.seat >= 0 && place.seat < edition_->seats(p))
    key = mixed(key, hash_of(game.seat_name(content, p.data(), place.seat)));
  if (place.holder >= 0) key = mixed(key, hash_of(game.holder_name(content, p.data(), place.holder)));
  return key;
}

std::uint64_t Wording::identity(const Position& p, const Eyes& eyes, const Operand& named, int value,
                                const Choice* choice) const {
  std::uint64_t key =
      mixed(name_identity(p, eyes, named.number, value), place_identity(p, eyes, named.number, value));
  if (choice == nullptr || named.role != 'a') return key;
  const core::Operands& operands = edition_->game().operands[static_cast<std::size_t>(choice->verb())];
  if (operands.from >= 0 && choice->operand(operands.from) != 0)
    key = mixed(key, place_identity(p, eyes, operands.kind[operands.from], choice->operand(operands.from)) + 1);
  return key;
}

Wording::Named Wording::named(const Position& p, const Eyes& eyes, const Operand& operand, int value,
                              const Choice* choice) const {
  Named out{noun(*edition_, p, operand.kind, value, eyes.language), {}};
  const auto own = [&] {
    if (choice == nullptr || operand.role > 'd') return false;
    const core::Operands& operands = edition_->game().operands[static_cast<std::size_t>(choice->verb())];
    return operands.kind[operand.role - 'a'] == operand.number && operand.number >= 0;
  };
  const std::vector<Edition::Thing> things = own() ? edition_->things(p, eyes.viewer, *choice, operand.role - 'a')
                                                   : edition_->things(p, eyes.viewer, operand.kind, value);
  for (const Edition::Thing& thing : things)
    out.parts.push_back(
        {things.size() == 1 ? out.name : noun(*edition_, p, thing.kind, thing.value, eyes.language),
         std::string(thing.id), std::string(thing.place)});
  return out;
}

}  // namespace rw::server
