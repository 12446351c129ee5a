// The doors of the module: what the page calls. A text is handed over in memory that the page asked for (`room`).
#include <memory>
#include <string>

#include "engine/core/hash.h"
#include "lab/benchmark.h"
#include "lab/walk.h"
#include "wasm/home.h"
#include "wasm/library.h"
#include "wasm/sight.h"
#include "wasm/texts.h"

#define RULEWRIGHT_DOOR(name) extern "C" __attribute__((export_name(name)))

namespace {

using rw::wasm::Home;

std::unique_ptr<Home>& home() {
  static std::unique_ptr<Home> one;
  return one;
}

rw::wasm::Sight& sight() {
  static rw::wasm::Sight one;
  return one;
}

rw::server::Request request_of(std::string_view method, std::string_view target, std::string_view body) {
  rw::server::Request request;
  request.method = method;
  request.target = target;
  request.body = body;
  rw::server::read_target(request);
  return request;
}

std::string_view line_of(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

RULEWRIGHT_DOOR("room") char* room(std::size_t size) { return new char[size]; }
RULEWRIGHT_DOOR("drop") void drop(const char* text) { delete[] text; }

// ---- the house ----------------------------------------------------------------------------------------

// "ID\nNAME" of the person whose tables these are.
RULEWRIGHT_DOOR("open_home") void open_home(const char* text, std::size_t length) {
  std::string_view rest(text, length);
  const std::string id(line_of(rest));
  home() = std::make_unique<Home>(rw::server::Identity{id, std::string(rest), false});
}
RULEWRIGHT_DOOR("keep") bool keep(const char* text, std::size_t length) { return home()->keep({text, length}); }
RULEWRIGHT_DOOR("forget") void forget(const char* text, std::size_t length) {
  home()->forget({text, length});
  home()->run();
}
// "METHOD\nPATH\nBODY"
RULEWRIGHT_DOOR("request") void request(int number, const char* text, std::size_t length) {
  std::string_view rest(text, length);
  const std::string_view method = line_of(rest), path = line_of(rest);
  home()->request(number, request_of(method, path, rest));
  home()->run();
}
RULEWRIGHT_DOOR("connect") bool connect(int line, const char* text, std::size_t length) {
  const bool opened = home()->connect(line, request_of("GET", {text, length}, {}));
  home()->run();
  return opened;
}
RULEWRIGHT_DOOR("hear") void hear(int line, const char* text, std::size_t length) {
  home()->hear(line, {text, length});
  home()->run();
}
RULEWRIGHT_DOOR("hang_up") void hang_up(int line) {
  home()->hang_up(line);
  home()->run();
}
RULEWRIGHT_DOOR("saved") void saved(int number, bool good) {
  home()->saved(number, good);
  home()->run();
}
RULEWRIGHT_DOOR("thought") void thought(int number, const char* text, std::size_t length) {
  home()->thought(number, {text, length});
  home()->run();
}
RULEWRIGHT_DOOR("thinking") void thinking(int number, std::uint32_t done, std::uint32_t of) {
  home()->thinking(number, done, of);
}
RULEWRIGHT_DOOR("wake") void wake() { home()->run(); }

// ---- thinking -----------------------------------------------------------------------------------------

RULEWRIGHT_DOOR("think") void think(const char* text, std::size_t length) {
  rw::wasm::host::give(rw::wasm::answer_to({text, length}));
}
// The names of all nets, a line for each.
RULEWRIGHT_DOOR("net_names") void net_names() {
  std::string out;
  for (const std::string& name : rw::wasm::net_names()) out += (out.empty() ? "" : "\n") + name;
  rw::wasm::host::give(out);
}
RULEWRIGHT_DOOR("add_net") bool add_net(const char* file, std::size_t length) {
  return static_cast<bool>(rw::wasm::add_net(std::as_bytes(std::span(file, length))));
}

// ---- beside a table of a server -----------------------------------------------------------------------

// "GAME\nPOSITION" of the message `sight`.
RULEWRIGHT_DOOR("see") bool see(int seat, const char* text, std::size_t length) {
  std::string_view rest(text, length);
  const std::string_view game = line_of(rest);
  return sight().see(game, seat, std::string(rest));
}
// "LANGUAGE\nCHOICE"
RULEWRIGHT_DOOR("preview") void preview(const char* text, std::size_t length) {
  std::string_view rest(text, length);
  const std::string_view language = line_of(rest);
  const std::string bits(rest);
  rw::wasm::host::give(sight().preview(rw::Choice{std::strtoull(bits.c_str(), nullptr, 10)}, language));
}
// "LANGUAGE\nMESSAGE"
RULEWRIGHT_DOOR("why") void why(const char* text, std::size_t length) {
  std::string_view rest(text, length);
  const std::string_view language = line_of(rest);
  rw::wasm::host::give(sight().why(rest, language));
}
// "BOT\nSEED", and "LANGUAGE\nANSWER" of whoever has thought about it
RULEWRIGHT_DOOR("question") void question(const char* text, std::size_t length) {
  std::string_view rest(text, length);
  const std::string_view bot = line_of(rest);
  rw::wasm::host::give(sight().question(bot, std::string(rest)));
}
RULEWRIGHT_DOOR("hint") void hint(const char* text, std::size_t length) {
  std::string_view rest(text, length);
  const std::string_view language = line_of(rest);
  rw::wasm::host::give(sight().hint(rest, language));
}

// ---- one hash -----------------------------------------------------------------------------------------

// "DIGEST POSITIONS" of so many games of lab/walk.h.
RULEWRIGHT_DOOR("walk") void walk(int games, int most, const char* game, std::size_t length) {
  const rw::server::Wording* wording = rw::wasm::game({game, length});
  if (wording == nullptr) return rw::wasm::host::give("there is no such game");
  const rw::lab::Walk walked = rw::lab::walk(wording->edition(), games, most);
  std::uint8_t bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(walked.digest >> (56 - 8 * i));
  rw::wasm::host::give(rw::core::hex(bytes) + " " + std::to_string(walked.positions));
}

// ---- speed --------------------------------------------------------------------------------------------

// {"simulation_ns", "decision_ns"}: the best rounds of `rulewright bench`, to be set beside those of the program.
RULEWRIGHT_DOOR("bench") void bench(double seconds, const char* game, std::size_t length) {
  const rw::server::Wording* wording = rw::wasm::game({game, length});
  if (wording == nullptr) return rw::wasm::host::give("{}");
  const rw::lab::BenchmarkReport report = rw::lab::benchmark({wording->shared(), seconds});
  rw::wasm::host::give("{\"simulation_ns\":" + std::to_string(report.simulation.least) +
                       ",\"decision_ns\":" + std::to_string(report.decision.least) + "}");
}
