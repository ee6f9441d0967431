#include "explain/Sizes.h"

#include "analysis/Lengths.h"
#include "ir/ExprText.h"
#include "ir/Intrinsics.h"
#include "ir/Walk.h"

namespace treelize::explain {

using namespace ir;

namespace {

constexpr bounds natural = bounds::nonnegative();

} // namespace

Sizes::Sizes(const Kernel& kernel) : kernel_(kernel), writes_(kernel) {
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (!std::holds_alternative<Pop>(stmt.node)) // puts back what was there
      note(stmt);
    if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value)
      declared_[local->var] = local;
    if (const auto* loop = std::get_if<For>(&stmt.node))
      counters_.insert(loop->counter);
  });
}

void Sizes::note(const Stmt& stmt) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  if (local && !local->value)
    return;
  analysis::forEachResized(kernel_, stmt, [&](const Place& place) { resized_.insert(place); });
}

sym_int Sizes::counter(const Kernel& kernel, VarId id) {
  return sym_int::symbol(kernel[id].name + "'" + std::to_string(id.index));
}

/// Does it have the value that the caller gave it?
bool Sizes::isFixed(VarId id) const {
  return writes_.of(id).given() == 0 && isCallers(id);
}

bool Sizes::isCallers(VarId id) const {
  const Variable& variable = kernel_[id];
  return variable.role == Role::Parameter || variable.role == Role::Member || isGlobal(variable);
}

sym_int Sizes::named(const std::string& name, bool isFixed) {
  if (!isFixed)
    unknowns_.insert(name);
  return sym_int::symbol(name, natural);
}

sym_int Sizes::unknown(const std::string& name) {
  return named(name, false);
}

sym_int Sizes::valueOf(const Place& place) {
  if (place.path.empty()) {
    if (counters_.contains(place.base))
      return counter(kernel_, place.base);
    const auto local = declared_.find(place.base);
    if (local != declared_.end() && writes_.of(place.base).given() == 1) {
      if (const auto known = values_.find(place.base); known != values_.end())
        return known->second;
      return values_.emplace(place.base, valueOf(*local->second->value)).first->second;
    }
  }
  return named(text(kernel_, place), isFixed(place.base));
}

sym_int Sizes::valueOf(const Apply& apply, const Expr& whole) {
  auto arg = [&](std::size_t i) { return valueOf(*apply.args[i]); };
  switch (apply.op) {
  case Op::add:
    return arg(0) + arg(1);
  case Op::sub:
    return arg(0) - arg(1);
  case Op::mul:
    return arg(0) * arg(1);
  case Op::neg:
    return -arg(0);
  case Op::div:
    if (const sym_int divisor = arg(1); divisor.constant().value_or(0) > 0)
      return floor_div(arg(0), divisor);
    break;
  case Op::shl_:
    if (const auto by = arg(1).constant(); by && *by >= 0 && *by < 62)
      return arg(0) * (std::int64_t{1} << *by);
    break;
  default:
    break;
  }
  return unknown(text(kernel_, whole));
}

sym_int Sizes::valueOf(const Expr& expr) {
  if (const auto* literal = std::get_if<Literal>(&expr.node))
    if (const auto value = literal->number)
      return *value;
  if (const auto* read = std::get_if<Load>(&expr.node))
    return valueOf(read->place);
  if (const auto* apply = std::get_if<Apply>(&expr.node))
    return valueOf(*apply, expr);
  if (const auto* cast = std::get_if<Cast>(&expr.node);
      cast && cast->arg->type->is(TypeKind::Integer))
    return valueOf(*cast->arg);
  if (const auto* size = std::get_if<Size>(&expr.node); size && size->extent == Extent::all)
    return lengthOf(size->container);
  if (const auto* choice = std::get_if<Select>(&expr.node))
    return max(valueOf(*choice->ifTrue), valueOf(*choice->ifFalse));
  if (const Opaque* call = asIntrinsic(expr, Intrinsic::trip_count)) {
    const sym_int step = call->args.size() == 3 ? valueOf(*call->args[2]) : sym_int(1);
    return ceil_div(valueOf(*call->args[1]) - valueOf(*call->args[0]), step);
  }
  if (const Opaque* call = asIntrinsic(expr, Intrinsic::product)) {
    sym_int product(1);
    for (const ExprRef& factor : call->args)
      product = product * valueOf(*factor);
    return product;
  }
  bool isKnown = true;
  forEachRead(expr, [&](const Place& place) { isKnown = isKnown && isFixed(place.base); });
  return named(text(kernel_, expr), isKnown);
}

sym_int Sizes::tripsOf(const For& loop) {
  return ceil_div(valueOf(*loop.upper) - valueOf(*loop.lower), sym_int(loop.step));
}

/// The argument of the constructor that made a vector, or each vector of a vector, of the length it
/// still has.
const Expr* Sizes::extentOf(const Place& container) const {
  const auto local = declared_.find(container.base);
  if (local == declared_.end() || resized_.overlaps(container))
    return nullptr;
  const Expr* made = local->second->value.get();
  for (std::size_t depth = 0;; ++depth) {
    const auto* constructed = std::get_if<Construct>(&made->node);
    if (!constructed || constructed->args.empty())
      return nullptr;
    if (depth == container.path.size())
      return constructed->args[0].get();
    if (container.path[depth].isField() || constructed->args.size() < 2)
      return nullptr;
    made = constructed->args[1].get();
  }
}

/// Of a local that began as a copy of a container and has its length still.
const Place* Sizes::copiedBy(const Place& container) const {
  const auto local = declared_.find(container.base);
  if (!container.path.empty() || local == declared_.end() || resized_.overlaps(container))
    return nullptr;
  const auto* copied = std::get_if<Load>(&local->second->value->node);
  return copied && !resized_.overlaps(copied->place) ? &copied->place : nullptr;
}

sym_int Sizes::lengthOf(const Place& container) {
  const Type& type = *container.type;
  if (type.is(TypeKind::Array))
    return static_cast<std::int64_t>(type.extent);
  if (type.is(TypeKind::Matrix) && type.rows != 0 && type.columns != 0)
    return static_cast<std::int64_t>(type.rows * type.columns);
  if (const Expr* extent = extentOf(container))
    return valueOf(*extent);
  if (const Place* original = copiedBy(container))
    return lengthOf(*original);
  bool hasIndex = false;
  for (const Selector& selector : container.path)
    hasIndex = hasIndex || !selector.isField();
  return named(text(kernel_, container) + ".size()",
               isCallers(container.base) && !resized_.overlaps(container) && !hasIndex);
}

sym_int Sizes::bytesOf(const Place& value) {
  return bytesOf(*value.type, &value);
}

sym_int Sizes::bytesOf(const Type& type, const Place* at) {
  switch (type.kind) {
  case TypeKind::Bool:
    return 1;
  case TypeKind::Integer:
  case TypeKind::Real:
    return type.bits == 80 ? 16 : type.bits / 8;
  case TypeKind::Pointer:
    return 8;
  case TypeKind::Array:
    return static_cast<std::int64_t>(type.extent) * bytesOf(*type.element, nullptr);
  case TypeKind::Span:
    return at ? lengthOf(*at) * bytesOf(*type.element, nullptr)
              : unknown("sizeof(" + type.spelling + ")");
  case TypeKind::Vector:
  case TypeKind::Matrix: {
    const sym_int length = at ? lengthOf(*at) : unknown("the length of a " + type.spelling);
    return length * bytesOf(*type.element, nullptr) + (type.is(TypeKind::Vector) ? 8 : 16);
  }
  case TypeKind::Record: {
    sym_int bytes = 0;
    for (const RecordField& field : type.fields) {
      Place part = at ? *at : Place{};
      part.path.push_back({.field = field.name, .indices = {}});
      part.type = field.type;
      bytes += bytesOf(*field.type, at ? &part : nullptr);
    }
    return bytes;
  }
  default:
    return unknown("sizeof(" + type.spelling + ")");
  }
}

} // namespace treelize::explain
