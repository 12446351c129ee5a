// Content of one's own: the sources that are built into the program, record by record as they were written, with a
// patch laid over them; and what the rules of the game say to the result.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"
#include "forge/forge.h"

namespace rw::lab {

// A record of the content as its author wrote it.
struct SourceRecord {
  std::string table, id;  // "battle_cards", "zap"
  std::string file;  // content/<game>/battle_cards.yaml
  int line = 0;
  std::string text;  // YAML, moved to the left margin
};
std::vector<SourceRecord> source_records(const std::string& game);

// The built-in content of a game with a patch and then some changes; places are told as those of content/<game>
// and of the patch. A program that finds no room to work in says so as a problem.
forge::Result compile_patched(const std::string& game, const forge::Patch& patch,
                              const std::vector<forge::Change>& changes = {});

using ContentProblem = forge::Problem;
inline constexpr std::size_t most_patch_bytes = forge::max_patch_bytes;

// The same ready to be played.
struct PatchedEdition {
  std::shared_ptr<const Edition> edition;  // null: there are problems, also if the game has no room for it
  std::vector<ContentProblem> problems;
  std::vector<std::string> changes;  // "battle_cards.zap"
};
PatchedEdition patched_edition(const std::string& game, const forge::Patch& patch);

// A deck of the content, and what is wrong with it.
struct DeckVerdict {
  std::string id;
  std::vector<DeckFinding> findings;  // without warnings
};
struct Legality {
  std::string refusal;  // why no game begins with the usual options; empty: one does
  std::vector<DeckVerdict> decks;  // every deck of the content, as the patch leaves it
};
Legality legality(const Edition& edition, const std::string& patch, std::string_view language);

}  // namespace rw::lab
