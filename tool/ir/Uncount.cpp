#include "ir/Uncount.h"

#include "ir/Builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace treelize::ir {

While uncounted(Kernel& kernel, For& s, Block& out) {
  const TypeRef type = kernel[s.counter].type;
  auto constant = [&](const ExprRef& e, const char* name) {
    if (std::holds_alternative<Literal>(e->node))
      return e;
    VarId var = addLocal(kernel, name, type);
    out.push_back(declare(var, isSameInCpp(*e->type, *type) ? e : cast(e, type)));
    return load(kernel, var);
  };
  ExprRef lower = constant(s.lower, "first"), upper = constant(s.upper, "bound");
  ExprRef counter = load(kernel, s.counter), step = integer(s.step, type);
  Place target = place(kernel, s.counter);
  While loop;
  if (!s.descending) {
    out.push_back(declare(s.counter, lower));
    loop.condition = apply(Op::lt_, {counter, upper}, boolType());
    loop.body = std::move(s.body);
    loop.step.push_back(assign(target, AssignOp::Add, step));
    return loop;
  }
  // Run over what is left, so that an unsigned counter never passes below its lower bound.
  VarId left = addLocal(kernel, "left", type);
  ExprRef span = apply(Op::sub, {upper, lower}, type);
  if (s.step != 1)
    span = apply(Op::div, {apply(Op::add, {span, integer(s.step - 1, type)}, type), step}, type);
  ExprRef none = integer(0, type);
  out.push_back(declare(left, select(apply(Op::lt_, {lower, upper}, boolType()), span, none)));
  loop.condition = apply(Op::gt_, {load(kernel, left), none}, boolType());
  loop.body.push_back(assign(place(kernel, left), AssignOp::Sub, integer(1, type)));
  ExprRef offset = load(kernel, left);
  if (s.step != 1)
    offset = apply(Op::mul, {offset, step}, type);
  loop.body.push_back(declare(s.counter, apply(Op::add, {lower, offset}, type)));
  std::ranges::move(s.body, std::back_inserter(loop.body));
  return loop;
}

} // namespace treelize::ir
