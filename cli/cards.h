// Card faces on the terminal.
#pragma once

#include <string>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "lab/card_faces.h"

namespace rw::cli {

using lab::card_count;
using lab::card_faces;
using lab::CardFace;
using lab::find_cards;

std::string face_text(const Terminal& terminal, const CardFace& face);

}  // namespace rw::cli
