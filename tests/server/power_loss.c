/* What a disk keeps when the power goes: after each sync a copy of the file is laid beside it, and nothing else counts.
 * Preloaded into the server by recovery.test.mjs; POWER_LOSS names the folder of the copies. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void keep(int file) {
  const char *folder = getenv("POWER_LOSS");
  char link[64], path[PATH_MAX], draft[PATH_MAX + 64], copy[PATH_MAX + 64];
  static char buffer[1 << 16];
  if (folder == NULL) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = '\0';
  const char *name = strrchr(path, '/');
  if (name == NULL || strncmp(name, "/rulewright.db", 14) != 0) return;
  snprintf(copy, sizeof copy, "%s%s", folder, name);
  snprintf(draft, sizeof draft, "%s%s.new", folder, name);
  const int out = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (out < 0) abort();
  off_t at = 0;
  for (ssize_t count; (count = pread(file, buffer, sizeof buffer, at)) > 0; at += count)
    if (write(out, buffer, (size_t)count) != count) abort();
  close(out);
  if (rename(draft, copy) != 0) abort();
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  const int result = real(file);
  if (result == 0) keep(file);
  return result;
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  const int result = real(file);
  if (result == 0) keep(file);
  return result;
}
