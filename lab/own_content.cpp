// Reading the sources record by record, compiling them with a patch, and trying the result.
#include "lab/own_content.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "lab/deck_list.h"
#include "lab/sources.h"

namespace rw::lab {
namespace {

namespace files = std::filesystem;

std::string text_of(const files::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return lines;
}

bool is_remark(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string_view::npos || line[first] == '#';
}

// Lines `first` to `last` (from 1, the last one left out), without what stands before `column` in them.
std::string cut_out(const std::vector<std::string_view>& lines, int first, int last, int column) {
  while (last > first + 1 && is_remark(lines[static_cast<std::size_t>(last) - 2])) --last;
  std::string out;
  for (int number = first; number < last; ++number) {
    std::string_view line = lines[static_cast<std::size_t>(number) - 1];
    const std::size_t margin = number == first
                                   ? static_cast<std::size_t>(column) - 1
                                   : std::min(line.find_first_not_of(' '), static_cast<std::size_t>(column) - 1);
    out += margin < line.size() ? line.substr(margin) : std::string_view{};
    out += '\n';
  }
  return out;
}

// The records of one list; `end` is the line behind it.
void add_records(const std::string& table, const forge::Tree& list, const std::string& file, int end,
                 const std::vector<std::string_view>& lines, std::vector<SourceRecord>& records) {
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const forge::Tree& item = list.items[i];
    const forge::Tree* id = item.find("id");
    const int next = i + 1 < list.items.size() ? list.items[i + 1].place.line : end;
    if (id == nullptr || id->text.empty() || next <= item.place.line) continue;
    records.push_back(
        {table, id->text, file, item.place.line, cut_out(lines, item.place.line, next, item.place.column)});
  }
}

}  // namespace

std::vector<SourceRecord> source_records(const std::string& game) {
  std::vector<SourceRecord> records;
  const UnpackedSources sources(game);
  if (sources.folder().empty()) return records;
  std::vector<files::path> names;
  std::error_code fault;
  for (const auto& entry : files::directory_iterator(sources.folder(), fault))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path());
  std::sort(names.begin(), names.end());
  for (const files::path& path : names) {
    forge::Problems problems;
    const std::string text = text_of(path);
    const auto tree = forge::read_yaml(text, problems.add_file(path.string()), problems);
    if (!tree || !tree->is(forge::Tree::Kind::map)) continue;
    const auto lines = lines_of(text);
    for (std::size_t i = 0; i < tree->keys.size(); ++i)
      if (tree->items[i].is(forge::Tree::Kind::list))
        add_records(tree->keys[i], tree->items[i], sources.as_told(path.string()),
                    i + 1 < tree->keys.size() ? tree->key_places[i + 1].line : static_cast<int>(lines.size()) + 1,
                    lines, records);
  }
  return records;
}

forge::Result compile_patched(const std::string& game, const forge::Patch& patch,
                              const std::vector<forge::Change>& changes) {
  const UnpackedSources sources(game);
  if (sources.folder().empty())
    return {{}, {{patch.name, 0, 0, {}, "there is no room to unpack the content of " + game + ": see TMPDIR"}}};
  forge::Result result = forge::compile(sources.folder(), patch, changes);
  for (forge::Problem& problem : result.problems) problem.file = sources.as_told(std::move(problem.file));
  return result;
}

PatchedEdition patched_edition(const std::string& game, const forge::Patch& patch) {
  PatchedEdition out;
  forge::Problems problems;
  out.changes = forge::read_patch(patch, problems).changes;
  out.problems = problems.in_reading_order();
  if (!out.problems.empty()) return out;
  forge::Result result = compile_patched(game, patch);
  out.problems = std::move(result.problems);
  if (!out.problems.empty()) return out;
  if (auto loaded = Edition::load(result.bundle).into(out.edition); !loaded)
    out.problems.push_back({patch.name, 0, 0, {}, loaded.error()});
  return out;
}

// ---- legality -----------------------------------------------------------------------------------------

namespace {

// The decks as they were written, each in the place of the one it replaces.
std::vector<DeckList> decks_of(const std::string& game, const std::string& patch) {
  const UnpackedSources sources(game);
  std::vector<DeckList> decks = read_deck_file(text_of(sources.folder() / "decks.yaml")).decks;
  if (patch.find("\ndecks:") == std::string::npos) return decks;
  for (const DeckList& changed : read_deck_file(patch).decks)
    for (DeckList& deck : decks)
      if (deck.id == changed.id) deck = changed;
  return decks;
}

}  // namespace

Legality legality(const Edition& edition, const std::string& patch, std::string_view language) {
  Legality out;
  const Game& game = edition.game();
  Setup setup;
  setup.seats = game.min_seats;
  Position begun;
  out.refusal = edition.begin(setup, core::Seed{}).into(begun).error();
  if (begun.broken() != nullptr) out.refusal = edition.broken_text(begun, language);
  if (game.check_deck == nullptr) return out;
  for (const DeckList& deck : decks_of(std::string(game.id), patch)) {
    DeckVerdict verdict{deck.id, game.check_deck(edition.content(), deck, language)};
    std::erase_if(verdict.findings, [](const DeckFinding& finding) { return finding.warning; });
    out.decks.push_back(std::move(verdict));
  }
  return out;
}

}  // namespace rw::lab
