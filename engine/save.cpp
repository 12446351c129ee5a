// Saves: a position as bytes under a header that says what it is a position of.
#include <algorithm>
#include <cstring>

#include "engine/core/hash.h"
#include "engine/replay.h"

namespace rw {
namespace {

constexpr char save_magic[8] = {'R', 'W', 'S', 'A', 'V', 'E', '1', '\n'};

struct SaveHeader {
  char magic[8];
  char game[32];  // its id, zeros behind
  std::uint64_t content_low, content_high;
  std::uint64_t bytes;  // of the position that follows
  std::uint64_t rules;
  std::uint64_t checksum;  // of header (with 0 here) and position
};
static_assert(core::is_flat<SaveHeader> && sizeof(SaveHeader) == 80);

// The whole file as bytes, with the header as given.
std::vector<std::byte> assemble(const SaveHeader& header, std::span<const std::byte> position) {
  std::vector<std::byte> save(sizeof header + position.size());
  std::memcpy(save.data(), &header, sizeof header);
  if (!position.empty()) std::memcpy(save.data() + sizeof header, position.data(), position.size());
  return save;
}

std::uint64_t checksum_of(SaveHeader header, std::span<const std::byte> position) {
  header.checksum = 0;
  return core::hash64(assemble(header, position));
}

std::string game_in(const SaveHeader& header) {
  return std::string(header.game, std::find(header.game, header.game + sizeof header.game, '\0'));
}

Expected<SaveHeader> read_header(std::span<const std::byte> bytes) {
  SaveHeader header{};
  if (!looks_like_save(bytes)) return failed("this is not a save of this program");
  if (bytes.size() < sizeof header)
    return failed("the save is cut off: it has " + std::to_string(bytes.size()) + " bytes, not even its header");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (bytes.size() - sizeof header != header.bytes)
    return failed("the save is cut off or damaged: it announces " + std::to_string(header.bytes) +
                  " bytes of position and has " + std::to_string(bytes.size() - sizeof header));
  if (header.checksum != checksum_of(header, bytes.subspan(sizeof header)))
    return failed("the save is damaged: its checksum does not match");
  return header;
}

}  // namespace

std::vector<std::byte> write_save(const Edition& edition, const Position& position) {
  SaveHeader header{};
  std::memcpy(header.magic, save_magic, sizeof save_magic);
  const std::string_view id = edition.game().id;
  std::memcpy(header.game, id.data(), std::min(id.size(), sizeof header.game));
  header.content_low = edition.bundle().hash().low;
  header.content_high = edition.bundle().hash().high;
  header.bytes = position.bytes().size();
  header.rules = static_cast<std::uint64_t>(edition.game().rules_version);
  header.checksum = checksum_of(header, position.bytes());
  return assemble(header, position.bytes());
}

bool looks_like_save(std::span<const std::byte> bytes) {
  return bytes.size() >= sizeof save_magic && std::memcmp(bytes.data(), save_magic, sizeof save_magic) == 0;
}

std::string saved_game(std::span<const std::byte> bytes) {
  SaveHeader header{};
  if (!looks_like_save(bytes) || bytes.size() < sizeof header) return {};
  std::memcpy(&header, bytes.data(), sizeof header);
  return game_in(header);
}

Expected<Position> read_save(const Edition& edition, std::span<const std::byte> bytes) {
  const Expected<SaveHeader> found = read_header(bytes);
  if (!found) return found.failure();
  const SaveHeader& header = *found;
  const Game& game = edition.game();
  if (game_in(header) != game.id)
    return failed("the save is of the game '" + game_in(header) + "', not of '" + std::string(game.id) + "'");
  if (header.rules != static_cast<std::uint64_t>(game.rules_version))
    return failed("the save was made by rules version " + std::to_string(header.rules) +
                  ", this program has version " + std::to_string(game.rules_version) +
                  ": the bytes of a position mean something else in other rules, so it cannot be opened"
                  " (a replay of the game can be looked at)");
  const core::ContentHash content{header.content_low, header.content_high};
  if (content != edition.bundle().hash())
    return failed("the save was made with content " + content.hex() + ", this program has content " +
                  edition.version());
  if (header.bytes != game.state_bytes)
    return failed("the save has a position of " + std::to_string(header.bytes) + " bytes, the game needs " +
                  std::to_string(game.state_bytes));
  Position loaded(game.state_bytes);
  std::memcpy(loaded.data(), bytes.data() + sizeof header, game.state_bytes);
  if (auto possible = edition.check(loaded); !possible)
    return std::move(possible).failure().at("the save holds no possible position");
  return loaded;
}

}  // namespace rw
