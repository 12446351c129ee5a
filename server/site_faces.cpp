// Pictures of cards: /faces/GAME/ID.svg?mode=alt&theme=dark&v=VERSION. Each is drawn when it is asked for; with
// the catalogue's version in its address, a browser keeps it for good.
#include "lab/pictures.h"
#include "server/site.h"

namespace rw::server {
namespace {
Response no_picture() { return answer(404, error_json("not_found", "there is no such picture")); }
}  // namespace

Response TableSite::face(const Request& request) const {
  constexpr std::string_view before = "/faces/";
  std::string_view path = request.path;
  path.remove_prefix(before.size());
  const std::size_t slash = path.find('/');
  const Wording* wording = slash == std::string_view::npos ? nullptr : hall_.game(path.substr(0, slash));
  return wording == nullptr ? no_picture() : face_of(wording->edition(), path.substr(slash + 1), request);
}

Response TableSite::face_of(const Edition& edition, std::string_view file, const Request& request) {
  std::string svg = face_svg(edition, file, request.parameter("mode"), request.parameter("theme"));
  if (svg.empty()) return no_picture();
  Document made = document(std::move(svg), "image/svg+xml");
  made.forever = request.parameter("v") == lab::pictures_version(edition);
  return respond_with(made, request);
}

}  // namespace rw::server
