#include "ir/Roundings.h"

#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace treelize::ir {

namespace {

using Number = long double;

/// `1'000.5f`; nothing of a name.
std::optional<Number> spelledNumber(std::string text) {
  std::erase(text, '\'');
  char* end = nullptr;
  const Number value = std::strtold(text.c_str(), &end);
  const bool isNumber =
      end != text.c_str() && std::string(end).find_first_not_of("fFlLuUzZ") == std::string::npos;
  return isNumber ? std::optional(value) : std::nullopt;
}

std::optional<Number> calculated(Op op, Number a, Number b) {
  switch (op) {
  case Op::add:
    return a + b;
  case Op::sub:
    return a - b;
  case Op::mul:
    return a * b;
  case Op::div:
    return a / b;
  case Op::shl_:
    return std::ldexp(a, static_cast<int>(b));
  default:
    return std::nullopt;
  }
}

int digitsOf(const Type& real) {
  return real.real == RealKind::Float ? 24 : real.real == RealKind::Double ? 53 : 64;
}

/// How large a number is, so that its sums may be meant to round.
enum class Magnitude { Usual, PowerOfTwo, Unmistakable };

Magnitude magnitudeOf(Number number, const Type& type) {
  int exponent = 0;
  const Number fraction = std::frexp(std::fabs(number), &exponent);
  const int digits = digitsOf(type), highest = exponent - 1;
  // 1.5 * 2^k: nobody has such a number by accident. Smaller ones round to a part of one.
  const int least = digits == 24 ? digits - 2 : digits - 17;
  if (fraction == 0.75L && highest >= least && highest <= digits)
    return Magnitude::Unmistakable;
  const bool isPower = fraction == 0.5L && (highest == digits - 1 || highest == digits);
  return isPower ? Magnitude::PowerOfTwo : Magnitude::Usual;
}

/// What is added to something, or taken from it.
struct Term {
  Number number; // negative where it is taken away
  Magnitude magnitude;
};

class Marker {
public:
  explicit Marker(Kernel& kernel) : kernel_(kernel), writes_(kernel) {
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value)
        beginnings_[local->var] = local->value;
    });
  }

  std::vector<Location> run() {
    forEachStmt(kernel_.body, [&](const Stmt& stmt) { note(stmt); });
    if (!powers_.empty() || hasUnmistakable_)
      mark(kernel_.body);
    return std::move(unpaired_);
  }

private:
  Kernel& kernel_;
  std::map<VarId, ExprRef> beginnings_;
  const WriteCounts writes_;
  std::set<Number> powers_; // that are added, and with a minus those taken away
  bool hasUnmistakable_ = false;
  std::vector<Location> unpaired_;

  /// The value of a constant.
  std::optional<Number> known(const Expr& expr) const {
    if (const auto* literal = std::get_if<Literal>(&expr.node))
      return literal->number ? std::optional<Number>(*literal->number)
                             : spelledNumber(literal->text);
    if (const auto* cast = std::get_if<Cast>(&expr.node))
      return known(*cast->arg);
    if (const auto* load = std::get_if<Load>(&expr.node)) {
      const auto begun = beginnings_.find(load->place.base);
      const bool isOnlyValue = load->place.path.empty() && begun != beginnings_.end() &&
                               writes_.of(load->place.base).isOnlyBegun();
      return isOnlyValue ? known(*begun->second) : std::nullopt;
    }
    const auto* apply = std::get_if<Apply>(&expr.node);
    if (!apply || apply->args.size() > 2)
      return std::nullopt;
    const std::optional<Number> a = known(*apply->args[0]);
    if (apply->args.size() == 1)
      return a && apply->op == Op::neg ? std::optional(-*a) : std::nullopt;
    const std::optional<Number> b = a ? known(*apply->args[1]) : std::nullopt;
    return b ? calculated(apply->op, *a, *b) : std::nullopt;
  }

  /// Of a sum of a number that is large and one that is not known.
  std::optional<Term> termOf(const Type& type, Op op, const Expr* left, const Expr& right) const {
    if (!type.is(TypeKind::Real) || (op != Op::add && op != Op::sub))
      return std::nullopt;
    const std::optional<Number> a = left ? known(*left) : std::nullopt, b = known(right);
    if (a.has_value() == b.has_value())
      return std::nullopt;
    const Number number = a ? *a : op == Op::sub ? -*b : *b;
    const Magnitude magnitude = magnitudeOf(number, type);
    return magnitude == Magnitude::Usual ? std::nullopt : std::optional(Term{number, magnitude});
  }
  std::optional<Term> termOf(const Expr& expr) const {
    const auto* sum = std::get_if<Apply>(&expr.node);
    return sum && sum->args.size() == 2
               ? termOf(*expr.type, sum->op, sum->args[0].get(), *sum->args[1])
               : std::nullopt;
  }
  /// `x += number`
  std::optional<Term> termOf(const Stmt& stmt) const {
    const auto* step = std::get_if<Assign>(&stmt.node);
    if (!step || step->op == AssignOp::Set)
      return std::nullopt;
    return termOf(*step->target.type, step->op == AssignOp::Add ? Op::add : Op::sub, nullptr,
                  *step->value);
  }

  void note(const std::optional<Term>& term) {
    hasUnmistakable_ |= term && term->magnitude == Magnitude::Unmistakable;
    if (term && term->magnitude == Magnitude::PowerOfTwo)
      powers_.insert(term->number);
  }
  void note(const Stmt& stmt) {
    note(termOf(stmt));
    forEachExpr(stmt, [&](const Expr& expr) {
      any(expr, [&](const Expr& part) {
        note(termOf(part));
        return false;
      });
    });
  }

  bool rounds(const std::optional<Term>& term, Location at) {
    if (!term)
      return false;
    if (term->magnitude == Magnitude::Unmistakable || powers_.contains(-term->number))
      return true;
    unpaired_.push_back(at);
    return false;
  }

  void mark(Block& statements) {
    for (Stmt& stmt : statements) {
      if (rounds(termOf(stmt), stmt.location))
        flatten(std::get<Assign>(stmt.node));
      forEachExprSlot(stmt, [&](ExprRef& expr) {
        expr = rewrite(expr, [&](const ExprRef& part) {
          return rounds(termOf(*part), part->location) ? flat(part) : part;
        });
      });
      for (Block* inner : blocks(stmt))
        mark(*inner);
    }
  }

  static ExprRef step(bool isSum, std::vector<ExprRef> args, const TypeRef& type, Location at) {
    return intrinsic(isSum ? Intrinsic::plus : Intrinsic::minus, std::move(args), type, at);
  }
  static ExprRef flat(const ExprRef& expr) {
    const auto& sum = std::get<Apply>(expr->node);
    return step(sum.op == Op::add, sum.args, expr->type, expr->location);
  }
  static void flatten(Assign& assign) {
    assign.value = step(assign.op == AssignOp::Add, {load(assign.target), assign.value},
                        assign.target.type, assign.value->location);
    assign.op = AssignOp::Set;
  }
};

} // namespace

std::vector<Location> markRoundings(Kernel& kernel) {
  std::vector<Location> unpaired = Marker(kernel).run();
  for (Function& function : kernel.functions) {
    Kernel body = *function.as;
    std::ranges::move(markRoundings(body), std::back_inserter(unpaired));
    function.as = std::make_shared<Kernel>(std::move(body));
  }
  return unpaired;
}

} // namespace treelize::ir
