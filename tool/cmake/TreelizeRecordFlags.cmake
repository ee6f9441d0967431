# A compiler launcher that compiles nothing. Called as
#
#   cmake -DCOMPILER_ID=GNU -P TreelizeRecordFlags.cmake -- g++ -O2 ... -o x.o -c x.cpp
#
# it notes the command in compile_commands.json beside x.o, which it makes as an empty file, and in
# predefined-macros.h what the compiler predefines with these flags. A precompiled header is only made as an
# empty file.
function(quote text quoted_var)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n" text "${text}")
  string(REPLACE "\t" "\\t" text "${text}")
  set(${quoted_var} "\"${text}\"" PARENT_SCOPE)
endfunction()

# The tool reads the standard library of this GCC, not of the newest that it finds.
function(gcc_flag compiler flag_var)
  set(${flag_var} "" PARENT_SCOPE)
  execute_process(COMMAND "${compiler}" -print-file-name=include
    OUTPUT_VARIABLE include OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(IS_ABSOLUTE "${include}")
    cmake_path(GET include PARENT_PATH folder)
    quote("--gcc-install-dir=${folder}" quoted)
    set(${flag_var} ", ${quoted}" PARENT_SCOPE)
  endif()
endfunction()

# `g++ -O2 ... -dM -E` without what is about files and what the command line defines itself.
function(write_predefined_macros file)
  set(command)
  set(skips_next OFF)
  foreach(i RANGE ${first} ${last})
    string(REPLACE ";" "\\;" argument "${CMAKE_ARGV${i}}")
    if(skips_next)
      set(skips_next OFF)
    elseif(argument MATCHES "^-(o|MT|MF|include|imacros|isystem|D|U|Xclang)$")
      set(skips_next ON)
    elseif(NOT argument MATCHES "^-([cDUI]|MM?D$|include)" AND i LESS last)
      list(APPEND command "${argument}")
    endif()
  endforeach()
  execute_process(COMMAND ${command} -dM -E -x c++ /dev/null OUTPUT_FILE "${file}" ERROR_QUIET)
endfunction()

set(first 5)
math(EXPR last "${CMAKE_ARGC} - 1")
set(command)
set(object)
foreach(i RANGE ${first} ${last})
  set(argument "${CMAKE_ARGV${i}}")
  quote("${argument}" quoted)
  string(APPEND command ", ${quoted}")
  if(i EQUAL first AND COMPILER_ID STREQUAL "GNU")
    gcc_flag("${argument}" flag)
    string(APPEND command "${flag}")
  endif()
  if(previous STREQUAL "-o")
    set(object "${argument}")
  endif()
  set(previous "${argument}")
endforeach()
string(SUBSTRING "${command}" 2 -1 command)

if(NOT object MATCHES "/cmake_pch[^/]*$")
  cmake_path(GET object PARENT_PATH folder)
  quote("${CMAKE_CURRENT_BINARY_DIR}" directory)
  quote("${argument}" source)
  file(WRITE "${folder}/compile_commands.json"
    "[{\"directory\": ${directory}, \"file\": ${source}, \"arguments\": [${command}]}]\n")
  write_predefined_macros("${folder}/predefined-macros.h")
endif()
file(TOUCH "${object}")
