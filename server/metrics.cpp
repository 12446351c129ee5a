// The Prometheus text format, by hand: a few dozen lines do not need a library.
#include "server/metrics.h"

#include <fmt/format.h>

namespace rw::server {

void Metrics::told(double seconds) {
  std::size_t bucket = 0;
  while (bucket < bounds.size() && seconds > bounds[bucket]) ++bucket;
  ++told_within[bucket];
  told_microseconds += static_cast<std::uint64_t>(seconds * 1e6);
}

void append_metric(std::string& out, std::string_view name, std::string_view type, std::string_view help,
                   double value) {
  out += fmt::format("# HELP rulewright_{0} {1}\n# TYPE rulewright_{0} {2}\nrulewright_{0} {3}\n", name, help,
                     type, value);
}

std::string metrics_text(const Metrics& f, std::string_view more) {
  std::string out;
  const auto count = [&](std::string_view name, std::string_view help, std::uint64_t value) {
    append_metric(out, name, "counter", help, static_cast<double>(value));
  };
  count("requests_total", "HTTP requests", f.requests);
  count("requests_refused_total", "HTTP requests answered with an error", f.refused_requests);
  count("limited_total", "connections, requests and messages over their limit", f.limited);
  append_metric(out, "tables_open", "gauge", "tables in memory", static_cast<double>(f.tables_open));
  append_metric(out, "sockets", "gauge", "open WebSockets", static_cast<double>(f.sockets));
  count("sockets_opened_total", "WebSockets opened", f.sockets_opened);
  count("sockets_slow_total", "WebSockets closed because nobody read them", f.slow_sockets);
  count("messages_in_total", "messages from clients", f.messages_in);
  count("messages_refused_total", "messages that were not understood", f.refused_messages);
  count("messages_out_total", "messages to clients", f.messages_out);
  count("bytes_out_total", "bytes of messages to clients", f.bytes_out);
  count("tables_created_total", "tables set up", f.tables_created);
  count("tables_loaded_total", "tables read from storage", f.tables_loaded);
  count("tables_closed_total", "idle tables put away", f.tables_closed);
  count("tables_lost_total", "tables that another server took over", f.tables_lost);
  count("tables_fallen_total", "tables that were closed because something went wrong in them", f.tables_fallen);
  count("choices_total", "choices carried out", f.choices);
  append_metric(out, "choice_seconds_total", "counter", "time spent on choices, without storage",
                static_cast<double>(f.choice_microseconds) / 1e6);
  out +=
      "# HELP rulewright_told_seconds from a choice received to everyone told\n# TYPE rulewright_told_seconds "
      "histogram\n";
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < f.bounds.size(); ++i) {
    sum += f.told_within[i];
    out += fmt::format("rulewright_told_seconds_bucket{{le=\"{}\"}} {}\n", f.bounds[i], sum);
  }
  sum += f.told_within.back();
  out += fmt::format(
      "rulewright_told_seconds_bucket{{le=\"+Inf\"}} {0}\nrulewright_told_seconds_sum "
      "{1}\nrulewright_told_seconds_count {0}\n",
      sum, static_cast<double>(f.told_microseconds) / 1e6);
  return out + std::string(more);
}

}  // namespace rw::server
