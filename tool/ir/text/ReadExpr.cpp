#include "ir/text/ReadExpr.h"

#include "ir/Builder.h"
#include "ir/text/Quote.h"

#include <algorithm>
#include <charconv>

namespace treelize::ir {

namespace {

/// The operator between two operands that comes next, if it binds as tight as this.
const OperatorInfo* seesOperator(Scanner& line, Precedence loosest) {
  const OperatorInfo* longest = nullptr;
  for (const OperatorInfo& row : operatorTable())
    if (row.arity == 2 && row.precedence != Precedence::Call &&
        line.sees(std::string(row.spelling) + " ") &&
        (!longest || row.spelling.size() > longest->spelling.size()))
      longest = &row;
  return longest && longest->precedence >= loosest ? longest : nullptr;
}

ExprRef ofType(const ExprRef& expr, TypeRef type) {
  Expr typed = *expr;
  typed.type = std::move(type);
  return std::make_shared<Expr>(std::move(typed));
}

Precedence tighterThan(Precedence precedence) {
  return static_cast<Precedence>(static_cast<int>(precedence) + 1);
}

} // namespace

ExprRef ExprReader::expr(Scanner& line, const Hint& hint) const {
  ExprRef condition = binary(line, Precedence::LogicalOr, hint);
  if (!line.accept("? "))
    return condition;
  ExprRef ifTrue = binary(line, Precedence::LogicalOr, hint);
  line.expect(":");
  ExprRef ifFalse = expr(line, ifTrue->type);
  return ir::select(std::move(condition), std::move(ifTrue), std::move(ifFalse));
}

ExprRef ExprReader::binary(Scanner& line, Precedence loosest, const Hint& hint) const {
  ExprRef left = unary(line, hint);
  while (const OperatorInfo* row = seesOperator(line, loosest)) {
    line.expect(row->spelling);
    ExprRef right =
        binary(line, tighterThan(row->precedence), operandHint(row->op, 1, hint, left->type));
    const TypeRef type = resultOf(row->op, left->type);
    left = apply(row->op, {std::move(left), std::move(right)}, type);
  }
  return left;
}

ExprRef ExprReader::unary(Scanner& line, const Hint& hint) const {
  struct Level {
    unsigned& depth;
    ~Level() { --depth; }
  } level{++depth};
  constexpr unsigned deepest = 2000;
  if (depth > deepest)
    line.fail("the expression is too deep");
  if (line.seesDigit())
    return number(line, hint);
  for (const OperatorInfo& row : operatorTable())
    if (row.arity == 1 && row.precedence == Precedence::Unary && line.accept(row.spelling)) {
      ExprRef arg = unary(line, operandHint(row.op, 0, hint, nullptr));
      const TypeRef type = resultOf(row.op, arg->type);
      return apply(row.op, {std::move(arg)}, type);
    }
  return primary(line, hint);
}

ExprRef ExprReader::primary(Scanner& line, const Hint& hint) const {
  if (line.accept("("))
    return inParentheses(line, hint);
  if (line.sees("`"))
    return quoted(line, hint);
  if (line.acceptWord("true"))
    return boolean(true);
  if (line.acceptWord("false"))
    return boolean(false);
  if (line.accept("static_cast<")) {
    TypeRef type = types.read(line);
    line.expect(">(");
    ExprRef arg = expr(line, nullptr);
    line.expect(")");
    return cast(std::move(arg), std::move(type));
  }
  if (line.accept("zeros_like(")) {
    Place of = place(line);
    line.expect(")");
    return zerosLike(std::move(of));
  }
  if (ExprRef made = construct(line))
    return made;
  if (ExprRef called = function(line, hint))
    return called;
  return loadOrSize(line);
}

/// `(e)`, or with its type `(float: e)`.
ExprRef ExprReader::inParentheses(Scanner& line, const Hint& hint) const {
  const std::size_t begin = line.position();
  TypeRef type = types.tryToRead(line);
  const bool isAscribed = type && line.accept(": ");
  if (!isAscribed)
    line.goTo(begin);
  ExprRef inner = expr(line, isAscribed ? type : hint);
  line.expect(")");
  return isAscribed ? ofType(inner, std::move(type)) : inner;
}

ExprRef ExprReader::number(Scanner& line, const Hint& hint) const {
  std::string text = line.number();
  if (!line.isNext("`")) {
    TypeRef type = typeOfLiteral(text, hint);
    return literal(std::move(text), std::move(type));
  }
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size())
    line.fail("what stands before the name of a constant is its whole number");
  return constant(line, line.quoted(), value, hint);
}

ExprRef ExprReader::quoted(Scanner& line, const Hint& hint) const {
  std::string text = line.quoted();
  if (!line.isNext("("))
    return constant(line, std::move(text), std::nullopt, hint);
  if (!hint)
    line.fail("the C++ before needs a type: (double: `f($0)`(x))");
  line.expect("(");
  std::vector<ExprRef> args = list(line, ")");
  return opaque(std::move(text), std::move(args), hint);
}

ExprRef ExprReader::constant(Scanner& line, std::string text, std::optional<std::int64_t> number,
                             const Hint& hint) const {
  TypeRef type = typeOfLiteral(text, hint);
  if (!type)
    line.fail("the constant before needs a type: (double: `app::gravity`)");
  return namedNumber(std::move(text), number, std::move(type));
}

ExprRef ExprReader::construct(Scanner& line) const {
  const std::size_t begin = line.position();
  TypeRef type = types.tryToRead(line);
  if (type && line.isNext("{}")) {
    line.expect("{}");
    return ir::construct(std::move(type), {});
  }
  if (type && line.isNext("(")) {
    line.expect("(");
    std::vector<ExprRef> args;
    do
      args.push_back(expr(line, constructorHint(*type, args.size())));
    while (line.accept(","));
    line.expect(")");
    return ir::construct(std::move(type), std::move(args));
  }
  line.goTo(begin);
  return nullptr;
}

ExprRef ExprReader::function(Scanner& line, const Hint& hint) const {
  const auto row = std::ranges::find_if(operatorTable(), [&](const OperatorInfo& candidate) {
    return candidate.precedence == Precedence::Call &&
           line.sees(std::string(candidate.spelling) + "(");
  });
  if (row == operatorTable().end())
    return nullptr;
  line.expect(row->spelling);
  line.expect("(");
  std::vector<ExprRef> args = {expr(line, hint)};
  while (line.accept(","))
    args.push_back(expr(line, operandHint(row->op, args.size(), hint, args[0]->type)));
  line.expect(")");
  const auto called = std::ranges::find_if(operatorTable(), [&](const OperatorInfo& candidate) {
    return candidate.spelling == row->spelling && candidate.arity == args.size();
  });
  if (called == operatorTable().end())
    line.fail("'" + std::string(row->spelling) + "' does not take " + std::to_string(args.size()) +
              " arguments");
  const TypeRef type = resultOf(called->op, args[0]->type);
  return apply(called->op, std::move(args), type);
}

/// Up to the bracket that ends them.
std::vector<ExprRef> ExprReader::list(Scanner& line, std::string_view end) const {
  std::vector<ExprRef> all;
  if (line.accept(end))
    return all;
  do
    all.push_back(expr(line, nullptr));
  while (line.accept(","));
  line.expect(end);
  return all;
}

/// A number alone is a std::size_t, and else each index has the type that it says.
std::vector<ExprRef> ExprReader::indices(Scanner& line) const {
  const auto isNumberAlone = [&] {
    const std::size_t begin = line.position();
    const bool isAlone = line.seesDigit() && (line.number(), line.sees("]") || line.sees(","));
    line.goTo(begin);
    return isAlone;
  };
  std::vector<ExprRef> all;
  do
    all.push_back(expr(line, isNumberAlone() ? indexHint() : nullptr));
  while (line.accept(","));
  line.expect("]");
  return all;
}

ExprRef ExprReader::loadOrSize(Scanner& line) const {
  Place whole = place(line);
  if (line.isNext(".size()")) {
    line.expect(".size()");
    return size(std::move(whole));
  }
  for (const auto& [word, which] :
       {std::pair(".rows()", Extent::rows), {".cols()", Extent::columns}})
    if (line.isNext(word)) {
      line.expect(word);
      if (!whole.type->is(TypeKind::Matrix))
        line.fail("only a matrix has rows and columns");
      return extent(std::move(whole), which);
    }
  return load(std::move(whole));
}

VarId ExprReader::variable(Scanner& line) const {
  line.sees("");
  const std::size_t begin = line.position();
  const std::string name = line.name();
  const std::optional<VarId> found = find(name);
  if (!found) {
    line.goTo(begin);
    line.fail("no variable '" + name + "' is alive here");
  }
  return *found;
}

Place ExprReader::place(Scanner& line) const {
  const VarId base = variable(line);
  Place place{base, {}, kernel[base].type};
  while (select(line, place)) {
  }
  return place;
}

/// Follows one selector.
bool ExprReader::select(Scanner& line, Place& place) const {
  if (line.isNext("[")) {
    if (!place.type->isIndexable())
      line.fail("a '" + place.type->spelling + "' has no elements");
    line.expect("[");
    place = element(std::move(place), indices(line));
    return true;
  }
  const bool isField = line.isNext(".") && !line.isNext(".size()") && !line.isNext(".rows()") &&
                       !line.isNext(".cols()");
  if (!isField)
    return false;
  line.expect(".");
  const std::string name = line.nameOrQuoted();
  const RecordField* field = findField(*place.type, name);
  if (!field)
    line.fail("a '" + place.type->spelling + "' has no member '" + name + "'");
  place = fieldOf(std::move(place), *field);
  return true;
}

Argument ExprReader::argument(Scanner& line) const {
  Argument result;
  const auto isKind = [&](const char* word) {
    const std::size_t begin = line.position();
    const bool isThere = line.acceptWord(word) && line.isNext(" ");
    if (!isThere)
      line.goTo(begin);
    return isThere;
  };
  const bool isView = isKind("view");
  result.isObject = !isView && isKind("address");
  if (isView || result.isObject || isKind("ref")) {
    result.place = place(line);
    if (line.acceptWord("from"))
      result.offset = expr(line, indexHint());
    if (line.acceptWord("count"))
      result.size = expr(line, indexHint());
    result.isWritten = line.acceptWord("written");
    result.type = parameterFor(result, isView);
  } else {
    result.value = expr(line, nullptr);
    result.type = result.value->type;
  }
  if (line.acceptWord("to"))
    result.type = types.read(line);
  return result;
}

} // namespace treelize::ir
