# Installation: the tool, the runtime, treelize_generate(), and the package that finds them.
#
# Two components: `runtime`, which compiles generated headers and holds the CMake package, and `tool`, which
# makes them. The packages of tool/package are made of the same.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/treelize)

install(TARGETS treelize_runtime EXPORT treelize-runtime-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
install(EXPORT treelize-runtime-targets NAMESPACE treelize::
  DESTINATION ${package_dir} COMPONENT runtime)
install(DIRECTORY runtime/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT runtime)
if(TARGET treelize)
  install(TARGETS treelize EXPORT treelize-tool-targets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
  install(EXPORT treelize-tool-targets NAMESPACE treelize::
    DESTINATION ${package_dir} COMPONENT tool)
endif()

configure_package_config_file(tool/cmake/treelize-config.cmake.in treelize-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(treelize-config-version.cmake COMPATIBILITY SameMinorVersion)
file(GLOB modules CONFIGURE_DEPENDS tool/cmake/Treelize*.cmake)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/treelize-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/treelize-config-version.cmake
  ${modules}
  DESTINATION ${package_dir} COMPONENT runtime)

# The folder of treelize.pc lies as deep as its libraries' folder says.
string(REGEX REPLACE "[^/]+" ".." up ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(pkgconfig_prefix "\${pcfiledir}/${up}")
configure_file(tool/cmake/treelize.pc.in treelize.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/treelize.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT runtime)
