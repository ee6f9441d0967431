# The flags that the compiler will see for a target, asked of CMake itself.
#
# An object library of one empty source copies what the target says about its compilation, so that CMake
# writes the command that it writes for the target's own sources: of this configuration, with all that
# targets, folders and variables add. Its compiler launcher is the script TreelizeRecordFlags.cmake, which
# notes the command in a compile_commands.json beside the object, and the macros that the compiler
# predefines, and compiles nothing. The object is as new as the last change of the flags.

# The object library of `target`, with `flags` at the end, and as generator expressions its object and the
# folder of its compile_commands.json and predefined-macros.h.
function(_treelize_flags_of target flags recorder_var object_var folder_var)
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "treelize_generate: the generator `${CMAKE_GENERATOR}` has no compiler launchers; "
                        "take Ninja or Make")
  endif()
  string(MD5 id "${flags}")
  string(SUBSTRING ${id} 0 6 id)
  set(recorder ${target}_treelize_flags)
  if(flags)
    string(APPEND recorder _${id})
  endif()
  get_property(is_known TARGET ${target} PROPERTY TREELIZE_${recorder} SET)
  if(NOT is_known)
    set_property(TARGET ${target} PROPERTY TREELIZE_${recorder} "")
    _treelize_plan_recorder(${recorder} ${target} "${flags}")
  endif()
  set(object "$<FILTER:$<TARGET_OBJECTS:${recorder}>,INCLUDE,/empty[.]cpp>")
  set(${recorder_var} ${recorder} PARENT_SCOPE)
  set(${object_var} "${object}" PARENT_SCOPE)
  set(${folder_var} "$<PATH:GET_PARENT_PATH,${object}>" PARENT_SCOPE)
endfunction()

# Half of a command is what the target's folder says. So the recorder is made there, and at its end, since what
# is said about the target later counts as well; of a folder that is done, one that repeats it stands in.
function(_treelize_plan_recorder recorder target flags)
  get_target_property(folder ${target} SOURCE_DIR)
  _treelize_is_open(${folder} is_open)
  if(is_open)
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${folder}]]
      CALL _treelize_add_recorder [[${recorder}]] [[${target}]] [[${flags}]])")
    return()
  endif()
  set(stand_in ${CMAKE_CURRENT_BINARY_DIR}/treelize-flags/${recorder})
  file(CONFIGURE OUTPUT ${stand_in}/CMakeLists.txt CONTENT
    "_treelize_repeat_folder([[@folder@]])\n_treelize_add_recorder([[@recorder@]] [[@target@]] [[@flags@]])\n" @ONLY)
  add_subdirectory(${stand_in} ${stand_in}/build EXCLUDE_FROM_ALL)
endfunction()

# Whether CMake still reads the folder: it is this one, or one of those around it.
function(_treelize_is_open folder is_open_var)
  set(open ${CMAKE_CURRENT_SOURCE_DIR})
  while(open AND NOT open STREQUAL folder)
    get_property(open DIRECTORY ${open} PROPERTY PARENT_DIRECTORY)
  endwhile()
  if(open)
    set(${is_open_var} ON PARENT_SCOPE)
  else()
    set(${is_open_var} OFF PARENT_SCOPE)
  endif()
endfunction()

# What makes commands in `folder` makes them here, too. The folder's own place is no variable's:
# _treelize_copy_flags asks for it.
macro(_treelize_repeat_folder folder)
  get_directory_property(_treelize_names DIRECTORY ${folder} VARIABLES)
  list(FILTER _treelize_names INCLUDE REGEX "^CMAKE_.*(CXX|BUILD_TYPE|SYSROOT|OSX|SYSTEM_INCLUDE|NO_SYSTEM|INCLUDE_)")
  foreach(_treelize_name IN LISTS _treelize_names)
    get_directory_property(_treelize_value DIRECTORY ${folder} DEFINITION ${_treelize_name})
    set(${_treelize_name} "${_treelize_value}")
  endforeach()
  set(CMAKE_INCLUDE_CURRENT_DIR OFF)
  get_directory_property(_treelize_value DIRECTORY ${folder} COMPILE_DEFINITIONS)
  set_property(DIRECTORY PROPERTY COMPILE_DEFINITIONS "${_treelize_value}")
endmacro()

function(_treelize_add_recorder recorder target flags)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/treelize-flags/empty.cpp)
  if(NOT EXISTS ${source})
    file(WRITE ${source} "// Compiled by nobody: see TreelizeFlags.cmake.\n")
  endif()
  add_library(${recorder} OBJECT EXCLUDE_FROM_ALL ${source})
  set_target_properties(${recorder} PROPERTIES
    CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND};-DCOMPILER_ID=${CMAKE_CXX_COMPILER_ID};-P;${CMAKE_CURRENT_FUNCTION_LIST_DIR}/TreelizeRecordFlags.cmake;--"
    EXPORT_COMPILE_COMMANDS OFF
    UNITY_BUILD OFF
    INTERPROCEDURAL_OPTIMIZATION OFF
    COMPILE_WARNING_AS_ERROR OFF
    CXX_SCAN_FOR_MODULES OFF
    AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
  foreach(checker CLANG_TIDY CPPCHECK CPPLINT INCLUDE_WHAT_YOU_USE)
    set_property(TARGET ${recorder} PROPERTY CXX_${checker})
  endforeach()
  _treelize_copy_flags(${recorder} ${target} "${flags}")
endfunction()

function(_treelize_copy_flags recorder target flags)
  get_target_property(type ${target} TYPE)
  set(prefix)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(prefix INTERFACE_)
  endif()
  # Expressions see what the target has from the libraries that it links. The recorder links none of them: it
  # must not wait for their build, nor close a cycle of static libraries.
  _treelize_current_dirs(${target} INCLUDE_DIRECTORIES)
  foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS COMPILE_FEATURES INCLUDE_DIRECTORIES)
    set_property(TARGET ${recorder} PROPERTY ${property}
      ${${property}} "$<TARGET_PROPERTY:${target},${prefix}${property}>")
  endforeach()
  get_target_property(precompiled ${target} PRECOMPILE_HEADERS_REUSE_FROM)
  if(NOT precompiled)
    set(precompiled ${target})
  endif()
  set_property(TARGET ${recorder} PROPERTY
    PRECOMPILE_HEADERS "$<TARGET_PROPERTY:${precompiled},${prefix}PRECOMPILE_HEADERS>")
  # A variable may have been set after the target was made: what the target does not have, the recorder has not.
  foreach(property COMPILE_FLAGS CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS POSITION_INDEPENDENT_CODE
          DISABLE_PRECOMPILE_HEADERS)
    get_property(is_set TARGET ${target} PROPERTY ${property} SET)
    set(value)
    if(is_set)
      get_property(value TARGET ${target} PROPERTY ${property})
    endif()
    set_property(TARGET ${recorder} PROPERTY ${property} ${value})
  endforeach()
  set_property(TARGET ${recorder} APPEND PROPERTY COMPILE_OPTIONS ${flags})
  _treelize_export_macro(${target} ${type} macro)
  set_property(TARGET ${recorder} APPEND PROPERTY COMPILE_DEFINITIONS ${macro})

  # Folders among them that are searched by -isystem.
  set(system "$<TARGET_PROPERTY:${target},${prefix}SYSTEM_INCLUDE_DIRECTORIES>"
    "$<TARGET_PROPERTY:${target},INTERFACE_SYSTEM_INCLUDE_DIRECTORIES>")
  _treelize_system_targets(${target} linked)
  foreach(name IN LISTS linked)
    list(APPEND system "$<TARGET_PROPERTY:${name},INTERFACE_INCLUDE_DIRECTORIES>")
  endforeach()
  target_include_directories(${recorder} SYSTEM PRIVATE ${system})
endfunction()

# What CMAKE_INCLUDE_CURRENT_DIR adds in the target's folder, where that is another one: no property has it.
function(_treelize_current_dirs target dirs_var)
  get_target_property(source_dir ${target} SOURCE_DIR)
  get_target_property(binary_dir ${target} BINARY_DIR)
  get_directory_property(is_included DIRECTORY ${source_dir} DEFINITION CMAKE_INCLUDE_CURRENT_DIR)
  if(is_included AND NOT source_dir STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    set(${dirs_var} ${source_dir} ${binary_dir} PARENT_SCOPE)
  else()
    set(${dirs_var} "" PARENT_SCOPE)
  endif()
endfunction()

# What CMake defines for the sources of a target that exports symbols.
function(_treelize_export_macro target type macro_var)
  get_target_property(is_exporting ${target} ENABLE_EXPORTS)
  if(type MATCHES "^(SHARED|MODULE)_LIBRARY$" OR (type STREQUAL "EXECUTABLE" AND is_exporting))
    get_target_property(macro ${target} DEFINE_SYMBOL)
    if(NOT macro)
      string(MAKE_C_IDENTIFIER ${target}_EXPORTS macro)
    endif()
    set(${macro_var} ${macro} PARENT_SCOPE)
  else()
    set(${macro_var} "" PARENT_SCOPE)
  endif()
endfunction()

# The targets that `target` links, directly or by others, whose headers are the system's: imported ones, and
# those that are called so.
function(_treelize_system_targets target system_var)
  set(system)
  get_target_property(ignores_imported ${target} NO_SYSTEM_FROM_IMPORTED)
  _treelize_linked_targets(${target} linked)
  foreach(name IN LISTS linked)
    get_target_property(is_imported ${name} IMPORTED)
    get_target_property(is_system ${name} SYSTEM)
    if((is_system OR is_imported) AND NOT (is_imported AND ignores_imported) AND NOT name STREQUAL target)
      list(APPEND system ${name})
    endif()
  endforeach()
  set(${system_var} "${system}" PARENT_SCOPE)
endfunction()

# All targets that `target` links, directly or by others, as far as they are known in this folder. Names are
# looked for in generator expressions too, whatever their condition. A target may link itself by way of another.
function(_treelize_linked_targets target linked_var)
  set(seen)
  set(rest ${target})
  while(rest)
    list(POP_FRONT rest next)
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_property(links TARGET ${next} PROPERTY ${property})
      string(REGEX MATCHALL "[A-Za-z0-9_.+-]+(::[A-Za-z0-9_.+-]+)*" names "${links}")
      foreach(name IN LISTS names)
        if(NOT TARGET ${name})
          continue()
        endif()
        get_target_property(aliased ${name} ALIASED_TARGET)
        if(aliased)
          set(name ${aliased})
        endif()
        if(NOT name IN_LIST seen)
          list(APPEND seen ${name})
          list(APPEND rest ${name})
        endif()
      endforeach()
    endforeach()
  endwhile()
  set(${linked_var} "${seen}" PARENT_SCOPE)
endfunction()
