#include "ir/Walk.h"

#include "ir/Exchanges.h"

#include <algorithm>

namespace treelize::ir {

namespace {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};

void forEachIndex(const Place& place, const ExprFn& fn) {
  for (const Selector& selector : place.path)
    for (const ExprRef& index : selector.indices)
      fn(*index);
}

template <class BlockPtr, class S>
std::vector<BlockPtr> blocksOf(S& stmt) {
  std::vector<BlockPtr> found;
  std::visit(
      [&](auto& node) {
        using Node = std::remove_cvref_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, If>) {
          found = {&node.thenBlock, &node.elseBlock};
        } else if constexpr (std::is_same_v<Node, While>) {
          found = {&node.body, &node.step};
        } else if constexpr (std::is_same_v<Node, For> || std::is_same_v<Node, Region>) {
          found = {&node.body};
        } else if constexpr (std::is_same_v<Node, Switch>) {
          for (auto& c : node.cases)
            found.push_back(&c.body);
        }
      },
      stmt.node);
  return found;
}

Place rewritePlace(Place place, const std::function<ExprRef(const ExprRef&)>& fn) {
  for (Selector& selector : place.path)
    for (ExprRef& index : selector.indices)
      index = rewrite(index, fn);
  return place;
}

} // namespace

void forEachOperand(const Expr& expr, const ExprFn& fn) {
  auto all = [&](const std::vector<ExprRef>& args) {
    for (const ExprRef& arg : args)
      fn(*arg);
  };
  std::visit(Overloaded{
                 [](const Literal&) {},
                 [&](const Load& e) { forEachIndex(e.place, fn); },
                 [&](const Apply& e) { all(e.args); },
                 [&](const Cast& e) { fn(*e.arg); },
                 [&](const Select& e) {
                   fn(*e.condition);
                   fn(*e.ifTrue);
                   fn(*e.ifFalse);
                 },
                 [&](const Size& e) { forEachIndex(e.container, fn); },
                 [&](const Opaque& e) { all(e.args); },
                 [&](const Construct& e) { all(e.args); },
                 [&](const ZerosLike& e) { forEachIndex(e.of, fn); },
             },
             expr.node);
}

void forEachRead(const Expr& expr, const PlaceFn& fn) {
  if (const auto* e = std::get_if<Load>(&expr.node))
    fn(e->place);
  if (const auto* e = std::get_if<Size>(&expr.node))
    fn(e->container);
  if (const auto* e = std::get_if<ZerosLike>(&expr.node))
    fn(e->of);
  forEachOperand(expr, [&](const Expr& operand) { forEachRead(operand, fn); });
}

void forEachLoad(const Expr& expr, const PlaceFn& fn) {
  if (const auto* e = std::get_if<Load>(&expr.node))
    fn(e->place);
  forEachOperand(expr, [&](const Expr& operand) { forEachLoad(operand, fn); });
}

void forEachIndexRead(const Place& place, const PlaceFn& fn) {
  forEachIndex(place, [&](const Expr& index) { forEachRead(index, fn); });
}

namespace {

/// The expressions of a statement, in order; the only list of which node has which.
template <class S, class Fn>
void visitExprs(S& stmt, Fn&& one) {
  std::visit(
      [&](auto& node) {
        using Node = std::remove_cvref_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, Declare> || std::is_same_v<Node, Assign> ||
                      std::is_same_v<Node, Append> || std::is_same_v<Node, Return>) {
          if (node.value)
            one(node.value);
        } else if constexpr (std::is_same_v<Node, Call>) {
          for (auto& argument : node.arguments)
            for (auto* expr : {&argument.value, &argument.offset, &argument.size})
              if (*expr)
                one(*expr);
        } else if constexpr (std::is_same_v<Node, Perform>) {
          one(node.step);
        } else if constexpr (std::is_same_v<Node, If> || std::is_same_v<Node, While>) {
          one(node.condition);
        } else if constexpr (std::is_same_v<Node, For>) {
          one(node.lower);
          one(node.upper);
          if (node.parallel)
            for (auto* expr : {&node.parallel->threads, &node.parallel->condition})
              if (*expr)
                one(*expr);
        } else if constexpr (std::is_same_v<Node, Take> || std::is_same_v<Node, GiveBack>) {
          one(node.count);
        } else if constexpr (std::is_same_v<Node, Switch>) {
          one(node.selector);
        }
      },
      stmt.node);
}

template <class P, class S>
P* placeOf(S& stmt) {
  return std::visit(
      [](auto& node) -> P* {
        using Node = std::remove_cvref_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, Assign>)
          return &node.target;
        else if constexpr (std::is_same_v<Node, Append> || std::is_same_v<Node, Drop>)
          return &node.container;
        else if constexpr (std::is_same_v<Node, Push> || std::is_same_v<Node, Pop>)
          return &node.place;
        else
          return nullptr;
      },
      stmt.node);
}

} // namespace

const Place* namedPlace(const Stmt& stmt) {
  return placeOf<const Place>(stmt);
}
Place* namedPlace(Stmt& stmt) {
  return placeOf<Place>(stmt);
}

void forEachExpr(const Stmt& stmt, const ExprFn& fn) {
  visitExprs(stmt, [&](const ExprRef& e) { fn(*e); });
  if (const auto* push = std::get_if<Push>(&stmt.node))
    fn(Expr{push->place.type, stmt.location, Load{push->place}});
  if (const auto* call = std::get_if<Call>(&stmt.node))
    for (const Argument& argument : call->arguments)
      if (argument.place)
        fn(Expr{argument.place->type, stmt.location, Load{*argument.place}});
}

void forEachExprSlot(Stmt& stmt, const std::function<void(ExprRef&)>& fn) {
  forEachPlaceSlot(stmt, [&](Place& place) {
    for (Selector& selector : place.path)
      for (ExprRef& index : selector.indices)
        fn(index);
  });
  visitExprs(stmt, fn);
}

void forEachPlaceSlot(Stmt& stmt, const std::function<void(Place&)>& fn) {
  if (Place* place = namedPlace(stmt))
    fn(*place);
  if (auto* call = std::get_if<Call>(&stmt.node))
    for (Argument& argument : call->arguments)
      if (argument.place)
        fn(*argument.place);
  if (auto* step = std::get_if<Perform>(&stmt.node))
    std::ranges::for_each(step->changed, fn);
}

std::optional<VarId> declared(const Stmt& stmt) {
  if (const auto* s = std::get_if<Declare>(&stmt.node))
    return s->var;
  if (const auto* s = std::get_if<Take>(&stmt.node))
    return s->array;
  if (const auto* s = std::get_if<GiveBack>(&stmt.node); s && s->array != s->taken)
    return s->array;
  return std::nullopt;
}

void forEachWritten(const Kernel& kernel, const Stmt& stmt, const PlaceFn& fn) {
  const auto variable = [&](VarId var) { fn(Place{var, {}, kernel[var].type}); };
  if (std::optional<VarId> var = declared(stmt))
    variable(*var);
  if (const Place* place = namedPlace(stmt); place && !std::holds_alternative<Push>(stmt.node))
    fn(*place);
  if (const auto* call = std::get_if<Call>(&stmt.node)) {
    for (const Argument& argument : call->arguments)
      if (argument.isWritten)
        fn(*argument.place);
    for (std::optional<VarId> local : {call->result, call->derivative})
      if (local)
        variable(*local);
  }
  if (const auto* step = std::get_if<Perform>(&stmt.node)) {
    std::ranges::for_each(step->changed, fn);
    if (step->result)
      variable(*step->result);
  }
}

bool isNumeric(const Function& function) {
  const Kernel& as = *function.as;
  return as.returnType->isScalar() && std::ranges::all_of(as.parameters, [&](VarId id) {
           return as[id].type->isScalar() && !as[id].byReference;
         });
}

bool isLoop(const Stmt& stmt) {
  return std::holds_alternative<For>(stmt.node) || std::holds_alternative<While>(stmt.node);
}

std::vector<const Block*> blocks(const Stmt& stmt) {
  return blocksOf<const Block*>(stmt);
}
std::vector<Block*> blocks(Stmt& stmt) {
  return blocksOf<Block*>(stmt);
}

void forEachStmt(std::span<const Stmt> statements, const StmtFn& fn) {
  for (const Stmt& stmt : statements) {
    fn(stmt);
    for (const Block* inner : blocks(stmt))
      forEachStmt(*inner, fn);
  }
}

bool reads(const Stmt& stmt, VarId var) {
  bool found = false;
  auto look = [&](const Place& p) { found = found || p.base == var; };
  forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
  if (const Place* place = namedPlace(stmt))
    forEachIndexRead(*place, look);
  return found;
}

void forEachOwnMention(const Stmt& stmt, const std::function<void(VarId)>& fn) {
  const PlaceFn base = [&](const Place& place) { fn(place.base); };
  auto ifAny = [&](const std::optional<VarId>& var) {
    if (var)
      fn(*var);
  };
  ifAny(declared(stmt));
  if (const Place* place = namedPlace(stmt)) {
    fn(place->base);
    forEachIndexRead(*place, base);
  }
  forEachExpr(stmt, [&](const Expr& expr) { forEachRead(expr, base); });
  if (const auto* call = std::get_if<Call>(&stmt.node)) {
    ifAny(call->result);
    ifAny(call->derivative);
  }
  if (const auto* step = std::get_if<Perform>(&stmt.node))
    ifAny(step->result);
}

void forEachMention(const Stmt& stmt, const std::function<void(VarId)>& fn) {
  forEachOwnMention(stmt, fn);
  for (const Block* inner : blocks(stmt))
    for (const Stmt& nested : *inner)
      forEachMention(nested, fn);
}

bool mentions(const Stmt& stmt, VarId var) {
  bool found = false;
  forEachMention(stmt, [&](VarId mentioned) { found = found || mentioned == var; });
  return found;
}

bool mentions(std::span<const Stmt> statements, VarId var) {
  for (const Stmt& stmt : statements)
    if (mentions(stmt, var))
      return true;
  return false;
}

Block* blockOf(Block& block, VarId var) {
  for (Stmt& stmt : block) {
    if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->var == var)
      return &block;
    for (Block* inner : blocks(stmt))
      if (Block* const found = blockOf(*inner, var))
        return found;
  }
  return nullptr;
}

std::set<VarId> declaredIn(std::span<const Stmt> statements) {
  std::set<VarId> found;
  forEachStmt(statements, [&](const Stmt& stmt) {
    if (std::optional<VarId> local = declared(stmt))
      found.insert(*local);
    if (const auto* loop = std::get_if<For>(&stmt.node))
      found.insert(loop->counter);
  });
  return found;
}

bool mayAbandon(std::span<const Stmt> statements) {
  bool found = false;
  forEachStmt(statements, [&](const Stmt& stmt) {
    found = found || std::holds_alternative<Abandon>(stmt.node) ||
            std::holds_alternative<Call>(stmt.node) ||
            (std::holds_alternative<Perform>(stmt.node) && !exchangeOf(stmt));
  });
  return found;
}

bool endsAsPrimal(std::span<const Stmt> statements) {
  bool found = false;
  forEachStmt(statements, [&](const Stmt& stmt) {
    const auto* end = std::get_if<Abandon>(&stmt.node);
    found = found || (end && end->asPrimal);
  });
  return found;
}

bool usesTape(const Stmt& stmt) {
  if (std::holds_alternative<Push>(stmt.node) || std::holds_alternative<Pop>(stmt.node) ||
      std::holds_alternative<Take>(stmt.node) || std::holds_alternative<GiveBack>(stmt.node))
    return true;
  if (const auto* call = std::get_if<Call>(&stmt.node))
    return call->usesTape;
  if (const auto* loop = std::get_if<For>(&stmt.node); loop && loop->hasOwnTape)
    return false;
  return std::ranges::any_of(blocks(stmt), [](const Block* b) { return usesTape(*b); });
}

bool usesTape(std::span<const Stmt> statements) {
  return std::ranges::any_of(statements, [](const Stmt& stmt) { return usesTape(stmt); });
}

std::vector<bool> mentioned(const Kernel& kernel) {
  std::vector<bool> found(kernel.variables.size());
  auto mark = [&](VarId var) { found[var.index] = true; };
  for (const Stmt& stmt : kernel.body)
    forEachMention(stmt, mark);
  std::ranges::for_each(kernel.outputs, mark);
  return found;
}

ExprRef rewrite(const ExprRef& expr, const std::function<ExprRef(const ExprRef&)>& fn) {
  if (!expr)
    return expr;
  Expr copy = *expr;
  auto all = [&](std::vector<ExprRef>& args) {
    for (ExprRef& arg : args)
      arg = rewrite(arg, fn);
  };
  std::visit(Overloaded{
                 [](Literal&) {},
                 [&](Load& e) { e.place = rewritePlace(e.place, fn); },
                 [&](Apply& e) { all(e.args); },
                 [&](Cast& e) { e.arg = rewrite(e.arg, fn); },
                 [&](Select& e) {
                   e.condition = rewrite(e.condition, fn);
                   e.ifTrue = rewrite(e.ifTrue, fn);
                   e.ifFalse = rewrite(e.ifFalse, fn);
                 },
                 [&](Size& e) { e.container = rewritePlace(e.container, fn); },
                 [&](Opaque& e) { all(e.args); },
                 [&](Construct& e) { all(e.args); },
                 [&](ZerosLike& e) { e.of = rewritePlace(e.of, fn); },
             },
             copy.node);
  return fn(std::make_shared<Expr>(std::move(copy)));
}

bool any(const Expr& expr, const std::function<bool(const Expr&)>& fn) {
  if (fn(expr))
    return true;
  bool found = false;
  forEachOperand(expr, [&](const Expr& operand) { found = found || any(operand, fn); });
  return found;
}

} // namespace treelize::ir
