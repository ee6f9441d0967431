// The functions of a kernel that stay calls.
#pragma once

#include "ir/IR.h"

#include "clang/AST/Decl.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace treelize::front {

/// Every function that stays a call, by its declaration and the closures that it was lowered for.
struct FunctionTable {
  std::map<std::vector<const void*>, std::size_t> known; // for look-ups only
  std::set<const clang::Decl*> recursive;                // for look-ups only
  std::deque<ir::Function> functions; // one may be added while another is at hand

  std::string freeName(const clang::FunctionDecl* function) const {
    return freeName(function->getDeclName().isIdentifier() ? function->getNameAsString()
                                                           : "recursive");
  }
  std::string freeName(const std::string& wish) const {
    std::string name = wish;
    for (unsigned next = 2; std::ranges::count(functions, name, &ir::Function::name) > 0; ++next)
      name = wish + std::to_string(next);
    return name;
  }
};

} // namespace treelize::front
