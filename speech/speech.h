// What the program says, in the player's language. The sentences stand in the code in English; content/program
// has them in other languages, one entry for each, with the same places for values: "{} won {} of {} games".
// English is spoken where there is no entry.
//
// The language is set once, before anything is said, where one person is spoken to: by the command line. Where
// many people are served at a time (the server), each is spoken to in their own language, out of the content.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace rw::speech {

// "en", or a language that content/program has; anything else is English.
void speak(std::string_view language);
const std::string& language();

// A sentence without values.
std::string said(std::string_view english);

std::string set_into(const std::string& sentence, fmt::format_args values);
// With values: each goes where the sentence of the language wants it.
template <class First, class... More>
std::string said(std::string_view english, const First& first, const More&... more) {
  return set_into(said(english), fmt::make_format_args(first, more...));
}

// A line on standard output, or on another stream.
template <class... Values>
void tell(std::string_view english, const Values&... values) {
  std::fputs((said(english, values...) + "\n").c_str(), stdout);
}
template <class... Values>
void tell(std::FILE* stream, std::string_view english, const Values&... values) {
  std::fputs((said(english, values...) + "\n").c_str(), stream);
}

// A message that a part without a language has put together: the entry whose sentence fits, with the values that
// stand in the message. Those are taken for messages too, so that "file: reason" is translated as a whole.
std::string translated(std::string_view message);

}  // namespace rw::speech
