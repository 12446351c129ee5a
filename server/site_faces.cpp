// Pictures of cards: /faces/GAME/ID.svg?mode=alt&theme=dark&v=VERSION. They are put together when they are asked
// for; with the version that the catalogue gives, a browser keeps them for good.
#include "lab/pictures.h"
#include "server/site.h"

namespace rw::server {
namespace {
Response no_picture() { return answer(404, error_json("not_found", "there is no such picture")); }
}  // namespace

Response TableSite::face(const Request& request) const {
  constexpr std::string_view before = "/faces/", after = ".svg";
  std::string_view path = request.path;
  path.remove_prefix(before.size());
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos || !path.ends_with(after)) return no_picture();
  const Wording* wording = hall_.game(path.substr(0, slash));
  if (wording == nullptr) return no_picture();
  return face_of(wording->edition(), path.substr(slash + 1, path.size() - slash - 1 - after.size()), request);
}

Response TableSite::face_of(const Edition& edition, std::string_view id, const Request& request) {
  const std::string_view mode = request.parameter("mode");
  const auto theme = request.parameter("theme") == "dark" ? faces::Theme::dark : faces::Theme::light;
  for (const faces::Key& key : lab::pictures_of(edition, id)) {
    if (!mode.empty() && key.mode != mode) continue;
    Document made = document(lab::picture_svg(edition, key, theme), "image/svg+xml");
    made.forever = request.parameter("v") == lab::pictures_version(edition);
    return respond_with(made, request);
  }
  return no_picture();
}

}  // namespace rw::server
