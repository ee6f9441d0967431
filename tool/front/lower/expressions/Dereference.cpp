// Arithmetic on pointers and what they lead to: elements of a container, or a single object, which
// is an array of one. Whoever follows a pointer behind that is told so, when it is read or when it
// runs.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/PointerBases.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "ir/Literals.h"

#include "llvm/Support/Path.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;

View advanced(Lowering& l, View view, ir::ExprRef by) {
  view.offset = sum(l, std::move(view.offset), std::move(by));
  return view;
}

View retreated(Lowering& l, View view, const ir::ExprRef& by) {
  view.offset = difference(l, view.offset, by);
  return view;
}

bool mayBeBehind(const View& view) {
  return view.isObject && view.offset && !ir::isZero(*view.offset);
}

View stepped(Lowering& l, const View& view, const ir::ExprRef& by, bool isForward,
             SourceLocation where) {
  if ((view.heap || view.target) && !ir::isZero(*by))
    l.notYet(where, "arithmetic on a pointer to a single object",
             "point into an array, or at the object alone");
  return isForward ? advanced(l, view, by) : retreated(l, view, by);
}

/// `lib.hpp:7`
static std::string shortPlace(const SourceManager& sources, SourceLocation where) {
  const PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(where));
  return place.isInvalid() ? ""
                           : llvm::sys::path::filename(place.getFilename()).str() + ":" +
                                 std::to_string(place.getLine());
}

/// Of a single object there is no element but the first.
static void refuseArithmetic(Lowering& l, const ir::ExprRef& index, SourceLocation where) {
  const auto* literal = index ? std::get_if<ir::Literal>(&index->node) : nullptr;
  if (!index || ir::isZero(*index))
    return;
  if (literal || !l.tries.empty())
    l.notYet(where, "arithmetic on a pointer to a single object", "point into an array");
  ir::If beyond{
      ir::apply(Op::ne_, {index, ir::integer(0)}, ir::boolType(), toLocation(where)), {}, {}};
  const std::string what =
      shortPlace(l.ast.getSourceManager(), where) + ": an element behind a single object";
  beyond.thenBlock.push_back(
      {toLocation(where), ir::Abandon{"throw std::out_of_range(\"" + what + "\")"}});
  l.emit({toLocation(where), std::move(beyond)});
}

/// The class whose field the path ends at.
static const ir::Type& classAround(const ir::Kernel& kernel, const ir::Place& field) {
  const ir::Type* type = kernel[field.base].type.get();
  for (std::size_t i = 0; i + 1 < field.path.size(); ++i)
    type = field.path[i].isField() ? ir::findField(*type, field.path[i].field)->type.get()
                                   : type->element.get();
  return *type;
}

/// `(&x)[i]` of a member that has others of its type beside it: what it means is not C++.
static void refuseNeighbours(Lowering& l, const ir::Place& object, const ir::ExprRef& index,
                             SourceLocation where) {
  if (!index || std::holds_alternative<ir::Literal>(index->node))
    return;
  if (object.path.empty() && l.kernel[object.base].role == ir::Role::Member)
    l.notYet(where,
             "an element behind the member '" + l.kernel[object.base].name +
                 "', by a pointer to that member,",
             "choose the member by a switch, or hold the members in an array");
  if (object.path.empty() || !object.path.back().isField())
    return;
  const auto isLike = [&](const ir::RecordField& field) {
    return field.type->spelling == object.type->spelling;
  };
  const std::string& name = object.path.back().field;
  if (std::ranges::count_if(classAround(l.kernel, object).fields, isLike) > 1)
    l.notYet(where, "an element behind the member '" + name + "', by a pointer to that member,",
             "choose the member by a switch, or hold the members in an array");
}

/// `double* p = &m[0][0]` may be followed through all of m.
static void noteWalk(Lowering& l, const ir::Place& row, const ir::Expr& at) {
  const auto* literal = std::get_if<ir::Literal>(&at.node);
  const bool isInside = literal && literal->number && *literal->number >= 0 &&
                        static_cast<std::uint64_t>(*literal->number) < row.type->extent;
  if (row.type->is(ir::TypeKind::Array) && !row.path.empty() && !row.path.back().isField() &&
      !isInside)
    l.kernel[row.base].isWalked = true;
}

Value dereference(Lowering& l, const View& view, ir::ExprRef index, SourceLocation where) {
  if (view.heap) {
    if (index)
      l.notYet(where, "arithmetic on a pointer to a single object", "point into an array");
    return heapObject(l, view.heap, view.offset, nullptr);
  }
  if (view.column)
    return elementIn(l, view.column,
                     l.frozen(sum(l, view.offset ? view.offset : ir::integer(0), std::move(index))),
                     where);
  if (view.target) {
    refuseArithmetic(l, sum(l, view.offset, std::move(index)), where);
    return view.target->value;
  }
  if (!view.others.empty()) {
    if (index && !std::holds_alternative<ir::Literal>(index->node) &&
        !std::holds_alternative<ir::Load>(index->node))
      index = l.keep(std::move(index), "index");
    ir::ExprRef offset = view.offset;
    if (view.isObject) { // one test for all of them
      const ir::ExprRef at = sum(l, std::exchange(offset, nullptr), std::exchange(index, nullptr));
      for (const ir::Place& object : basesOf(view))
        refuseNeighbours(l, object, at, where);
      refuseArithmetic(l, at, where);
    }
    Choice choice{{}, view.selector};
    for (std::size_t i = 0; i <= view.others.size(); ++i) {
      View one = view;
      one.base = i == 0 ? view.base : view.others[i - 1];
      one.others.clear();
      one.offset = offset;
      choice.places.push_back(std::get<ir::Place>(dereference(l, one, index, where)));
    }
    return choice;
  }
  ir::ExprRef at = sum(l, view.offset, std::move(index));
  if (view.isObject) {
    refuseNeighbours(l, view.base, at, where);
    refuseArithmetic(l, at, where);
    return view.base;
  }
  if (!at)
    at = ir::integer(0);
  noteWalk(l, view.base, *at);
  return elementAt(view.base, std::move(at));
}

} // namespace treelize::front
