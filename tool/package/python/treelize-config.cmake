# Leads find_package from an environment of Python's to the package that is installed in it.
file(GLOB treelize_packages
  "${CMAKE_CURRENT_LIST_DIR}/../../../lib*/python*/*-packages/treelize/lib/cmake/treelize/treelize-config.cmake")
if(NOT treelize_packages)
  set(treelize_FOUND FALSE)
  set(treelize_NOT_FOUND_MESSAGE
    "No Python of this environment has the package `treelize`: name its folder by -Dtreelize_DIR=$(python -m treelize --cmake-dir)")
  return()
endif()
list(GET treelize_packages -1 treelize_package) # too old a CMake is told so there
include("${treelize_package}")
unset(treelize_package)
unset(treelize_packages)
