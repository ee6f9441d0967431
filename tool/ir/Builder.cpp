#include "ir/Builder.h"

#include "ir/Identifiers.h"
#include "ir/Intrinsics.h"
#include "ir/Operators.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace treelize::ir {

namespace {

template <class Node>
ExprRef make(TypeRef type, Location at, Node node) {
  assert(type && "an expression has a type");
  return std::make_shared<Expr>(Expr{std::move(type), at, std::move(node)});
}

/// The shortest text that reads back as this value, with a point or an exponent.
std::string realText(double value, const Type& type) {
  char buffer[32];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  assert(error == std::errc());
  std::string text(buffer, end);
  if (text.find_first_of(".en") == std::string::npos)
    text += ".0";
  if (type.real == RealKind::Float)
    text += 'f';
  else if (type.real == RealKind::LongDouble)
    text += 'L';
  return text;
}

/// The number that digits and perhaps a suffix spell.
std::optional<std::int64_t> wholeNumber(const std::string& text) {
  const std::size_t digits = text.find_last_not_of("uUlLzZ") + 1;
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + digits, value);
  const bool isWhole = problem == std::errc{} && end == text.data() + digits;
  return isWhole && digits > 0 ? std::optional(value) : std::nullopt;
}

} // namespace

ExprRef literal(std::string text, TypeRef type, Location at) {
  const std::optional<std::int64_t> number =
      type->is(TypeKind::Integer) ? wholeNumber(text) : std::nullopt;
  return make(std::move(type), at, Literal{std::move(text), number});
}

ExprRef namedNumber(std::string name, std::optional<std::int64_t> number, TypeRef type,
                    Location at) {
  return make(std::move(type), at, Literal{std::move(name), number});
}

ExprRef real(double value, TypeRef type) {
  std::string text = realText(value, *type);
  return literal(std::move(text), std::move(type));
}

ExprRef integer(std::int64_t value, TypeRef type) {
  return literal(std::to_string(value), std::move(type));
}

ExprRef boolean(bool value) {
  return literal(value ? "true" : "false", boolType());
}

ExprRef load(Place place, Location at) {
  TypeRef type = place.type;
  return make(std::move(type), at, Load{std::move(place)});
}

ExprRef load(const Kernel& kernel, VarId var) {
  return load(place(kernel, var));
}

ExprRef apply(Op op, std::vector<ExprRef> args, TypeRef type, Location at) {
  assert(args.size() == info(op).arity);
  return make(std::move(type), at, Apply{op, std::move(args)});
}

ExprRef cast(ExprRef arg, TypeRef type, Location at) {
  return make(std::move(type), at, Cast{std::move(arg)});
}

ExprRef convert(ExprRef integer, TypeRef type) {
  if (integer->type->bits == type->bits && integer->type->isSigned == type->isSigned)
    return integer;
  if (const auto* number = std::get_if<Literal>(&integer->node))
    return make(std::move(type), {}, Literal(*number));
  return cast(std::move(integer), std::move(type));
}

ExprRef select(ExprRef condition, ExprRef ifTrue, ExprRef ifFalse, Location at) {
  TypeRef type = ifTrue->type;
  return make(std::move(type), at,
              Select{std::move(condition), std::move(ifTrue), std::move(ifFalse)});
}

ExprRef size(Place container, Location at) {
  TypeRef type = container.type->is(TypeKind::Matrix) ? offsetType() : sizeType();
  return make(std::move(type), at, Size{std::move(container)});
}

ExprRef extent(Place matrix, Extent which, Location at) {
  assert(matrix.type->is(TypeKind::Matrix));
  return make(offsetType(), at, Size{std::move(matrix), which});
}

ExprRef opaque(std::string text, std::vector<ExprRef> args, TypeRef type, Location at) {
  const std::optional<Intrinsic> row = intrinsicOf(text, args.size());
  return make(std::move(type), at, Opaque{std::move(text), std::move(args), row});
}

ExprRef construct(TypeRef type, std::vector<ExprRef> args, Location at) {
  return make(std::move(type), at, Construct{std::move(args)});
}

ExprRef zerosLike(Place of) {
  TypeRef type = of.type;
  return make(std::move(type), {}, ZerosLike{std::move(of)});
}

ExprRef logicalNot(ExprRef arg) {
  if (const auto* inner = std::get_if<Apply>(&arg->node); inner && inner->op == Op::lnot_)
    return inner->args[0];
  return apply(Op::lnot_, {std::move(arg)}, boolType());
}

Place place(const Kernel& kernel, VarId var) {
  return Place{var, {}, kernel[var].type};
}

Place fieldOf(Place object, const RecordField& field) {
  object.path.push_back(Selector{field.name, {}});
  object.type = field.type;
  return object;
}

/// An index that is a number has the type of all such indices.
static ExprRef plainIndex(ExprRef index) {
  const auto* literal = std::get_if<Literal>(&index->node);
  return literal && literal->number && *literal->number >= 0 ? convert(std::move(index), sizeType())
                                                             : index;
}

Place element(Place container, std::vector<ExprRef> indices) {
  assert(container.type->isIndexable());
  if (!container.type->is(TypeKind::Map))
    for (ExprRef& index : indices)
      index = plainIndex(std::move(index));
  TypeRef type = container.type->element;
  container.path.push_back(Selector{{}, std::move(indices)});
  container.type = std::move(type);
  return container;
}

Place lastElement(const Place& container) {
  ExprRef count = size(container);
  ExprRef one = literal("1", count->type);
  const TypeRef type = count->type;
  return element(container, {apply(Op::sub, {std::move(count), std::move(one)}, type)});
}

Stmt declare(VarId var, ExprRef value, Location at) {
  return Stmt{at, Declare{var, std::move(value)}};
}

Stmt assign(Place target, AssignOp op, ExprRef value, Location at) {
  return Stmt{at, Assign{std::move(target), op, std::move(value)}};
}

Stmt append(Place container, ExprRef value, Location at) {
  return Stmt{at, Append{std::move(container), std::move(value)}};
}

Stmt drop(Place container, Location at) {
  return Stmt{at, Drop{std::move(container)}};
}

namespace {

/// The name, or the name and the first number that makes it a new one.
std::string unusedName(TakenNames& names, const std::string& wanted) {
  if (names.all.insert(wanted).second)
    return wanted;
  const std::string stem =
      wanted + (std::isdigit(static_cast<unsigned char>(wanted.back())) ? "_" : "");
  unsigned& number = names.numbers.try_emplace(wanted, 1).first->second;
  while (true)
    if (std::string name = stem + std::to_string(++number); names.all.insert(name).second)
      return name;
}

} // namespace

VarId addVariable(Kernel& kernel, Variable variable) {
  if (variable.wish.empty())
    variable.wish = variable.name;
  if (variable.role != Role::Parameter) { // whose name the user says
    variable.name = withoutDoubles(std::move(variable.name));
    variable.wish = withoutDoubles(std::move(variable.wish));
  }
  variable.name = unusedName(kernel.names, variable.name);
  kernel.variables.push_back(std::move(variable));
  return VarId{static_cast<unsigned>(kernel.variables.size() - 1)};
}

VarId addLocal(Kernel& kernel, std::string name, TypeRef type, Location at) {
  Variable variable;
  variable.name = std::move(name);
  variable.type = std::move(type);
  variable.location = at;
  return addVariable(kernel, std::move(variable));
}

} // namespace treelize::ir
