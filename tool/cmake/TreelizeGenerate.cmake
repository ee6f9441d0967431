# treelize_generate: generated headers for a target, from its annotated ones.
#
#   treelize_generate(TARGET app HEADERS spring.hpp [BASE_DIR dir] [OPTIONS option...])
#
# Each `spring.hpp` becomes `spring.treelize.hpp` in a folder of the build tree that the target
# finds by #include; BASE_DIR keeps the headers' folders below it (`include` for "app/spring.hpp").
# A multi-configuration generator has such a folder for each configuration.
#
# The tool sees the flags that the compiler will see for the target, in each configuration: what the
# target, the libraries that it links, its folder and CMAKE_CXX_FLAGS say, also after this call. OPTIONS are
# further arguments for the tool (--report=text) and, after `--`, flags for it alone. The headers are
# regenerated when the annotated header, anything it includes, the tool or the flags change.
#
# HEADERS may include each other's generated headers, and those of linked targets, in any order. An annotated
# header that one of them includes and that no target generates is generated as well.
include(${CMAKE_CURRENT_LIST_DIR}/TreelizeFlags.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TreelizeNames.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TreelizeOrder.cmake)

function(treelize_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;BASE_DIR" "HEADERS;OPTIONS")
  set(usage "treelize_generate(TARGET <target> HEADERS <header>... [BASE_DIR <dir>] [OPTIONS <option>...])")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "treelize_generate: unknown arguments: ${arg_UNPARSED_ARGUMENTS}; write ${usage}")
  elseif(arg_TARGET AND "HEADERS" IN_LIST arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "treelize_generate: HEADERS is empty: name a header, or correct the file(GLOB) that found none; "
                        "write ${usage}")
  elseif(NOT arg_TARGET OR NOT arg_HEADERS)
    message(FATAL_ERROR "treelize_generate: no target or no headers; write ${usage}")
  elseif(NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "treelize_generate: there is no target `${arg_TARGET}`; "
                        "call add_executable or add_library first")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT CXX IN_LIST languages)
    message(FATAL_ERROR "treelize_generate: the project has no C++: write project(${PROJECT_NAME} LANGUAGES CXX)")
  endif()
  if(NOT TARGET treelize::treelize)
    message(FATAL_ERROR "treelize_generate: there is no tool; install it beside the runtime (the package `treelize`), "
                        "or name one by -DTREELIZE_EXECUTABLE=<path>")
  endif()
  get_target_property(aliased ${arg_TARGET} ALIASED_TARGET)
  if(aliased)
    set(arg_TARGET ${aliased})
  endif()

  _treelize_check_headers("${arg_HEADERS}" "${arg_BASE_DIR}")
  _treelize_split_options("${arg_OPTIONS}" options flags)
  _treelize_flags_of(${arg_TARGET} "${flags}" recorder recorded flags_dir)
  _treelize_generated_dir(${arg_TARGET} generated)
  _treelize_batch_of(${arg_TARGET} ${generated} batch)
  set(stamps)
  set(include_dirs ${generated})
  set(headers)
  foreach(header IN LISTS arg_HEADERS)
    _treelize_generated_name("${header}" "${arg_BASE_DIR}" header name base_dir)
    list(APPEND headers ${header})
    set(output ${generated}/${name}.treelize.hpp)
    _treelize_add_to_batch(${arg_TARGET} ${header} ${output})

    # The tool leaves an unchanged header untouched, so that nothing is compiled again; the stamp
    # tells the build, Make's in particular, that it has run.
    add_custom_command(
      OUTPUT ${output}.stamp
      BYPRODUCTS ${output}
      COMMAND treelize::treelize ${header} -o ${output} -MD -MF ${output}.d -MT ${output}.stamp
        -p ${flags_dir} --predefined-macros ${flags_dir}/predefined-macros.h --batch ${batch} ${options}
      COMMAND ${CMAKE_COMMAND} -E touch ${output}.stamp
      DEPENDS ${header} ${recorded} ${batch} treelize::treelize
      DEPFILE ${output}.d
      COMMENT "Treelizing ${name}"
      VERBATIM)
    list(APPEND stamps ${output}.stamp)
    # A generated header is found as its header is, and so from beside it: #include "other.treelize.hpp".
    cmake_path(GET output PARENT_PATH output_dir)
    list(APPEND include_dirs ${base_dir} ${output_dir})
  endforeach()
  list(REMOVE_DUPLICATES include_dirs)
  _treelize_wait_for(${arg_TARGET} ${recorder} "${stamps}")
  _treelize_use_generated(${arg_TARGET} "${include_dirs}")
  if(NOT arg_BASE_DIR)
    # Later, when all sources are named.
    cmake_language(EVAL CODE
      "cmake_language(DEFER CALL _treelize_check_includes [[${arg_TARGET}]] [[${headers}]])")
  endif()
endfunction()

# Where the target's generated headers go: in a folder of the configuration where there are several.
function(_treelize_generated_dir target generated_var)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/treelize-generated/${target})
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(is_multi)
    string(APPEND generated /$<CONFIG>)
  endif()
  set(${generated_var} ${generated} PARENT_SCOPE)
endfunction()

# The file that tells the tool what else is generated for the target, by this call and others: one that its
# header includes may not be there yet.
function(_treelize_batch_of target generated batch_var)
  set(batch ${generated}/treelize-batch.txt)
  get_property(is_written TARGET ${target} PROPERTY TREELIZE_BATCH SET)
  if(NOT is_written)
    set_property(TARGET ${target} PROPERTY TREELIZE_BATCH "")
    file(GENERATE OUTPUT ${batch}
      CONTENT "${generated}\n$<JOIN:$<GENEX_EVAL:$<TARGET_PROPERTY:${target},TREELIZE_BATCH>>,\n>\n")
  endif()
  set(${batch_var} ${batch} PARENT_SCOPE)
endfunction()

function(_treelize_add_to_batch target header output)
  get_property(batch TARGET ${target} PROPERTY TREELIZE_BATCH)
  string(FIND "${batch};" "=>${output};" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "treelize_generate: `${header}` and another one of `${target}` both become `${output}`; "
                        "name each once, and keep their folders apart by BASE_DIR")
  endif()
  set_property(TARGET ${target} APPEND PROPERTY TREELIZE_BATCH "${header}=>${output}")
endfunction()

# `include/app/spring.hpp` below the folder `include` -> `app/spring`; without a folder, below its own.
function(_treelize_generated_name header given header_var name_var base_dir_var)
  cmake_path(ABSOLUTE_PATH header NORMALIZE)
  get_source_file_property(is_generated ${header} GENERATED)
  cmake_path(IS_PREFIX CMAKE_BINARY_DIR ${header} is_in_build)
  if(NOT EXISTS ${header} AND NOT is_generated AND NOT is_in_build)
    message(FATAL_ERROR "treelize: HEADERS names `${header}`, which does not exist")
  endif()
  if(given)
    cmake_path(ABSOLUTE_PATH given NORMALIZE OUTPUT_VARIABLE base_dir)
    cmake_path(IS_PREFIX base_dir ${header} NORMALIZE is_below)
    if(NOT is_below)
      message(FATAL_ERROR "treelize: `${header}` is not below BASE_DIR `${base_dir}`; "
                          "BASE_DIR is the folder that #include starts from")
    endif()
  else()
    cmake_path(GET header PARENT_PATH base_dir)
  endif()
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${base_dir} OUTPUT_VARIABLE name)
  cmake_path(REMOVE_EXTENSION name LAST_ONLY)
  set(${header_var} ${header} PARENT_SCOPE)
  set(${name_var} ${name} PARENT_SCOPE)
  set(${base_dir_var} ${base_dir} PARENT_SCOPE)
endfunction()

# Splits OPTIONS at `--`: what is for the tool, and what is for its C++ front end.
function(_treelize_split_options given options_var flags_var)
  set(options)
  set(flags)
  set(part options)
  foreach(option IN LISTS given)
    if(option STREQUAL "--")
      set(part flags)
    else()
      list(APPEND ${part} ${option})
    endif()
  endforeach()
  set(${options_var} "${options}" PARENT_SCOPE)
  set(${flags_var} "${flags}" PARENT_SCOPE)
endfunction()

# The target finds the generated headers, links the runtime, and is spared the warning that
# compilers give for an attribute that they do not know.
function(_treelize_use_generated target include_dirs)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set(scope PRIVATE)
  elseif(type STREQUAL "INTERFACE_LIBRARY")
    set(scope INTERFACE)
  else()
    set(scope PUBLIC)
  endif()
  target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${include_dirs}>")
  target_compile_options(${target} ${scope}
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-attributes>
    $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Wno-unknown-attributes>)
  # By properties, since target_link_libraries does not mix its form with keywords and its form without.
  if(NOT scope STREQUAL "INTERFACE")
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES treelize::runtime)
  endif()
  if(NOT scope STREQUAL "PRIVATE")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES treelize::runtime)
  endif()
endfunction()
