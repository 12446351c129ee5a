// What the commands of the laboratory share: reading a contest from options, figures as text and JSON, files.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "lab/simulate.h"
#include "lab/statistics.h"

namespace rw::cli {

using lab::Varied;

// "name=value" into options, "name=one|two" into what changes from deal to deal.
Expected<> read_contest(const ContestOptions& options, const Edition& edition, Setup& setup, Varied& varied);
// The position of --from, and how many sit at its table; unchanged if none is asked for.
Expected<> read_from(const ContestOptions& options, const Edition& edition, Setup& setup, Position& start);
Expected<> read_players(const std::vector<std::string>& given, std::vector<players::Spec>& specs);
int thread_count(int wished);  // 0: one for each core

nlohmann::ordered_json interval_json(const lab::Interval& interval);
nlohmann::ordered_json rates_json(const std::vector<lab::WinRate>& rates);
nlohmann::ordered_json contest_json(const Edition& edition, const Setup& setup, const Varied& varied);

std::string percent(double share);                                          // "52.4 %"
std::string percents(const lab::Interval& interval);                        // "48.1 to 56.6 %"
std::string signed_points(double share);
std::string points_between(
    const lab::Interval& interval);  // "-1.2 to +3.4"                                    // "+1.3"
std::string rates_text(const Terminal& terminal, std::string_view heading, const std::vector<lab::WinRate>& rates);

// Whether a file can be written there; leaves no trace. Better known before the games than after them.
Expected<> can_write(const std::string& path);
// Whole or not at all: written beside and moved into place; by the first process only.
Expected<> write_file(const std::string& path, const std::string& text);

// The Markdown file with this section ("## heading") in place of the one it had, or at the end.
std::string with_section(const std::string& file, const std::string& section);

}  // namespace rw::cli
