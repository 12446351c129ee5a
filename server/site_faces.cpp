// Pictures of cards: /faces/GAME/ID.svg?mode=alt&theme=dark&v=VERSION. They are put together when they are asked
// for; with the version that the catalogue gives, a browser keeps them for good.
#include "lab/pictures.h"
#include "server/site.h"

namespace rw::server {

Response TableSite::face(const Request& request) const {
  constexpr std::string_view before = "/faces/";
  const auto missing = [] { return answer(404, error_json("not_found", "there is no such picture")); };
  std::string_view path = request.path;
  path.remove_prefix(before.size());
  const std::size_t slash = path.find('/');
  const Wording* wording = slash == std::string_view::npos ? nullptr : hall_.game(path.substr(0, slash));
  if (wording == nullptr) return missing();
  std::string svg =
      face_svg(wording->edition(), path.substr(slash + 1), request.parameter("mode"), request.parameter("theme"));
  if (svg.empty()) return missing();
  Document made = document(std::move(svg), "image/svg+xml");
  made.forever = request.parameter("v") == lab::pictures_version(wording->edition());
  return respond_with(made, request);
}

}  // namespace rw::server
