// Completion for bash, zsh and fish, from the pages of the commands.
#include "cli/shell.h"

#include <CLI/CLI.hpp>
#include <set>

#include "engine/game.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

// "LANGUAGE:{en,fr}" has two values; other descriptions have none.
std::vector<std::string> listed(const std::string& type) {
  const std::size_t open = type.rfind('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

// What can be typed for a value of this name. A list of players is completed up to its first comma.
std::vector<std::string> values_of(const std::string& value) {
  std::vector<std::string> values;
  if (value == "GAME") {
    for (const Game* game : rw::games()) values.emplace_back(game->id);
  } else if (value == "P" || value.starts_with("P,P")) {
    values = {"random", "greedy", "search:", "bot:"};
  }
  return values;
}

Taken taken(const CLI::Option& option) {
  Taken out;
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  out.about = option.get_description();
  out.required = option.get_required();
  if (option.get_items_expected_max() == 0) return out;
  const std::string type = option.get_type_name();
  out.values = listed(type);
  const std::size_t end = std::min(type.find_first_of(":{["), type.find(" in "));
  out.value = type.substr(0, end);
  if (out.value.empty() || out.value == "TEXT" || out.value == "INT" || out.value == "FLOAT")
    out.value = out.values.empty() ? "VALUE" : CLI::detail::join(out.values, "|");
  if (out.values.empty()) out.values = values_of(out.value);
  return out;
}

void add_pages(const CLI::App& app, const std::string& name, std::vector<CommandPage>& pages) {
  CommandPage page{name, app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options()) page.taken.push_back(taken(*option));
  pages.push_back(std::move(page));
  for (const CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; }))
    add_pages(*below, name.empty() ? below->get_name() : name + " " + below->get_name(), pages);
}

// ---- shells: a command with all that stands below it is one -----------------------------------------

bool below(const CommandPage& page, const std::string& command) { return page.name.starts_with(command + " "); }
bool top(const CommandPage& page) { return !page.name.empty() && page.name.find(' ') == std::string::npos; }

std::vector<const Taken*> taken_by(const std::vector<CommandPage>& pages, const std::string& command) {
  std::vector<const Taken*> all;
  std::set<std::vector<std::string>> seen;
  for (const CommandPage& page : pages)
    if (page.name == command || below(page, command))
      for (const Taken& one : page.taken)
        if (one.names.empty() || seen.insert(one.names).second) all.push_back(&one);
  return all;
}

// Words that may stand where no option is: commands below, and values of arguments.
std::vector<std::string> words_of(const std::vector<CommandPage>& pages, const std::string& command) {
  std::vector<std::string> words;
  for (const CommandPage& page : pages)
    if (below(page, command)) words.push_back(page.name.substr(command.size() + 1));
  for (const Taken* one : taken_by(pages, command))
    if (one->names.empty()) words.insert(words.end(), one->values.begin(), one->values.end());
  return words;
}

bool is_path(const Taken& one) { return one.value.starts_with("FILE") || one.value == "DIR"; }
bool takes_files(const std::vector<CommandPage>& pages, const std::string& command) {
  for (const Taken* one : taken_by(pages, command))
    if (one->names.empty() && is_path(*one)) return true;
  return false;
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  return CLI::detail::join(words, between);
}

// Inside '…' of a shell.
std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c == '\'')
      out += "'\\''";
    else
      out += c == '\n' ? ' ' : c;
  return out;
}

}  // namespace

std::vector<CommandPage> command_pages(const CLI::App& program) {
  std::vector<CommandPage> pages;
  add_pages(program, "", pages);
  return pages;
}

std::string bash_completion(const std::vector<CommandPage>& pages) {
  std::string out =
      "# Completion of rulewright for bash; written by `rulewright completion bash`.\n"
      "_rulewright() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words='";
  for (const CommandPage& page : pages)
    if (top(page)) out += page.name + " ";
  out += "--help --version'\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n    return\n  fi\n";
  out += "  case \"${COMP_WORDS[1]} $before\" in\n";
  for (const CommandPage& page : pages) {
    if (!top(page)) continue;
    for (const Taken* one : taken_by(pages, page.name)) {
      if (one->names.empty() || one->value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : one->names) patterns.push_back("'" + page.name + " " + name + "'");
      out += "    " + joined(patterns, " | ") + ")\n      ";
      if (!one->values.empty())
        out += "COMPREPLY=($(compgen -W '" + quoted(joined(one->values, " ")) + "' -- \"$word\"))\n      ";
      else if (is_path(*one))
        out += "compopt -o filenames; COMPREPLY=($(compgen -" + std::string(one->value == "DIR" ? "d" : "f") +
               " -- \"$word\"))\n      ";
      out += "return ;;\n";
    }
  }
  out += "  esac\n  case ${COMP_WORDS[1]} in\n";
  for (const CommandPage& page : pages) {
    if (!top(page)) continue;
    std::vector<std::string> names;
    for (const Taken* one : taken_by(pages, page.name))
      names.insert(names.end(), one->names.begin(), one->names.end());
    out += "    " + page.name + ")\n      words='" + quoted(joined(words_of(pages, page.name), " ")) +
           "'\n      [[ $word == -* ]] && words='" + joined(names, " ") +
           "'\n      COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n";
    if (takes_files(pages, page.name))
      out += "      [[ $word == -* ]] || { compopt -o filenames; COMPREPLY+=($(compgen -f -- \"$word\")); }\n";
    out += "      ;;\n";
  }
  return out + "  esac\n}\ncomplete -F _rulewright rulewright\n";
}

std::string zsh_completion(const std::vector<CommandPage>& pages) {
  const auto spoken = [](const std::string& text) {  // inside [ ] and before a colon
    std::string out;
    for (const char c : quoted(text)) {
      if (c == '[' || c == ']' || c == ':') out += '\\';
      out += c;
    }
    return out;
  };
  const auto action = [](const Taken& one) -> std::string {
    if (!one.values.empty()) {
      std::string words;
      for (const std::string& word : one.values) words += (words.empty() ? "" : " ") + word;
      return "(" + CLI::detail::find_and_replace(words, ":", "\\:") + ")";
    }
    return is_path(one) ? one.value == "DIR" ? "_files -/" : "_files" : " ";
  };
  std::string out =
      "#compdef rulewright\n# Completion of rulewright for zsh; written by `rulewright completion zsh`.\n"
      "_rulewright() {\n  local -a commands\n  if (( CURRENT == 2 )); then\n    commands=(\n";
  for (const CommandPage& page : pages)
    if (top(page)) out += "      '" + page.name + ":" + quoted(page.about) + "'\n";
  out += "    )\n    _describe command commands\n    return\n  fi\n  local command=$words[2]\n";
  out += "  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (const CommandPage& page : pages) {
    if (!top(page)) continue;
    out += "    " + page.name + ") _arguments -S";
    for (const Taken* one : taken_by(pages, page.name)) {
      for (const std::string& name : one->names) {
        out += " \\\n      '*" + name + "[" + spoken(one->about) + "]";
        if (!one->value.empty()) out += ":" + spoken(one->value) + ":" + action(*one);
        out += "'";
      }
    }
    const std::vector<std::string> words = words_of(pages, page.name);
    if (!words.empty()) out += " \\\n      '1: :(" + joined(words, " ") + ")'";
    if (takes_files(pages, page.name)) out += " \\\n      '*: :_files'";
    out += " ;;\n";
  }
  return out + "  esac\n}\n_rulewright \"$@\"\n";
}

std::string fish_completion(const std::vector<CommandPage>& pages) {
  std::string out = "# Completion of rulewright for fish; written by `rulewright completion fish`.\n";
  const auto escaped = [](const std::string& text) {
    std::string line;
    for (const char c : text) {
      if (c == '\'' || c == '\\') line += '\\';
      line += c == '\n' ? ' ' : c;
    }
    return "'" + line + "'";
  };
  out += "complete -c rulewright -f\n";
  for (const CommandPage& page : pages)
    if (top(page))
      out +=
          "complete -c rulewright -n __fish_use_subcommand -a " + page.name + " -d " + escaped(page.about) + "\n";
  for (const CommandPage& page : pages) {
    if (!top(page)) continue;
    const std::string here = "complete -c rulewright -n '__fish_seen_subcommand_from " + page.name + "'";
    if (const auto words = words_of(pages, page.name); !words.empty())
      out += here + " -a " + escaped(joined(words, " ")) + "\n";
    if (takes_files(pages, page.name)) out += here + " -F\n";
    for (const Taken* one : taken_by(pages, page.name)) {
      if (one->names.empty()) continue;
      out += here;
      for (const std::string& name : one->names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!one->value.empty()) out += is_path(*one) ? " -r -F" : " -x";
      if (!one->values.empty()) out += " -a " + escaped(joined(one->values, " "));
      out += " -d " + escaped(one->about) + "\n";
    }
  }
  return out;
}

// ---- the manual ------------------------------------------------------------------------------------

namespace {

// Plain text for man: dashes stay dashes, and no line is taken for a command.
std::string roff(const std::string& text) {
  std::string out;
  bool start = true;
  for (const char c : text) {
    if (start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '-' || c == '\\') out += c == '-' ? "\\" : "\\e";
    if (c != '\\') out += c;
    start = c == '\n';
  }
  return out;
}

std::string synopsis(const CommandPage& page) {
  std::string out = "rulewright " + page.name;
  for (const Taken& one : page.taken)
    if (one.names.empty()) out += one.required ? " " + one.value : " [" + one.value + "]";
  return out + " [options]";
}

}  // namespace

std::string manual(const std::vector<CommandPage>& pages, const std::string& version, const std::string& about) {
  const auto heading = [](std::string_view english) { return ".SH " + speech::said(english) + "\n"; };
  std::string out = ".TH RULEWRIGHT 1 \"\" \"" + version + "\" \"" + speech::said("Games") + "\"\n" +
                    heading("NAME") + "rulewright \\- " +
                    roff(speech::said("out-of-print tabletop games, playable again")) + "\n" +
                    heading("SYNOPSIS") + ".B rulewright\n" + speech::said("COMMAND [options]") + "\n" +
                    heading("DESCRIPTION") + roff(about) + "\n" + heading("COMMANDS");
  for (const CommandPage& page : pages) {
    if (page.name.empty()) continue;
    out += ".SS " + roff(synopsis(page)) + "\n" + roff(page.about) + ".\n";
    for (const Taken& one : page.taken) {
      out += ".TP\n.B " + roff(one.names.empty() ? one.value : joined(one.names, ", ")) + "\n";
      if (!one.names.empty() && !one.value.empty()) out.insert(out.size() - 1, " \\fI" + roff(one.value) + "\\fR");
      out += roff(one.about.empty() ? one.value : one.about) + "\n";
    }
    if (!page.footer.empty()) out += ".PP\n.nf\n" + roff(page.footer) + "\n.fi\n";
  }
  return out + heading("EXIT STATUS") +
         roff(speech::said(
             "0: done. 1: the answer is no (a scenario failed, a replay diverges). 2: wrong input.")) +
         "\n" + heading("FILES") + "/usr/share/doc/rulewright: " +
         roff(speech::said("the protocol of bots with two examples, of the server, scenarios, the laboratory.")) +
         "\n";
}

}  // namespace rw::cli
