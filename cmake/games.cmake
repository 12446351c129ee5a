# Per game: the clause numbers as a C++ header made from rules.md, its entry in the registries, and the
# content as a bundle that is part of the program. What has a rules.md under content/, its rules under
# engine/games/ and its players under players/games/ is a game.
#
# The example of docs/adding-a-game.md is one too, and lies where games lie. It is not among those of the program: it has
# registries of its own, and tests/CMakeLists.txt makes programs with them.
set(RULEWRIGHT_EXAMPLE goofspiel)

file(GLOB rule_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/content/*/rules.md)
set(RULEWRIGHT_GAMES "")
set(clause_headers "")
foreach(rules ${rule_files})
  get_filename_component(folder ${rules} DIRECTORY)
  get_filename_component(game ${folder} NAME)
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/engine/games/${game}/rules.h OR
     NOT EXISTS ${CMAKE_SOURCE_DIR}/players/games/${game}.cpp)
    continue()
  endif()
  if(NOT game STREQUAL RULEWRIGHT_EXAMPLE)
    list(APPEND RULEWRIGHT_GAMES ${game})
  endif()
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

# Texts that are part of the program, a file for each language: those that all games share, so that a folder of
# content needs nothing beside it, and what the program itself says.
function(rulewright_texts out folder header namespace name)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/content/${folder}/*.yaml)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(entries "")
  foreach(file ${files})
    get_filename_component(language ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND entries "    {\"${language}\", R\"yaml(${text})yaml\"},\n")
  endforeach()
  set(${out} ${CMAKE_BINARY_DIR}/generated/${name}.cpp PARENT_SCOPE)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/${name}.cpp @ONLY CONTENT [[
#include "@header@"

#include <utility>
#pragma GCC diagnostic ignored "-Woverlength-strings"  // both compilers take longer ones than they must
namespace rw::@namespace@ {
std::string_view @name@(std::string_view language) {
  static constexpr std::pair<std::string_view, std::string_view> all[] = {
@entries@  };
  for (const auto& [name, text] : all)
    if (name == language) return text;
  return {};
}
}  // namespace rw::@namespace@
]])
endfunction()
rulewright_texts(RULEWRIGHT_SHARED_TEXTS core forge/locale.h forge shared_texts)
rulewright_texts(RULEWRIGHT_SENTENCES program speech/catalogue.h speech sentences_in)

# The registries: every game, every game's players, and the odds, numbers and drawings of those that have
# some. Sets <PREFIX>_GAME_REGISTRY and so on to the files, which lie in this folder of the build.
function(rulewright_registries prefix folder)
  set(declarations "")
  set(entries "")
  set(players_declarations "")
  set(players_entries "")
  set(odds_declarations "")
  set(odds_entries "")
  set(conceal_entries "")
  set(boards_declarations "")
  set(boards_entries "")
  foreach(game ${ARGN})
    string(APPEND declarations "namespace ${game} {\nconst Game& game();\n}\n")
    string(APPEND entries "&${game}::game(), ")
    string(APPEND players_declarations "extern const GamePlayers ${game}_players;\n")
    string(APPEND players_entries "&${game}_players, ")
    if(EXISTS ${CMAKE_SOURCE_DIR}/engine/games/${game}/odds_asked.cpp)
      string(APPEND odds_declarations "namespace ${game} { extern const OddsTable odds_table; }\n")
      string(APPEND odds_entries "  if (game == \"${game}\") return &${game}::odds_table;\n")
    endif()
    if(EXISTS ${CMAKE_SOURCE_DIR}/engine/games/${game}/numbers.cpp)
      string(APPEND declarations "namespace ${game} { extern const Conceal conceal; }\n")
      string(APPEND conceal_entries "  if (game == \"${game}\") return ${game}::conceal;\n")
    endif()
    if(EXISTS ${CMAKE_SOURCE_DIR}/cli/games/${game}.cpp)
      string(APPEND boards_declarations "extern const Board ${game}_board;\n")
      string(APPEND boards_entries "&${game}_board, ")
    endif()
  endforeach()
  set(games_file ${folder}/games.cpp)
  set(${prefix}_GAME_REGISTRY ${games_file} PARENT_SCOPE)
  file(CONFIGURE OUTPUT ${games_file} @ONLY CONTENT [[
#include "engine/imagine.h"
namespace rw {
@declarations@
std::span<const Game* const> games() {
  static const Game* const all[] = {@entries@};
  return all;
}
Conceal conceal_of(std::string_view game) {
  static_cast<void>(game);
@conceal_entries@  return nullptr;
}
}  // namespace rw
]])
  set(players_file ${folder}/players.cpp)
  set(${prefix}_PLAYERS_REGISTRY ${players_file} PARENT_SCOPE)
  file(CONFIGURE OUTPUT ${players_file} @ONLY CONTENT [[
#include "players/games.h"
namespace rw::players {
@players_declarations@
std::span<const GamePlayers* const> all_players() {
  static constexpr const GamePlayers* all[] = {@players_entries@};
  return all;
}
}  // namespace rw::players
]])

  set(odds_file ${folder}/odds.cpp)
  set(${prefix}_ODDS_REGISTRY ${odds_file} PARENT_SCOPE)
  file(CONFIGURE OUTPUT ${odds_file} @ONLY CONTENT [[
#include "engine/odds.h"
namespace rw {
@odds_declarations@
const OddsTable* odds_of(std::string_view game) {
  static_cast<void>(game);
@odds_entries@  return nullptr;
}
}  // namespace rw
]])
  set(boards_file ${folder}/boards.cpp)
  set(${prefix}_BOARDS_REGISTRY ${boards_file} PARENT_SCOPE)
  file(CONFIGURE OUTPUT ${boards_file} @ONLY CONTENT [[
#include "cli/play_board.h"
namespace rw::cli {
@boards_declarations@
std::span<const Board* const> all_boards() {
  static const Board* const all[] = {@boards_entries@nullptr};
  return std::span(all).first(std::size(all) - 1);
}
}  // namespace rw::cli
]])
endfunction()
rulewright_registries(RULEWRIGHT ${CMAKE_BINARY_DIR}/generated ${RULEWRIGHT_GAMES})

# A library with the compiled bundles of these games inside, and their sources (engine/embedded.h names them), made by
# this program and in this folder of the build.
function(rulewright_bundles target forge folder)
  set(sources "")
  set(declarations "")
  set(table "")
  set(sources_table "")
  set(bundles "")
  foreach(game ${ARGN})
    file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/content/${game}/*)
    set(bundle ${folder}/content/${game}.rwb)
    list(APPEND bundles ${bundle})
    add_custom_command(
      OUTPUT ${bundle}
      COMMAND ${forge} ${CMAKE_SOURCE_DIR}/content/${game} -o ${bundle}
      DEPENDS ${forge} ${inputs}
      COMMENT "Bundle of ${game}")
    file(GLOB_RECURSE names CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/content/${game}
         ${CMAKE_SOURCE_DIR}/content/${game}/*)
    list(SORT names)
    set(archive ${folder}/content/${game}.tar)
    add_custom_command(
      OUTPUT ${archive}
      COMMAND ${CMAKE_COMMAND} -E tar cf ${archive} --format=gnutar --mtime=2000-01-01 ${names}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/content/${game}
      DEPENDS ${inputs}
      COMMENT "Sources of ${game}")
    set(source ${folder}/generated/${game}/bundle.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
// The compiled content of @game@, as bytes of the program.
#include <cstddef>
#include <span>
asm(".section .rodata\n.balign 8\nrw_@game@_bundle:\n.incbin \"@bundle@\"\nrw_@game@_bundle_end:\n.byte 0\n.previous\n");
asm(".section .rodata\n.balign 8\nrw_@game@_sources:\n.incbin \"@archive@\"\nrw_@game@_sources_end:\n.byte 0\n.previous\n");
extern "C" const std::byte rw_@game@_bundle[];
extern "C" const std::byte rw_@game@_bundle_end[];
extern "C" const std::byte rw_@game@_sources[];
extern "C" const std::byte rw_@game@_sources_end[];
namespace rw {
std::span<const std::byte> embedded_@game@() { return {rw_@game@_bundle, rw_@game@_bundle_end}; }
std::span<const std::byte> sources_of_@game@() { return {rw_@game@_sources, rw_@game@_sources_end}; }
}  // namespace rw
]])
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${bundle};${archive}")
    list(APPEND sources ${source})
    string(APPEND declarations "std::span<const std::byte> embedded_${game}();\n"
                               "std::span<const std::byte> sources_of_${game}();\n")
    string(APPEND table "  if (game == \"${game}\") return embedded_${game}();\n")
    string(APPEND sources_table "  if (game == \"${game}\") return sources_of_${game}();\n")
  endforeach()
  # The faces of all games, made from content/faces against the bundles of the games.
  file(GLOB_RECURSE face_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/content/faces/*)
  set(faces ${folder}/content/faces.rwb)
  add_custom_command(
    OUTPUT ${faces}
    COMMAND ${forge} ${CMAKE_SOURCE_DIR}/content/faces --faces ${bundles} -o ${faces}
    DEPENDS ${forge} ${bundles} ${face_files}
    COMMENT "Faces of all games")
  set(source ${folder}/generated/faces.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
// The compiled faces, as bytes of the program.
#include "faces/faces.h"
asm(".section .rodata\n.balign 8\nrw_faces:\n.incbin \"@faces@\"\nrw_faces_end:\n.byte 0\n.previous\n");
extern "C" const std::byte rw_faces[];
extern "C" const std::byte rw_faces_end[];
namespace rw::faces {
std::span<const std::byte> embedded_faces() { return {rw_faces, rw_faces_end}; }
}  // namespace rw::faces
]])
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${faces}")
  list(APPEND sources ${source})
  set(source ${folder}/generated/embedded.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include "engine/embedded.h"
namespace rw {
@declarations@
std::span<const std::byte> embedded_bundle(std::string_view game) {
@table@  return {};
}
std::span<const std::byte> embedded_sources(std::string_view game) {
@sources_table@  return {};
}
}  // namespace rw
]])
  add_library(${target} STATIC ${sources} ${source})
endfunction()
