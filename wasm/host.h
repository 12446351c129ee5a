// What the module asks of the page that runs it (web/src/offline/module.js). Texts are UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#define RULEWRIGHT_FROM_HOST(name) __attribute__((import_module("host"), import_name(name)))

namespace rw::wasm::host {
extern "C" {
// The answer to a request, or the refusal of a line.
RULEWRIGHT_FROM_HOST("answer")
void host_answer(std::int32_t number, std::int32_t status, const char* type, std::size_t type_length,
                 const char* body, std::size_t body_length);
// A message on a line, and the last one before it is closed.
RULEWRIGHT_FROM_HOST("send") void host_send(std::int32_t line, const char* text, std::size_t length);
RULEWRIGHT_FROM_HOST("dismiss") void host_dismiss(std::int32_t line, const char* text, std::size_t length);
// Write this down and say so (`saved`).
RULEWRIGHT_FROM_HOST("save") void host_save(std::int32_t number, const char* text, std::size_t length);
// Have somebody think about this and bring the answer (`thought`).
RULEWRIGHT_FROM_HOST("think") void host_think(std::int32_t number, const char* text, std::size_t length);
// How far the thinking has come.
RULEWRIGHT_FROM_HOST("progress") void host_progress(std::uint32_t done, std::uint32_t of);
// What a call gives back, as a text.
RULEWRIGHT_FROM_HOST("give") void host_give(const char* text, std::size_t length);
// Call `wake` after so many milliseconds.
RULEWRIGHT_FROM_HOST("wake") void host_wake(double milliseconds);
}

inline void answer(int number, int status, std::string_view type, std::string_view body) {
  host_answer(number, status, type.data(), type.size(), body.data(), body.size());
}
inline void send(int line, std::string_view text) { host_send(line, text.data(), text.size()); }
inline void dismiss(int line, std::string_view text) { host_dismiss(line, text.data(), text.size()); }
inline void save(int number, std::string_view text) { host_save(number, text.data(), text.size()); }
inline void think(int number, std::string_view text) { host_think(number, text.data(), text.size()); }
inline void give(std::string_view text) { host_give(text.data(), text.size()); }

}  // namespace rw::wasm::host
