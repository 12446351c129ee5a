// The counters that /metrics shows. All loops count here.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace rw::server {

struct Metrics {
  using Count = std::atomic<std::uint64_t>;
  Count requests = 0, refused_requests = 0, limited = 0;
  Count sockets = 0, sockets_opened = 0, slow_sockets = 0;
  Count messages_in = 0, refused_messages = 0, messages_out = 0, bytes_out = 0;
  Count tables_created = 0, tables_loaded = 0, tables_closed = 0, tables_lost = 0, tables_fallen = 0;
  Count tables_open = 0;
  Count choices = 0, choice_microseconds = 0;

  // Seconds from receiving a choice to telling everybody, disk included.
  static constexpr std::array<double, 10> bounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1};
  std::array<Count, 11> told_within{};
  Count told_microseconds = 0;
  void told(double seconds);
};

// Prometheus text. `more` is added at the end.
std::string metrics_text(const Metrics&, std::string_view more);
void append_metric(std::string& out, std::string_view name, std::string_view type, std::string_view help,
                   double value);

}  // namespace rw::server
