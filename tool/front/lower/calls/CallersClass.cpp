// Virtual calls of objects that the caller made: the classes before the kernel are asked for, one
// by one.
#include "ClangCompat.h"
#include "front/DerivedClasses.h"
#include "front/lower/CallersObjects.h"
#include "front/lower/calls/Dispatch.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/statements/Statements.h"
#include "ir/Intrinsics.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

bool isCallers(const Lowering& l, const ir::Place& place) {
  const ir::Role role = l.kernel[place.base].role;
  return role == ir::Role::Parameter || role == ir::Role::Member;
}

/// Nobody knows which members it has.
bool isConstant(const Lowering& l, const ir::Place& place) {
  return l.kernel[place.base].nondiff || place.type->is(ir::TypeKind::Opaque);
}

} // namespace

std::optional<Value> callOfCallers(Lowering& l, const CXXMethodDecl* method, const Value& object,
                                   const std::vector<Argument>& given, SourceLocation where) {
  const auto* place = std::get_if<ir::Place>(&object);
  if (!place || !isCallers(l, *place))
    return std::nullopt;
  const bool isKnown = !isConstant(l, *place);
  if (!isKnown && !method->isConst())
    return std::nullopt;
  const CXXRecordDecl* known = l.types.classOf(*place->type);
  const std::vector<const CXXRecordDecl*> classes = concreteClasses(
      known ? known : method->getParent(), l.ast, l.frames.front().function->getLocation());
  const bool hasParts = ir::mayBeDerived(*place->type);
  const auto isReached = [&](const CXXRecordDecl* record) { return hasParts || record == known; };
  if (classes.empty() || (isKnown && !std::ranges::all_of(classes, isReached)))
    return std::nullopt;
  const Location at = toLocation(where);
  const std::vector<Argument> arguments =
      evaluatedNumbers(l, given, method->getType()->castAs<FunctionProtoType>()->getParamTypes());
  const ir::Place itself = l.frozen(*place);
  const ir::ExprRef whole = ir::load(itself, at);
  std::vector<Alternative> alternatives;
  ir::ExprRef isNone;
  for (const CXXRecordDecl* record : classes) {
    const QualType type = compat::typeOf(l.ast, record);
    const std::string name = l.types.of(type)->spelling;
    const auto* overrider =
        const_cast<CXXMethodDecl*>(method)->getCorrespondingMethodInClass(record);
    ir::ExprRef isThis =
        l.keep(ir::intrinsic(ir::Intrinsic::is_exactly, name, {whole}, ir::boolType(), at),
               "is_" + record->getNameAsString());
    isNone = isNone ? ir::apply(ir::Op::land_, {isNone, ir::logicalNot(isThis)}, ir::boolType(), at)
                    : ir::logicalNot(isThis);
    const Value self =
        isKnown ? Value(asDerived(l.types, itself, type))
                : ConstantObject{"static_cast<const " + name + "&>($0)", {whole}, l.types.of(type)};
    alternatives.push_back({isThis, [&l, overrider, self, &arguments, where] {
                              return inlineCall(
                                  l, overrider, [self] { return self; }, arguments, where);
                            }});
  }
  ir::If unknown{std::move(isNone), {}, {}};
  unknown.thenBlock.push_back(
      {at, ir::Abandon{"throw std::invalid_argument(\"an object of a class that was unknown when "
                       "its derivative was generated\")"}});
  l.emit({at, std::move(unknown)});
  return dispatched(l, {valueName(method), method->getReturnType(), where}, alternatives);
}

} // namespace treelize::front
