// Reading contests, and setting their figures.
#include "cli/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

#include "lab/ranks.h"
#include "lab/start.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using nlohmann::ordered_json;

Expected<> split_option(const std::string& option, std::string& name, std::string& value) {
  const std::size_t equals = option.find('=');
  if (equals == std::string::npos || equals == 0) {
    return failed("option '" + option + "' must have the form name=value");
  }
  name = option.substr(0, equals);
  value = option.substr(equals + 1);
  return {};
}

}  // namespace

Expected<> read_contest(const ContestOptions& options, const Edition& edition, Setup& setup, Varied& varied) {
  setup.seats = options.seats != 0 ? options.seats : edition.game().min_seats;
  std::string name, value;
  for (const std::string& option : options.options) {
    if (auto done = split_option(option, name, value); !done) return done.failure();
    setup.options.emplace_back(name, value);
  }
  for (const std::string& option : options.vary) {
    if (auto done = split_option(option, name, value); !done) return done.failure();
    std::vector<std::string> values;
    for (std::size_t start = 0; start <= value.size();) {
      const std::size_t stop = std::min(value.find('|', start), value.size());
      values.push_back(value.substr(start, stop - start));
      start = stop + 1;
    }
    varied.emplace_back(name, std::move(values));
  }
  return {};
}

Expected<> read_from(const ContestOptions& options, const Edition& edition, Setup& setup, Position& start) {
  if (options.from.empty()) return {};
  if (options.seats != 0 || !options.options.empty() || !options.vary.empty())
    return failed(
        "a position has its seats and options already; --from stands without --seats, --option and --vary");
  if (auto done = lab::read_start(edition, options.from).into(start); !done) return done.failure();
  setup.seats = edition.seats(start);
  return {};
}

Expected<> read_players(const std::vector<std::string>& given, std::vector<players::Spec>& specs) {
  for (const std::string& text : given) {
    const Expected<players::Spec> spec = players::parse(text);
    if (!spec) return spec.failure();
    specs.push_back(*spec);
  }
  if (specs.empty()) specs.emplace_back();
  return {};
}

int thread_count(int wished) {
  return wished != 0 ? wished : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

ordered_json interval_json(const lab::Interval& interval) { return {interval.low, interval.high}; }

ordered_json rates_json(const std::vector<lab::WinRate>& rates) {
  ordered_json list = ordered_json::array();
  for (const lab::WinRate& rate : rates)
    list.push_back({{"name", rate.name},
                    {"games", rate.games},
                    {"wins", rate.wins},
                    {"rate", rate.rate()},
                    {"interval_95", interval_json(rate.interval)},
                    {"fair", rate.fair},
                    {"clear", rate.clear}});
  return list;
}

ordered_json contest_json(const Edition& edition, const Setup& setup, const Varied& varied) {
  ordered_json options = ordered_json::object(), changing = ordered_json::object();
  for (const auto& [name, value] : setup.options) options[name] = value;
  for (const auto& [name, values] : varied) changing[name] = values;
  ordered_json out = {{"game", edition.game().id},
                      {"content", edition.version()},
                      {"rules_version", edition.game().rules_version},
                      {"seats", setup.seats},
                      {"options", options}};
  if (!varied.empty()) out["varied"] = changing;
  return out;
}

std::string percent(double share) { return speech::said("{:.1f} %", 100 * share); }

std::string percents(const lab::Interval& interval) {
  return speech::said("{:.1f} to {:.1f} %", 100 * interval.low, 100 * interval.high);
}

std::string signed_points(double share) { return speech::said("{:+.1f}", 100 * share); }

std::string points_between(const lab::Interval& interval) {
  if (std::isinf(interval.low) || std::isinf(interval.high)) return speech::said("no interval");
  return speech::said("{} to {}", signed_points(interval.low), signed_points(interval.high));
}

std::string rates_text(const Terminal& terminal, std::string_view heading,
                       const std::vector<lab::WinRate>& rates) {
  Listing listing(
      {std::string(heading), speech::said("won"), speech::said("95 % interval"), speech::said("fair share")},
      {Align::left, Align::right, Align::right, Align::right});
  for (const lab::WinRate& rate : rates)
    listing.row(
        {speech::translated(rate.name), percent(rate.rate()), percents(rate.interval), percent(rate.fair)});
  return listing.text(terminal);
}

Expected<> can_write(const std::string& path) {
  const std::string fresh = path + ".new";
  const bool good =
      lab::rank() != 0 || static_cast<bool>(std::ofstream(fresh, std::ios::binary | std::ios::trunc));
  if (lab::rank() == 0) std::remove(fresh.c_str());
  // Only the first process tries, but all must know.
  for (const std::string& fault : lab::gathered(good ? "" : path + ": cannot be written"))
    if (!fault.empty()) return failed(fault);
  return {};
}

Expected<> write_file(const std::string& path, const std::string& text) {
  if (lab::rank() != 0) return {};
  const std::string fresh = path + ".new";
  {
    std::ofstream stream(fresh, std::ios::binary | std::ios::trunc);
    stream << text;
    if (!stream.flush()) {
      std::remove(fresh.c_str());
      return failed("cannot be written").at(path);
    }
  }
  if (std::rename(fresh.c_str(), path.c_str()) == 0) return {};
  return failed("cannot be written").at(path);
}

// The file with this game's section in place of the one it had, or at the end.
std::string with_section(const std::string& file, const std::string& section) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  std::string page = text.str();
  const std::string heading = section.substr(0, section.find('\n') + 1);
  const std::size_t start = page.starts_with(heading) ? 0 : page.find("\n" + heading);
  if (start == std::string::npos) {
    while (page.ends_with("\n\n")) page.pop_back();
    return page + (page.empty() ? "" : "\n") + section;
  }
  const std::size_t from = start == 0 ? 0 : start + 1;
  const std::size_t next = page.find("\n## ", from);
  return page.substr(0, from) + section + (next == std::string::npos ? "" : page.substr(next));
}

}  // namespace rw::cli
