#include "parts/part.h"

#include <dlfcn.h>

#include <filesystem>

namespace rw {

Expected<void*> load_part(std::string_view name) {
  namespace files = std::filesystem;
  std::error_code fault;
  const files::path program = files::read_symlink("/proc/self/exe", fault).parent_path();
  const std::string file = "rulewright-" + std::string(name) + ".so";
  files::path found = program / file;
  if (!files::exists(found, fault)) found = program.parent_path() / "lib/rulewright" / file;
  if (!files::exists(found, fault)) {
    return failed("this program has no " + file + ": install the package rulewright-" + std::string(name) +
                  ", or build it with ./run --with " + std::string(name));
  }
  // Open MPI loads plug-ins that need its symbols, so they must be global.
  void* part = dlopen(found.c_str(), RTLD_NOW | RTLD_GLOBAL);
  void* entry = part == nullptr ? nullptr : dlsym(part, "rulewright_part");
  if (entry == nullptr) return failed(file + " cannot be used here: " + dlerror());
  return entry;
}

}  // namespace rw
