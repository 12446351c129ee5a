// `rulewright verify FILE`: was the game fair? Seed, choices and outcome are checked.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/replay_file.h"
#include "cli/terminal.h"
#include "engine/outcome.h"
#include "engine/replay.h"
#include "speech/speech.h"

namespace rw::cli {

int verify(const VerifyOptions& options) {
  const bool is_commitment = options.commitment.size() == 64 &&
                             options.commitment.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!options.commitment.empty() && !is_commitment)
    return wrong_input("--commitment must be 64 hexadecimal digits, as published when the game began");
  const OpenReplay open = open_replay(options, options.file);
  if (!open.rules) return 2;
  const Verdict verdict = rw::verify(*open.rules, open.replay, options.commitment);
  if (options.json) {
    const nlohmann::ordered_json out = {{"file", options.file},
                                        {"game", open.replay.game},
                                        {"fair", verdict.fair},
                                        {"findings", verdict.findings}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    const std::string& end = open.replay.end;  // recorded in English
    for (std::string finding : verdict.findings) {
      if (!end.empty() && verdict.fair && finding.ends_with(end))
        finding.replace(finding.size() - end.size(), end.size(),
                        outcome_text(*open.rules, follow(*open.rules, open.replay).last, options.language));
      fmt::print("{}\n", speech::translated(finding));
    }
    speech::tell("{}: {}", options.file, speech::said(verdict.fair ? "verified" : "NOT verified"));
  }
  return verdict.fair ? 0 : 1;
}

}  // namespace rw::cli
