// rulewright-forge FOLDER -o FILE: compiles the content of one game into a bundle.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "forge/forge.h"

namespace {

constexpr int refused = 1, misused = 2;

// The bundle appears whole or not at all: it is written beside its place and then moved there.
bool write_whole(const std::filesystem::path& file, const std::vector<std::byte>& bytes, std::string& error) {
  std::error_code failure;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failure);
  const std::filesystem::path beside = file.string() + ".part";
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) {
    error = "cannot write " + beside.string();
    std::filesystem::remove(beside, failure);
    return false;
  }
  std::filesystem::rename(beside, file, failure);
  if (!failure) return true;
  error = "cannot write " + file.string() + ": " + failure.message();
  std::filesystem::remove(beside, failure);
  return false;
}

}  // namespace

int main(int count, char** words) {
  std::string folder, file;
  bool understood = true;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "-o" && i + 1 < count)
      file = words[++i];
    else if (folder.empty() && !word.starts_with('-'))
      folder = word;
    else
      understood = false;
  }
  if (!understood || folder.empty() || file.empty()) {
    std::fputs("usage: rulewright-forge FOLDER -o FILE\n", stderr);
    return misused;
  }
  const rw::forge::Result result = rw::forge::compile(folder);
  for (const rw::forge::Problem& problem : result.problems) std::fprintf(stderr, "%s\n", problem.text().c_str());
  if (!result.problems.empty()) return refused;
  std::string error;
  if (!write_whole(file, result.bundle, error)) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return refused;
  }
  return 0;
}
