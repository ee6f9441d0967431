#include "front/lower/expressions/Statics.h"

#include "analysis/Beginnings.h"
#include "analysis/ElementKeys.h"
#include "analysis/FilledOnce.h"
#include "analysis/KnownNumbers.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "ir/StructureExits.h"
#include "ir/Walk.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <span>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

bool ownsNumbers(const ir::Type& type) {
  return type.is(TypeKind::Vector) ? ownsNumbers(*type.element) : analysis::holdsNumbersOnly(type);
}

/// The statements that ask for the variable: do they mention nothing of the function but what is
/// static, and what they declare themselves?
class Asking : public RecursiveASTVisitor<Asking> {
public:
  explicit Asking(const VarDecl* flag) : flag_(flag) {}

  bool dependsOnConstants() const {
    return std::ranges::all_of(mentioned_,
                               [&](const VarDecl* local) { return declared_.contains(local); });
  }

  bool TraverseIfStmt(IfStmt* branch) {
    const bool outer = isInside_;
    isInside_ = isInside_ || mentions(branch->getCond());
    RecursiveASTVisitor::TraverseIfStmt(branch);
    isInside_ = outer;
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    if (isInside_)
      declared_.insert(variable);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    const auto* local = dyn_cast<VarDecl>(use->getDecl());
    if (isInside_ && local && local->isLocalVarDeclOrParm() && !local->isStaticLocal())
      mentioned_.insert(local);
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr*) {
    if (isInside_)
      mentioned_.insert(nullptr);
    return true;
  }

private:
  bool mentions(const Stmt* stmt) const {
    const auto* use = dyn_cast<DeclRefExpr>(stmt);
    return (use && use->getDecl() == flag_) ||
           std::ranges::any_of(stmt->children(),
                               [&](const Stmt* part) { return part && mentions(part); });
  }

  const VarDecl* flag_;
  bool isInside_ = false;
  std::set<const VarDecl*> declared_, mentioned_; // for look-ups only
};

bool fillsFromConstants(const VarDecl* flag) {
  const auto* function = dyn_cast<FunctionDecl>(flag->getDeclContext());
  if (!function || !function->hasBody())
    return false;
  Asking asking(flag);
  asking.TraverseStmt(function->getBody());
  return asking.dependsOnConstants();
}

/// Those that may say whether something has been filled, and how the program begins with them.
std::map<ir::VarId, std::int64_t> flagsOf(const Lowering& l) {
  std::map<ir::VarId, std::int64_t> flags;
  const analysis::KnownNumbers numbers(l.kernel);
  for (const ir::Stmt& stmt : l.globals) {
    const auto* local = std::get_if<ir::Declare>(&stmt.node);
    const auto known = local ? l.statics.find(local->var) : l.statics.end();
    if (known == l.statics.end() || !fillsFromConstants(known->second))
      continue;
    if (local->value)
      if (const std::optional<std::int64_t> number = numbers.of(*local->value))
        flags[local->var] = *number;
  }
  return flags;
}

/// A loop whose iterations share such a variable stays serial in the derivatives.
void keepSerial(ir::Block& block, const std::set<ir::VarId>& statics) {
  for (ir::Stmt& stmt : block) {
    auto* loop = std::get_if<ir::For>(&stmt.node);
    if (loop && loop->parallel &&
        std::ranges::any_of(statics, [&](ir::VarId var) { return ir::mentions(loop->body, var); }))
      loop->parallel->problem = "iterations that write a static variable";
    for (ir::Block* inner : ir::blocks(stmt))
      keepSerial(*inner, statics);
  }
}

ir::ExprRef zeroOf(const ir::TypeRef& type) {
  if (type->is(TypeKind::Bool))
    return ir::boolean(false);
  return type->is(TypeKind::Integer) ? ir::integer(0, type) : ir::real(0, type);
}

} // namespace

/// A static variable of a function becomes a variable of the kernel, which no call of the kernel
/// leaves to the next: `refuseStatics` sees to it that nobody can tell.
Value writtenStatic(Lowering& l, const VarDecl* variable, SourceLocation where) {
  const std::string what = "the static variable '" + variable->getNameAsString() + "'";
  if (l.ownFrames > 0)
    l.notYet(where, what + " in a recursive function", "pass it as a parameter");
  const ir::TypeRef type = l.types.of(variable->getType());
  if (!ownsNumbers(*type) || dissolves(l, variable->getType()))
    l.notYet(where, what + ", which is written and is no number and no array or vector of numbers,",
             "pass it as a parameter");
  const Slot slot{variable->getNameAsString(), variable->getType(), variable->getLocation()};
  ir::Block beginning = l.collect(
      [&] { l.bindings[variable] = initialized(l, slot, variable->getAnyInitializer()); });
  for (ir::Stmt& stmt : beginning)
    if (auto* local = std::get_if<ir::Declare>(&stmt.node); local && type->isScalar())
      if (!local->value)
        local->value = zeroOf(type);
  std::ranges::move(beginning, std::back_inserter(l.globals));
  const ir::Place place = placeFor(l, l.bindings.at(variable), where);
  l.statics[place.base] = variable;
  return place;
}

void refuseStatics(Lowering& l) {
  if (l.statics.empty())
    return;
  std::set<ir::VarId> statics;
  for (const auto& [var, variable] : l.statics)
    statics.insert(var);
  ir::Kernel structured = l.kernel;
  ir::structureExits(structured);
  const std::set<const ir::Stmt*> filled =
      analysis::findFilledOnce(structured, l.globals, statics, flagsOf(l));
  for (const auto& [var, variable] : l.statics) {
    const std::optional<Location> read = analysis::readOfBeginning(structured, var, filled);
    if (!read)
      continue;
    l.sink.report(Diag::static_of_calls, *read, {variable->getNameAsString()}, l.wayHere());
    throw Refused();
  }
  keepSerial(l.kernel.body, statics);
}

} // namespace treelize::front
