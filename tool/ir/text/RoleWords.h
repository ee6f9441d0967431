// The roles of variables as words.
#pragma once

#include "ir/IR.h"

#include <array>
#include <string_view>
#include <utility>

namespace treelize::ir {

using RoleWord = std::pair<std::string_view, Role>;

inline constexpr std::array<RoleWord, 6> roleWords = {{{"parameter", Role::Parameter},
                                                       {"member", Role::Member},
                                                       {"local", Role::Local},
                                                       {"result", Role::Result},
                                                       {"seed", Role::Seed},
                                                       {"shadow", Role::Shadow}}};

} // namespace treelize::ir
