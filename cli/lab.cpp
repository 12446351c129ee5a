// Reading contests, and setting their figures.
#include "cli/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

#include "lab/ranks.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using nlohmann::ordered_json;

bool split_option(const std::string& option, std::string& name, std::string& value, std::string& error) {
  const std::size_t equals = option.find('=');
  if (equals == std::string::npos || equals == 0) {
    error = "option '" + option + "' must have the form name=value";
    return false;
  }
  name = option.substr(0, equals);
  value = option.substr(equals + 1);
  return true;
}

}  // namespace

bool read_contest(const ContestOptions& options, const Edition& edition, Setup& setup, Varied& varied,
                  std::string& error) {
  setup.seats = options.seats != 0 ? options.seats : edition.game().min_seats;
  std::string name, value;
  for (const std::string& option : options.options) {
    if (!split_option(option, name, value, error)) return false;
    setup.options.emplace_back(name, value);
  }
  for (const std::string& option : options.vary) {
    if (!split_option(option, name, value, error)) return false;
    std::vector<std::string> values;
    for (std::size_t start = 0; start <= value.size();) {
      const std::size_t stop = std::min(value.find('|', start), value.size());
      values.push_back(value.substr(start, stop - start));
      start = stop + 1;
    }
    varied.emplace_back(name, std::move(values));
  }
  return true;
}

bool read_players(const std::vector<std::string>& given, std::vector<players::Spec>& specs, std::string& error) {
  for (const std::string& text : given) {
    players::Spec spec;
    if (!players::parse(text, spec, error)) return false;
    specs.push_back(spec);
  }
  if (specs.empty()) specs.emplace_back();
  return true;
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

bool can_write(const std::string& path, std::string& error) {
  const std::string fresh = path + ".new";
  const bool good =
      lab::rank() != 0 || static_cast<bool>(std::ofstream(fresh, std::ios::binary | std::ios::trunc));
  if (lab::rank() == 0) std::remove(fresh.c_str());
  // Only the first process tries, but all must know.
  for (const std::string& fault : lab::gathered(good ? "" : path + ": cannot be written")) error += fault;
  return error.empty();
}

bool write_file(const std::string& path, const std::string& text, std::string& error) {
  if (lab::rank() != 0) return true;
  const std::string fresh = path + ".new";
  {
    std::ofstream stream(fresh, std::ios::binary | std::ios::trunc);
    stream << text;
    if (!stream.flush()) {
      error = path + ": cannot be written";
      std::remove(fresh.c_str());
      return false;
    }
  }
  if (std::rename(fresh.c_str(), path.c_str()) == 0) return true;
  error = path + ": cannot be written";
  return false;
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
