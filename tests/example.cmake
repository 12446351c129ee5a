# The example of docs/adding-a-game.md: the same program and the same tests of every game, with that game alone. Only its
# own files are compiled; its registries stand before those of the libraries, which the linker then leaves out.
set(game ${RULEWRIGHT_EXAMPLE})
set(folder ${CMAKE_BINARY_DIR}/example)
rulewright_registries(EXAMPLE ${folder}/generated ${game})

file(GLOB example_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/engine/games/${game}/*.cpp)
add_library(rulewright_example_engine OBJECT ${example_sources} ${EXAMPLE_GAME_REGISTRY} ${EXAMPLE_ODDS_REGISTRY})
target_compile_options(rulewright_example_engine PRIVATE ${engine_options})
add_dependencies(rulewright_example_engine rulewright_clauses)

file(GLOB example_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/players/games/${game}*.cpp)
add_library(rulewright_example_players OBJECT ${example_sources} ${EXAMPLE_PLAYERS_REGISTRY})
add_dependencies(rulewright_example_players rulewright_clauses)

add_executable(rulewright-example-forge ${CMAKE_SOURCE_DIR}/forge/main.cpp $<TARGET_OBJECTS:rulewright_example_engine>)
target_link_libraries(rulewright-example-forge PRIVATE rulewright_forge)
rulewright_bundles(rulewright_example_content rulewright-example-forge ${folder} ${game})

set(example_objects $<TARGET_OBJECTS:rulewright_example_engine> $<TARGET_OBJECTS:rulewright_example_players>
    $<TARGET_OBJECTS:rulewright_example_content>)
add_executable(rulewright-example ${EXAMPLE_BOARDS_REGISTRY} ${example_objects})
target_link_libraries(rulewright-example PRIVATE rulewright_cli)
add_executable(rulewright_example_tests ${example_objects})
target_link_libraries(rulewright_example_tests PRIVATE rulewright_test_cases)
add_dependencies(rulewright_example_tests rulewright-reference-bot)

set(scenarios ${CMAKE_SOURCE_DIR}/tests/scenarios/${game})
add_test(NAME scenarios.${game} COMMAND rulewright-example scenario ${scenarios})
add_test(NAME clauses.${game} COMMAND ${CMAKE_SOURCE_DIR}/tests/clauses_test.sh $<TARGET_FILE:rulewright-example>
         ${game} ${scenarios})
# The properties of every game. Those of card texts, nets and the laboratory have nothing to look at here; that seats are
# treated alike is tried on games with turns, and here all are asked in every round, the first seat first.
set(properties "")
foreach(suite EveryGame Knowledge Imagining AnyTime EmptyQuestions Signature Lexicon FramesOf MadeUp Refusals
        AsItHappens WordsOfEveryGame SentencesOfEveryGame Texts)
  string(APPEND properties "*/${suite}.*/${game}:")
endforeach()
add_test(NAME example COMMAND rulewright_example_tests --gtest_brief=1 --gtest_filter=${properties}
         WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
find_package(Python3 3.11 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME referee.${game} COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/referee/${game}.py
           $<TARGET_FILE:rulewright-example> $<TARGET_FILE:rulewright-example-forge> ${CMAKE_SOURCE_DIR}/content)
endif()
