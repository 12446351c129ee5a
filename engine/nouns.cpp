// The grammar of a value's name: that of its own record, word or seat, else that of what it stands for, else that
// of the first thing in the name.
#include "engine/nouns.h"

#include "engine/core/text.h"

namespace rw {
namespace {

class Grammars {
 public:
  Grammars(const Edition& edition, const Position& p, std::string_view language)
      : edition_(edition), p_(p), locale_(edition.bundle().root()["locale"][language]), nouns_(locale_["nouns"]) {}

  std::string_view of(std::string_view name, int value) const {
    if (nouns_.size() == 0) return {};
    const Game& game = edition_.game();
    int number = 0;
    const int kinds = static_cast<int>(game.kinds.size());
    while (number < kinds && game.kinds[static_cast<std::size_t>(number)].name != name) ++number;
    return number < kinds ? of(number, value) : std::string_view{};
  }

 private:
  std::string_view of(int number, int value) const {
    const Game& game = edition_.game();
    const core::KindInfo& kind = game.kinds[static_cast<std::size_t>(number)];
    if (kind.is_number() || (kind.below != 0 && (value < 0 || value >= kind.below))) return {};
    if (kind.is_seat()) return nouns_["seats"].text();
    if (!kind.of.empty()) return of_parts(number, value);
    if (const core::Form form = game.form(edition_.content(), p_.data(), number, value); !form.key.empty())
      return of_form(kind, form);
    if (const core::Meant meant = game.is(edition_.content(), p_.data(), number, value); !meant.kind.empty())
      return of(meant.kind, meant.value);
    if (!kind.words.empty()) {
      const int row = game.row(edition_.content(), p_.data(), number, value);
      const bool known = row >= 0 && row < static_cast<int>(kind.words.size());
      return known ? said(kind.name, kind.words[static_cast<std::size_t>(row)]) : std::string_view{};
    }
    // A part of a record is called by its kind alone.
    const core::Record record = game.record(edition_.content(), p_.data(), Viewer::omniscient(), number, value);
    if (!record.part.empty()) return nouns_[kind.name].text();
    const Edition::Thing thing = edition_.thing(p_, Viewer::omniscient(), kind.name, value);
    return said(thing.table, thing.id);
  }

  // Several things are a plural; one alone has its own grammar.
  std::string_view of_parts(int number, int value) const {
    const Game& game = edition_.game();
    std::vector<int> parts;
    game.parts(edition_.content(), p_.data(), number, value, parts);
    const std::string_view kind = game.kinds[static_cast<std::size_t>(number)].of;
    return parts.size() == 1 ? of(kind, parts[0]) : std::string_view("many");
  }

  // The grammar that the locale gives to this form. If it gives none and the name begins with a thing, it is that
  // of the thing.
  std::string_view of_form(const core::KindInfo& kind, const core::Form& form) const {
    const std::string key = std::string(kind.name) + "." + std::string(form.key);
    if (const std::string_view own = nouns_[key].text(); !own.empty()) return own;
    const std::string_view pattern = locale_["names"][key].text();
    if (!pattern.starts_with('{') || pattern.size() < 4 || pattern[2] != ':') return {};
    const auto operand = static_cast<std::size_t>(pattern[1] - 'a');
    if (operand > 3) return {};
    return of(core::asked_for(pattern.substr(3, pattern.find('}') - 3)).kind, form.operands[operand]);
  }

  // The grammar of this record or word, or else that of its whole table or kind.
  std::string_view said(std::string_view group, std::string_view name) const {
    if (group.empty()) return {};
    const std::string_view own = nouns_[std::string(group) + "." + std::string(name)].text();
    return own.empty() ? nouns_[group].text() : own;
  }

  const Edition& edition_;
  const Position& p_;
  core::Node locale_, nouns_;
};

}  // namespace

core::Noun noun(const Edition& edition, const Position& p, std::string_view kind, int value,
                std::string_view language) {
  return {edition.name(p, kind, value, language), Grammars(edition, p, language).of(kind, value)};
}

}  // namespace rw
