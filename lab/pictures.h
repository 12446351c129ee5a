// Pictures of cards for whoever shows them: the terminal's sheets, reports, the server.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"
#include "faces/faces.h"
#include "lab/page.h"

namespace rw::lab {

// The faces that are built into the program.
core::Node built_in_faces();
// Changes whenever a picture of this edition may have changed.
std::string pictures_version(const Edition& edition);

// Every face of a game, or those of one record.
std::vector<faces::Key> pictures(const Edition& edition);
std::vector<faces::Key> pictures_of(const Edition& edition, std::string_view id);
std::string picture_svg(const Edition& edition, const faces::Key& key, faces::Theme theme);
std::string picture_name(const Edition& edition, const faces::Key& key, std::string_view language);

// The pictures of a thing for a page, if it has any: the first face of the record with that id.
std::string picture_cell(Page& page, const Edition& edition, std::string_view id);

}  // namespace rw::lab
