// What the shell and `man` know of the program: read off the commands that the program takes, so that there is one
// place where a command is described (command_line.h).
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace rw::cli {

// An option or an argument of a command.
struct Taken {
  std::vector<std::string> names;  // with their dashes; none: an argument without a name
  std::string value;  // what stands for its value in the help, as FILE; empty: a flag
  std::vector<std::string> values;  // all that it can be, if that is a short list
  std::string about;
  bool required = false;
};

struct CommandPage {
  std::string name;  // "deck check" for a command below another
  std::string about, footer;
  std::vector<Taken> taken;
};

std::vector<CommandPage> command_pages(const CLI::App& program);

std::string bash_completion(const std::vector<CommandPage>& pages);
std::string zsh_completion(const std::vector<CommandPage>& pages);
std::string fish_completion(const std::vector<CommandPage>& pages);
// In the language of man: rulewright.1.
std::string manual(const std::vector<CommandPage>& pages, const std::string& version, const std::string& about);

}  // namespace rw::cli
