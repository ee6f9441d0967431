# Installation: the tool, the runtime, treelize_generate(), and the package that finds them.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/treelize)

set(targets treelize_runtime)
if(TARGET treelize)
  list(APPEND targets treelize)
endif()
install(TARGETS ${targets} EXPORT treelize-targets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY runtime/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT treelize-targets NAMESPACE treelize:: DESTINATION ${package_dir})

configure_package_config_file(tool/cmake/treelize-config.cmake.in treelize-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(treelize-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/treelize-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/treelize-config-version.cmake
  tool/cmake/TreelizeFlags.cmake
  tool/cmake/TreelizeGenerate.cmake
  tool/cmake/TreelizeGradientTest.cmake
  tool/cmake/TreelizeOrder.cmake
  tool/cmake/TreelizeRecordFlags.cmake
  DESTINATION ${package_dir})
