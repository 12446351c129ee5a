// Documents that do not change while the server runs: games, rules, cards, content and the files of the page. Each
// is made and compressed once and has an ETag.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.h"
#include "server/wording.h"

namespace rw::server {

struct Document {
  std::string type, etag;
  std::shared_ptr<const std::string> plain, zipped;  // zipped: null if compressing saves nothing
  bool forever = false;  // its address changes with its content
};
Document document(std::string text, std::string type);
Response respond_with(const Document&, const Request&);

// An option of a table, for the page's form.
struct TableOption {
  std::string_view name;
  std::string en, fr;
  std::vector<std::string> values;  // empty: free text
  std::string_view usual;
};
std::vector<TableOption> table_options(const Edition&);

std::string games_json(const std::vector<const Wording*>&);
std::string game_json(const Wording&);
std::string rules_json(const Edition&);
std::string cards_json(const Edition&);
std::string faces_json(const Edition&);
std::string content_json(const Edition&);
std::string examples_json(const Wording&);  // takes a second or two
// What stands behind /api/games/GAME/: "rules", "cards", "faces", "content", "words", or "" for the game itself.
inline constexpr std::string_view game_documents[] = {"", "rules", "cards", "faces", "content", "words"};
std::string game_document(const Wording&, std::string_view name);
// The picture for /faces/GAME/ID.svg. Empty if there is none.
std::string face_svg(const Edition&, std::string_view file, std::string_view mode, std::string_view theme);

// The built page. Paths begin with "/"; "/index.html" is the page itself.
using Page = std::map<std::string, Document, std::less<>>;
Page read_page(const std::string& folder);

}  // namespace rw::server
