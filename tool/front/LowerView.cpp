// Pointers, iterators and spans: resolved to a container and an offset while lowering, so that none
// of them is left in the kernel.
#include "front/Lowering.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;
using ir::TypeKind;

namespace {

bool sameExpr(const ir::ExprRef& a, const ir::ExprRef& b);

bool samePlace(const ir::Place& a, const ir::Place& b) {
  if (a.base != b.base || a.path.size() != b.path.size())
    return false;
  for (std::size_t i = 0; i < a.path.size(); ++i) {
    if (a.path[i].field != b.path[i].field || a.path[i].indices.size() != b.path[i].indices.size())
      return false;
    for (std::size_t k = 0; k < a.path[i].indices.size(); ++k)
      if (!sameExpr(a.path[i].indices[k], b.path[i].indices[k]))
        return false;
  }
  return true;
}

/// Equal as written; enough for the indices of a base, which are kept in constant locals.
bool sameExpr(const ir::ExprRef& a, const ir::ExprRef& b) {
  if (a == b)
    return true;
  if (const auto* x = std::get_if<ir::Literal>(&a->node))
    if (const auto* y = std::get_if<ir::Literal>(&b->node))
      return x->text == y->text;
  if (const auto* x = std::get_if<ir::Load>(&a->node))
    if (const auto* y = std::get_if<ir::Load>(&b->node))
      return samePlace(x->place, y->place);
  return false;
}

View objectView(ir::Place place) { return View{std::move(place), nullptr, nullptr, true}; }

/// A pointer to the first element of a container, with the container's length for a span.
View wholeOf(Lowering& l, const Value& container, SourceLocation where) {
  if (std::holds_alternative<View>(container) || std::holds_alternative<MovingView>(container))
    return viewOf(l, container, where);
  ir::Place place = placeFor(l, container, where);
  return View{place, nullptr, place.type->is(TypeKind::Pointer) ? nullptr : sizeOf(l, place, where)};
}

/// &object
View addressOf(Lowering& l, const Expr* object, SourceLocation where) {
  Value designated = glvalue(l, object);
  if (std::holds_alternative<KernelObject>(designated))
    l.notYet(where, "the address of '*this'", "use its members");
  ir::Place place = placeFor(l, designated, where);
  if (place.path.empty() || place.path.back().isField())
    return objectView(std::move(place));
  // &a[i] points into a.
  std::vector<ir::ExprRef> indices = std::move(place.path.back().indices);
  place.path.pop_back();
  ir::Place base = l.placeOf(place.base);
  for (const ir::Selector& selector : place.path) {
    if (selector.isField()) {
      const auto& fields = base.type->fields;
      base = ir::fieldOf(std::move(base),
                         *std::ranges::find(fields, selector.field, &ir::RecordField::name));
    } else {
      base = ir::element(std::move(base), selector.indices);
    }
  }
  if (indices.size() != 1)
    l.notYet(where, "a pointer to an element of a field of several dimensions", "point at x[i]");
  return View{std::move(base), std::move(indices[0]), nullptr};
}

} // namespace

View viewOf(Lowering& l, const Value& value, SourceLocation where) {
  if (const auto* refers = std::get_if<View>(&value))
    return *refers;
  if (const auto* moving = std::get_if<MovingView>(&value)) {
    const auto& state = *moving->state;
    if (!state.base)
      l.notYet(where, "a pointer that is used before it points anywhere", "initialise it");
    return View{*state.base, state.isObject ? nullptr : l.loadOf(state.offset), state.size ? l.loadOf(*state.size) : nullptr, state.isObject,
                state.others, state.others.empty() ? nullptr : l.loadOf(*state.selector)};
  }
  if (const auto* place = std::get_if<ir::Place>(&value); place && place->type->isView())
    return View{*place, nullptr,
                place->type->is(TypeKind::Span) ? ir::size(*place, toLocation(where)) : nullptr};
  if (const auto* expr = std::get_if<ir::ExprRef>(&value))
    if (const auto* load = std::get_if<ir::Load>(&(*expr)->node))
      return viewOf(l, load->place, where);
  if (const auto* constant = std::get_if<ConstantObject>(&value);
      constant && constant->type->isIndexable())
    return wholeOf(l, value, where);
  l.notYet(where, "this pointer", "point at a variable, an element or a parameter's elements");
}

ir::ExprRef distance(Lowering& l, const View& first, const View& last, SourceLocation where) {
  if (first.isObject || last.isObject || !samePlace(first.base, last.base) || !first.others.empty() || !last.others.empty())
    l.notYet(where, "a range between two objects", "give both ends in one container");
  return difference(l, last.offset, first.offset);
}

View advanced(Lowering& l, View view, ir::ExprRef by) {
  view.offset = sum(l, std::move(view.offset), std::move(by));
  return view;
}

View retreated(Lowering& l, View view, const ir::ExprRef& by) {
  view.offset = difference(l, view.offset, by);
  return view;
}

Value dereference(Lowering& l, const View& view, ir::ExprRef index, SourceLocation where) {
  if (!view.others.empty()) {
    if (index && !std::holds_alternative<ir::Literal>(index->node) && !std::holds_alternative<ir::Load>(index->node))
      index = l.keep(std::move(index), "index");
    Choice choice{{}, view.selector};
    for (std::size_t i = 0; i <= view.others.size(); ++i) {
      View one = view;
      one.base = i == 0 ? view.base : view.others[i - 1];
      one.others.clear();
      choice.places.push_back(std::get<ir::Place>(dereference(l, one, index, where)));
    }
    return choice;
  }
  ir::ExprRef at = sum(l, view.offset, std::move(index));
  if (view.isObject) {
    const auto* literal = at ? std::get_if<ir::Literal>(&at->node) : nullptr;
    if (at && !(literal && literal->text.starts_with("0")))
      l.notYet(where, "arithmetic on a pointer to a single object", "point into an array");
    return view.base;
  }
  if (!at)
    at = ir::integer(0);
  return ir::element(view.base, {std::move(at)});
}

Value dereference(Lowering& l, const Expr* pointer, SourceLocation where) {
  const Expr* inner = pointer->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(inner)) {
    if (std::holds_alternative<std::monostate>(l.frame().self))
      l.notYet(where, "'this' at this place", "pass the object as a parameter");
    return l.frame().self;
  }
  if (const auto* arrow = dyn_cast<CXXOperatorCallExpr>(inner);
      arrow && arrow->getOperator() == OO_Arrow && libraryOf(arrow->getArg(0)->getType()) == Library::optional)
    return call(l, arrow);
  return dereference(l, view(l, pointer), nullptr, where);
}

/// new T(x), new T[n]: a variable of the kernel, which dies with its block.
static View allocated(Lowering& l, const CXXNewExpr* made) {
  const SourceLocation where = made->getExprLoc();
  const QualType element = made->getAllocatedType();
  if (made->getNumPlacementArgs() > 0 || dissolves(l, element))
    l.notYet(where, "this form of 'new'", "use a std::vector");
  if (!made->isArray()) {
    const Value object = initialized(l, {"object", element, where}, made->getInitializer());
    const ir::Place place = placeFor(l, object, where);
    l.allocated.insert(place.base.index);
    return objectView(place);
  }
  const Expr* init = made->getInitializer();
  if (init && !isa<ImplicitValueInitExpr, CXXConstructExpr>(bare(init)) &&
      !(isa<InitListExpr>(bare(init)) && cast<InitListExpr>(bare(init))->getNumInits() == 0))
    l.notYet(where, "'new' with a list of elements", "use a std::vector");
  return allocatedArray(l, element, rvalue(l, *made->getArraySize()), where);
}

/// c ? p : q
static View chosenView(Lowering& l, const ConditionalOperator* choice) {
  const SourceLocation where = choice->getQuestionLoc();
  const Location at = toLocation(where);
  ir::ExprRef condition = l.frozen(rvalue(l, choice->getCond()));
  View yes, no;
  const auto side = [&](const Expr* expr) {
    return expr->getType()->isArrayType() ? wholeOf(l, glvalue(l, expr), where) : view(l, expr);
  };
  const ir::Block first = l.collect([&] { yes = side(choice->getTrueExpr()); });
  const ir::Block second = l.collect([&] { no = side(choice->getFalseExpr()); });
  if (!first.empty() || !second.empty() || !yes.others.empty() || !no.others.empty() || yes.isObject != no.isObject)
    l.notYet(where, "this choice between pointers or spans", "choose between indices");
  const auto either = [&](const ir::ExprRef& a, const ir::ExprRef& b, const ir::TypeRef& type) -> ir::ExprRef {
    if (!a && !b)
      return nullptr;
    const ir::ExprRef zero = ir::integer(0, type);
    return ir::select(condition, a ? converted(a, type) : zero, b ? converted(b, type) : zero, at);
  };
  View result = yes;
  result.offset = either(yes.offset, no.offset, l.types.offsetType());
  result.size = yes.size && no.size ? either(yes.size, no.size, ir::sizeType()) : nullptr;
  if (!samePlace(yes.base, no.base)) {
    result.others = {no.base};
    result.selector = ir::select(condition, ir::integer(0), ir::integer(1), at);
  }
  return result;
}

View view(Lowering& l, const Expr* expr) {
  expr = bare(expr);
  const SourceLocation where = expr->getExprLoc();
  if (const auto* castNode = dyn_cast<CastExpr>(expr)) {
    switch (castNode->getCastKind()) {
    case CK_ArrayToPointerDecay:
      if (const auto* choice = dyn_cast<ConditionalOperator>(castNode->getSubExpr()->IgnoreParens()))
        return chosenView(l, choice);
      return wholeOf(l, glvalue(l, castNode->getSubExpr()), where);
    case CK_LValueToRValue:
      return viewOf(l, glvalue(l, castNode->getSubExpr()), where);
    case CK_NoOp:
    case CK_ConstructorConversion:
    case CK_UserDefinedConversion:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      return view(l, castNode->getSubExpr());
    case CK_NullToPointer:
      l.notYet(where, "a null pointer", "give every pointer an object to point at");
    default:
      l.refuse(Diag::refused_construct, where,
               {"a reinterpreting cast", "read the object through its own type"});
    }
  }
  if (expr->isGLValue())
    return viewOf(l, glvalue(l, expr), where);
  if (const auto* unary = dyn_cast<UnaryOperator>(expr)) {
    if (unary->getOpcode() == UO_AddrOf)
      return addressOf(l, unary->getSubExpr(), where);
    if (unary->isIncrementDecrementOp())
      return viewOf(l, increment(l, unary, unary->isPostfix()), where);
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expr)) {
    if (binary->isAssignmentOp())
      return viewOf(l, assignment(l, binary), where);
    if (binary->getOpcode() == BO_Comma) {
      effect(l, binary->getLHS());
      return view(l, binary->getRHS());
    }
    if (binary->isAdditiveOp()) {
      const bool pointerFirst = isPointerLike(binary->getLHS()->getType());
      const Expr* pointer = pointerFirst ? binary->getLHS() : binary->getRHS();
      const Expr* number = pointerFirst ? binary->getRHS() : binary->getLHS();
      std::vector<Value> parts =
          l.inOrder({[&]() -> Value { return view(l, pointer); }, operand(l, number)});
      ir::ExprRef by = asIndex(std::get<ir::ExprRef>(parts[1]));
      const View& start = std::get<View>(parts[0]);
      return binary->getOpcode() == BO_Sub ? retreated(l, start, by) : advanced(l, start, by);
    }
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(expr)) {
    if (libraryOf(expr->getType()) == Library::span)
      return constructedSpan(l, made);
    if (made->getNumArgs() >= 1) // an iterator from another one, or from a pointer
      return view(l, made->getArg(0));
  }
  if (const auto* callExpr = dyn_cast<CallExpr>(expr))
    return viewOf(l, call(l, callExpr), where);
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return chosenView(l, choice);
  if (const auto* made = dyn_cast<CXXNewExpr>(expr))
    return allocated(l, made);
  refuseExpr(l, expr);
}

View allocatedArray(Lowering& l, QualType element, ir::ExprRef count, SourceLocation where) {
  const ir::TypeRef type = vectorOf(l.types.of(element));
  const Location at = toLocation(where);
  if (!type->element->defaultConstructible || type->element->isBuiltinArray || type->element->is(TypeKind::Opaque) ||
      type->element->is(TypeKind::Bool))
    l.notYet(where, "an array of '" + type->element->spelling + "' on the heap", "use a std::vector of numbers");
  const ir::VarId block = l.addLocal("block", type, {}, at);
  l.emit(ir::declare(block, ir::construct(type, {asIndex(std::move(count))}, at), at));
  l.allocated.insert(block.index);
  return View{l.placeOf(block), nullptr, nullptr};
}

ir::TypeRef vectorOf(const ir::TypeRef& element) {
  auto type = std::make_shared<ir::Type>();
  type->kind = TypeKind::Vector;
  type->element = element;
  type->spelling = "std::vector<" + element->spelling + ">";
  return type;
}

/// std::span(container), span(pointer, n), span(first, last), span(span).
View constructedSpan(Lowering& l, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const unsigned count = expr->getNumArgs();
  if (count == 0)
    l.notYet(where, "an empty span", "make it from a container");
  const Expr* first = expr->getArg(0);
  if (count == 1) {
    if (isView(first->getType()))
      return view(l, first);
    return wholeOf(l, glvalue(l, first), where);
  }
  const Expr* second = expr->getArg(1);
  if (isPointerLike(second->getType())) {
    View start = view(l, first), end = view(l, second);
    if (start.isObject || !samePlace(start.base, end.base) || !start.others.empty())
      l.notYet(where, "a span between two objects", "give both ends in one container");
    start.size = converted(difference(l, end.offset, start.offset), ir::sizeType());
    return start;
  }
  std::vector<Value> parts =
      l.inOrder({[&]() -> Value { return view(l, first); }, operand(l, second)});
  View start = std::get<View>(parts[0]);
  start.size = std::get<ir::ExprRef>(parts[1]);
  return start;
}

ir::ExprRef viewComparison(Lowering& l, BinaryOperatorKind op, const Expr* a, const Expr* b,
                           ir::TypeRef type, SourceLocation where) {
  std::vector<Value> sides = l.inOrder(
      {[&]() -> Value { return view(l, a); }, [&]() -> Value { return view(l, b); }});
  const View& left = std::get<View>(sides[0]);
  const View& right = std::get<View>(sides[1]);
  if (!samePlace(left.base, right.base) || !left.others.empty() || !right.others.empty())
    l.notYet(where, "a comparison of pointers into different objects",
             "compare pointers into one container, or use indices");
  ir::ExprRef zero = ir::integer(0, l.types.offsetType());
  if (op == BO_Sub)
    return difference(l, left.offset ? left.offset : zero, right.offset);
  ir::ExprRef x = left.offset ? left.offset : zero, y = right.offset ? right.offset : zero;
  x = converted(x, l.types.offsetType());
  y = converted(y, l.types.offsetType());
  static const std::map<BinaryOperatorKind, Op> operators = {
      {BO_EQ, Op::eq_}, {BO_NE, Op::ne_}, {BO_LT, Op::lt_},
      {BO_LE, Op::le_}, {BO_GT, Op::gt_}, {BO_GE, Op::ge_}};
  const auto found = operators.find(op);
  if (found == operators.end())
    l.notYet(where, "this operator on pointers", "compare them or take their difference");
  return ir::apply(found->second, {x, y}, std::move(type), toLocation(where));
}

Value movingView(Lowering& l, const std::string& name, std::optional<View> start, bool isSpan,
                 Location at, bool changesBase) {
  auto state = std::make_shared<MovingView::State>();
  state->offset = l.addLocal(name, l.types.offsetType(), {}, at);
  state->loopDepth = l.loopDepth;
  if (start) {
    const View fixed = l.frozen(*start);
    state->base = fixed.base;
    state->others = fixed.others;
    state->isObject = fixed.isObject;
  }
  ir::ExprRef offset = start && start->offset ? converted(start->offset, l.types.offsetType())
                                              : ir::integer(0, l.types.offsetType());
  l.emit(ir::declare(state->offset, start ? offset : nullptr, at));
  if (isSpan) {
    state->size = l.addLocal(name + "_size", ir::sizeType(), {}, at);
    l.emit(ir::declare(*state->size, start ? converted(start->size, ir::sizeType()) : nullptr, at));
  }
  if (changesBase || !state->others.empty()) {
    state->selector = l.addLocal(name + "_base", ir::intType(), {}, at);
    l.emit(ir::declare(*state->selector, start && start->selector ? start->selector : ir::integer(0), at));
  }
  return MovingView{std::move(state)};
}

namespace {

/// The number of a container among those that a pointer may point into; a new one is added. Within a
/// loop that repeats uses of the pointer, it would come too late.
unsigned numberOf(Lowering& l, MovingView::State& state, const ir::Place& base, SourceLocation where, bool isEarly) {
  if (samePlace(*state.base, base))
    return 0;
  for (unsigned i = 0; i < state.others.size(); ++i)
    if (samePlace(state.others[i], base))
      return i + 1;
  // An index of a base must keep its value as long as the pointer lives.
  const bool isFixed = std::ranges::all_of(base.path, [](const ir::Selector& s) {
    return std::ranges::all_of(s.indices, [](const ir::ExprRef& i) { return std::holds_alternative<ir::Literal>(i->node); });
  });
  if (!state.selector || !isFixed || (!isEarly && l.loopDepth != state.loopDepth))
    l.refuse(Diag::pointer_bases, where, {l.kernel[state.offset].name});
  state.others.push_back(base);
  return static_cast<unsigned>(state.others.size());
}

std::vector<ir::Place> basesOf(const View& view) {
  std::vector<ir::Place> bases = {view.base};
  bases.insert(bases.end(), view.others.begin(), view.others.end());
  return bases;
}

/// Pointer to pointer, in the loop that assigns them to one another.
class AssignmentFinder : public RecursiveASTVisitor<AssignmentFinder> {
public:
  std::vector<std::pair<const ValueDecl*, const ValueDecl*>> found; // to, from

  bool VisitBinaryOperator(BinaryOperator* assignment) {
    if (assignment->getOpcode() == BO_Assign)
      add(assignment->getLHS(), assignment->getRHS());
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) {
    if (variable->getInit() && isView(variable->getType()))
      add(variable, variable->getInit());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {
    if (call->getOperator() == OO_Equal)
      add(call->getArg(0), call->getArg(1));
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee && callee->getDeclName().isIdentifier() && callee->getName() == "swap" && call->getNumArgs() == 2) {
      add(call->getArg(0), call->getArg(1));
      add(call->getArg(1), call->getArg(0));
    }
    return true;
  }

private:
  void add(const Expr* to, const Expr* from) {
    const auto* target = dyn_cast<DeclRefExpr>(to->IgnoreParenImpCasts());
    if (target && isView(to->getType()))
      add(target->getDecl(), from);
  }
  void add(const ValueDecl* to, const Expr* from) {
    std::vector<const Stmt*> work = {from};
    while (!work.empty()) {
      const Stmt* next = work.back();
      work.pop_back();
      if (const auto* use = dyn_cast_or_null<DeclRefExpr>(next))
        found.emplace_back(to, use->getDecl());
      else if (next)
        work.insert(work.end(), next->child_begin(), next->child_end());
    }
  }
};

} // namespace

/// A body may read a pointer before it assigns it: the next run then reads through another base.
void widenPointers(Lowering& l, const Stmt* loop) {
  AssignmentFinder assignments;
  assignments.TraverseStmt(const_cast<Stmt*>(loop));
  std::map<const ValueDecl*, std::vector<ir::Place>> inside; // of pointers that the loop declares
  const auto basesAt = [&](const ValueDecl* from) -> std::vector<ir::Place> {
    const auto source = l.bindings.find(from);
    if (source == l.bindings.end())
      return inside[from];
    if (const auto* moving = std::get_if<MovingView>(&source->second))
      return moving->state->base ? basesOf(viewOf(l, source->second, loop->getBeginLoc())) : std::vector<ir::Place>();
    if (const auto* fixed = std::get_if<View>(&source->second))
      return basesOf(*fixed);
    const auto* place = std::get_if<ir::Place>(&source->second);
    return place && place->type->isIndexable() ? std::vector{*place} : std::vector<ir::Place>();
  };
  for (bool grew = true; grew;) {
    grew = false;
    for (const auto& [to, from] : assignments.found) {
      const auto target = l.bindings.find(to);
      for (const ir::Place& base : basesAt(from)) {
        if (target == l.bindings.end()) {
          std::vector<ir::Place>& known = inside[to];
          if (std::ranges::none_of(known, [&](const ir::Place& p) { return samePlace(p, base); })) {
            known.push_back(base);
            grew = true;
          }
          continue;
        }
        const auto* moving = std::get_if<MovingView>(&target->second);
        if (!moving || !moving->state->base || !base.type->element || !moving->state->base->type->element ||
            base.type->element->spelling != moving->state->base->type->element->spelling)
          continue;
        const std::size_t before = moving->state->others.size();
        numberOf(l, *moving->state, base, loop->getBeginLoc(), /*isEarly=*/true);
        grew = grew || moving->state->others.size() != before;
      }
    }
  }
}

void write(Lowering& l, const Value& target, SourceLocation where, const std::function<void(const ir::Place&)>& write) {
  const auto* choice = std::get_if<Choice>(&target);
  if (!choice)
    return write(front::target(l, target, where));
  const Location at = toLocation(where);
  const auto branch = [&](ir::ExprRef condition, const std::function<void()>& yes, const std::function<void()>& no) {
    ir::If stmt{std::move(condition), l.collect(yes), l.collect(no)};
    l.emit({at, std::move(stmt)});
  };
  const std::function<void(const ir::ExprRef&)> chosen = [&](const ir::ExprRef& selector) {
    if (const auto* literal = std::get_if<ir::Literal>(&selector->node))
      return write(choice->places.at(std::stoul(literal->text)));
    if (const auto* select = std::get_if<ir::Select>(&selector->node))
      return branch(select->condition, [&] { chosen(select->ifTrue); }, [&] { chosen(select->ifFalse); });
    const std::function<void(std::size_t)> from = [&](std::size_t i) {
      if (i + 1 == choice->places.size())
        return write(choice->places[i]);
      ir::ExprRef isThis = ir::apply(Op::eq_, {selector, ir::integer(static_cast<std::int64_t>(i))}, ir::boolType(), at);
      branch(std::move(isThis), [&] { write(choice->places[i]); }, [&] { from(i + 1); });
    };
    from(0);
  };
  chosen(choice->selector);
}

void moveView(Lowering& l, const MovingView& target, const View& to, SourceLocation where) {
  for (const ir::Place& base : basesOf(to))
    if (l.allocated.contains(base.base.index) && !(target.state->base && samePlace(*target.state->base, base)) &&
        std::ranges::none_of(target.state->others, [&](const ir::Place& p) { return samePlace(p, base); }))
      l.notYet(where, "a new block of memory for a pointer that exists", "make it where the pointer is declared");
  auto& state = *target.state;
  const Location at = toLocation(where);
  ir::ExprRef selector;
  if (!state.base) {
    // The base outlives the loop that this may stand in: its indices must be constants.
    for (const ir::Place& base : basesOf(to))
      for (const ir::Selector& part : base.path)
        for (const ir::ExprRef& index : part.indices)
          if (!std::holds_alternative<ir::Literal>(index->node))
            l.notYet(where, "a pointer that is declared without a value and assigned later",
                     "declare it where it gets its value");
    if (!to.others.empty() && !state.selector)
      l.refuse(Diag::pointer_bases, where, {l.kernel[state.offset].name});
    state.base = to.base;
    state.others = to.others;
    state.isObject = to.isObject;
    selector = to.selector;
  } else {
    if (state.isObject != to.isObject)
      l.refuse(Diag::pointer_bases, where, {l.kernel[state.offset].name});
    const std::vector<ir::Place> bases = basesOf(to);
    selector = ir::integer(numberOf(l, state, bases[0], where, /*isEarly=*/false));
    for (unsigned i = 1; i < bases.size(); ++i) {
      ir::ExprRef isThis = ir::apply(Op::eq_, {to.selector, ir::integer(i)}, ir::boolType(), at);
      selector = ir::select(std::move(isThis), ir::integer(numberOf(l, state, bases[i], where, /*isEarly=*/false)), std::move(selector), at);
    }
  }
  // The new values may be made of the old ones: they are computed first.
  const auto settled = [&](const ir::ExprRef& number, const char* name) {
    return number && !l.isStable(number) ? l.keep(number, name) : number;
  };
  const ir::ExprRef size = state.size ? settled(to.size, "size") : nullptr;
  const bool movesBase = state.selector && !state.others.empty();
  if (movesBase)
    selector = settled(selector, "base");
  ir::ExprRef offset = to.offset ? converted(to.offset, l.types.offsetType())
                                 : ir::integer(0, l.types.offsetType());
  l.emit(ir::assign(l.placeOf(state.offset), ir::AssignOp::Set, std::move(offset), at));
  if (movesBase)
    l.emit(ir::assign(l.placeOf(*state.selector), ir::AssignOp::Set, std::move(selector), at));
  if (state.size) {
    if (!size)
      l.notYet(where, "a span without a known size", "make it from a container");
    l.emit(ir::assign(l.placeOf(*state.size), ir::AssignOp::Set, converted(size, ir::sizeType()), at));
  }
}

std::optional<Value> iteratorOperator(Lowering& l, const CXXOperatorCallExpr* call) {
  const SourceLocation where = call->getOperatorLoc();
  const Expr* first = call->getArg(0);
  if (!isPointerLike(first->getType()) &&
      !(call->getNumArgs() == 2 && isPointerLike(call->getArg(1)->getType())))
    return std::nullopt;
  const ir::TypeRef type = l.types.of(call->getType());
  const OverloadedOperatorKind op = call->getOperator();
  auto moveBy = [&](const ir::ExprRef& by, bool isForward) -> Value {
    Value object = glvalue(l, first);
    const auto* moving = std::get_if<MovingView>(&object);
    if (!moving)
      l.notYet(where, "an iterator that is stored in an object", "keep it in a local variable");
    View old = viewOf(l, object, where);
    const bool wantsOld = call->getNumArgs() == 2 && (op == OO_PlusPlus || op == OO_MinusMinus);
    if (wantsOld)
      old.offset = l.keep(old.offset, "offset");
    const View now = viewOf(l, object, where);
    moveView(l, *moving, isForward ? advanced(l, now, by) : retreated(l, now, by), where);
    return wantsOld ? Value(old) : object;
  };
  const ir::ExprRef one = ir::integer(1, l.types.offsetType());
  switch (op) {
  case OO_Star:
    if (call->getNumArgs() == 1)
      return dereference(l, view(l, first), nullptr, where);
    return std::nullopt;
  case OO_Arrow:
    return view(l, first);
  case OO_Subscript:
    return dereference(l, view(l, first), asIndex(rvalue(l, call->getArg(1))), where);
  case OO_PlusPlus:
    return moveBy(one, true);
  case OO_MinusMinus:
    return moveBy(one, false);
  case OO_PlusEqual:
    return moveBy(asIndex(rvalue(l, call->getArg(1))), true);
  case OO_MinusEqual:
    return moveBy(asIndex(rvalue(l, call->getArg(1))), false);
  case OO_Plus:
    return advanced(l, view(l, first), asIndex(rvalue(l, call->getArg(1))));
  case OO_Minus:
    if (isPointerLike(call->getArg(1)->getType()))
      return viewComparison(l, BO_Sub, first, call->getArg(1), type, where);
    return retreated(l, view(l, first), asIndex(rvalue(l, call->getArg(1))));
  case OO_EqualEqual:
    return viewComparison(l, BO_EQ, first, call->getArg(1), type, where);
  case OO_ExclaimEqual:
    return viewComparison(l, BO_NE, first, call->getArg(1), type, where);
  case OO_Less:
    return viewComparison(l, BO_LT, first, call->getArg(1), type, where);
  case OO_LessEqual:
    return viewComparison(l, BO_LE, first, call->getArg(1), type, where);
  case OO_Greater:
    return viewComparison(l, BO_GT, first, call->getArg(1), type, where);
  case OO_GreaterEqual:
    return viewComparison(l, BO_GE, first, call->getArg(1), type, where);
  default:
    return std::nullopt;
  }
}

} // namespace treelize::front
