# What `cmake --install` puts where, and the Debian packages that `cpack` makes of it. An installed program needs
# nothing of the source tree: content and schemas are inside it, the page lies under share/rulewright.
#
#   cmake --build build/release --target rulewright && cmake --install build/release --component program --prefix DIR
#   cd build/release && cpack
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the tests are not part of it

option(RULEWRIGHT_PAGE "Install the page; it must have been built into web/dist" ON)

install(TARGETS rulewright RUNTIME COMPONENT program)
if(RULEWRIGHT_PAGE)
  install(CODE "
    if(NOT EXISTS \"${CMAKE_SOURCE_DIR}/web/dist/index.html\")
      message(FATAL_ERROR \"The page is not built. Please run: web/with-node npm ci && web/with-node npm run build\\n\"
                          \"To install without it: cmake -DRULEWRIGHT_PAGE=OFF ${CMAKE_BINARY_DIR}\")
    endif()" COMPONENT program)
  install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rulewright/web COMPONENT program)
endif()
install(FILES README.md LICENSE docs/bots.md docs/bots.schema.json docs/server.md docs/protocol.md docs/laboratory.md
        docs/scenarios.md docs/abilities.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rulewright COMPONENT program)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rulewright RENAME copyright COMPONENT program)
install(DIRECTORY docs/protocol DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rulewright COMPONENT program)
install(PROGRAMS bots/reference_bot.py DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rulewright/examples COMPONENT program)
install(FILES bots/reference_bot.cpp DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rulewright/examples COMPONENT program)

# The program writes its own manual and what shells complete, from the commands that it takes.
install(CODE "
  function(told_by_program file)
    set(file \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/\${file}\")
    get_filename_component(folder \"\${file}\" DIRECTORY)
    file(MAKE_DIRECTORY \"\${folder}\")
    message(STATUS \"Installing: \${file}\")
    execute_process(COMMAND \"${CMAKE_COMMAND}\" -E env LC_ALL=C \"$<TARGET_FILE:rulewright>\" \${ARGN} OUTPUT_FILE \"\${file}\" COMMAND_ERROR_IS_FATAL ANY)
  endfunction()
  told_by_program(man/man1/rulewright.1 manual)
  told_by_program(bash-completion/completions/rulewright completion bash)
  told_by_program(zsh/vendor-completions/_rulewright completion zsh)
  told_by_program(fish/vendor_completions.d/rulewright.fish completion fish)" COMPONENT program)

set(CPACK_COMPONENTS_ALL program)
foreach(part ${RULEWRIGHT_PARTS})
  install(TARGETS rulewright-${part} LIBRARY DESTINATION lib/rulewright COMPONENT ${part})
  list(APPEND CPACK_COMPONENTS_ALL ${part})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rulewright)
set(CPACK_PACKAGE_VENDOR "Rulewright")
set(CPACK_PACKAGE_CONTACT "The Rulewright project <rulewright@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Out-of-print tabletop games, playable again")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME rulewright)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "rulewright-mpi, rulewright-postgresql")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Five games with their rules, computer players, a laboratory and a table server
for the browser. An unofficial fan project.")
set(CPACK_DEBIAN_MPI_PACKAGE_NAME rulewright-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "rulewright (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_MPI_DESCRIPTION "Rulewright's laboratory in many processes, by MPI.")
set(CPACK_DEBIAN_POSTGRESQL_PACKAGE_NAME rulewright-postgresql)
set(CPACK_DEBIAN_POSTGRESQL_PACKAGE_DEPENDS "rulewright (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_POSTGRESQL_DESCRIPTION "Rulewright's table server with PostgreSQL behind it, for several servers.")
include(CPack)
