// Expressions of Eigen's that are objects like any other until somebody wants their value: then
// their `evalTo` writes it into a matrix. `m.exp()` is one.
#include "front/lower/calls/Calls.h"
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"

#include "clang/AST/DeclTemplate.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;

namespace {

/// The method of that name which stands nearest to the class.
const NamedDecl* memberNamed(const CXXRecordDecl* record, llvm::StringRef name) {
  for (const Decl* decl : record->decls())
    if (const auto* named = dyn_cast<NamedDecl>(decl);
        named && named->getDeclName().isIdentifier() && named->getName() == name)
      return named;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* of = base.getType()->getAsCXXRecordDecl(); of && of->hasDefinition())
      if (const NamedDecl* inherited = memberNamed(of->getDefinition(), name))
        return inherited;
  return nullptr;
}

/// `evalTo` as it writes into a matrix.
const FunctionDecl* writerOf(const CXXRecordDecl* record) {
  const auto* pattern = dyn_cast_or_null<FunctionTemplateDecl>(memberNamed(record, "evalTo"));
  if (pattern)
    for (const FunctionDecl* instance : pattern->specializations())
      if (instance->getNumParams() == 1 &&
          libraryOf(instance->getParamDecl(0)->getType()) == Library::matrix)
        return instance;
  return nullptr;
}

ExprRef extentNamed(Lowering& l, const Value& object, const CXXRecordDecl* record,
                    llvm::StringRef name, SourceLocation where) {
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(memberNamed(record, name));
  if (!method)
    l.notYet(where, "an expression of Eigen's without extents", "assign it to a matrix");
  const Value extent =
      inlineCall(l, method, [&object] { return object; }, std::vector<Argument>(), where);
  return l.frozen(asIndex(loaded(l, extent, where)));
}

} // namespace

std::optional<MatrixExpr> rotationMatrix(Lowering& l, const Expr* expr) {
  const CXXRecordDecl* record = expr->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || !isPlainOfEigen(record))
    return std::nullopt;
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(
      memberNamed(record->getDefinition(), "toRotationMatrix"));
  if (!method)
    return std::nullopt;
  const SourceLocation where = expr->getExprLoc();
  const Value made = inlineCall(
      l, method, [&l, expr]() -> Value { return expr->isGLValue() ? glvalue(l, expr) : value(l, expr); },
      std::vector<Argument>(), where);
  return matrixAt(l, l.frozen(placeFor(l, made, where)), toLocation(where));
}

bool isReturnedByValue(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && isPlainOfEigen(record) &&
         memberNamed(record->getDefinition(), "evalTo");
}

std::optional<MatrixExpr> returnedMatrix(Lowering& l, const Expr* expr) {
  if (!isReturnedByValue(expr->getType()))
    return std::nullopt;
  const SourceLocation where = expr->getExprLoc();
  const CXXRecordDecl* record =
      expr->getType().getNonReferenceType()->getAsCXXRecordDecl()->getDefinition();
  const FunctionDecl* writer = writerOf(record);
  if (!writer)
    l.notYet(where, "'" + record->getNameAsString() + "' of Eigen", "assign it to a matrix");
  const Value object = l.frozen(expr->isGLValue() ? glvalue(l, expr) : value(l, expr));
  const ir::TypeRef type = l.types.of(writer->getParamDecl(0)->getType().getNonReferenceType());
  std::vector<ExprRef> extents;
  if (!ir::hasFixedSize(*type)) {
    if (type->rows != 1)
      extents.push_back(extentNamed(l, object, record, "rows", where));
    if (type->columns != 1)
      extents.push_back(extentNamed(l, object, record, "cols", where));
  }
  const Location at = toLocation(where);
  const ir::VarId result = l.addLocal("result", type, {}, at);
  l.emit(ir::declare(
      result, extents.empty() ? nullptr : ir::construct(type, std::move(extents), at), at));
  inlineCall(
      l, writer, [&object] { return object; },
      std::vector<Argument>{{nullptr, l.placeOf(result), where}}, where);
  l.markStable(result);
  return matrixAt(l, l.placeOf(result), at);
}

} // namespace treelize::front
