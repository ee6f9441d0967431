#include "Lower.h"

#include "Diagnostics.h"
#include "analysis/LeftOut.h"
#include "front/Session.h"
#include "front/lower/Lowering.h"
#include "front/lower/types/TypeModel.h"
#include "front/read/KernelsOfOthers.h"
#include "front/read/ReadKernelSignature.h"
#include "ir/Walk.h"

#include "clang/AST/Decl.h"

#include <set>

namespace treelize {

namespace {

/// What a kernel does and reads beside its arguments.
struct Surroundings {
  std::size_t steps = 0;
  std::set<std::string> globals;
  friend bool operator==(const Surroundings&, const Surroundings&) = default;
};

Surroundings surroundingsOf(const ir::Kernel& kernel) {
  Surroundings result;
  const auto add = [&](const ir::Kernel& part) {
    ir::forEachStmt(part.body, [&](const ir::Stmt& stmt) {
      result.steps += std::holds_alternative<ir::Perform>(stmt.node);
    });
    for (const ir::Variable& variable : part.variables)
      if (ir::isGlobal(variable))
        result.globals.insert(variable.name);
  };
  add(kernel);
  for (const ir::Function& function : kernel.functions)
    add(*function.as);
  return result;
}

} // namespace

FunctionRules::FunctionRules(front::Session& session, const front::Annotations& annotations,
                             front::TypeModel& types)
    : context_{session.ast(), types,
               [&annotations](const clang::Decl* decl) {
                 return front::isConstant(annotations, decl);
               }},
      annotations_(annotations), users_(front::readRules(session, context_, annotations)) {}

const front::Rule* FunctionRules::ofUser(const clang::FunctionDecl* function) const {
  const auto found = users_.find(function->getCanonicalDecl());
  if (found == users_.end())
    return nullptr;
  if (found->second.isRefused)
    throw front::Refused(); // which has been said at the rule
  return &found->second;
}

const front::Rule* FunctionRules::ofKernel(const clang::FunctionDecl* function) {
  const auto [known, isNew] = kernels_.try_emplace(function->getCanonicalDecl());
  if (isNew)
    known->second = front::ruleOfKernel(context_, annotations_, function);
  return known->second ? &*known->second : nullptr;
}

std::optional<Lowered> lower(front::Session& session, front::TypeModel& types,
                             const clang::FunctionDecl* function, front::LowerOptions options,
                             FunctionRules& rules) {
  bool asksKernels = false;
  const auto lowerBy = [&](auto ruleOf, DiagnosticSink& sink) {
    options.ruleOf = ruleOf;
    return front::lowerKernel(session.ast(), types, function, options, sink);
  };
  HeldDiagnostics said, saidOfWhole;
  auto kernel = lowerBy(
      [&](const clang::FunctionDecl* callee) {
        if (const front::Rule* own = rules.ofUser(callee))
          return own;
        const front::Rule* others = rules.ofKernel(callee);
        asksKernels = asksKernels || others;
        return others;
      },
      said);
  if (!asksKernels) {
    said.tell(session.sink());
    return kernel ? std::optional(Lowered{*std::move(kernel), {}}) : std::nullopt;
  }
  if (kernel && analysis::losesArguments(*kernel))
    kernel.reset();
  auto whole = lowerBy(
      [&](const clang::FunctionDecl* callee) { return rules.ofUser(callee); }, saidOfWhole);
  const bool isWhole = whole || !kernel;
  (isWhole ? saidOfWhole : said).tell(session.sink());
  if (whole && kernel && surroundingsOf(*whole) == surroundingsOf(*kernel))
    return Lowered{*std::move(kernel), std::move(whole)};
  std::optional<ir::Kernel>& only = isWhole ? whole : kernel;
  return only ? std::optional(Lowered{*std::move(only), {}}) : std::nullopt;
}

} // namespace treelize
