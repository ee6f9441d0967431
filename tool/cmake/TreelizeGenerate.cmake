# treelize_generate: generated headers for a target, from its annotated ones.
#
#   treelize_generate(TARGET app HEADERS spring.hpp [BASE_DIR dir] [OPTIONS option...])
#
# Each `spring.hpp` becomes `spring.treelize.hpp` in a folder of the build tree that the target
# finds by #include; BASE_DIR keeps the headers' folders below it (`include` for "app/spring.hpp").
# The tool sees the target's own include folders, definitions and standard, OPTIONS are further
# arguments for it (--report=text) and, after `--`, for its C++ front end. The headers are
# regenerated when the annotated header, anything it includes, the tool or the flags change.
function(treelize_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;BASE_DIR" "HEADERS;OPTIONS")
  if(NOT arg_TARGET OR NOT arg_HEADERS)
    message(FATAL_ERROR "treelize_generate(TARGET <target> HEADERS <header>... "
                        "[BASE_DIR <dir>] [OPTIONS <option>...])")
  elseif(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "treelize_generate: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  elseif(NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "treelize_generate: there is no target `${arg_TARGET}`; "
                        "call add_executable or add_library first")
  endif()

  _treelize_split_options("${arg_OPTIONS}" options flags)
  _treelize_target_flags(${arg_TARGET} standard includes definitions)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/treelize-generated/${arg_TARGET})
  set(stamps)
  set(base_dirs)
  foreach(header IN LISTS arg_HEADERS)
    cmake_path(ABSOLUTE_PATH header NORMALIZE)
    _treelize_generated_name(${header} "${arg_BASE_DIR}" name base_dir)
    set(output ${generated}/${name}.treelize.hpp)
    cmake_path(GET output PARENT_PATH output_dir)
    file(MAKE_DIRECTORY ${output_dir})

    # The tool leaves an unchanged header untouched, so that nothing is compiled again; the stamp
    # tells the build, Make's in particular, that it has run.
    add_custom_command(
      OUTPUT ${output}.stamp
      BYPRODUCTS ${output}
      COMMAND treelize::treelize ${header} -o ${output} -MD -MF ${output}.d
        -MT ${output}.stamp ${options} -- ${standard} "${includes}" "${definitions}" ${flags}
      COMMAND ${CMAKE_COMMAND} -E touch ${output}.stamp
      DEPENDS ${header} treelize::treelize
      DEPFILE ${output}.d
      COMMENT "Treelizing ${name}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND stamps ${output}.stamp)
    list(APPEND base_dirs ${base_dir})
  endforeach()
  list(REMOVE_DUPLICATES base_dirs)
  _treelize_use_generated(${arg_TARGET} "${generated}" "${base_dirs}" "${stamps}")
endfunction()

# `include/app/spring.hpp` below the folder `include` -> `app/spring.treelize.hpp`; without a folder, below its own.
function(_treelize_generated_name header given name_var base_dir_var)
  cmake_path(ABSOLUTE_PATH header NORMALIZE)
  if(given)
    cmake_path(ABSOLUTE_PATH given NORMALIZE OUTPUT_VARIABLE base_dir)
  else()
    cmake_path(GET header PARENT_PATH base_dir)
  endif()
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${base_dir} OUTPUT_VARIABLE name)
  cmake_path(REMOVE_EXTENSION name LAST_ONLY)
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

# The target's own flags as generator expressions, each a list that the command expands.
function(_treelize_target_flags target standard_var includes_var definitions_var)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(prefix INTERFACE_)
  else()
    set(prefix)
  endif()
  set(features "$<TARGET_PROPERTY:${target},${prefix}COMPILE_FEATURES>")
  set(property "$<TARGET_PROPERTY:${target},CXX_STANDARD>")
  set(newer "$<OR:$<IN_LIST:cxx_std_23,${features}>,$<STREQUAL:${property},23>>")
  set(newest "$<OR:$<IN_LIST:cxx_std_26,${features}>,$<STREQUAL:${property},26>>")
  set(${standard_var} "-std=c++$<IF:${newest},26,$<IF:${newer},23,20>>" PARENT_SCOPE)

  set(includes "$<TARGET_PROPERTY:${target},${prefix}INCLUDE_DIRECTORIES>")
  # A system folder that the compiler knows already must not move to the front of its search.
  set(includes "$<FILTER:${includes},EXCLUDE,^/usr/include$>")
  set(${includes_var} "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" PARENT_SCOPE)

  # A package's conditions may leave empty ones.
  set(definitions "$<FILTER:$<TARGET_PROPERTY:${target},${prefix}COMPILE_DEFINITIONS>,INCLUDE,.>")
  set(${definitions_var} "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>" PARENT_SCOPE)
endfunction()

# The target waits for the generated headers, finds them, links the runtime, and is spared the
# warning that compilers give for an attribute that they do not know.
function(_treelize_use_generated target generated base_dirs stamps)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set(scope PRIVATE)
  elseif(type STREQUAL "INTERFACE_LIBRARY")
    set(scope INTERFACE)
  else()
    set(scope PUBLIC)
  endif()
  if(scope STREQUAL "INTERFACE")
    string(MD5 id "${stamps}")
    add_custom_target(${target}_treelize_${id} DEPENDS ${stamps})
    add_dependencies(${target} ${target}_treelize_${id})
  else()
    target_sources(${target} PRIVATE ${stamps})
  endif()
  target_include_directories(${target} ${scope}
    "$<BUILD_INTERFACE:${generated}>" "$<BUILD_INTERFACE:${base_dirs}>")
  target_link_libraries(${target} ${scope} treelize::runtime)
  target_compile_options(${target} ${scope}
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-attributes>
    $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Wno-unknown-attributes>)
endfunction()
