# What the chances of reviews rest on (lab/calibrations/*.txt) as texts of the program.
file(GLOB calibration_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lab/calibrations/*.txt)
set(texts "")
foreach(file ${calibration_files})
  file(READ ${file} text)
  string(APPEND texts "      R\"(${text})\",\n")
endforeach()
list(LENGTH calibration_files calibration_count)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${calibration_files})
set(RULEWRIGHT_CALIBRATIONS ${CMAKE_BINARY_DIR}/generated/calibrations.cpp)
file(CONFIGURE OUTPUT ${RULEWRIGHT_CALIBRATIONS} @ONLY CONTENT [=[
// The calibrations of the games, as texts of the program.
#include <array>
#include <span>
#include <string_view>
namespace rw::lab {
std::span<const std::string_view> embedded_calibrations();
std::span<const std::string_view> embedded_calibrations() {
  static constexpr std::array<std::string_view, @calibration_count@> texts = {
@texts@  };
  return texts;
}
}  // namespace rw::lab
]=])
