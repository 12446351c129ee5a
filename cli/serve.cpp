// `rulewright serve`: the table in the browser.
#include "server/serve.h"

#include "cli/commands.h"

namespace rw::cli {

int serve(const ServeCommand& command) { return server::serve(command.serve); }

}  // namespace rw::cli
