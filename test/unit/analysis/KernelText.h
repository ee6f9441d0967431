// Kernels, and what is in them, from text: see docs/design/kernel-language.md.
#pragma once

#include "ir/Walk.h"
#include "ir/text/Read.h"
#include "ir/text/ReadExpr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace treelize::test {

inline ir::Kernel kernelOf(std::string_view text) {
  auto parsed = ir::parse(text);
  if (const auto* problem = std::get_if<ir::TextProblem>(&parsed)) {
    ADD_FAILURE() << problem->line << ':' << problem->column << ": " << problem->what;
    return {};
  }
  return std::get<std::vector<ir::Kernel>>(parsed).at(0);
}

/// The first variable of this name.
inline ir::VarId variable(const ir::Kernel& kernel, const std::string& name) {
  const auto found = std::ranges::find(kernel.variables, name, &ir::Variable::name);
  if (found == kernel.variables.end())
    throw std::invalid_argument("no variable " + name);
  return {static_cast<unsigned>(found - kernel.variables.begin())};
}

/// An expression over the kernel's variables, alive or not.
inline ir::ExprRef exprOf(const ir::Kernel& kernel, std::string_view text) {
  ir::TypeReader types;
  ir::Scanner line(text, 1, 1);
  const ir::ExprReader reader(kernel, types,
                              [&](const std::string& name) { return variable(kernel, name); });
  return reader.expr(line, nullptr);
}

inline ir::Place placeOf(const ir::Kernel& kernel, std::string_view text) {
  return std::get<ir::Load>(exprOf(kernel, text)->node).place;
}

/// The loop whose counter has this name.
inline const ir::For& loopOver(const ir::Kernel& kernel, const std::string& counter) {
  const ir::For* found = nullptr;
  ir::forEachStmt(kernel.body, [&](const ir::Stmt& stmt) {
    if (const auto* loop = std::get_if<ir::For>(&stmt.node);
        loop && kernel[loop->counter].name == counter)
      found = loop;
  });
  if (!found)
    throw std::invalid_argument("no loop over " + counter);
  return *found;
}

} // namespace treelize::test
