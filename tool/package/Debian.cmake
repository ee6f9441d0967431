# The .deb packages, by CPack: `treelize` is the component `tool`, `libtreelize-dev` the component `runtime`.
#
# What Debian wants beside the files (copyright, changelog, the manual page of the tool) is written here.
set(folder ${PROJECT_BINARY_DIR}/package/debian)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME treelize)
set(CPACK_PACKAGE_CONTACT "Treelize <treelize@invalid.example>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime tool)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME treelize)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS
  "libtreelize-dev (= ${PROJECT_VERSION}-1), libclang-common-${TREELIZE_LLVM}-dev, libstdc++-dev")
set(CPACK_COMPONENT_TOOL_DESCRIPTION "generator of derivatives and tree functions for C++
Treelize reads annotated C++20 and writes plain C++20 beside it: gradients,
adjoints and tangents of functions, proxies of classes, and functions that
take whole trees of values.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libtreelize-dev)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libstdc++-dev")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "headers and library of programs that treelize has generated
What compiles and links the output of treelize: headers, a static library, the
CMake package and the file of pkg-config. It needs no LLVM.")

file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE "\n[ \t]*\n" "\n.\n" licence "\n${licence}")
string(REGEX REPLACE "\n[ \t]*\n" "\n.\n" licence "${licence}")
string(STRIP "${licence}" licence)
string(REPLACE "\n" "\n " licence "${licence}")
file(WRITE ${folder}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Treelize

Files: *
Copyright: the authors of Treelize
License: Apache-2.0-with-LLVM-exception
 ${licence}
")
file(WRITE ${folder}/changelog "treelize (${PROJECT_VERSION}-1) unstable; urgency=medium

  * See docs/releases.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  Sun, 01 Nov 2026 00:00:00 +0000
")
file(ARCHIVE_CREATE OUTPUT ${folder}/changelog.Debian.gz PATHS ${folder}/changelog FORMAT raw COMPRESSION GZip)
foreach(package tool:treelize runtime:libtreelize-dev)
  string(REGEX MATCH "^([a-z]+):(.*)$" package ${package})
  install(FILES ${folder}/copyright ${folder}/changelog.Debian.gz
    DESTINATION share/doc/${CMAKE_MATCH_2} COMPONENT ${CMAKE_MATCH_1} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
