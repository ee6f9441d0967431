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
  "libtreelize-dev (= ${PROJECT_VERSION}-1), libclang-common-${TREELIZE_LLVM}-dev, libstdc++-12-dev | libstdc++-dev")
set(CPACK_COMPONENT_TOOL_DESCRIPTION "generator of derivatives and tree functions for C++
Treelize reads annotated C++20 and writes plain C++20 beside it: gradients,
adjoints and tangents of functions, proxies of classes, and functions that
take whole trees of values.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libtreelize-dev)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libstdc++-12-dev | libstdc++-dev")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "headers and library of programs that treelize has generated
What compiles and links the output of treelize: headers, a static library, the
CMake package and the file of pkg-config. It needs no LLVM.")

# Debian has the Apache licence itself; what LLVM's exception adds is quoted.
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE ".*---- LLVM Exceptions to the Apache 2.0 License ----" "" exception "${licence}")
string(STRIP "${exception}" exception)
string(REGEX REPLACE "\n[ \t]*\n" "\n.\n" exception "${exception}")
string(REPLACE "\n" "\n " exception "${exception}")
file(WRITE ${folder}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Treelize

Files: *
Copyright: 2026 the authors of Treelize
License: Apache-2.0-with-LLVM-exception
 Licensed under the Apache License, Version 2.0, with the LLVM exceptions. On
 Debian systems the licence is in /usr/share/common-licenses/Apache-2.0. The
 exceptions:
 .
 ${exception}
")
file(WRITE ${folder}/changelog "treelize (${PROJECT_VERSION}-1) unstable; urgency=medium

  * See docs/releases.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  Sun, 01 Nov 2026 00:00:00 +0000
")
file(WRITE ${folder}/treelize.1 ".TH TREELIZE 1 \"\" \"treelize ${PROJECT_VERSION}\"
.SH NAME
treelize \\- generator of derivatives and tree functions for C++
.SH SYNOPSIS
.B treelize
.I header
.B \\-o
.I generated
.RB [ options ]
.RB [ \\-\\-
.IR \"flags of the compiler\" ]
.br
.B treelize init
.I name
.RB [ \\-\\-make | \\-\\-meson ]
.SH DESCRIPTION
Reads annotated C++20 and writes plain C++20 beside it: gradients, adjoints and
tangents of functions, proxies of classes, and functions that take whole trees
of values.
.B treelize \\-\\-help
lists the options.
")
# Without the time of day, unlike file(ARCHIVE_CREATE).
find_program(TREELIZE_GZIP gzip)
set(documents ${folder}/copyright)
if(TREELIZE_GZIP)
  foreach(name changelog treelize.1)
    execute_process(COMMAND ${TREELIZE_GZIP} -9nc ${folder}/${name} OUTPUT_FILE ${folder}/${name}.gz)
  endforeach()
  file(RENAME ${folder}/changelog.gz ${folder}/changelog.Debian.gz)
  list(APPEND documents ${folder}/changelog.Debian.gz)
  install(FILES ${folder}/treelize.1.gz DESTINATION share/man/man1 COMPONENT tool EXCLUDE_FROM_ALL)
endif()
foreach(package tool:treelize runtime:libtreelize-dev)
  string(REGEX MATCH "^([a-z]+):(.*)$" package ${package})
  install(FILES ${documents} DESTINATION share/doc/${CMAKE_MATCH_2} COMPONENT ${CMAKE_MATCH_1} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
