// Arithmetic on pointers and what they lead to: elements of a container, or a single object, which
// is an array of one. Whoever follows a pointer behind that is told so, when it is read or when it
// runs.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/PointerBases.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Foreign.h"
#include "front/lower/types/Members.h"
#include "ir/Literals.h"
#include "ir/Same.h"

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

/// Of a single object there is no element but the first; of objects side by side none behind the
/// last.
static void refuseArithmetic(Lowering& l, const ir::ExprRef& index, SourceLocation where,
                             std::int64_t count = 1) {
  const auto* literal = index ? std::get_if<ir::Literal>(&index->node) : nullptr;
  if (!index || ir::isZero(*index))
    return;
  if (literal || !l.tries.empty())
    l.notYet(where, "arithmetic on a pointer to a single object", "point into an array");
  const auto test = [&](Op op, std::int64_t bound) {
    return ir::apply(op, {index, ir::integer(bound)}, ir::boolType(), toLocation(where));
  };
  ir::If beyond{count == 1 ? test(Op::ne_, 0)
                           : ir::apply(Op::lor_, {test(Op::lt_, 0), test(Op::ge_, count)},
                                       ir::boolType(), toLocation(where)),
                {},
                {}};
  const std::string what =
      shortPlace(l.ast.getSourceManager(), where) + ": an element behind a single object";
  beyond.thenBlock.push_back(
      {toLocation(where), ir::Abandon{"throw std::out_of_range(\"" + what + "\")"}});
  l.emit({toLocation(where), std::move(beyond)});
}

/// The member with this name, of the class or of a base.
static const FieldDecl* fieldNamed(const CXXRecordDecl* record, const std::string& name) {
  for (const FieldDecl* field : fieldsOf(record))
    if (field->getNameAsString() == name)
      return field;
  return nullptr;
}

/// The object whose field the path ends at.
static ir::Place classAround(const ir::Kernel& kernel, const ir::Place& field) {
  ir::Place whole = field;
  whole.path.pop_back();
  whole.type = kernel[field.base].type;
  for (const ir::Selector& step : whole.path)
    whole.type = step.isField() ? ir::findField(*whole.type, step.field)->type : whole.type->element;
  return whole;
}

/// The member of `this` that is a variable of its own, where its object is taken apart.
static const FieldDecl* ofOwnObject(Lowering& l, const ir::Place& place) {
  const auto* self = std::get_if<Object>(&l.frame().self);
  if (self)
    for (const auto& [field, member] : self->state->members)
      if (const auto* known = std::get_if<ir::Place>(&member); known && ir::isSame(*known, place))
        return field;
  return nullptr;
}

/// A member, and those of its type that lie side by side behind it: `(&x)[i]` is one of them.
static std::vector<ir::Place> neighbours(Lowering& l, const ir::Place& object) {
  std::vector<ir::Place> result;
  const bool isOwn = object.path.empty() && l.kernel[object.base].role == ir::Role::Member;
  if (isOwn) {
    const auto* method = cast<CXXMethodDecl>(l.frames.front().function);
    if (const FieldDecl* field = fieldNamed(method->getParent(), l.kernel[object.base].member))
      for (const FieldDecl* each : neighboursOf(field))
        result.push_back(l.placeOf(l.memberVariable(each)));
  } else if (const FieldDecl* field = ofOwnObject(l, object)) {
    const auto& members = std::get<Object>(l.frame().self).state->members;
    for (const FieldDecl* each : neighboursOf(field))
      if (const auto known = members.find(each); known != members.end())
        result.push_back(std::get<ir::Place>(known->second));
  } else if (!object.path.empty() && object.path.back().isField()) {
    const ir::Place whole = classAround(l.kernel, object);
    const CXXRecordDecl* record = l.types.classOf(*whole.type);
    const FieldDecl* field = record ? fieldNamed(record, object.path.back().field) : nullptr;
    for (const FieldDecl* each : field ? neighboursOf(field) : std::vector<const FieldDecl*>())
      if (const ir::RecordField* known = ir::findField(*whole.type, each->getNameAsString()))
        result.push_back(ir::fieldOf(whole, *known));
  }
  return result.empty() ? std::vector{object} : result;
}

/// Behind a single object, or the last of members that lie side by side.
static Value elementBehind(Lowering& l, const ir::Place& object, ir::ExprRef index,
                           SourceLocation where) {
  if (!index || ir::isZero(*index))
    return object;
  Choice choice{neighbours(l, object), nullptr};
  const auto count = static_cast<std::int64_t>(choice.places.size());
  const auto* literal = std::get_if<ir::Literal>(&index->node);
  if (literal && literal->number && *literal->number >= 0 && *literal->number < count)
    return choice.places[static_cast<std::size_t>(*literal->number)];
  if (count > 1) // it is asked several times
    index = l.frozen(index);
  refuseArithmetic(l, index, where, count);
  choice.selector = std::move(index);
  return count == 1 ? Value(object) : Value(std::move(choice));
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

/// What a function that runs as it stands has a pointer to, nobody sees.
static void refuseUnseen(Lowering& l, const View& view, SourceLocation where) {
  if (l.unseen.empty())
    return;
  for (const ir::Place& place : basesOf(view))
    if (isUnseen(l, place))
      l.notYet(where, "what a pointer points at that a function has returned which runs as it stands",
               "test whether it is null, or declare the function [[treelize::nondiff]] and return a number");
}

Value dereference(Lowering& l, const View& view, ir::ExprRef index, SourceLocation where) {
  refuseUnseen(l, view, where);
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
        if (at && !ir::isZero(*at) && neighbours(l, object).size() > 1)
          l.notYet(where, "an element behind one of several members, by a pointer to them,",
                   "choose the member by a switch, or hold the members in an array");
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
  if (view.isObject)
    return elementBehind(l, view.base, std::move(at), where);
  if (!at)
    at = ir::integer(0);
  noteWalk(l, view.base, *at);
  return elementAt(view.base, std::move(at));
}

} // namespace treelize::front
