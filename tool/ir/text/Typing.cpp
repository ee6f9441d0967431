#include "ir/text/Typing.h"

#include "ir/Operators.h"
#include "ir/text/PlainTypes.h"

#include <algorithm>
#include <cctype>

namespace treelize::ir {

namespace {

bool isExponent(char c, bool isHex) {
  return isHex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
}

TypeRef byForm(const Literal& e, const Hint& hint) {
  return typeOfLiteral(e.text, hint);
}
TypeRef byForm(const Load& e, const Hint&) {
  return e.place.type;
}
TypeRef byForm(const Apply& e, const Hint&) {
  return resultOf(e.op, e.args[0]->type);
}
TypeRef byForm(const Select& e, const Hint&) {
  return e.ifTrue->type;
}
TypeRef byForm(const Size& e, const Hint&) {
  return e.container.type->is(TypeKind::Matrix) ? offsetType() : sizeType();
}
TypeRef byForm(const Opaque&, const Hint& hint) {
  return hint;
}
TypeRef byForm(const ZerosLike& e, const Hint&) {
  return e.of.type;
}

} // namespace

bool isNumber(std::string_view text) {
  if (text.starts_with('-'))
    text.remove_prefix(1);
  const std::size_t digit = text.starts_with('.') ? 1 : 0;
  if (text.size() <= digit || !std::isdigit(static_cast<unsigned char>(text[digit])))
    return false;
  const bool isHex = text.starts_with("0x") || text.starts_with("0X");
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool isSign = (text[i] == '+' || text[i] == '-') && isExponent(text[i - 1], isHex);
    if (!isSign && text[i] != '.' && text[i] != '\'' &&
        !std::isalnum(static_cast<unsigned char>(text[i])))
      return false;
  }
  return true;
}

TypeRef typeOfLiteral(std::string_view text, const Hint& hint) {
  if (text == "true" || text == "false")
    return boolHint();
  if (!isNumber(text))
    return hint;
  const TypeRef own = typeOfNumber(text);
  return hint && hint->kind == own->kind ? hint : own;
}

Hint operandHint(Op op, std::size_t n, const Hint& hint, const TypeRef& first) {
  const bool isLogical = op == Op::land_ || op == Op::lor_;
  if (op == Op::lnot_ || (n > 0 && isLogical))
    return boolHint();
  return n > 0 ? first : hint;
}

TypeRef resultOf(Op op, const TypeRef& first) {
  const Precedence precedence = info(op).precedence;
  const bool isLogical = precedence == Precedence::LogicalOr ||
                         precedence == Precedence::LogicalAnd || op == Op::lnot_;
  const bool isComparison =
      precedence == Precedence::Equality || precedence == Precedence::Relational;
  return isLogical || isComparison ? boolHint() : first;
}

Hint constructorHint(const Type& made, std::size_t n) {
  if (!made.is(TypeKind::Vector))
    return nullptr;
  return n == 0 ? indexHint() : made.element;
}

Hint indexHint() {
  return sizeType();
}
Hint boolHint() {
  return boolType();
}

TypeRef parameterFor(const Argument& argument, bool isView) {
  if (argument.value)
    return argument.value->type;
  const TypeRef& type = argument.place->type;
  if (argument.isObject)
    return plainPointer(type, !argument.isWritten);
  if (!isView || !type->element)
    return type;
  return argument.size ? plainSpan(type->element, !argument.isWritten)
                       : plainPointer(type->element, !argument.isWritten);
}

TypeRef typeByForm(const Expr& expr, const Hint& hint) {
  if (std::holds_alternative<Cast>(expr.node) || std::holds_alternative<Construct>(expr.node))
    return expr.type;
  return std::visit(
      [&](const auto& node) -> TypeRef {
        if constexpr (requires { byForm(node, hint); })
          return byForm(node, hint);
        else
          return nullptr;
      },
      expr.node);
}

} // namespace treelize::ir
