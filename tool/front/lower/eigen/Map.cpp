// Coefficients that lie in an array of somebody else: Eigen::Map over a pointer, Ref to a matrix,
// `x.data()`.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/types/Specialization.h"
#include "ir/Literals.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;

namespace {

constexpr std::int64_t dynamic = -1;

std::vector<const Expr*> givenArguments(const CXXConstructExpr* made) {
  std::vector<const Expr*> arguments;
  for (const Expr* argument : made->arguments())
    if (!isa<CXXDefaultArgExpr>(argument))
      arguments.push_back(argument);
  return arguments;
}

/// The object that an expression makes, through conversions and copies of temporaries; null if it
/// has a name.
const CXXConstructExpr* construction(const Expr* expr) {
  while (true) {
    expr = bare(expr);
    if (const auto* cast = dyn_cast<CastExpr>(expr)) {
      expr = cast->getSubExpr();
      continue;
    }
    const auto* made = dyn_cast<CXXConstructExpr>(expr);
    if (!made || !made->getConstructor()->isCopyOrMoveConstructor())
      return made;
    expr = made->getArg(0);
  }
}

/// Stride<outer, inner>, OuterStride<outer>, InnerStride<inner>: numbers of the type, and in their
/// order those that are given when the program runs. Zero: what the shape says.
struct Strides {
  ExprRef outer, inner;
};

Strides stridesOf(Lowering& l, QualType type, const Expr* given, SourceLocation where) {
  const ClassTemplateSpecializationDecl* stride = specializationOf(type);
  const llvm::StringRef name = stride ? stride->getName() : "";
  const auto number = [&](unsigned index) { return integerArgument(stride, index); };
  std::int64_t outer = 0, inner = 0;
  if (name == "Stride") {
    outer = number(0);
    inner = number(1);
  } else if (name == "OuterStride" || name == "InnerStride") {
    (name == "OuterStride" ? outer : inner) = number(0);
  } else {
    l.notYet(where, "a Map with strides of a class of its own",
             "use Stride, OuterStride or InnerStride");
  }
  const CXXConstructExpr* made = given ? construction(given) : nullptr;
  if (given && !made)
    l.notYet(where, "a Map whose strides have a name", "write them into its constructor");
  const std::vector<const Expr*> arguments =
      made ? givenArguments(made) : std::vector<const Expr*>();
  const auto strideOf = [&](std::int64_t known, std::size_t position) {
    return known != dynamic              ? extentOf(known)
           : position < arguments.size() ? indexOf(l, arguments[position])
                                         : extentOf(0);
  };
  Strides result;
  result.outer = strideOf(outer, 0);
  result.inner = strideOf(inner, name == "Stride" ? 1 : 0);
  return result;
}

bool isZero(const ExprRef& number) {
  return knownValue(number) == 0;
}

/// (count - 1) * stride, where that is known.
std::optional<std::int64_t> reach(const ExprRef& count, const ExprRef& stride) {
  const auto n = knownValue(count), step = knownValue(stride);
  return n && step ? std::optional((*n - 1) * *step) : std::nullopt;
}

/// `PlainObject` is the matrix type that a Map is a map of.
Layout layoutOf(Lowering& l, const ClassTemplateSpecializationDecl* plainObject,
                const ExprRef& start, const ExprRef& rows, const ExprRef& columns,
                const Strides& strides, SourceLocation where) {
  const bool isVector =
      integerArgument(plainObject, 1) == 1 || integerArgument(plainObject, 2) == 1;
  Layout layout{start ? l.frozen(start) : extentOf(0),     nullptr, nullptr, rows, columns, nullptr,
                (integerArgument(plainObject, 3) & 1) != 0};
  layout.inner = isZero(strides.inner) ? extentOf(1) : strides.inner;
  const ExprRef& length = layout.isRowwise ? columns : rows;
  const bool isDense = isOne(layout.inner) && isZero(strides.outer);
  if (!isVector && isZero(strides.outer) && !isOne(layout.inner))
    l.notYet(where, "a Map of a matrix with an inner stride and no outer one",
             "give both: Eigen::Stride<outer, inner>");
  layout.outer = isZero(strides.outer) ? length : strides.outer;
  const auto inner = reach(isVector ? scaled(rows, columns) : length, layout.inner),
             outer = isVector ? 0 : reach(layout.isRowwise ? rows : columns, layout.outer);
  if (isDense)
    layout.span = l.frozen(scaled(rows, columns));
  else if (inner && outer)
    layout.span = extentOf(*inner + *outer + 1);
  return layout;
}

/// &x
bool isNumber(const View& pointer) {
  return pointer.base.type && pointer.isObject && pointer.base.type->isScalar() &&
         pointer.others.empty() && (!pointer.offset || ir::isZero(*pointer.offset));
}

/// Map<const Vector3d>(p), Map<VectorXd>(p, n), Map<MatrixXd>(p, rows, columns), each with strides
/// behind.
MatrixExpr mapOf(Lowering& l, const CXXConstructExpr* made) {
  const SourceLocation where = made->getExprLoc();
  const ClassTemplateSpecializationDecl* type = specializationOf(made->getType());
  const QualType plain = typeArgument(type, 0);
  if (libraryOf(plain) != Library::matrix)
    l.notYet(where, "a Map of '" + l.types.qualifiedName(plain->getAsCXXRecordDecl()) + "'",
             "map a matrix or a vector");
  const ClassTemplateSpecializationDecl* plainObject = specializationOf(plain);
  std::vector<const Expr*> arguments = givenArguments(made);
  const View pointer = l.frozen(view(l, arguments[0]));
  const bool isArray = pointer.base.type && !pointer.isObject && pointer.others.empty() &&
                       !pointer.heap && !pointer.column && !pointer.target;
  const bool isOfNumbers =
      isArray && pointer.base.type->element && pointer.base.type->element->isScalar();
  if (!isOfNumbers && !isNumber(pointer))
    l.notYet(where, "a Map over a pointer that may point into several arrays, or into none",
             "let it point into one array of numbers");
  arguments.erase(arguments.begin());
  const bool hasStride =
      !arguments.empty() && !arguments.back()->getType()->isIntegralOrUnscopedEnumerationType();
  const Expr* stride = hasStride ? arguments.back() : nullptr;
  if (hasStride)
    arguments.pop_back();
  std::int64_t rows = integerArgument(plainObject, 1), columns = integerArgument(plainObject, 2);
  std::vector<ExprRef> extents;
  for (const Expr* argument : arguments)
    extents.push_back(indexOf(l, argument));
  const auto extent = [&](std::int64_t known, std::size_t position) {
    return known != dynamic ? extentOf(known) : extents.at(std::min(position, extents.size() - 1));
  };
  const ExprRef height = extent(rows, 0), width = extent(columns, 1);
  if (!isOfNumbers && !(isOne(height) && isOne(width)))
    l.notYet(where, "a Map of several coefficients over a single number", "map an array");
  const Strides strides = stridesOf(l, typeArgument(type, 2), stride, where);
  auto layout = std::make_shared<Layout>(
      layoutOf(l, plainObject, pointer.offset, height, width, strides, where));
  return mappedMatrix(l, pointer.base, std::move(layout), toLocation(where));
}

/// Ref<const T> keeps a copy of what does not lie in memory as T does. Its constructor says by a
/// tag whether it may refer.
bool keepsCopy(const CXXConstructorDecl* constructor) {
  class Finder : public RecursiveASTVisitor<Finder> {
  public:
    bool found = false;
    bool VisitCXXConstructExpr(CXXConstructExpr* tag) {
      found = found || tag->getType()->getAsCXXRecordDecl()->getName() == "false_type";
      return !found;
    }
    bool VisitInitListExpr(InitListExpr* tag) {
      const CXXRecordDecl* record = tag->getType()->getAsCXXRecordDecl();
      found = found || (record && record->getName() == "false_type");
      return !found;
    }
    bool VisitCXXScalarValueInitExpr(CXXScalarValueInitExpr* tag) {
      const CXXRecordDecl* record = tag->getType()->getAsCXXRecordDecl();
      found = found || (record && record->getName() == "false_type");
      return !found;
    }
  };
  const FunctionDecl* definition = nullptr;
  if (!constructor->hasBody(definition))
    return true;
  Finder finder;
  finder.TraverseStmt(definition->getBody());
  return finder.found;
}

/// Block<M, 3, 3>(m, i, j), Block<M>(m, i, j, rows, columns)
MatrixExpr blockObject(Lowering& l, const CXXConstructExpr* made,
                       const std::vector<const Expr*>& arguments) {
  const ClassTemplateSpecializationDecl* type = specializationOf(made->getType());
  const MatrixExpr m = readable(l, matrixOf(l, arguments[0]), toLocation(made->getExprLoc()));
  std::vector<ExprRef> numbers;
  for (std::size_t i = 1; i < arguments.size(); ++i)
    numbers.push_back(indexOf(l, arguments[i]));
  if (numbers.size() == 2)
    for (unsigned i : {1U, 2U})
      numbers.push_back(extentOf(integerArgument(type, i)));
  return blockOf(l, m, {numbers[0], numbers[1], numbers[2], numbers[3]},
                 toLocation(made->getExprLoc()));
}

} // namespace

ExprRef positionIn(Lowering& l, const Layout& layout, const ExprRef& i, const ExprRef& j) {
  const ExprRef &near = layout.isRowwise ? j : i, &far = layout.isRowwise ? i : j;
  return plus(l, layout.start, plus(l, scaled(far, layout.outer), scaled(near, layout.inner)));
}

MatrixExpr constructedView(Lowering& l, const CXXConstructExpr* made) {
  const std::vector<const Expr*> arguments = givenArguments(made);
  const llvm::StringRef name = made->getType()->getAsCXXRecordDecl()->getName();
  const CXXConstructorDecl* constructor = made->getConstructor();
  if (name == "Map" && !constructor->isCopyOrMoveConstructor())
    return mapOf(l, made);
  if (name == "Block" && (arguments.size() == 3 || arguments.size() == 5))
    return blockObject(l, made, arguments);
  const bool refers = name == "Ref" || constructor->isCopyOrMoveConstructor();
  if (!refers || arguments.size() != 1 || !isMatrixLike(arguments[0]->getType()))
    l.notYet(made->getExprLoc(), "this constructor of Eigen's '" + name.str() + "'",
             "use a method of the matrix");
  MatrixExpr e = matrixOf(l, arguments[0]);
  const auto* target = name == "Ref" ? specializationOf(made->getType()) : nullptr;
  const bool isConst = target && typeArgument(target, 0).isConstQualified();
  if (isConst && !constructor->isCopyOrMoveConstructor() &&
      (!e.isNamed || keepsCopy(constructor))) {
    e = materialised(l, e, "copy", toLocation(made->getExprLoc()));
    e.isNamed = true;
  }
  e.whole.reset();
  return e;
}

std::optional<Value> dataCall(const EigenCall& call) {
  if (call.name != "data" || !call.object || !call.arguments.empty())
    return std::nullopt;
  const MatrixExpr e = matrixOf(call.l, call.object);
  const QualType object = withoutCasts(call.object)->getType();
  const ClassTemplateSpecializationDecl* type = specializationOf(object);
  const bool isPlain = e.whole && libraryOf(object) == Library::matrix;
  if (isPlain && (integerArgument(type, 3) & 1) == 0)
    return View{*e.whole, nullptr, nullptr};
  if (isPlain && (e.whole->type->rows == 1 || e.whole->type->columns == 1))
    return View{*e.whole, nullptr, nullptr};
  if (!e.isNamed || e.reads.size() != 1 || !e.reads[0].layout || e.reads[0].row ||
      e.reads[0].column)
    call.refuse();
  return View{e.reads[0].matrix, e.reads[0].layout->start, nullptr};
}

} // namespace treelize::front
