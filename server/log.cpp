// JSON lines through spdlog.
#include "server/log.h"

#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "engine/core/describe.h"

namespace rw::server {
namespace {

std::shared_ptr<spdlog::logger> logger;

std::string quoted(std::string_view text) {
  std::string out;
  core::append_json(out, text);
  return out;
}

void write(spdlog::level::level_enum level, std::string_view what, std::initializer_list<LogField> fields) {
  if (!logger || !logger->should_log(level)) return;
  std::string line = "\"what\":" + quoted(what);
  for (const LogField& field : fields) line += "," + quoted(field.name) + ":" + field.text;
  logger->log(level, line);
}

}  // namespace

// A full queue drops the oldest lines rather than making a table wait.
void open_log(const std::string& file, const std::string& level) {
  spdlog::init_thread_pool(8192, 1);
  spdlog::sink_ptr sink;
  if (file.empty())
    sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  else
    sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
  logger = std::make_shared<spdlog::async_logger>("server", sink, spdlog::thread_pool(),
                                                  spdlog::async_overflow_policy::overrun_oldest);
  logger->set_pattern(R"({"when":"%Y-%m-%dT%H:%M:%S.%e%z","level":"%l",%v})");
  logger->set_level(spdlog::level::from_str(level));
  logger->flush_on(spdlog::level::warn);
}

void close_log() {
  // The logger stays: bots and reviews may still think, and want to say something.
  if (logger) logger->set_level(spdlog::level::off);
  spdlog::shutdown();  // writes what is waiting
}

LogField::LogField(std::string_view n, std::string_view value) : name(n), text(quoted(value)) {}
LogField::LogField(std::string_view n, std::int64_t value) : name(n), text(std::to_string(value)) {}

void log_info(std::string_view what, std::initializer_list<LogField> fields) {
  write(spdlog::level::info, what, fields);
}
void log_warning(std::string_view what, std::initializer_list<LogField> fields) {
  write(spdlog::level::warn, what, fields);
}
void log_storage_failure(const std::string& error) { log_warning("storage failed", {{"error", error}}); }

}  // namespace rw::server
