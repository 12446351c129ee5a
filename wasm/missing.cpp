// What a page cannot do, for the sources that know of it: start programs, keep a log file, read YAML, and so look
// up the program's own sentences in another language.
#include <cstdio>

#include "lab/deck_list.h"
#include "players/bot.h"
#include "players/process.h"
#include "server/log.h"
#include "speech/translation.h"

namespace rw {

namespace players {

Expected<> Process::start(const std::vector<std::string>&) { return failed("a page starts no programs"); }
bool Process::say(std::string_view, Deadline) { return false; }
Process::Heard Process::hear(std::string&, Deadline) { return Heard::gone; }
void Process::stop() {
  line_ = leash_ = -1;
  guardian_ = -1;
  heard_.clear();
}
void Process::finish(Deadline) {}

Expected<std::unique_ptr<Player>> make_bot(const Spec&, const Game&) {
  return failed("a page starts no programs");
}

}  // namespace players

namespace lab {

DeckFile read_deck_file(std::string_view text) { return read_deck_text(text); }

}  // namespace lab

namespace speech {

std::string translated_to(std::string_view, std::string_view message) { return std::string(message); }

}  // namespace speech

namespace server {

// Standard error is the console of the page.
LogField::LogField(std::string_view n, std::string_view value) : name(n), text(value) {}
LogField::LogField(std::string_view n, std::int64_t value) : name(n), text(std::to_string(value)) {}
void log_info(std::string_view, std::initializer_list<LogField>) {}
void log_warning(std::string_view what, std::initializer_list<LogField> fields) {
  std::string line(what);
  for (const LogField& field : fields) line += " " + std::string(field.name) + "=" + field.text;
  std::fputs((line + "\n").c_str(), stderr);
}

}  // namespace server
}  // namespace rw

// The module has one thread, which never ends: nothing of it is taken apart.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
