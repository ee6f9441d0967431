// An operator is defined for two types if its C++ compiles for them. A plain boolean is handed on
// as it is: it counts beside some operators only.
#include "Operations.h"

#include <algorithm>

namespace treelize::conformance::symnum {

// How a class of another's makes itself an operand of symbolic numbers: by functions of its own.
template <symbolic::sym_number T>
Text operator+(const T&, const Foreign&) {
  return {"foreign.radd"};
}
template <symbolic::sym_number T>
Text pow(const T&, const Foreign&) {
  return {"foreign.rpow"};
}
template <symbolic::sym_number T>
Text operator==(const T&, const Foreign&) {
  return {"foreign.eq"};
}
template <symbolic::sym_number T>
Text operator==(const Foreign&, const T&) {
  return {"foreign.eq"};
}

namespace {

template <class T>
concept Symbolic = treelize::symbolic::sym_number<T>;
template <class T>
concept Number = Symbolic<T> || std::same_as<T, std::int64_t> || std::same_as<T, double> ||
    std::same_as<T, bool>;

Value asValue(const std::variant<sym_int, sym_float>& number) {
  return std::visit([](const auto& one) { return Value(one); }, number);
}

template <class T>
Value asValue(const T& value) {
  return value;
}

/// Integers to a power: Python asks for the exponent's sign.
template <class T>
concept Whole = std::same_as<T, sym_int> || std::same_as<T, std::int64_t>;

struct Power {
  template <class A, class B>
  requires requires(const A& a, const B& b) { pow(a, b); }
  auto operator()(const A& a, const B& b) const {
    if constexpr (Whole<A> && Whole<B>)
      return power(a, b);
    else if constexpr (std::same_as<A, bool> && Whole<B>)
      return power(sym_int(a ? 1 : 0), b);
    else
      return pow(a, b);
  }
};

#define TREELIZE_OPERATION(Name, expression)                                                       \
  struct Name {                                                                                    \
    template <class A, class B>                                                                    \
    auto operator()(const A& a, const B& b) const -> decltype(expression) {                        \
      return expression;                                                                           \
    }                                                                                              \
  };
TREELIZE_OPERATION(Add, a + b)
TREELIZE_OPERATION(Sub, a - b)
TREELIZE_OPERATION(Mul, a* b)
TREELIZE_OPERATION(TrueDiv, a / b)
TREELIZE_OPERATION(Modulo, a % b)
TREELIZE_OPERATION(FloorDiv, floor_div(a, b))
TREELIZE_OPERATION(CleanDiv, clean_div(a, b))
TREELIZE_OPERATION(CeilDiv, ceil_div(a, b))
TREELIZE_OPERATION(NaturalMod, natural_mod(a, b))
TREELIZE_OPERATION(RealPower, pow(a, b))
TREELIZE_OPERATION(Minimum, min(a, b))
TREELIZE_OPERATION(Maximum, max(a, b))
TREELIZE_OPERATION(And, a& b)
TREELIZE_OPERATION(Or, a | b)
TREELIZE_OPERATION(Xor, a ^ b)
TREELIZE_OPERATION(ShiftLeft, a << b)
TREELIZE_OPERATION(ShiftRight, a >> b)
TREELIZE_OPERATION(Equal, a == b)
TREELIZE_OPERATION(Differs, a != b)
TREELIZE_OPERATION(Less, a < b)
TREELIZE_OPERATION(AtMost, a <= b)
TREELIZE_OPERATION(Greater, a > b)
TREELIZE_OPERATION(AtLeast, a >= b)
#undef TREELIZE_OPERATION

template <class Operation>
Result apply(const Value& left, const Value& right) {
  return std::visit(
      []<class A, class B>(const A& a, const B& b) -> Result {
        if constexpr ((Symbolic<A> || Symbolic<B>)&&!std::same_as<A, Text> &&
                      !std::same_as<B, Text> && std::invocable<Operation, const A&, const B&>)
          return asValue(Operation{}(a, b));
        else
          return std::nullopt;
      },
      left, right);
}

struct BinaryRow {
  std::string_view name;
  Result (*apply)(const Value&, const Value&);
};
constexpr BinaryRow binaryRows[] = {
    {"add", apply<Add>},
    {"sub", apply<Sub>},
    {"mul", apply<Mul>},
    {"truediv", apply<TrueDiv>},
    {"mod", apply<Modulo>},
    {"floordiv", apply<FloorDiv>},
    {"pow", apply<Power>},
    {"sym_min", apply<Minimum>},
    {"sym_max", apply<Maximum>},
    {"and", apply<And>},
    {"or", apply<Or>},
    {"xor", apply<Xor>},
    {"lshift", apply<ShiftLeft>},
    {"rshift", apply<ShiftRight>},
    {"eq", apply<Equal>},
    {"ne", apply<Differs>},
    {"lt", apply<Less>},
    {"le", apply<AtMost>},
    {"gt", apply<Greater>},
    {"ge", apply<AtLeast>},
};

template <class T>
Result toBool(const T& a) {
  return static_cast<bool>(a);
}
template <class T>
Result toInt(const T& a) {
  if constexpr (std::same_as<T, sym_bool>)
    return std::int64_t(static_cast<bool>(a));
  else
    return static_cast<std::int64_t>(a);
}

#define TREELIZE_METHOD(Name, expression)                                                          \
  struct Name {                                                                                    \
    template <Symbolic T>                                                                          \
    auto operator()(const T& a) const -> decltype(expression) {                                    \
      return expression;                                                                           \
    }                                                                                              \
  };
TREELIZE_METHOD(Negate, -a)
TREELIZE_METHOD(Plus, +a)
TREELIZE_METHOD(Magnitude, abs(a))
TREELIZE_METHOD(Floor, floor(a))
TREELIZE_METHOD(Ceil, ceil(a))
TREELIZE_METHOD(Trunc, trunc(a))
TREELIZE_METHOD(Round, round(a))
TREELIZE_METHOD(Invert, ~a)
TREELIZE_METHOD(Not, !a)
TREELIZE_METHOD(Root, sqrt(a))
TREELIZE_METHOD(ToFloat, to_float(a))
TREELIZE_METHOD(ToInt, to_int(a))
TREELIZE_METHOD(IsInteger, a.is_integer())
TREELIZE_METHOD(Real, static_cast<double>(a))
TREELIZE_METHOD(Hash, std::hash<T>{}(a))
#undef TREELIZE_METHOD

template <class Method>
Result call(const Value& operand) {
  return std::visit(
      []<class T>(const T& a) -> Result {
        if constexpr (Symbolic<T> && std::invocable<Method, const T&>)
          return asValue(Method{}(a));
        else
          return std::nullopt;
      },
      operand);
}

Result convertToBool(const Value& operand) {
  return std::visit(
      []<class T>(const T& a) -> Result {
        if constexpr (Symbolic<T>)
          return toBool(a);
        else
          return std::nullopt;
      },
      operand);
}

Result convertToInt(const Value& operand) {
  return std::visit(
      []<class T>(const T& a) -> Result {
        if constexpr (Symbolic<T>)
          return toInt(a);
        else
          return std::nullopt;
      },
      operand);
}

/// What Python takes for an index: no float and no boolean.
Result convertToIndex(const Value& operand) {
  return std::holds_alternative<sym_int>(operand) ? convertToInt(operand) : std::nullopt;
}

Result symInt(const Value& operand) {
  return std::holds_alternative<sym_bool>(operand) ? convertToInt(operand) : call<ToInt>(operand);
}

struct UnaryRow {
  std::string_view name;
  Result (*apply)(const Value&);
};
constexpr UnaryRow unaryRows[] = {
    {"neg", call<Negate>},           {"pos", call<Plus>},          {"abs", call<Magnitude>},
    {"floor", call<Floor>},          {"ceil", call<Ceil>},         {"trunc", call<Trunc>},
    {"round", call<Round>},          {"invert", call<Invert>},     {"sym_not", call<Not>},
    {"sym_sqrt", call<Root>},        {"sym_float", call<ToFloat>}, {"sym_int", symInt},
    {"is_integer", call<IsInteger>}, {"bool", convertToBool},      {"int", convertToInt},
    {"float", call<Real>},           {"index", convertToIndex},
};

template <class Rows>
const auto* find(const Rows& rows, std::string_view name) {
  const auto row = std::find_if(std::begin(rows), std::end(rows),
                                [&](const auto& one) { return one.name == name; });
  return row == std::end(rows) ? nullptr : &*row;
}

Result naturalMod(const Value& a, const Value& b) {
  const Result result = apply<NaturalMod>(a, b);
  return result ? result : apply<Modulo>(a, b);
}

Result modularIndexing(const Value& base, const Value& divisor, const Value& modulus) {
  const Result quotient = apply<FloorDiv>(base, divisor);
  return quotient ? apply<Modulo>(*quotient, modulus) : std::nullopt;
}

Result truncToFloat(const Value& a) {
  const Result whole = call<Trunc>(a);
  return whole ? call<ToFloat>(*whole) : std::nullopt;
}

constexpr BinaryRow functionRows[] = {
    {"FloorDiv", apply<FloorDiv>},
    {"Mod", naturalMod},
    {"PythonMod", apply<Modulo>},
    {"CleanDiv", apply<CleanDiv>},
    {"CeilDiv", apply<CeilDiv>},
    {"PowByNatural", apply<RealPower>},
    {"FloatPow", apply<RealPower>},
    {"FloatTrueDiv", apply<TrueDiv>},
    {"IntTrueDiv", apply<TrueDiv>},
    {"rat", apply<TrueDiv>},
    {"Min", apply<Minimum>},
    {"Max", apply<Maximum>},
    {"Eq", apply<Equal>},
    {"Ne", apply<Differs>},
    {"BitwiseFn_bitwise_and", apply<And>},
    {"BitwiseFn_bitwise_or", apply<Or>},
    {"BitwiseFn_bitwise_xor", apply<Xor>},
};
constexpr UnaryRow functionsOfOne[] = {
    {"FloorToInt", call<Floor>}, {"CeilToInt", call<Ceil>},  {"TruncToInt", call<Trunc>},
    {"RoundToInt", call<Round>}, {"ToFloat", call<ToFloat>}, {"TruncToFloat", truncToFloat},
    {"floor", call<Floor>},      {"Abs", call<Magnitude>},   {"OpaqueUnaryFn_sqrt", call<Root>},
};

Result fold(const BinaryRow& row, const std::vector<Value>& operands) {
  Result result = operands.front();
  for (std::size_t i = 1; i < operands.size() && result; ++i)
    result = row.apply(*result, operands[i]);
  return result;
}

} // namespace

Result applyBinary(std::string_view fn, const Value& left, const Value& right) {
  const BinaryRow* row = find(binaryRows, fn);
  return row ? row->apply(left, right) : std::nullopt;
}

Result applyUnary(std::string_view fn, const Value& operand) {
  const UnaryRow* row = find(unaryRows, fn);
  return row ? row->apply(operand) : std::nullopt;
}

Result applyIte(const Value& condition, const Value& yes, const Value& no) {
  return std::visit(
      []<class C, class A, class B>(const C& c, const A& a, const B& b) -> Result {
        if constexpr (requires { ite(c, a, b); })
          return ite(c, a, b);
        else
          return std::nullopt;
      },
      condition, yes, no);
}

Result applyFunction(std::string_view fn, const std::vector<Value>& operands) {
  std::vector<Value> numbers;
  for (const Value& operand : operands)
    numbers.push_back(std::holds_alternative<bool>(operand) ? operand : symbolic(operand));
  if (const UnaryRow* row = find(functionsOfOne, fn); row && numbers.size() == 1)
    return row->apply(numbers[0]);
  if (fn == "ModularIndexing")
    return modularIndexing(numbers.at(0), numbers.at(1), numbers.at(2));
  if (const BinaryRow* row = find(functionRows, fn))
    return fold(*row, numbers);
  const BinaryRow* row = find(binaryRows, fn);
  return row ? fold(*row, numbers) : std::nullopt;
}

Result applySeed(std::string_view fn, const Value& left, const Value& right) {
  const std::string_view name = fn == "Pow" ? "pow" : fn == "TrueDiv" ? "truediv" : "floordiv";
  return applyBinary(name, symbolic(left), symbolic(right));
}

} // namespace treelize::conformance::symnum
