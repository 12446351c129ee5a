# Per game: the clause numbers as a C++ header made from rules.md, and the content as a bundle that is
# part of the program. A folder under content/ with a rules.md is a game.

file(GLOB rule_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/content/*/rules.md)
set(RULEWRIGHT_GAMES "")
set(clause_headers "")
foreach(rules ${rule_files})
  get_filename_component(folder ${rules} DIRECTORY)
  get_filename_component(game ${folder} NAME)
  list(APPEND RULEWRIGHT_GAMES ${game})
  set(header ${CMAKE_BINARY_DIR}/generated/${game}/clauses.h)
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DRULES=${rules} -DHEADER=${header} -DGAME=${game}
            -P ${CMAKE_SOURCE_DIR}/cmake/clauses.cmake
    DEPENDS ${rules} ${CMAKE_SOURCE_DIR}/cmake/clauses.cmake
    COMMENT "Clauses of ${game}")
  list(APPEND clause_headers ${header})
endforeach()
add_custom_target(rulewright_clauses DEPENDS ${clause_headers})

# A library with every game's compiled bundle inside (content/embedded.h names them).
function(rulewright_bundles target)
  set(sources "")
  set(table "")
  foreach(game ${RULEWRIGHT_GAMES})
    file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/content/${game}/*)
    set(bundle ${CMAKE_BINARY_DIR}/content/${game}.rwb)
    add_custom_command(
      OUTPUT ${bundle}
      COMMAND rulewright-forge ${CMAKE_SOURCE_DIR}/content/${game} -o ${bundle}
      DEPENDS rulewright-forge ${inputs}
      COMMENT "Bundle of ${game}")
    set(source ${CMAKE_BINARY_DIR}/generated/${game}/bundle.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
// The compiled content of @game@, as bytes of the program.
#include <cstddef>
#include <span>
asm(".section .rodata\n.balign 8\nrw_@game@_bundle:\n.incbin \"@bundle@\"\nrw_@game@_bundle_end:\n.byte 0\n.previous\n");
extern "C" const std::byte rw_@game@_bundle[];
extern "C" const std::byte rw_@game@_bundle_end[];
namespace rw {
std::span<const std::byte> embedded_@game@() { return {rw_@game@_bundle, rw_@game@_bundle_end}; }
}  // namespace rw
]])
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${bundle})
    list(APPEND sources ${source})
    string(APPEND declarations "std::span<const std::byte> embedded_${game}();\n")
    string(APPEND table "  if (game == \"${game}\") return embedded_${game}();\n")
  endforeach()
  set(source ${CMAKE_BINARY_DIR}/generated/embedded.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include "engine/embedded.h"
namespace rw {
@declarations@
std::span<const std::byte> embedded_bundle(std::string_view game) {
@table@  return {};
}
}  // namespace rw
]])
  add_library(${target} STATIC ${sources} ${source})
endfunction()
