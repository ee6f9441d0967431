// The levels of a static walk that loop: sequences, maps, optionals. Each has
//   check(path, a...)                 throws where lengths, keys or presence do not go together
//   for_each(call, a...)              call(arg_list<...>, part...) for every element of the result
//   for_each_frame(path, call, a...)  the same with the element's place, for nested checks
//   collect<Target>(make, a...)       a container of what make(arg_list<...>, part...) gives
#pragma once

#include "treelize/detail/walk/mapping_level.hpp"
#include "treelize/detail/walk/optional_level.hpp"
#include "treelize/detail/walk/sequence_level.hpp"
