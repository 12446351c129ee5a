// Pictures of things in the tables of a page.
#include "lab/pictures.h"
#include "speech/speech.h"

namespace rw::lab {

std::string picture_cell(Page& page, const Edition& edition, std::string_view id) {
  const std::vector<faces::Key> keys = id.empty() ? std::vector<faces::Key>{} : pictures_of(edition, id);
  if (keys.empty()) return {};
  return page.picture(picture_svg(edition, keys.front(), faces::Theme::light),
                      picture_svg(edition, keys.front(), faces::Theme::dark),
                      picture_name(edition, keys.front(), speech::language()));
}

}  // namespace rw::lab
