# vcpkg's recipe, for the sources that it lies in:
#
#   vcpkg install "treelize[tool]" --overlay-ports=tool/package/vcpkg
#
# NOT TRIED: nobody has run vcpkg on it yet. It takes the LLVM of the system and fetches nothing.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)
vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES tool TREELIZE_TOOL)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DTREELIZE_TESTS=OFF -DTREELIZE_UNITY=ON ${options})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/treelize)
if("tool" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES treelize AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
