#include "grad/Tangent.h"

#include "analysis/Activity.h"
#include "analysis/Infinities.h"
#include "grad/finish/indices/HoistLookups.h"
#include "grad/finish/loops/ParallelLoops.h"
#include "grad/finish/scopes/Simplify.h"
#include "grad/finish/sums/CarrySums.h"
#include "grad/normalize/Normalize.h"
#include "grad/normalize/Twins.h"
#include "grad/plan/Shapes.h"
#include "grad/rules/Calls.h"
#include "grad/rules/Guards.h"
#include "grad/rules/SecondPartials.h"
#include "grad/rules/Shadows.h"
#include "grad/rules/Value.h"
#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

/// What becomes of a tangent: the code that is printed, or a kernel that is differentiated again.
enum class Purpose { code, kernel };

class Linearizer {
public:
  Linearizer(Kernel& kernel, const analysis::Activity& activity, Shadows& shadows,
             DerivedFunctions& functions, Purpose purpose)
      : kernel(kernel), activity(activity), shadows(shadows), functions(functions),
        infinities(kernel, activity), purpose(purpose) {}

  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        block(*inner);
      if (const auto* s = std::get_if<Declare>(&stmt.node);
          s && activity.isActive(kernel, place(kernel, s->var)))
        declaration(stmt, *s, out);
      else if (const auto* s = std::get_if<Assign>(&stmt.node);
               s && activity.isActive(kernel, s->target))
        assignment(stmt, *s, out);
      else if (const auto* s = std::get_if<Append>(&stmt.node); s && isActiveElement(s->container))
        growth(stmt, *s, out);
      else if (const auto* s = std::get_if<Drop>(&stmt.node); s && isActiveElement(s->container)) {
        out.push_back(drop(shadows.of(s->container), stmt.location));
        out.push_back(std::move(stmt));
      } else if (const std::optional<Exchange> s = exchangeOf(stmt);
                 s && activity.isActive(kernel, s->a)) {
        out.push_back(exchange(shadows.of(s->a), shadows.of(s->b), stmt.location));
        out.push_back(std::move(stmt));
      } else if (const auto* s = std::get_if<Call>(&stmt.node))
        call(stmt.location, *s, out);
      else
        out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;
  const analysis::Activity& activity;
  Shadows& shadows;
  DerivedFunctions& functions;
  const analysis::Infinities infinities;
  const Purpose purpose;
  bool isInArm = false; // of a choice

  /// The value is declared first: a costly rule reads it.
  void declaration(const Stmt& stmt, const Declare& s, Block& out) {
    const VarId var = s.var, var_t = shadows.of(s.var);
    const ExprRef value = s.value;
    const Declare local = s;
    out.push_back(stmt);
    if (kernel[var].type->isScalar() && value)
      out.push_back(declare(var_t, tangent(value, load(kernel, var), out).expr(kernel[var].type),
                            stmt.location));
    else if (value && activity.isActive(kernel, *value))
      out.push_back(declare(var_t, whole(*value), stmt.location));
    else if (!value && kernel[var].type->is(TypeKind::Record) &&
             kernel[var].type->defaultConstructible)
      out.push_back(declare(var_t, construct(kernel[var].type, {}),
                            stmt.location)); // its members have no values to copy
    else
      out.push_back(declare(var_t, tangentShape(kernel, local), stmt.location));
  }

  void assignment(const Stmt& stmt, const Assign& s, Block& out) {
    const Place target_t = shadows.of(s.target);
    if (isQuotient(s)) { // its tangent is written with its value
      out.push_back(stmt);
      const Value by = tangent(s.value, load(s.target), out);
      return out.push_back(assign(target_t, s.op, by.expr(s.target.type), stmt.location));
    }
    if (s.target.type->isScalar()) {
      Value by = tangent(s.value, s.value, out);
      const bool isNothing = by.isNumber(0) && s.op != AssignOp::Set;
      if (!isNothing)
        out.push_back(assign(target_t, s.op, by.expr(s.target.type), stmt.location));
    } else if (activity.isActive(kernel, *s.value)) {
      out.push_back(assign(target_t, s.op, whole(*s.value), stmt.location));
    } else {
      // A container takes the length of its new value, and so does its tangent.
      out.push_back(stmt);
      out.push_back(assign(target_t, AssignOp::Set, zerosLike(s.target), stmt.location));
      return;
    }
    out.push_back(stmt);
  }

  /// Is it set to a quotient that does not read it?
  bool isQuotient(const Assign& s) const {
    const auto* e = std::get_if<Apply>(&s.value->node);
    bool isIts =
        s.op == AssignOp::Set && e && e->op == Op::div && activity.isActive(kernel, *e->args[1]);
    forEachRead(*s.value,
                [&](const Place& p) { isIts = isIts && !analysis::overlap(p, s.target); });
    return isIts;
  }

  void call(Location at, Call s, Block& out) {
    const Function& function = functions.primal(s.function);
    const ActiveParameters active = activeParameters(kernel, s, function, activity);
    if (std::ranges::count(active, true) == 0) {
      Block passive{Stmt{at, std::move(s)}};
      callPrimals(passive, functions, purpose == Purpose::kernel);
      return out.push_back(std::move(passive.front()));
    }
    if (function.hasRule() && function.tangent.empty())
      return callByAdjoint(at, s, function, active, out);
    const std::vector<Argument> primals = s.arguments;
    for (std::size_t i = 0; i < active.size(); ++i)
      if (active[i] || (function.hasRule() && isDifferentiated(function, i)))
        s.arguments.push_back(tangentOf(primals[i], active[i], out));
    s.function = function.hasRule() ? function.tangent
                                    : functions.ask(function, DerivedKind::Tangent, active);
    if (returnsDerivative(function)) {
      const bool isUsed = activity.isActive(kernel, place(kernel, *s.result));
      s.derivative =
          isUsed ? shadows.of(*s.result) : constant("unused_t", place(kernel, *s.result), out);
    }
    if (purpose == Purpose::kernel && s.derivative)
      s.arguments.push_back(writtenTo(*std::exchange(s.derivative, std::nullopt)));
    out.push_back(Stmt{at, std::move(s)});
  }

  /// In a kernel a function returns one thing, and writes the other.
  Argument writtenTo(VarId local) const {
    Argument argument;
    argument.place = place(kernel, local);
    argument.type = argument.place->type;
    argument.isWritten = true;
    return argument;
  }

  /// The gradient of a function of numbers, times the direction.
  void callByAdjoint(Location at, Call s, const Function& function, const ActiveParameters& active,
                     Block& out) {
    const TypeRef type = kernel[*s.result].type;
    Call adjoint = s;
    adjoint.function = function.adjoint;
    adjoint.result.reset();
    Argument seed;
    seed.type = type;
    seed.value = real(1.0, type);
    adjoint.arguments.push_back(std::move(seed));
    Value sum = 0.0;
    for (std::size_t i = 0; i < active.size(); ++i) {
      if (!isDifferentiated(function, i))
        continue;
      Argument shadow = s.arguments[i];
      const VarId partial = constant("partial", Place{{}, {}, shadow.type}, out);
      const bool isSteep = infinities.mayBeSteep(*shadow.value);
      const Value direction = tangent(shadow.value, out);
      sum = sum + product({load(kernel, partial), direction, true, isSteep}, type, out);
      shadow.value = nullptr;
      shadow.place = place(kernel, partial);
      shadow.isWritten = true;
      adjoint.arguments.push_back(std::move(shadow));
    }
    const Place result = place(kernel, *s.result);
    const bool isUsed = activity.isActive(kernel, result);
    s.function = function.primal;
    out.push_back(Stmt{at, std::move(s)});
    if (!isUsed)
      return;
    out.push_back(Stmt{at, std::move(adjoint)});
    out.push_back(assign(shadows.of(result), AssignOp::Set, sum.expr(type), at));
  }

  Argument tangentOf(Argument argument, bool isActive, Block& out) {
    if (argument.place)
      argument.place = isActive ? shadows.of(*argument.place)
                                : place(kernel, constant("unused_t", *argument.place, out));
    else if (argument.type->isScalar())
      argument.value = tangent(argument.value, argument.value, out).expr(argument.type);
    else
      argument.value = isActive ? whole(*argument.value) : construct(argument.type, {});
    return argument;
  }

  /// A local that is zero, of the shape of the place.
  VarId constant(const char* name, const Place& like, Block& out) {
    const VarId local = addLocal(kernel, name, like.type);
    out.push_back(declare(local, like.type->isScalar() ? real(0.0, like.type) : zerosLike(like)));
    return local;
  }

  bool isActiveElement(const Place& container) const {
    return activity.isActive(kernel, lastElement(container));
  }

  /// The value may read the container, so its tangent is appended to the other one first.
  void growth(const Stmt& stmt, const Append& s, Block& out) {
    const Place target_t = shadows.of(s.container), last = lastElement(s.container);
    const bool isActive = s.value && activity.isActive(kernel, *s.value);
    if (isActive || last.type->isScalar()) {
      ExprRef by = !isActive               ? nullptr
                   : last.type->isScalar() ? tangent(s.value, s.value, out).expr(last.type)
                                           : whole(*s.value);
      out.push_back(append(target_t, std::move(by), stmt.location));
      return out.push_back(stmt);
    }
    out.push_back(stmt);
    out.push_back(append(target_t, zerosLike(last), stmt.location));
  }

  ExprRef whole(const Expr& value) {
    if (const auto* e = std::get_if<Load>(&value.node))
      return load(shadows.of(e->place));
    if (const auto* e = std::get_if<Select>(&value.node))
      return ir::select(e->condition, whole(*e->ifTrue), whole(*e->ifFalse));
    assert(false && "front/ lowers active initialisers element by element");
    return nullptr;
  }

  Value tangent(const ExprRef& value, Block& out) { return tangent(value, value, out); }

  /// `result` stands for the value where its derivative is written with it. What is worth a name
  /// gets one in `out`.
  Value tangent(const ExprRef& value, const ExprRef& result, Block& out) {
    if (!activity.isActive(kernel, *value))
      return 0.0;
    if (const auto* e = std::get_if<Load>(&value->node))
      return load(shadows.of(e->place));
    if (const auto* e = std::get_if<Cast>(&value->node)) {
      Value inner = tangent(e->arg, out);
      return inner.isNumber() ? inner : Value(cast(inner.raw(), value->type));
    }
    if (const auto* e = std::get_if<Select>(&value->node)) {
      Value yes = inArm(e->ifTrue), no = inArm(e->ifFalse);
      return ir::select(e->condition, yes.expr(value->type), no.expr(value->type));
    }
    const auto& e = std::get<Apply>(value->node);
    if (e.op == Op::div && activity.isActive(kernel, *e.args[1]))
      return quotient(e, result, value->type, out);
    const std::vector<Value> row = purpose == Purpose::code
                                       ? partials(e.op, e.args, result)
                                       : smoothPartials(e.op, e.args, result);
    Value sum = 0.0;
    for (std::size_t i = 0; i < e.args.size(); ++i) {
      const Value by = tangent(e.args[i], out);
      const Factors factors{row[i], by, infinities.mayBeSteep(e, i),
                            infinities.mayBeSteep(*e.args[i])};
      sum = sum + product(factors, value->type, out);
    }
    return sum;
  }

  /// Of an operand that is evaluated under a condition, and nowhere else.
  Value inArm(const ExprRef& value) {
    Block names;
    const bool wasInArm = std::exchange(isInArm, true);
    const Value result = tangent(value, names);
    isInArm = wasInArm;
    assert(names.empty() && "a name would be evaluated before the condition");
    return result;
  }

  struct Factors {
    Value partial, direction;
    bool isPartialSteep, isDirectionSteep; // may it be infinite?
  };

  /// `(a_t - r b_t) / b`
  Value quotient(const Apply& e, const ExprRef& result, const TypeRef& type, Block& out) {
    const bool isSteep = infinities.mayBeSteep(*e.args[1]);
    const Value by = product({result, tangent(e.args[1], out), true, isSteep}, type, out);
    const Value above = tangent(e.args[0], out) - by;
    return product({Value(1.0) / e.args[1], above, true, false}, type, out);
  }

  /// Where one factor is zero the product is, also where the other one is infinite.
  Value product(const Factors& f, const TypeRef& type, Block& out) {
    if (f.direction.isNumber() || isChoiceOfNumbers(f.partial))
      return f.partial * f.direction;
    const bool isPartialAsked = f.isDirectionSteep && !isInverse(f.partial);
    const Value partial = isPartialAsked ? named(f.partial, "partial", type, out) : f.partial;
    const Value direction =
        f.isPartialSteep ? named(f.direction, "direction", type, out) : f.direction;
    Value result = partial * direction;
    if (f.isPartialSteep)
      result = guarded({direction.expr(type), result.expr(type)}, type);
    if (isPartialAsked)
      result = guarded({partial.expr(type), result.expr(type)}, type);
    return result;
  }

  Value named(const Value& value, const char* name, const TypeRef& type, Block& out) {
    if (value.isSimple() || isInArm)
      return value;
    const VarId local = addLocal(kernel, name, type);
    out.push_back(declare(local, value.expr(type)));
    return load(kernel, local);
  }
};

/// A tangent is only read, unless the kernel writes what it belongs to.
void qualifyShadows(Kernel& kernel) {
  const analysis::RegionSet writes = analysis::writesOf(kernel, kernel.body);
  auto qualify = [&](VarId id) {
    Variable& shadow = kernel[id];
    if (shadow.role != Role::Shadow)
      return;
    const Variable& original = kernel[*shadow.shadowOf];
    const bool isWritten = writes.overlaps(place(kernel, *shadow.shadowOf));
    shadow.byReference = original.byReference;
    shadow.isConst = original.isConst || !isWritten;
    if (!isWritten)
      shadow.type = original.type;
  };
  for (VarId id : kernel.parameters)
    qualify(id);
  for (VarId id : kernel.members)
    qualify(id);
}

/// The value and its derivative, which is zero where the value depends on no argument.
void addOutputs(Kernel& kernel, const analysis::Activity& activity, Shadows& shadows) {
  if (!kernel.result)
    return;
  kernel.outputs = {*kernel.result};
  if (!isDifferentiable(*kernel.returnType))
    return;
  const VarId derivative = shadows.of(*kernel.result);
  kernel.outputs.push_back(derivative);
  const Place value = place(kernel, *kernel.result);
  if (!activity.isActive(kernel, value))
    kernel.body.push_back(
        declare(derivative, value.type->isScalar() ? real(0.0, value.type) : zerosLike(value)));
}

} // namespace

static void linearize(Kernel& kernel, DerivedFunctions& functions, Purpose purpose) {
  const analysis::Activity activity = analysis::findActivity(kernel);
  Shadows shadows(kernel, "_t");
  addCallersShadows(kernel, shadows);
  Linearizer(kernel, activity, shadows, functions, purpose).block(kernel.body);
  qualifyShadows(kernel);
  addOutputs(kernel, activity, shadows);
}

/// The kernel with a linearisation of each statement.
static Kernel linearized(Kernel kernel, DerivedFunctions& functions, const PassRunner& run,
                         Purpose purpose) {
  run(Pass::parameters, kernel, copyWrittenParameters);
  run(Pass::fills, kernel, expandFills);
  run(Pass::results, kernel, [](Kernel& tangent) {
    nameResults(tangent);
    nameParts(tangent);
  });
  run(Pass::twins, kernel, placeTwinsTogether);
  run(Pass::tangent, kernel, [&](Kernel& tangent) { linearize(tangent, functions, purpose); });
  run(Pass::twins, kernel, [](Kernel& tangent) { joinTangentsOfTwins(tangent, tangent.body); });
  return kernel;
}

static Kernel makeTangent(Kernel primal, DerivedFunctions& functions, const PassRunner& passes) {
  const PassRunner run = passes.at(Stage::tangent);
  Kernel kernel = linearized(std::move(primal), functions, run, Purpose::code);
  run(Pass::simplify, kernel, simplify);
  run(Pass::carrying, kernel, [](Kernel& tangent) { carrySums(tangent, Carried::All); });
  run(Pass::parallel, kernel, [](Kernel& tangent) { runInParallel(tangent, Sums::OfPrimal); });
  run(Pass::lookups, kernel, hoistLookups);
  return kernel;
}

bool hasTangent(const Kernel& primal) {
  return std::ranges::all_of(primal.functions, [](const Function& function) {
    const bool isPassive = function.adjoint.empty() && function.tangent.empty();
    return !function.hasRule() || !function.tangent.empty() || isNumeric(function) || isPassive;
  });
}

Kernel makeTangent(const Kernel& primal, const PassRunner& passes) {
  DerivedFunctions functions(primal);
  Kernel kernel = makeTangent(primal, functions, passes);
  kernel.functions = derivedFunctions(functions, [&](const FunctionRequest& request) {
    return request.kind == DerivedKind::Primal ? makePrimal(request, functions)
                                               : makeTangent(kernelOf(request), functions, passes);
  });
  return kernel;
}

/// Tangents are variables like others from here on; those of the caller's are directions, or
/// parameters like others.
static void adoptTangents(Kernel& kernel, bool areDirections) {
  for (Variable& variable : kernel.variables) {
    if (!variable.shadowOf)
      continue;
    variable.isWalked = isWalked(kernel, *variable.shadowOf);
    const bool isCallers = variable.role == Role::Shadow;
    if (isCallers)
      variable.role = Role::Parameter;
    if (isCallers && areDirections)
      variable.nondiff = true;
    else
      variable.shadowOf.reset();
  }
}

/// A tangent as a function of a kernel: it returns the value and writes the derivative.
static Kernel slopeFunction(const FunctionRequest& request, DerivedFunctions& functions,
                            const PassRunner& run) {
  Kernel kernel = kernelOf(request);
  if (request.kind == DerivedKind::Primal) {
    callPrimals(kernel.body, functions, /*isDerivedAgain=*/true);
    return kernel;
  }
  kernel = linearized(std::move(kernel), functions, run, Purpose::kernel);
  adoptTangents(kernel, /*areDirections=*/false);
  if (kernel.outputs.size() == 2) {
    const Place derivative = place(kernel, kernel.outputs.back());
    Variable slope;
    slope.name = "slope";
    slope.type = derivative.type;
    slope.role = Role::Parameter;
    slope.byReference = true;
    const VarId written = addVariable(kernel, std::move(slope));
    kernel.parameters.push_back(written);
    kernel.body.push_back(assign(place(kernel, written), AssignOp::Set, load(derivative)));
  }
  kernel.outputs.clear();
  return kernel;
}

Kernel makeSlope(const Kernel& primal, const PassRunner& passes) {
  const PassRunner run = passes.at(Stage::tangent);
  DerivedFunctions functions(primal);
  Kernel kernel = linearized(primal, functions, run, Purpose::kernel);
  adoptTangents(kernel, /*areDirections=*/true);
  kernel[*kernel.result].role = Role::Local;
  kernel.result = kernel.outputs.back();
  kernel[*kernel.result].role = Role::Result;
  kernel.outputs.clear();
  kernel.functions = derivedFunctions(functions, [&](const FunctionRequest& request) {
    return slopeFunction(request, functions, run);
  });
  std::ranges::copy_if(primal.functions, std::back_inserter(kernel.functions), &Function::hasRule);
  return kernel;
}

} // namespace treelize::grad
