#include "grad/finish/chains/LinearForm.h"

#include "grad/loops/LoopParts.h"
#include "grad/rules/Guards.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

constexpr unsigned divisionLatency = 13;
constexpr unsigned choiceLatency = 1;

using Form = std::optional<LinearForm>;

LinearForm plus(LinearForm a, const LinearForm& b, bool isSub) {
  for (const auto& [number, term] : b.terms) {
    LinearForm::Term& sum = a.terms.try_emplace(number, LinearForm::Term{0.0, false}).first->second;
    sum.factor = isSub ? sum.factor - term.factor : sum.factor + term.factor;
    sum.isGuarded = sum.isGuarded || term.isGuarded;
  }
  a.rest = isSub ? a.rest - b.rest : a.rest + b.rest;
  a.latency = std::max(a.latency, b.latency);
  return a;
}

LinearForm mapped(LinearForm form, const std::function<Value(const Value&)>& fn) {
  for (auto& [number, term] : form.terms)
    term.factor = fn(term.factor);
  form.rest = fn(form.rest);
  return form;
}

bool isZero(const LinearForm& form) {
  return form.terms.empty() && form.rest.isNumber(0);
}

/// At most one operation.
bool isShort(const Value& value) {
  const auto* s = value.isSimple() ? nullptr : std::get_if<Apply>(&value.raw()->node);
  return value.isSimple() ||
         (s && std::ranges::all_of(s->args, [](const ExprRef& e) { return plain(e).isSimple(); }));
}

bool isProduct(const Expr& e) {
  const auto* s = std::get_if<Apply>(&e.node);
  return s && s->op == Op::mul;
}

/// Of a number that is added where it is multiplied: the two are one step.
unsigned latencyInSum(const Expr& operand, unsigned latency) {
  return isProduct(operand) && latency >= stepLatency ? latency - stepLatency : latency;
}

bool isNumber(const Place& place) {
  return place.path.empty() && place.type->is(TypeKind::Real);
}

} // namespace

LinearForms::LinearForms(const Kernel& kernel, const std::set<VarId>& carried) : kernel(kernel) {
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node);
        local && local->value && !isOfProgram(*local->value))
      poles.insert(local->var);
  });
  for (const VarId number : carried)
    forms[number] = LinearForm{.terms = {{number, {}}}};
}

const LinearForm* LinearForms::of(VarId var) const {
  const auto found = forms.find(var);
  return found != forms.end() && found->second ? &*found->second : nullptr;
}

bool LinearForms::depends(const Expr& e) const {
  bool found = false;
  forEachRead(e, [&](const Place& p) {
    found = found || forms.contains(p.base) || std::ranges::any_of(holders, [&](const Place& held) {
              return analysis::overlap(p, held) && distance(p, held).value_or(0) == 0;
            });
  });
  return found;
}

std::optional<LinearForm> LinearForms::formOf(const ExprRef& e) const {
  if (!depends(*e))
    return LinearForm{.terms = {}, .rest = plain(e)};
  if (const auto* read = std::get_if<Load>(&e->node)) {
    const LinearForm* form = isNumber(read->place) ? of(read->place.base) : nullptr;
    return form ? Form(*form) : std::nullopt;
  }
  if (const auto* choice = std::get_if<Select>(&e->node))
    return ofChoice(*choice);
  if (const std::optional<Guarded> sum = guardedSum(*e))
    return ofGuarded(sum->seed, sum->value);
  const auto* operation = std::get_if<Apply>(&e->node);
  return operation && e->type->is(TypeKind::Real) ? ofApply(*operation) : std::nullopt;
}

std::optional<LinearForm> LinearForms::ofApply(const Apply& apply) const {
  const std::vector<ExprRef>& args = apply.args;
  switch (apply.op) {
  case Op::neg: {
    const Form form = formOf(args[0]);
    return form ? Form(mapped(*form, [](const Value& v) { return -v; })) : std::nullopt;
  }
  case Op::add:
  case Op::sub:
    return ofSum(args[0], args[1], apply.op == Op::sub);
  case Op::mul:
    return depends(*args[0]) ? ofProduct(args[0], args[1]) : ofProduct(args[1], args[0]);
  case Op::div:
    return ofQuotient(args[0], args[1]);
  default:
    return std::nullopt;
  }
}

std::optional<LinearForm> LinearForms::ofSum(const ExprRef& a, const ExprRef& b, bool isSub) const {
  Form first = formOf(a), second = formOf(b);
  if (!first || !second)
    return std::nullopt;
  if (isZero(*first) && !isSub)
    return second;
  first->latency = latencyInSum(*a, first->latency);
  second->latency = latencyInSum(*b, second->latency);
  LinearForm sum = plus(*std::move(first), *second, isSub);
  sum.latency += stepLatency;
  return sum;
}

/// `a` depends.
std::optional<LinearForm> LinearForms::ofProduct(const ExprRef& a, const ExprRef& b) const {
  Form form = depends(*b) ? std::nullopt : formOf(a);
  if (!form)
    return std::nullopt;
  form = mapped(*std::move(form), [&](const Value& v) { return v * plain(b); });
  form->latency += stepLatency;
  return form;
}

/// Where there is one division to take, and not one for each term.
std::optional<LinearForm> LinearForms::ofQuotient(const ExprRef& a, const ExprRef& b) const {
  Form form = depends(*b) ? std::nullopt : formOf(a);
  if (!form || form->terms.size() != 1 || !form->rest.isNumber(0))
    return std::nullopt;
  form = mapped(*std::move(form), [&](const Value& v) { return v.isNumber(0) ? v : v / plain(b); });
  form->latency += divisionLatency;
  return form;
}

/// Is it infinite, or no number, only where a number of the program's is? Not a partial derivative
/// that has a pole.
bool LinearForms::isOfProgram(const Expr& e) const {
  return !any(e, [&](const Expr& part) {
    if (const auto* read = std::get_if<Load>(&part.node))
      return poles.contains(read->place.base);
    const auto* s = std::get_if<Apply>(&part.node);
    return !std::holds_alternative<Literal>(part.node) &&
           !(s && (s->op == Op::add || s->op == Op::sub || s->op == Op::mul || s->op == Op::neg));
  });
}

/// A seed that is one term is zero where its number is, or its factor. The terms of another one
/// might be zero together: that matters at a pole.
std::optional<LinearForm> LinearForms::ofGuarded(const ExprRef& seed, const ExprRef& value) const {
  const Form first = formOf(seed);
  Form second = formOf(value);
  if (!first || !second || first->terms.size() != second->terms.size())
    return std::nullopt;
  const bool isTerm = first->terms.size() == 1 && first->rest.isNumber(0);
  return isTerm || isOfProgram(*value) ? ofGuardedSum(*first, *std::move(second)) : std::nullopt;
}

std::optional<LinearForm> LinearForms::ofGuardedSum(const LinearForm& seed,
                                                    LinearForm value) const {
  const auto guard = [](const Value& zero, const Value& product) {
    if (zero.isNumber() || product.isNumber())
      return product;
    const TypeRef& type = product.raw()->type;
    return Value(guarded({zero.expr(type), product.raw()}, type));
  };
  for (auto& [number, term] : value.terms) {
    const auto zero = seed.terms.find(number);
    if (zero == seed.terms.end() || !isShort(zero->second.factor))
      return std::nullopt; // it would be written twice
    term = {guard(zero->second.factor, term.factor), true};
  }
  if (!isShort(seed.rest))
    return std::nullopt;
  value.rest = guard(seed.rest, value.rest);
  value.latency += choiceLatency;
  return value;
}

std::optional<LinearForm> LinearForms::ofChoice(const Select& choice) const {
  const Form yes = formOf(choice.ifTrue), no = formOf(choice.ifFalse);
  if (!yes || !no || depends(*choice.condition))
    return std::nullopt;
  const Value condition(choice.condition);
  LinearForm form{.terms = {},
                  .rest = select(condition, yes->rest, no->rest),
                  .latency = std::max(yes->latency, no->latency) + choiceLatency};
  for (const LinearForm* side : {&*yes, &*no})
    for (const auto& [number, term] : side->terms) {
      const auto factorIn = [&](const LinearForm& of) {
        const auto found = of.terms.find(number);
        return found == of.terms.end() ? Value(0) : found->second.factor;
      };
      LinearForm::Term& chosen = form.terms[number];
      chosen.factor = select(condition, factorIn(*yes), factorIn(*no));
      chosen.isGuarded = chosen.isGuarded || term.isGuarded;
    }
  return form;
}

void LinearForms::note(const Stmt& stmt) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  const auto* assign = std::get_if<Assign>(&stmt.node);
  if (local && local->value && kernel[local->var].type->is(TypeKind::Real)) {
    if (depends(*local->value))
      forms[local->var] = formOf(local->value);
  } else if (assign && isNumber(assign->target)) {
    noteNumber(*assign);
  } else {
    noteOther(stmt);
  }
  forgetStale(stmt);
}

void LinearForms::noteNumber(const Assign& s) {
  const VarId target = s.target.base;
  const auto known = forms.find(target);
  if (known == forms.end() && !depends(*s.value))
    return;
  if (s.op == AssignOp::Set) {
    forms[target] = formOf(s.value);
  } else if (known == forms.end() || !known->second) {
    forms[target] = std::nullopt;
  } else {
    const bool isSub = s.op == AssignOp::Sub;
    forms[target] = ofSum(load(s.target), s.value, isSub);
  }
}

void LinearForms::noteOther(const Stmt& stmt) {
  bool takes = false;
  const std::span<const Stmt> whole(&stmt, 1);
  forEachStmt(whole, [&](const Stmt& inner) {
    forEachExpr(inner, [&](const Expr& e) { takes = takes || depends(e); });
  });
  forEachStmt(whole, [&](const Stmt& inner) {
    forEachWritten(kernel, inner, [&](const Place& p) {
      if (const auto known = forms.find(p.base); known != forms.end())
        known->second.reset();
      else if (takes)
        holders.push_back(p);
    });
  });
}

/// What a form is made of is read where its number is set, at the latest.
void LinearForms::forgetStale(const Stmt& stmt) {
  const analysis::RegionSet written = analysis::writesOf(kernel, std::span(&stmt, 1));
  const auto isStale = [&](const Value& v) {
    return !v.isNumber() && analysis::mayChange(*v.raw(), written);
  };
  for (auto& [var, form] : forms)
    if (form && (isStale(form->rest) || std::ranges::any_of(form->terms, [&](const auto& term) {
                   return isStale(term.second.factor);
                 })))
      form.reset();
}

} // namespace treelize::grad
