// Starting a partner under a guardian. The guardian is a process of its own that waits for our end of a pipe to
// close, as it does when we let go and when we die; then it kills the partner and whatever that has started.
#include "players/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace rw::players {
namespace {

// Between fork and exec only a few functions may be called, so nothing here allocates memory.

// Kills the children that the guardian has now; those of a dead parent have become its own.
void kill_children() {
  char list[4096];
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t size = read(file, list, sizeof list - 1);
  close(file);
  pid_t child = 0;
  for (ssize_t i = 0; i < size; ++i) {
    if (list[i] >= '0' && list[i] <= '9') {
      child = child * 10 + (list[i] - '0');
    } else if (child != 0) {
      kill(child, SIGKILL);
      child = 0;
    }
  }
}

[[noreturn]] void run_partner(int line, char* const* words, int failed) {
  setpgid(0, 0);
  dup2(line, STDIN_FILENO);
  dup2(line, STDOUT_FILENO);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_IGN);  // an interrupted run ends its partners itself
  execvp(words[0], words);
  const int why = errno;
  [[maybe_unused]] const ssize_t told = write(failed, &why, sizeof why);
  _exit(127);
}

[[noreturn]] void guard(int leash, int line, char* const* words, int failed) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  const pid_t partner = fork();
  if (partner == 0) run_partner(line, words, failed);
  dup2(leash, STDIN_FILENO);
  close_range(STDOUT_FILENO, ~0U,
              0);  // a copy of another partner's line would keep that one from noticing its end
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR) {
  }
  if (partner > 0) kill(-partner, SIGKILL);
  do kill_children();
  while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
  _exit(0);
}

int milliseconds_until(Process::Deadline until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
  return left < 0 ? 0 : left > 1'000'000 ? 1'000'000 : static_cast<int>(left);
}

// Waits until one can read from (or write to) the file; false when time is up.
bool wait_for(int file, short what, Process::Deadline until) {
  for (;;) {
    pollfd ready{file, what, 0};
    const int count = poll(&ready, 1, milliseconds_until(until));
    if (count > 0) return true;
    if (count == 0 && std::chrono::steady_clock::now() >= until) return false;
    if (count < 0 && errno != EINTR) return false;
  }
}

// Pipes and sockets that are closed when a program is started in this process.
struct Ends {
  int ours = -1, theirs = -1;
  ~Ends() {
    if (ours >= 0) close(ours);
    if (theirs >= 0) close(theirs);
  }
  int keep() {
    const int kept = ours;
    ours = -1;
    return kept;
  }
};

bool make_pipe(Ends& reading_theirs) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  reading_theirs.theirs = ends[0];
  reading_theirs.ours = ends[1];
  return true;
}

}  // namespace

Expected<> Process::start(const std::vector<std::string>& words) {
  stop();
  if (words.empty()) {
    return failed("no program is named");
  }
  int sockets[2];
  Ends line, leash, verdict;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0 || !make_pipe(leash) ||
      !make_pipe(verdict)) {
    return failed(std::strerror(errno)).at(words[0]);
  }
  line.ours = sockets[0];
  line.theirs = sockets[1];
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  const pid_t guardian = fork();
  if (guardian == 0) guard(leash.theirs, line.theirs, arguments.data(), verdict.ours);
  if (guardian < 0) {
    return failed(std::strerror(errno)).at(words[0]);
  }
  close(verdict.keep());
  int why = 0;
  // The other end closes when the program runs; before that it may say why it cannot.
  ssize_t told = 0;
  while ((told = read(verdict.theirs, &why, sizeof why)) < 0 && errno == EINTR) {
  }
  line_ = line.keep();
  leash_ = leash.keep();
  guardian_ = guardian;
  if (told == sizeof why) {
    stop();
    return failed(std::strerror(why)).at(words[0]);
  }
  return {};
}

bool Process::say(std::string_view text, Deadline until) {
  while (!text.empty()) {
    if (!running() || !wait_for(line_, POLLOUT, until)) return false;
    const ssize_t sent = send(line_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) text.remove_prefix(static_cast<std::size_t>(sent));
    if (sent < 0 && errno != EINTR && errno != EAGAIN) return false;
  }
  return true;
}

Process::Heard Process::hear(std::string& line, Deadline until) {
  std::size_t looked_at = 0;
  for (;;) {
    if (const std::size_t end = heard_.find('\n', looked_at); end != std::string::npos) {
      line = heard_.substr(0, end);
      heard_.erase(0, end + 1);
      return Heard::line;
    }
    looked_at = heard_.size();
    if (heard_.size() > longest_line) return Heard::flooded;
    if (!running()) return Heard::gone;
    if (!wait_for(line_, POLLIN, until)) return Heard::late;
    char bytes[16384];
    const ssize_t size = recv(line_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (size > 0) heard_.append(bytes, static_cast<std::size_t>(size));
    if (size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN)) return Heard::gone;
  }
}

void Process::finish(Deadline until) {
  if (running()) shutdown(line_, SHUT_WR);
  std::string line;
  while (running() && hear(line, until) == Heard::line) {
  }
  stop();
}

void Process::stop() {
  if (line_ >= 0) close(line_);
  if (leash_ >= 0) close(leash_);
  if (guardian_ > 0)
    while (waitpid(guardian_, nullptr, 0) < 0 && errno == EINTR) {
    }
  line_ = leash_ = -1;
  guardian_ = -1;
  heard_.clear();
}

}  // namespace rw::players
