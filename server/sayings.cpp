// Fills the texts of a table.
#include "server/sayings.h"

#include "engine/ability/typography.h"
#include "engine/core/text.h"

namespace rw::server {

std::string said(const Edition& edition, const Position& p, Saying saying, std::string_view language,
                 const Filling& filling) {
  const core::Node locale = edition.bundle().root()["locale"][language];
  const std::int32_t operands[4] = {filling.a, filling.b, 0, 0};
  const auto namer = [&](std::string_view kind, int value) -> std::string {
    if (kind == "winners") return filling.winners;
    return kind == "seat" ? edition.seat_name(p, core::seat(value), language) : std::to_string(value);
  };
  return core::fill(locale["table"][name_of(saying)].text(), operands, filling.actor, namer, language);
}

std::string sentence(std::string text) {
  text = ability::capital(std::move(text));
  return text.ends_with('.') ? text : text + ".";
}

std::string_view phrase_text(const Edition& edition, std::string_view phrase, std::string_view language) {
  return edition.bundle().root()["locale"][language]["phrases"][phrase].text();
}

}  // namespace rw::server
