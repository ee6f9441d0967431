// Declarations, assignments, calls and branches.
#include "ir/Literals.h"
#include "ir/Same.h"
#include "ir/TextForm.h"
#include "ir/Walk.h"
#include "print/body/Writer.h"

#include <cassert>

namespace treelize::print {

using namespace ir;

namespace {

/// `(n, 1.0)` of `std::vector<double>(n, 1.0)`.
std::string arguments(const Writer& w, const ExprRef& construct) {
  return w.of(construct).substr(construct->type->spelling.size());
}

std::string zeroOf(const Type& type) {
  if (type.is(TypeKind::Real))
    return " = 0.0";
  if (type.isBlank)
    return " = treelize::blank<" + type.spelling + ">()";
  return type.isScalar() ? "{}" : "";
}

/// `T()`
bool isEmpty(const ExprRef& value) {
  const auto* made = value ? std::get_if<Construct>(&value->node) : nullptr;
  return made && made->args.empty();
}

bool isIncrement(const Assign& s) {
  return s.op != AssignOp::Set && s.target.type->is(TypeKind::Integer) &&
         literalNumber(*s.value) == 1.0L;
}

const char* spellingOf(AssignOp op) {
  switch (op) {
  case AssignOp::Set:
    return " = ";
  case AssignOp::Add:
    return " += ";
  case AssignOp::Sub:
    return " -= ";
  }
  return "";
}

bool isFlatVector(const Type& type) {
  return type.is(TypeKind::Vector) && type.element->isScalar();
}

/// Zeros of a built-in array; it has no value that could stand behind the `=`.
void declareZeros(Writer& w, const std::string& declared, const Variable& v,
                  const ZerosLike* shaped) {
  w.line(declared + (shaped ? "{};" : ";"));
  w.line(shaped ? "treelize::set_zeros_like(" + v.name + ", " + w.of(shaped->of) + ");"
                : "treelize::set_zero(" + v.name + ");");
}

} // namespace

void printStmt(Writer& w, const Declare& s) {
  const Variable& v = w[s.var];
  const std::string name = declarator(*v.type, v.name);
  const bool isVector = v.type->is(TypeKind::Vector);
  const auto* shaped = s.value ? std::get_if<ZerosLike>(&s.value->node) : nullptr;
  if (v.byReference)
    w.line(constant(w, s.var) + "auto& " + v.name + " = " + w.of(s.value) + ";");
  else if (isEmpty(s.value) && v.type->startsAtZero && !v.type->isBlank)
    w.line(name + (isVector ? ";" : "{};"));
  else if (v.type->isBuiltinArray && (shaped || isEmpty(s.value)))
    declareZeros(w, name, v, shaped);
  else if (!s.value)
    w.line(name + zeroOf(*v.type) + ";");
  else if (isVector && std::holds_alternative<Construct>(s.value->node) && !isEmpty(s.value))
    w.line(name + arguments(w, s.value) + ";");
  else if (v.type->is(TypeKind::Pointer))
    w.line(v.type->spelling + " const " + v.name + " = " + w.of(s.value) + ";");
  else
    w.line((v.type->isScalar() ? constant(w, s.var) : "") + name + " = " + w.of(s.value) + ";");
}

void printStmt(Writer& w, const Assign& s) {
  const std::string target = w.of(s.target);
  const bool isWhole = !s.target.type->isScalar();
  const auto* shaped = std::get_if<ZerosLike>(&s.value->node);
  if (isWhole && (isEmpty(s.value) || (shaped && ir::isSame(shaped->of, s.target))))
    return w.line("treelize::set_zero(" + target + ");");
  if (shaped && isFlatVector(*s.target.type))
    return w.line("treelize::set_zeros_like(" + target + ", " + w.of(shaped->of) + ");");
  if (isWhole && s.op != AssignOp::Set) {
    assert(s.op == AssignOp::Add && "whole objects are only added");
    return w.line("treelize::increment(" + target + ", " + w.of(s.value) + ");");
  }
  if (isIncrement(s))
    return w.line((s.op == AssignOp::Add ? "++" : "--") + target + ";");
  if (s.isAtomic)
    w.line("TREELIZE_ATOMIC");
  const std::string step = target + spellingOf(s.op) + w.of(s.value);
  const bool isInAnyOrder = s.target.path.empty() && w.runningSums.contains(s.target.base);
  w.line((isInAnyOrder ? "TREELIZE_IN_ANY_ORDER(" + step + ")" : step) + ";");
}

std::string callText(const Writer& w, const Call& s) {
  std::string list;
  for (const Argument& argument : s.arguments)
    list += (list.empty() ? "" : ", ") + text(w.kernel, argument);
  if (s.usesTape)
    list += (list.empty() ? "" : ", ") + w.tape;
  return s.function + "(" + list + ")";
}

void printStmt(Writer& w, const Call& s) {
  if (!s.result)
    return w.line(callText(w, s) + ";");
  const std::string result = w[*s.result].name + " = ";
  if (s.derivative)
    return w.line(result + "treelize::take_tangent(" + callText(w, s) + ", " +
                  w[*s.derivative].name + ");");
  w.line(result + callText(w, s) + ";");
}

/// A number of a function that nobody asks for; the function may be [[nodiscard]].
static bool isLeft(const Perform& s) {
  const auto* call = std::get_if<Opaque>(&s.step->node);
  if (s.result || !call)
    return false;
  const TextForm form = formOf(*call); // an address is that of an element that the step may make
  return form.isAddress || (form.isCall && s.step->type->isScalar());
}

void printStmt(Writer& w, const Perform& s) {
  if (isLeft(s))
    return w.line("static_cast<void>(" + w.of(s.step) + ");");
  w.line((s.result ? w[*s.result].name + " = " : "") + w.of(s.step) + ";");
}

void printStmt(Writer& w, const If& s) {
  assert((!s.thenBlock.empty() || !s.elseBlock.empty()) && "simplification drops an empty if");
  const auto branch = [&](const std::string& head, const Block& statements) {
    w.line(head + " {");
    ++w.depth;
    printBlock(w, statements);
    --w.depth;
  };
  const auto* asks = std::get_if<Load>(&s.condition->node);
  const bool isConstant = asks && w.kernel.wantsOutputs == asks->place.base;
  branch((isConstant ? "if constexpr (" : "if (") + w.of(s.condition) + ")", s.thenBlock);
  // `else if` chains stay flat.
  const Block* rest = &s.elseBlock;
  while (rest->size() == 1 && std::holds_alternative<If>((*rest)[0].node)) {
    const If& next = std::get<If>((*rest)[0].node);
    branch("} else if (" + w.of(next.condition) + ")", next.thenBlock);
    rest = &next.elseBlock;
  }
  if (!rest->empty())
    branch("} else", *rest);
  w.line("}");
}

} // namespace treelize::print
