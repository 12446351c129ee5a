// Motifs: drawings in a box of 100 by 100, one shape per line.
//
//   a M10 90 L50 10 L90 90Z    a path, filled with paint a and outlined
//   c- M30 70 H70              without an outline: light, shade, detail
//   d| o 30 40 6               a circle, and its mirror image about the middle
//   b e 50 60 20 9             an ellipse
//   D4 M10 10 L90 90           a capital letter draws a line, here 4 wide, outlined; D4- without an outline
//   + sword 50 40 0.5 30       another motif: where its middle goes, its size, turned by 30 degrees
//   +| ?wheel 20 80 0.3        what the face's slot `wheel` names, and its mirror image
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "forge/problem.h"

namespace rw::forge {

struct MotifPiece {
  std::string draw, halo;         // SVG with letters for paints; the halo is what lies behind all of it
  std::string motif, slot, at;    // or another motif, by name or by slot, and its transform
};

std::vector<MotifPiece> read_motif(std::string_view text, Place place, const std::string& path,
                                   Problems& problems);

}  // namespace rw::forge
