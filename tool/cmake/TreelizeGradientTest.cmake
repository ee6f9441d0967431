# treelize_add_gradient_test: a test of CTest's that checks a kernel's gradient at arguments of yours.
#
#   treelize_add_gradient_test(NAME energy_gradient HEADERS spring.hpp KERNEL app::kernels::energy
#     ARGUMENTS "app::Params{1.0, 2.0}" "std::vector<double>{1, 2, 3}"
#     [OBJECT <expression>] [INCLUDES <header>...] [LINK <target>...] [BASE_DIR <dir>] [OPTIONS <option>...])
#
# The test is an executable of this name that runs treelize::check_gradient with TREELIZE_CHECK defined. For a
# bound kernel OBJECT is an expression for its object and KERNEL the kernel's name alone: `OBJECT
# "app::Chain(3, 2.0)" KERNEL compute`. INCLUDES are further headers for the expressions, `<vector>` or `"data.hpp"`;
# LINK are targets to link, and to take include folders and definitions from; BASE_DIR and OPTIONS are
# treelize_generate's, which also generates for annotated headers that HEADERS include.
function(treelize_add_gradient_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;KERNEL;OBJECT;BASE_DIR" "HEADERS;ARGUMENTS;INCLUDES;LINK;OPTIONS")
  if(NOT arg_NAME OR NOT arg_HEADERS OR NOT arg_KERNEL)
    message(FATAL_ERROR "treelize_add_gradient_test(NAME <test> HEADERS <header>... KERNEL <kernel> "
                        "[OBJECT <expression>] [ARGUMENTS <expression>...] [INCLUDES <header>...] "
                        "[LINK <target>...] [BASE_DIR <dir>] [OPTIONS <option>...])")
  elseif(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "treelize_add_gradient_test: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()

  set(includes)
  foreach(header IN LISTS arg_HEADERS)
    _treelize_generated_name("${header}" "${arg_BASE_DIR}" header name base_dir)
    string(APPEND includes "#include \"${name}.treelize.hpp\"\n")
  endforeach()
  foreach(include IN LISTS arg_INCLUDES)
    string(APPEND includes "#include ${include}\n")
  endforeach()
  if(arg_OBJECT)
    set(object "  auto object = ${arg_OBJECT};\n  auto bound = treelize::bind(object);\n")
    set(kernel bound.${arg_KERNEL})
  else()
    set(object)
    set(kernel ${arg_KERNEL})
  endif()
  list(PREPEND arg_ARGUMENTS ${kernel})
  list(JOIN arg_ARGUMENTS ", " call)

  set(source ${CMAKE_CURRENT_BINARY_DIR}/treelize-gradient-tests/${arg_NAME}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// The gradient test @arg_NAME@, written by treelize_add_gradient_test.
@includes@
#include <treelize/check_gradient.hpp>

#include <iostream>

int main() {
@object@  const treelize::gradient_report report = treelize::check_gradient(@call@);
  std::cout << report;
  return report.passed() ? 0 : 1;
}
")
  add_executable(${arg_NAME} ${source})
  target_compile_definitions(${arg_NAME} PRIVATE TREELIZE_CHECK)
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LINK})
  set(place)
  if(arg_BASE_DIR)
    set(place BASE_DIR ${arg_BASE_DIR})
  endif()
  treelize_generate(TARGET ${arg_NAME} HEADERS ${arg_HEADERS} ${place} OPTIONS ${arg_OPTIONS})
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME})
  _treelize_need_testing(${arg_NAME})
endfunction()

# Without enable_testing() CMake forgets every test, without a word. It may still come in this folder, and in the
# project's own; a project with BUILD_TESTING=OFF does not want any.
function(_treelize_need_testing name)
  set(folders ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_SOURCE_DIR})
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${folder}]] CALL _treelize_check_testing [[${name}]])")
  endforeach()
endfunction()

function(_treelize_check_testing name)
  if(NOT CMAKE_TESTING_ENABLED AND (BUILD_TESTING OR NOT DEFINED BUILD_TESTING))
    message(FATAL_ERROR "treelize_add_gradient_test: nobody would run `${name}`: write enable_testing() in "
                        "`${CMAKE_SOURCE_DIR}/CMakeLists.txt`, below project(...)")
  endif()
endfunction()
