// `rulewright play` and `rulewright draft`: a table in the terminal.
#include <cstdio>

#include "cli/commands.h"
#include "cli/play_session.h"
#include "cli/play_table.h"
#include "cli/terminal.h"
#include "speech/speech.h"

namespace rw::cli {

int play(const PlayOptions& options) {
  auto chosen = edition(options);
  if (chosen == nullptr) return 2;
  Session session(std::move(chosen));
  if (auto done = session.start(options); !done) return wrong_input(done.failure());
  if (!session.notice().empty()) std::printf("%s\n", speech::translated(session.notice()).c_str());
  return PlayTable(session, options.language).run();
}

// A draft is the beginning of a game: the same table with that format.
int draft(const DraftOptions& options) {
  PlayOptions table = options;
  table.options.push_back("format=" + options.format);
  if (options.match > 1) table.options.push_back("match=" + std::to_string(options.match));
  return play(table);
}

}  // namespace rw::cli
