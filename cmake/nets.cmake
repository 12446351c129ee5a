# The learned nets of the players (players/nets/*.rwnet) as bytes of the program.
file(GLOB net_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/players/nets/*.rwnet)
set(blocks "")
set(names "")
set(table "")
foreach(net ${net_files})
  get_filename_component(name ${net} NAME_WE)
  string(APPEND blocks "
asm(\".section .rodata\\n.balign 8\\nrw_net_${name}:\\n.incbin \\\"${net}\\\"\\nrw_net_${name}_end:\\n.byte 0\\n.previous\\n\");
extern \"C\" const unsigned char rw_net_${name}[];
extern \"C\" const unsigned char rw_net_${name}_end[];
")
  string(APPEND names "\"${name}\", ")
  string(APPEND table "  if (name == \"${name}\")
    return {reinterpret_cast<const std::byte*>(rw_net_${name}), reinterpret_cast<const std::byte*>(&rw_net_${name}_end[0])};\n")
endforeach()
list(LENGTH net_files net_count)
set(RULEWRIGHT_NETS ${CMAKE_BINARY_DIR}/generated/nets.cpp)
file(CONFIGURE OUTPUT ${RULEWRIGHT_NETS} @ONLY CONTENT [=[
// The learned nets, as bytes of the program.
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
@blocks@
namespace rw::players {
std::span<const std::string_view> embedded_net_names();
std::span<const std::byte> embedded_net(std::string_view name);
std::span<const std::string_view> embedded_net_names() {
  static constexpr std::array<std::string_view, @net_count@> names = {@names@};
  return names;
}
std::span<const std::byte> embedded_net([[maybe_unused]] std::string_view name) {
@table@  return {};
}
}  // namespace rw::players
]=])
set_source_files_properties(${RULEWRIGHT_NETS} PROPERTIES OBJECT_DEPENDS "${net_files}")
