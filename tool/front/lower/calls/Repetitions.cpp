#include "front/lower/calls/Repetitions.h"

#include "clang/AST/DeclCXX.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

// Nothing that people write as one program comes near it; a function of a library of special functions,
// which calls others in each of its cases, soon has ten times as many.
constexpr std::size_t largeKernel = 1000;
// Of which a function must be worth this share.
constexpr std::size_t worthwhile = 40;

/// A number, a pointer to some, or an object without members that stands for a choice.
bool isPlainArgument(const ParmVarDecl* parameter) {
  QualType type = parameter->getType().getNonReferenceType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return type->isArithmeticType() || type->isEnumeralType() ||
         (record && record->hasDefinition() && record->isEmpty());
}

bool mayStayCall(const FunctionDecl* function) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return function->getDeclName().isIdentifier() && !(method && method->isInstance()) &&
         function->getReturnType()->isArithmeticType() &&
         std::ranges::all_of(function->parameters(), isPlainArgument);
}

std::size_t saving(const Repetition& repetition) {
  return repetition.times < 2 ? 0 : repetition.variables - repetition.variables / repetition.times;
}

} // namespace

void noteRepetition(Repetitions& repetitions, const FunctionDecl* function, std::size_t variables) {
  const std::size_t order = repetitions.size();
  Repetition& repetition =
      repetitions.try_emplace(function->getCanonicalDecl(), Repetition{.order = order}).first->second;
  ++repetition.times;
  repetition.variables += variables;
}

std::size_t sizeOf(const ir::Kernel& kernel) {
  std::size_t size = kernel.variables.size();
  for (const ir::Function& function : kernel.functions)
    size += function.as ? function.as->variables.size() : 0;
  return size;
}

const FunctionDecl* mostRepeated(const ir::Kernel& kernel, const Repetitions& repetitions,
                                 const std::set<const FunctionDecl*>& tried) {
  const std::size_t size = sizeOf(kernel);
  if (size < largeKernel)
    return nullptr;
  const FunctionDecl* found = nullptr;
  Repetition most;
  for (const auto& [function, repetition] : repetitions) {
    const std::size_t less = saving(repetition);
    const bool isMore = less > saving(most) || (less == saving(most) && repetition.order < most.order);
    if (less > size / worthwhile && isMore && !tried.contains(function) && mayStayCall(function)) {
      found = function;
      most = repetition;
    }
  }
  return found;
}

} // namespace treelize::front
