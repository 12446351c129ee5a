// The server's log: one JSON line for each thing worth knowing. It names no people, cards or choices: what a seat
// may not know never leaves the process, not even here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rw::server {

// `file` empty: standard error. `level`: debug, info, warn, error, off.
void open_log(const std::string& file, const std::string& level);
void close_log();

struct LogField {
  std::string_view name;
  std::string text;
  LogField(std::string_view n, std::string_view value);
  LogField(std::string_view n, std::int64_t value);
};
void log_info(std::string_view what, std::initializer_list<LogField> fields = {});
void log_warning(std::string_view what, std::initializer_list<LogField> fields = {});
void log_storage_failure(const std::string& error);

}  // namespace rw::server
