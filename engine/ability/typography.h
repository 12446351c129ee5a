// How a language wants its letters and spaces set.
#pragma once

#include <string>
#include <string_view>

namespace rw::ability {

// With a capital first letter, accents included.
std::string capital(std::string text);

// English: a Autobot -> an Autobot.
std::string english(std::string_view text);
// French: si il -> s'il, de une -> d'une, de le -> du; no line break before : ; ! ? and inside « ».
std::string french(std::string_view text);

// What the beginning of a noun phrase tells: whose the things are ("your cards", "the rival's gear"), its gender
// ("une carte"), and the phrase without its article ("cards", "carte").
bool is_own(std::string_view phrase, std::string_view language);
bool is_feminine(std::string_view phrase, std::string_view language);
std::string without_article(std::string_view phrase, std::string_view language);
// "your cards" -> "cards"; empty if they are not yours.
std::string without_owner(std::string_view phrase, std::string_view language);

// English: whether a phrase tells who does something ("an opponent draws") and not what to do ("draw").
bool begins_with_noun(std::string_view phrase);

// French: "piochez 1 carte, puis posez-la" -> "piocher 1 carte, puis la poser" is beyond it, "piochez 1 carte,
// puis jouez une Action" -> "piocher 1 carte, puis jouer une Action" is not. Empty if the phrase begins with no
// imperative.
std::string infinitive(std::string_view phrase);

}  // namespace rw::ability
