// Reading lines: with editing and history in a terminal, plainly from a pipe.
#include "cli/play_input.h"

#include <histedit.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is POSIX
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace rw::cli {

namespace {

volatile sig_atomic_t stop_asked = 0;
void note_signal(int) { stop_asked = 1; }
constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP};
struct sigaction before[3];

// A line longer than this is no move; the rest of it is thrown away.
constexpr std::size_t longest_line = 4096;

void trim(std::string& line) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!line.empty() && blank(line.back())) line.pop_back();
  std::size_t start = 0;
  while (start < line.size() && blank(line[start])) ++start;
  line.erase(0, start);
}

// Byte by byte from the descriptor: stdio would go on waiting after an interrupt.
bool read_plain(std::string& line) {
  line.clear();
  bool any = false;
  for (char c = 0;;) {
    const ssize_t got = ::read(STDIN_FILENO, &c, 1);
    if (got < 0 && errno == EINTR && stop_asked == 0) continue;
    if (got <= 0) return any && got == 0;
    any = true;
    if (c == '\n') return true;
    if (line.size() < longest_line) line += c;
  }
}

}  // namespace

bool interrupted() { return stop_asked != 0; }

InterruptWatch::InterruptWatch() {
  stop_asked = 0;
  struct sigaction action{};
  action.sa_handler = note_signal;  // no SA_RESTART: a waiting read must come back
  for (int i = 0; i < 3; ++i) sigaction(watched[i], &action, &before[i]);
}

InterruptWatch::~InterruptWatch() {
  for (int i = 0; i < 3; ++i) sigaction(watched[i], &before[i], nullptr);
}

struct LineReader::Editor {
  EditLine* line = nullptr;
  History* history = nullptr;
  std::string prompt;

  Editor() {
    line = el_init("rulewright", stdin, stdout, stderr);
    history = history_init();
    HistEvent event;
    ::history(history, &event, H_SETSIZE, 200);
    el_set(line, EL_CLIENTDATA, this);
    el_set(line, EL_PROMPT, &Editor::prompt_of);
    el_set(line, EL_EDITOR, "emacs");
    el_set(line, EL_HIST, ::history, history);
    el_set(line, EL_SIGNAL, 0);
  }
  ~Editor() {
    history_end(history);
    el_end(line);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  static char* prompt_of(EditLine* line) {
    void* data = nullptr;
    el_get(line, EL_CLIENTDATA, &data);
    return static_cast<Editor*>(data)->prompt.data();
  }
};

LineReader::LineReader(const Terminal& terminal) {
  if (terminal.interactive) editor_ = std::make_unique<Editor>();
}

bool LineReader::read(const std::string& prompt, std::string& line) {
  std::fflush(stdout);
  if (editor_ == nullptr) {
    std::fputs(prompt.c_str(), stdout);
    std::fflush(stdout);
    if (!read_plain(line)) return false;
    trim(line);
    std::printf("%s\n", line.c_str());  // a transcript shows what was typed
    return true;
  }
  editor_->prompt = prompt;
  int length = 0;
  const char* typed = el_gets(editor_->line, &length);
  if (typed == nullptr || length <= 0 || interrupted()) return false;
  line.assign(typed, static_cast<std::size_t>(length));
  trim(line);
  if (!line.empty()) {
    HistEvent event;
    ::history(editor_->history, &event, H_ENTER, line.c_str());
  }
  return true;
}

void LineReader::forget() const {
  if (editor_ != nullptr) ::tcflush(STDIN_FILENO, TCIFLUSH);
}

LineReader::~LineReader() = default;

}  // namespace rw::cli
