#include "ir/Verify.h"

#include "ir/ExprText.h"
#include "ir/Intrinsics.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::ir {

namespace {

class Verifier {
public:
  Verifier(const Kernel& kernel, Dialect dialect)
      : kernel(kernel), dialect(dialect), alive(kernel.variables.size()) {}

  std::string run() {
    for (VarId id : kernel.parameters)
      alive.at(id.index) = true;
    for (VarId id : kernel.members)
      alive.at(id.index) = true;
    if (kernel.wantsOutputs)
      alive.at(kernel.wantsOutputs->index) = true;
    if (dialect == Dialect::Raw && kernel.result)
      alive.at(kernel.result->index) = true;
    block(kernel.body, /*opensScope=*/false);
    for (VarId id : kernel.outputs)
      check(alive[id.index], "output '" + kernel[id].name + "' is not alive at the end");
    return problem;
  }

private:
  const Kernel& kernel;
  Dialect dialect;
  std::vector<bool> alive;
  std::string problem;

  void check(bool holds, const std::string& what) {
    if (!holds && problem.empty())
      problem = "in kernel '" + kernel.name + "': " + what;
  }

  void block(const Block& statements, bool opensScope = true) {
    const std::vector<bool> outer = alive;
    for (const Stmt& stmt : statements)
      statement(stmt);
    records<Push>(statements);
    records<Pop>(statements);
    if (opensScope)
      alive = outer;
  }

  /// Is what is joined there, with nothing but declarations between?
  template <class Step>
  void records(const Block& statements) {
    unsigned expected = 0;
    for (const Stmt& stmt : statements)
      if (const auto* step = std::get_if<Step>(&stmt.node)) {
        check(expected == 0 || step->joined == 0, "a record begins in a record");
        expected = expected > 0 ? expected - 1 : step->joined;
      } else {
        check(expected == 0 || std::holds_alternative<Declare>(stmt.node),
              "a record is interrupted");
      }
    check(expected == 0, "a record lacks a part");
  }

  void statement(const Stmt& stmt) {
    const auto* step = std::get_if<Perform>(&stmt.node);
    if (!std::holds_alternative<While>(stmt.node))
      forEachExpr(stmt, [&](const Expr& e) {
        return step && step->step.get() == &e ? expression(e) : value(e);
      });
    std::visit([&](const auto& node) { this->node(node); }, stmt.node);
  }

  void node(const Declare& s) {
    check(!alive[s.var.index], "'" + kernel[s.var].name + "' is declared twice");
    alive[s.var.index] = true;
    check(!s.value || s.value->type != nullptr, "a value without a type");
    const bool isCopy = s.value && std::holds_alternative<Load>(s.value->node);
    check(!isCopy || !holdsView(*s.value->type) || !isDifferentiable(*s.value->type),
          "'" + kernel[s.var].name + "' hides whose memory it is");
  }
  void node(const Assign& s) {
    place(s.target);
    check(s.value != nullptr, "an assignment without a value");
    check(s.op != AssignOp::Sub || s.target.type->isScalar(), "a whole object is subtracted");
  }
  void node(const Append& s) {
    place(s.container);
    check(s.container.type->is(TypeKind::Vector), "only a vector grows");
  }
  void node(const Drop& s) {
    place(s.container);
    check(s.container.type->is(TypeKind::Vector), "only a vector shrinks");
  }
  void node(const Call& s) {
    for (const Argument& argument : s.arguments) {
      check(argument.type && (argument.value != nullptr) != argument.place.has_value(),
            "an argument without a meaning");
      if (argument.place)
        place(*argument.place);
    }
    for (std::optional<VarId> local : {s.result, s.derivative})
      check(!local || alive[local->index], "a call's result goes nowhere");
  }
  void node(const Perform& s) {
    std::ranges::for_each(s.changed, [&](const Place& changed) { place(changed); });
    check(!s.result || alive[s.result->index], "the result of a step goes nowhere");
  }
  void node(const Abandon& s) { check(s.text.empty() == s.asPrimal, "an end without a statement"); }
  void node(const If& s) {
    block(s.thenBlock);
    block(s.elseBlock);
  }
  void node(const For& s) {
    check(s.step > 0, "a counted loop's step is positive");
    check(kernel[s.counter].type->is(TypeKind::Integer), "a counter is an integer");
    const std::vector<bool> outer = alive;
    alive[s.counter.index] = true;
    block(s.body);
    alive = outer;
  }
  void node(const While& s) {
    value(*s.condition);
    check(dialect == Dialect::Raw || (s.step.empty() && !s.testAfter), "a raw while loop");
    const std::vector<bool> outer = alive;
    block(s.body, false);
    block(s.step, false);
    alive = outer;
  }
  void node(const Region& s) {
    rawOnly("a region");
    if (s.result)
      alive[s.result->index] = true;
    block(s.body);
  }
  void node(const Return&) { rawOnly("a return"); }
  void node(const Break&) { rawOnly("a break"); }
  void node(const Continue&) { rawOnly("a continue"); }
  void node(const Escape&) { rawOnly("an escape"); }
  void node(const Switch& s) {
    rawOnly("a switch");
    for (const Switch::Case& c : s.cases)
      block(c.body, false);
  }
  void node(const Push&) {}
  void node(const Pop& s) { place(s.place); }
  void node(const Take& s) {
    check(!alive[s.array.index], "'" + kernel[s.array].name + "' is declared twice");
    check(kernel[s.array].type->is(TypeKind::Pointer),
          "an array on the tape is reached through a pointer");
    alive[s.array.index] = true;
  }
  void node(const GiveBack& s) {
    if (s.array != s.taken)
      node(Take{s.array, s.count});
  }
  void node(const Comment&) {}

  void rawOnly(const char* what) {
    check(dialect == Dialect::Raw, std::string(what) + " in the structured dialect");
  }

  void value(const Expr& e) {
    const auto* call = std::get_if<Opaque>(&e.node);
    check(!call || !call->row || info(*call->row).nature != Nature::Step, "a step is no value");
    expression(e);
  }

  void expression(const Expr& e) {
    check(e.type != nullptr, "an expression without a type");
    if (const auto* apply = std::get_if<Apply>(&e.node))
      check(apply->args.size() == info(apply->op).arity, "operator '" +
                                                             std::string(info(apply->op).name) +
                                                             "' has the wrong number of operands");
    if (const auto* call = std::get_if<Opaque>(&e.node))
      check(call->row == intrinsicOf(call->text, call->args.size()),
            "'" + call->text + "' is not known by its row");
    if (const auto* load = std::get_if<Load>(&e.node))
      place(load->place);
    if (const auto* size = std::get_if<Size>(&e.node))
      place(size->container);
    if (const auto* select = std::get_if<Select>(&e.node))
      check(select->condition && select->ifTrue && select->ifFalse, "a choice lacks a part");
    forEachOperand(e, [&](const Expr& operand) { value(operand); });
  }

  void place(const Place& p) {
    const Variable& base = kernel[p.base];
    check(alive[p.base.index], "'" + base.name + "' is used outside its life");
    TypeRef type = base.type;
    for (const Selector& selector : p.path) {
      if (selector.isField()) {
        auto field = std::ranges::find(type->fields, selector.field, &RecordField::name);
        if (field == type->fields.end())
          return check(false,
                       "'" + text(kernel, p) + "' names no field of '" + type->spelling + "'");
        type = field->type;
      } else {
        if (!type->isIndexable() || selector.indices.empty())
          return check(false, "'" + text(kernel, p) + "' indexes a '" + type->spelling + "'");
        type = type->element;
      }
    }
    check(p.type && p.type->kind == type->kind,
          "'" + text(kernel, p) + "' has another type than its path");
  }
};

} // namespace

std::string verify(const Kernel& kernel, Dialect dialect) {
  return Verifier(kernel, dialect).run();
}

} // namespace treelize::ir
