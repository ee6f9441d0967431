#include "ir/text/WriteExpr.h"

#include "ir/Builder.h"
#include "ir/text/PlainTypes.h"
#include "ir/text/Quote.h"

namespace treelize::ir {

std::string ExprWriter::write(const Expr& expr, const Hint& hint, Precedence context) {
  const TypeRef byForm = typeByForm(expr, hint);
  const bool isAscribed = !byForm || !isSameType(*byForm, *expr.type);
  const Hint& inside = isAscribed ? expr.type : hint;
  const Written written =
      std::visit([&](const auto& node) { return this->node(expr, node, inside); }, expr.node);
  if (isAscribed)
    return "(" + types.of(expr.type) + ": " + written.text + ")";
  return written.precedence < context ? "(" + written.text + ")" : written.text;
}

std::string ExprWriter::write(const Place& place) {
  std::string s = kernel[place.base].name;
  for (const Selector& selector : place.path)
    s += selector.isField() ? "." + nameOrQuoted(selector.field)
                            : "[" + indices(selector.indices) + "]";
  return s;
}

std::string ExprWriter::indices(const std::vector<ExprRef>& all) {
  std::string s;
  for (const ExprRef& index : all) {
    const auto* number = std::get_if<Literal>(&index->node);
    const bool isNumberAlone = number && isNumber(number->text);
    s += (s.empty() ? "" : ", ") + write(*index, isNumberAlone ? indexHint() : nullptr);
  }
  return s;
}

std::string ExprWriter::list(const std::vector<ExprRef>& args) {
  std::string s;
  for (const ExprRef& arg : args)
    s += (s.empty() ? "" : ", ") + write(*arg, nullptr);
  return s;
}

ExprWriter::Written ExprWriter::node(const Expr& expr, const Literal& e, const Hint&) {
  const Precedence precedence = e.text.starts_with('-') ? Precedence::Unary : Precedence::Call;
  const bool isPlain = isNumber(e.text) || e.text == "true" || e.text == "false";
  if (isPlain && std::get<Literal>(literal(e.text, expr.type)->node).number == e.number)
    return {e.text, precedence};
  return {(e.number ? std::to_string(*e.number) : "") + quoted(e.text)};
}

ExprWriter::Written ExprWriter::node(const Expr&, const Load& e, const Hint&) {
  return {write(e.place)};
}

ExprWriter::Written ExprWriter::node(const Expr&, const Apply& e, const Hint& hint) {
  const OperatorInfo& row = info(e.op);
  const auto operand = [&](std::size_t n, Precedence context) {
    return write(*e.args[n], operandHint(e.op, n, hint, e.args[0]->type), context);
  };
  const std::string spelling(row.spelling);
  if (row.precedence == Precedence::Call) {
    std::string s;
    for (std::size_t n = 0; n < e.args.size(); ++n)
      s += (s.empty() ? "" : ", ") + operand(n, Precedence::Conditional);
    return {spelling + "(" + s + ")"};
  }
  if (row.arity == 1) {
    const std::string arg = operand(0, Precedence::Unary);
    const bool isSigned = arg.starts_with('-') || std::isdigit(static_cast<unsigned char>(arg[0]));
    return {spelling + (isSigned ? "(" + arg + ")" : arg), Precedence::Unary};
  }
  const auto tighter = static_cast<Precedence>(static_cast<int>(row.precedence) + 1);
  return {operand(0, row.precedence) + " " + spelling + " " + operand(1, tighter), row.precedence};
}

ExprWriter::Written ExprWriter::node(const Expr& expr, const Cast& e, const Hint&) {
  return {"static_cast<" + types.of(expr.type) + ">(" + write(*e.arg, nullptr) + ")"};
}

ExprWriter::Written ExprWriter::node(const Expr&, const Select& e, const Hint& hint) {
  return {write(*e.condition, hint, Precedence::LogicalOr) + " ? " +
              write(*e.ifTrue, hint, Precedence::LogicalOr) + " : " +
              write(*e.ifFalse, e.ifTrue->type),
          Precedence::Conditional};
}

ExprWriter::Written ExprWriter::node(const Expr&, const Size& e, const Hint&) {
  const char* what = e.extent == Extent::rows      ? ".rows()"
                     : e.extent == Extent::columns ? ".cols()"
                                                   : ".size()";
  return {write(e.container) + what};
}

ExprWriter::Written ExprWriter::node(const Expr&, const Opaque& e, const Hint&) {
  return {quoted(e.text) + "(" + list(e.args) + ")"};
}

ExprWriter::Written ExprWriter::node(const Expr& expr, const Construct& e, const Hint&) {
  const std::string type = types.of(expr.type);
  if (e.args.empty())
    return {type + "{}"};
  std::string s;
  for (std::size_t n = 0; n < e.args.size(); ++n)
    s += (s.empty() ? "" : ", ") + write(*e.args[n], constructorHint(*expr.type, n));
  return {type + "(" + s + ")"};
}

ExprWriter::Written ExprWriter::node(const Expr&, const ZerosLike& e, const Hint&) {
  return {"zeros_like(" + write(e.of) + ")"};
}

/// What a parameter is passed: a value, `ref place`, `address place`, `view place from 2 count 3`.
std::string ExprWriter::write(const Argument& argument) {
  std::string s;
  const bool isView = argument.type->isView() && !argument.isObject;
  if (argument.value) {
    s = write(*argument.value, nullptr);
  } else {
    s = (argument.isObject ? "address " : isView ? "view " : "ref ") + write(*argument.place);
    if (argument.offset)
      s += " from " + write(*argument.offset, indexHint());
    if (argument.size)
      s += " count " + write(*argument.size, indexHint());
    s += argument.isWritten ? " written" : "";
  }
  const TypeRef byForm = parameterFor(argument, isView);
  return isSameType(*byForm, *argument.type) ? s : s + " to " + types.of(argument.type);
}

} // namespace treelize::ir
