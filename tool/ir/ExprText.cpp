#include "ir/ExprText.h"

#include "ir/Accessors.h"
#include "ir/Literals.h"
#include "ir/Same.h"
#include "ir/TextForm.h"

#include <cassert>

namespace treelize::ir {

namespace {

/// Renders one expression; each node function returns its text and sets the precedence it has.
class ExprPrinter {
public:
  explicit ExprPrinter(const Kernel& kernel) : kernel(kernel) {}

  std::string print(const Expr& expr, Precedence context) {
    Precedence own = Precedence::Call;
    std::string s =
        std::visit([&](const auto& node) { return this->node(expr, node, own); }, expr.node);
    return own < context ? "(" + s + ")" : s;
  }

  std::string place(const Place& place) {
    std::string s = kernel[place.base].name;
    const Type* type = kernel[place.base].type.get();
    for (const Selector& selector : place.path) {
      if (isWalk(place, selector, type))
        s = "(&" + s + "[0])";
      s = selector.isField() ? member(s, type, selector.field)
                             : s + subscript(selector, type && type->is(TypeKind::Map));
      if (type && !selector.isField())
        type = type->element.get();
    }
    return s;
  }

private:
  const Kernel& kernel;

  /// May the index lead beyond the row, as a pointer to the row's first element does?
  bool isWalk(const Place& place, const Selector& selector, const Type* type) const {
    return isWalked(kernel, place.base) && &selector != &place.path.front() && type &&
           type->is(TypeKind::Array) && !selector.isField() && !(&selector)[-1].isField() &&
           !std::holds_alternative<Literal>(selector.indices[0]->node);
  }

  /// `s.name`, or `name(s)` of a member that is reached by a function. Leaves the member's type.
  std::string member(const std::string& object, const Type*& type, const std::string& name) {
    const RecordField* field = type ? findField(*type, name) : nullptr;
    type = field ? field->type.get() : nullptr;
    if (!field || field->accessor.isName())
      return object + "." + name;
    const bool isPrivate = field->accessor.kind == AccessorKind::Private;
    const auto given =
        isPrivate ? kernel.accessors.find(field->accessor.argument) : kernel.accessors.end();
    return (given == kernel.accessors.end() ? text(field->accessor) : given->second) + "(" +
           object + ")";
  }

  std::string arguments(const std::vector<ExprRef>& args) {
    std::string s;
    for (const ExprRef& arg : args)
      s += (s.empty() ? "" : ", ") + print(*arg, Precedence::Conditional);
    return s;
  }

  std::string subscript(const Selector& selector, bool isMap) {
    if (isMap)
      return ".at(" + index(*selector.indices[0]) + ")";
    if (selector.indices.size() == 1)
      return "[" + index(*selector.indices[0]) + "]";
    return "(" + arguments(selector.indices) + ")";
  }

  /// A subscript converts by itself: `x[i]`, not `x[static_cast<unsigned long>(i)]`.
  std::string index(const Expr& expr) {
    const Expr* inner = &expr;
    while (const auto* cast = std::get_if<Cast>(&inner->node)) {
      const bool widens =
          expr.type->is(TypeKind::Integer) && cast->arg->type->is(TypeKind::Integer) &&
          !cast->arg->type->isEnumeration && cast->arg->type->bits <= inner->type->bits;
      if (!widens)
        break;
      inner = cast->arg.get();
    }
    if (const auto* literal = std::get_if<Literal>(&inner->node))
      return withoutSuffix(*literal);
    return print(*inner, Precedence::Conditional);
  }

  /// `1UL` -> `1`, where the context fixes the type anyway.
  static std::string withoutSuffix(const Literal& literal) {
    const std::size_t digits = literal.text.find_first_not_of("0123456789");
    const bool isSuffixed = digits != 0 && digits != std::string::npos &&
                            literal.text.find_first_not_of("uUlL", digits) == std::string::npos;
    return isSuffixed && digits < 10 ? literal.text.substr(0, digits) : literal.text;
  }

  /// An operand of integer arithmetic whose type the other operand fixes.
  std::string operand(const Expr& expr, const Expr& other, Precedence context) {
    const auto* literal = std::get_if<Literal>(&expr.node);
    const bool isFixed = literal && expr.type->is(TypeKind::Integer) &&
                         other.type->is(TypeKind::Integer) &&
                         !std::holds_alternative<Literal>(other.node) &&
                         other.type->bits >= expr.type->bits && other.type->bits >= 32;
    return isFixed ? withoutSuffix(*literal) : print(expr, context);
  }

  std::string node(const Expr&, const Literal& e, Precedence& own) {
    if (e.text.starts_with('-'))
      own = Precedence::Unary;
    else if (e.text.find_first_of(" ?") != std::string::npos && e.text[0] != '"' &&
             e.text[0] != '\'')
      own = Precedence::Conditional;
    return e.text;
  }
  std::string node(const Expr&, const Load& e, Precedence&) { return place(e.place); }

  std::string node(const Expr& expr, const Apply& e, Precedence& own) {
    const OperatorInfo& row = info(e.op);
    own = row.precedence;
    if (own == Precedence::Call)
      return std::string(row.spelling) + templateArgument(expr, e) + "(" + arguments(e.args) + ")";
    if (row.arity == 1) {
      std::string arg = print(*e.args[0], Precedence::Unary);
      bool wouldDecrement = e.op == Op::neg && arg.starts_with('-');
      return std::string(row.spelling) + (wouldDecrement ? "(" + arg + ")" : arg);
    }
    const Precedence left = leftContext(row, *e.args[0]);
    return leftOperand(row, *e.args[0], *e.args[1], left) + " " + std::string(row.spelling) + " " +
           operand(*e.args[1], *e.args[0], rightContext(row));
  }

  /// A shift has the type of its left operand alone, and two literals have that of the first.
  std::string leftOperand(const OperatorInfo& row, const Expr& expr, const Expr& other,
                          Precedence context) {
    const bool isAlone = row.precedence == Precedence::Shift || isOfLiterals(other);
    if (isAlone && isOfLiterals(expr))
      return typed(expr, context);
    return isAlone ? print(expr, context) : operand(expr, other, context);
  }

  static bool isOfLiterals(const Expr& expr) {
    if (const auto* choice = std::get_if<Select>(&expr.node))
      return isOfLiterals(*choice->ifTrue) && isOfLiterals(*choice->ifFalse);
    const auto* sign = std::get_if<Apply>(&expr.node);
    return std::holds_alternative<Literal>(expr.node) ||
           (sign && sign->args.size() == 1 && isOfLiterals(*sign->args[0]));
  }

  /// A whole number that shows its type: `1L`.
  std::string typed(const Expr& expr, Precedence context) {
    const Type& type = *expr.type;
    const auto* literal = std::get_if<Literal>(&expr.node);
    if (!type.is(TypeKind::Integer) || type.bits < 32 || (type.bits == 32 && type.isSigned))
      return print(expr, context);
    if (!literal)
      return "static_cast<" + type.spelling + ">(" + print(expr, Precedence::Conditional) + ")";
    const bool isPlain = literal->text.find_first_not_of("0123456789") == std::string::npos;
    const char* suffix = type.bits == 32 ? "u" : type.isSigned ? "L" : "UL";
    return isPlain ? literal->text + suffix : print(expr, context);
  }

  /// std::min and std::max deduce one type from both operands: say which.
  static std::string templateArgument(const Expr& expr, const Apply& e) {
    bool isGeneric = e.op == Op::min || e.op == Op::max;
    return isGeneric ? "<" + expr.type->spelling + ">" : "";
  }

  /// Mixed logical, bitwise and shift operators get parentheses that precedence does not need but
  /// compilers warn about.
  static Precedence leftContext(const OperatorInfo& row, const Expr& left) {
    const auto* inner = std::get_if<Apply>(&left.node);
    const bool isMixed = inner && inner->op == Op::land_;
    return row.op == Op::lor_ && !isMixed ? Precedence::LogicalOr : contextOf(row);
  }
  static Precedence contextOf(const OperatorInfo& row) {
    switch (row.precedence) {
    case Precedence::BitOr:
    case Precedence::BitXor:
    case Precedence::BitAnd:
    case Precedence::Shift:
      return Precedence::Multiplicative;
    case Precedence::LogicalOr:
    case Precedence::Equality:
    case Precedence::Relational:
      return Precedence::Additive;
    default:
      return row.precedence;
    }
  }
  static Precedence rightContext(const OperatorInfo& row) {
    const bool isLogical = row.op == Op::lor_ || row.op == Op::land_;
    if (isLogical)
      return Precedence::BitOr;
    const bool isBitwise =
        row.precedence >= Precedence::BitOr && row.precedence <= Precedence::BitAnd;
    if (isBitwise)
      return Precedence::Multiplicative;
    return static_cast<Precedence>(static_cast<int>(contextOf(row)) + 1);
  }

  std::string node(const Expr& expr, const Cast& e, Precedence&) {
    return "static_cast<" + expr.type->spelling + ">(" + print(*e.arg, Precedence::Conditional) +
           ")";
  }

  std::string node(const Expr&, const Select& e, Precedence& own) {
    own = Precedence::Conditional;
    return print(*e.condition, Precedence::LogicalOr) + " ? " +
           print(*e.ifTrue, Precedence::LogicalOr) + " : " +
           print(*e.ifFalse, Precedence::Conditional);
  }

  std::string node(const Expr&, const Size& e, Precedence&) {
    if (e.container.type->isBuiltinArray)
      return "std::size(" + place(e.container) + ")";
    const char* extent = e.extent == Extent::rows      ? ".rows()"
                         : e.extent == Extent::columns ? ".cols()"
                                                       : ".size()";
    return place(e.container) + extent;
  }

  /// `a << b` to the left of `<< c`
  static bool isSameChain(const Opaque& e, std::size_t n) {
    const auto* left = n == 0 ? std::get_if<Opaque>(&e.args[0]->node) : nullptr;
    return left && isSameText(*left, e);
  }

  std::string node(const Expr&, const Opaque& e, Precedence& own) {
    const TextForm form = formOf(e);
    if (form.isOperand)
      return std::visit([&](const auto& inner) { return this->node(*e.args[0], inner, own); },
                        e.args[0]->node);
    if (form.isInfix)
      own = Precedence::Conditional;
    else if (form.isPrefix)
      own = Precedence::Unary;
    std::string s;
    for (std::size_t i = 0; i < e.text.size(); ++i) {
      bool isHole = e.text[i] == '$' && i + 1 < e.text.size() &&
                    std::isdigit(static_cast<unsigned char>(e.text[i + 1]));
      if (!isHole) {
        s += e.text[i];
        continue;
      }
      std::size_t n = 0;
      while (i + 1 < e.text.size() && std::isdigit(static_cast<unsigned char>(e.text[i + 1])))
        n = 10 * n + static_cast<std::size_t>(e.text[++i] - '0');
      assert(n < e.args.size());
      const bool isEnclosed =
          s.ends_with('(') || s.ends_with("[") || s.ends_with("{") || s.ends_with(", ");
      const bool isAlone = isEnclosed || (form.isInfix && isSameChain(e, n));
      const bool isPart = e.text.find_first_of(".-[", i) == i + 1;
      s += print(*e.args[n], isAlone                   ? Precedence::Conditional
                             : form.isInfix && !isPart ? Precedence::Unary
                                                       : Precedence::Call);
    }
    return s;
  }

  std::string node(const Expr& expr, const Construct& e, Precedence&) {
    if (expr.type->isBlank && e.args.empty())
      return "treelize::blank<" + expr.type->spelling + ">()";
    if (e.args.empty() && expr.type->is(TypeKind::Matrix) && !expr.type->startsAtZero)
      return expr.type->spelling + "::Zero()";
    if (e.args.empty() && expr.type->isScalar() && expr.type->spelling.find(' ') != std::string::npos)
      return "static_cast<" + expr.type->spelling + ">(0)"; // `unsigned int{}` is no expression
    if (e.args.empty())
      return expr.type->startsAtZero ? expr.type->spelling + "{}"
                                     : "treelize::zeros_like(" + expr.type->spelling + "{})";
    return expr.type->spelling + "(" + arguments(e.args) + blankElement(*expr.type, e) + ")";
  }

  /// What a vector of so many elements is made of, if they cannot make themselves.
  static std::string blankElement(const Type& type, const Construct& e) {
    const bool isSized =
        type.is(TypeKind::Vector) && e.args.size() == 1 && e.args[0]->type->is(TypeKind::Integer);
    return isSized && type.element->isBlank ? ", treelize::blank<" + type.element->spelling + ">()"
                                            : "";
  }

  std::string node(const Expr&, const ZerosLike& e, Precedence&) {
    return "treelize::zeros_like(" + place(e.of) + ")";
  }
};

} // namespace

std::string text(const Kernel& kernel, const Expr& expr, Precedence context) {
  return ExprPrinter(kernel).print(expr, context);
}

std::string text(const Kernel& kernel, const Place& place) {
  return ExprPrinter(kernel).place(place);
}

/// A span as it is?
static bool isWholeSpan(const Argument& argument) {
  const auto* count = argument.size ? std::get_if<Size>(&argument.size->node) : nullptr;
  return count && (!argument.offset || isZero(*argument.offset)) &&
         isSame(count->container, *argument.place) &&
         isSameInCpp(*argument.place->type, *argument.type);
}

/// A pointer to the first of the elements.
static std::string pointerText(const Kernel& kernel, const Argument& argument) {
  const Place& place = *argument.place;
  std::string start = text(kernel, place);
  if (argument.isObject)
    return "&" + start;
  if (!place.type->is(TypeKind::Pointer) && !place.type->isBuiltinArray)
    start += ".data()";
  if (!argument.offset || isZero(*argument.offset))
    return start;
  return start + " + " + text(kernel, *argument.offset, Precedence::Multiplicative);
}

std::string text(const Kernel& kernel, const Argument& argument) {
  if (argument.value)
    return text(kernel, *argument.value);
  if (!argument.type->isView() || isWholeSpan(argument))
    return text(kernel, *argument.place);
  const std::string start = pointerText(kernel, argument);
  return argument.size
             ? argument.type->spelling + "(" + start + ", " + text(kernel, *argument.size) + ")"
             : start;
}

std::string declarator(const Type& type, const std::string& name) {
  if (!type.isBuiltinArray)
    return type.spelling + " " + name;
  return declarator(*type.element, name + "[" + std::to_string(type.extent) + "]");
}

} // namespace treelize::ir
