// Faces: from a card's record to its picture. The pictures are put together from the project's own motifs by rules
// that are data (content/faces). What is here knows two bundles, the faces' and a game's, and nothing else, so it
// runs wherever the engine runs.
//
// A face is found in two steps. The record is told as facts ("in=events", "color=red", "word=flame"); the rules
// turn facts into slots ("motif=flame", "main=red"), where the first rule that fits gives a slot its value. Then
// the slots are drawn: ground, aura, motif, a smaller thing with it, a mark, pips.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/bundle.h"

namespace rw::faces {

using core::Node;

enum class Theme : std::uint8_t { light, dark };

struct Key {
  std::string table, id, mode;  // the mode is empty where a record has one face alone
  bool operator==(const Key&) const = default;
};

// Every face of a game, in the order of its content.
std::vector<Key> keys(Node faces, Node game);
// The faces of one record: one per mode.
std::vector<Key> keys_of(Node faces, Node game, std::string_view id);

// "in=characters", "faction=autobot", "mode=alt", "traits=car", "word=prime", "zone.sector=red".
std::vector<std::string> facts(Node faces, Node game, const Key& key);

using Slots = std::vector<std::pair<std::string, std::string>>;
Slots slots(Node faces, Node game, const Key& key);
std::string_view slot(const Slots& slots, std::string_view name);  // empty if no rule gives it

// Is every condition of "in=events word=fire|flam*" among the facts?
bool fits(std::string_view condition, std::span<const std::string> facts);

// The picture as an SVG document; it fills any shape of frame, its subject stands in the middle square.
std::string picture(Node faces, const Slots& slots, Theme theme);
std::string picture(Node faces, Node game, const Key& key, Theme theme);

// "Bumblebee, Brave Warrior"; the id where a record has no name.
std::string name_of(Node game, const Key& key, std::string_view language);

// All these faces with their names on one sheet.
std::string sheet(Node faces, Node game, std::span<const Key> keys, Theme theme, int size,
                  std::string_view language);

// The faces that are built into the program.
std::span<const std::byte> embedded_faces();

}  // namespace rw::faces
