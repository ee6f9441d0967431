# What waits for what: a target for its generated headers, and the tool for all that a source of the target
# waits for, because an annotated header may include it.
#
# The tool's commands belong to the target, which waits for what it links and what it was told to wait for. An
# interface library has no commands, and a target of another folder cannot be given any: theirs belong to a
# target of their own, which is told to wait for the same. Either waits for the headers that a command of the
# target's own makes (add_custom_command).

# The target, and what links it, waits for its generated headers, and these for the target's flags.
function(_treelize_wait_for target recorder stamps)
  get_target_property(type ${target} TYPE)
  get_target_property(folder ${target} SOURCE_DIR)
  if(type STREQUAL "INTERFACE_LIBRARY" OR NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    string(MD5 id "${stamps}")
    set(waiting ${target}_treelize_${id})
    add_custom_target(${waiting} DEPENDS ${stamps})
    add_dependencies(${target} ${waiting})
  else()
    target_sources(${target} PRIVATE ${stamps})
    set(waiting ${target})
  endif()
  add_dependencies(${waiting} ${recorder})

  # What is said later counts as well: in the target's folder about its sources, in the project about links.
  _treelize_is_open(${folder} is_open)
  if(NOT is_open)
    set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${folder}]]
    CALL _treelize_wait_for_sources [[${waiting}]] [[${target}]] [[${recorder}]])")
  if(NOT waiting STREQUAL target)
    _treelize_wait_as(${waiting} ${target})
  endif()
endfunction()

# `waiting` waits for the sources of `target` that are made by commands of the target's folder. For those alone:
# what the tool reads is told by its dependency files.
function(_treelize_wait_for_sources waiting target recorder)
  _treelize_generated_sources(${target} sources)
  set(maker ${target}_treelize_sources)
  if(NOT sources OR TARGET ${maker})
    if(TARGET ${maker} AND NOT waiting STREQUAL target)
      add_dependencies(${waiting} ${maker})
    endif()
    return()
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR AND CMAKE_GENERATOR MATCHES "Makefiles")
    message(WARNING "treelize_generate: `${target}` has sources that are made while building, and Make knows how in "
                    "their own folder alone; call treelize_generate in `${folder}` if the headers include them")
    return()
  endif()
  add_custom_target(${maker} DEPENDS ${sources})
  # A command that two targets share waits for what both of them wait for.
  add_dependencies(${maker} ${recorder})
  _treelize_wait_as(${maker} ${target})
  add_dependencies(${waiting} ${maker})
endfunction()

# The sources of `target`, also those that linked interface libraries add, that commands make.
function(_treelize_generated_sources target generated_var)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(build_folder ${target} BINARY_DIR)
  set(sources)
  _treelize_own_sources(${target} SOURCES own)
  list(APPEND sources ${own})
  _treelize_own_sources(${target} INTERFACE_SOURCES own)
  list(APPEND sources ${own})
  _treelize_linked_targets(${target} linked)
  foreach(name IN LISTS linked)
    _treelize_own_sources(${name} INTERFACE_SOURCES own)
    list(APPEND sources ${own})
  endforeach()

  set(generated)
  foreach(source IN LISTS sources)
    if(source MATCHES "[.]stamp$" OR source MATCHES "[$]<")
      continue()
    endif()
    set(base ${folder})
    if(NOT IS_ABSOLUTE "${source}" AND NOT EXISTS "${folder}/${source}")
      set(base ${build_folder})
    endif()
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${base}" NORMALIZE)
    get_source_file_property(is_generated "${source}" TARGET_DIRECTORY ${target} GENERATED)
    if(is_generated)
      list(APPEND generated "${source}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES generated)
  set(${generated_var} "${generated}" PARENT_SCOPE)
endfunction()

# What the property names, and the files of the target's sets of headers.
function(_treelize_own_sources target property sources_var)
  get_property(sources TARGET ${target} PROPERTY ${property})
  get_property(sets TARGET ${target} PROPERTY HEADER_SETS)
  if(property STREQUAL "INTERFACE_SOURCES")
    get_property(sets TARGET ${target} PROPERTY INTERFACE_HEADER_SETS)
  endif()
  foreach(set IN LISTS sets)
    get_property(files TARGET ${target} PROPERTY HEADER_SET_${set})
    list(APPEND sources ${files})
  endforeach()
  set(${sources_var} "${sources}" PARENT_SCOPE)
endfunction()

# `waiting` waits for what `target` does, as the project has said it at its end.
function(_treelize_wait_as waiting target)
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
    CALL _treelize_copy_dependencies [[${waiting}]] [[${target}]])")
endfunction()

# All links are copied: CMake sees through an interface library to what it was told to wait for, but not to what
# it links. Targets that link this one are left out: static libraries may link each other, what is built may not.
function(_treelize_copy_dependencies waiting target)
  _treelize_linked_targets(${target} dependencies)
  list(REMOVE_ITEM dependencies ${target})
  foreach(name IN LISTS dependencies)
    _treelize_linked_targets(${name} others)
    if(NOT target IN_LIST others)
      add_dependencies(${waiting} ${name})
    endif()
  endforeach()
  get_target_property(told ${target} MANUALLY_ADDED_DEPENDENCIES)
  foreach(name IN LISTS told)
    if(TARGET ${name} AND NOT name MATCHES "^${target}_treelize_")
      add_dependencies(${waiting} ${name})
    endif()
  endforeach()
endfunction()
