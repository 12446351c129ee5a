// rulewright-forge FOLDER -o FILE: compiles the content of one game into a bundle.
// rulewright-forge FOLDER --faces BUNDLE... -o FILE: compiles the faces of the games that these bundles hold.
// rulewright-forge FILE.yaml --json: prints one file of content as it was written, for programs that read no YAML.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/describe.h"
#include "forge/faces.h"
#include "forge/forge.h"
#include "forge/tree.h"

namespace {

constexpr int refused = 1, misused = 2;

// The bundle appears whole or not at all: it is written beside its place and then moved there.
rw::Expected<> write_whole(const std::filesystem::path& file, const std::vector<std::byte>& bytes) {
  std::error_code failure;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failure);
  const std::filesystem::path beside = file.string() + ".part";
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) {
    std::filesystem::remove(beside, failure);
    return rw::failed("cannot write " + beside.string());
  }
  std::filesystem::rename(beside, file, failure);
  if (!failure) return {};
  const std::string why = failure.message();
  std::filesystem::remove(beside, failure);
  return rw::failed("cannot write " + file.string() + ": " + why);
}

void append_tree(std::string& out, const rw::forge::Tree& tree) {
  using Kind = rw::forge::Tree::Kind;
  switch (tree.kind) {
    case Kind::nothing: out += "null"; return;
    case Kind::flag: out += tree.integer != 0 ? "true" : "false"; return;
    case Kind::integer: out += std::to_string(tree.integer); return;
    case Kind::number:
    case Kind::text:
    case Kind::code: rw::core::append_json(out, tree.text); return;
    case Kind::list:
    case Kind::map: break;
  }
  const bool map = tree.is(Kind::map);
  out += map ? '{' : '[';
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    if (i > 0) out += ',';
    if (map) {
      rw::core::append_json(out, tree.keys[i]);
      out += ':';
    }
    append_tree(out, tree.items[i]);
  }
  out += map ? '}' : ']';
}

int print_json(const std::string& file) {
  rw::forge::Problems problems;
  const auto text = rw::forge::read_file(file, 0, problems);
  const auto tree = text ? rw::forge::read_yaml(*text, 0, problems) : std::nullopt;
  if (!tree) {
    std::fprintf(stderr, "%s cannot be read as YAML\n", file.c_str());
    return refused;
  }
  std::string out;
  append_tree(out, *tree);
  std::printf("%s\n", out.c_str());
  return 0;
}

// The bundles of the games, by their files.
rw::forge::Result compile_faces(const std::string& folder, const std::vector<std::string>& files) {
  std::vector<std::unique_ptr<rw::core::Bundle>> bundles;
  std::vector<const rw::core::Bundle*> games;
  for (const std::string& name : files) {
    std::ifstream in(name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    auto bundle = rw::core::Bundle::read(std::as_bytes(std::span(bytes)));
    if (!bundle) return {{}, {{name, 0, 0, {}, bundle.error()}}};
    bundles.push_back(*std::move(bundle));
    games.push_back(bundles.back().get());
  }
  return rw::forge::compile_faces(folder, games);
}

}  // namespace

int main(int count, char** words) {
  std::string folder, file;
  std::vector<std::string> bundles;
  bool understood = true, json = false, faces = false;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "-o" && i + 1 < count)
      file = words[++i];
    else if (word == "--json")
      json = true;
    else if (word == "--faces")
      faces = true;
    else if (faces && !folder.empty() && !word.starts_with('-'))
      bundles.emplace_back(word);
    else if (folder.empty() && !word.starts_with('-'))
      folder = word;
    else
      understood = false;
  }
  if (!understood || folder.empty() || file.empty() != json) {
    std::fputs(
        "usage: rulewright-forge FOLDER -o FILE, rulewright-forge FOLDER --faces BUNDLE... -o FILE, or "
        "rulewright-forge FILE.yaml --json\n",
        stderr);
    return misused;
  }
  if (json) return print_json(folder);
  const rw::forge::Result result = faces ? compile_faces(folder, bundles) : rw::forge::compile(folder);
  for (const rw::forge::Problem& problem : result.problems) std::fprintf(stderr, "%s\n", problem.text().c_str());
  if (!result.problems.empty()) return refused;
  if (auto written = write_whole(file, result.bundle); !written) {
    std::fprintf(stderr, "%s\n", written.error().c_str());
    return refused;
  }
  return 0;
}
