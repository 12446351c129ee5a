// The composer of faces/ over the built-in motifs and an edition's content.
#include "lab/pictures.h"

#include <tuple>

#include "engine/core/hash.h"

namespace rw::lab {
namespace {

// Read once; null if the program's own bytes are damaged, and then there are no pictures.
const core::Bundle* bundle() {
  static const std::unique_ptr<core::Bundle> read = [] {
    std::unique_ptr<core::Bundle> out;
    std::ignore = core::Bundle::read(faces::embedded_faces()).into(out);
    return out;
  }();
  return read.get();
}

}  // namespace

core::Node built_in_faces() { return bundle() == nullptr ? core::Node{} : bundle()->root(); }

std::string pictures_version(const Edition& edition) {
  const std::string both = (bundle() == nullptr ? "" : bundle()->hash().hex()) + edition.version();
  return core::hash128(std::as_bytes(std::span(both))).hex().substr(0, 12);
}

std::vector<faces::Key> pictures(const Edition& edition) {
  return faces::keys(built_in_faces(), edition.bundle().root());
}

std::vector<faces::Key> pictures_of(const Edition& edition, std::string_view id) {
  return faces::keys_of(built_in_faces(), edition.bundle().root(), id);
}

std::string picture_svg(const Edition& edition, const faces::Key& key, faces::Theme theme) {
  return faces::picture(built_in_faces(), edition.bundle().root(), key, theme);
}

std::string picture_name(const Edition& edition, const faces::Key& key, std::string_view language) {
  return faces::name_of(edition.bundle().root(), key, language);
}

}  // namespace rw::lab
