// Which type an expression of the text form has by its form and place alone. Where the kernel has
// another one there, it is written before the expression: `(float: 0.5)`. The writer and the reader
// agree by asking here.
#pragma once

#include "ir/IR.h"

#include <string_view>

namespace treelize::ir {

/// What a number or a piece of C++ takes its type from; null: nothing.
using Hint = TypeRef;

/// Is the text a number, perhaps with a sign and a suffix?
bool isNumber(std::string_view text);
/// Of a number or another constant where this type is expected.
TypeRef typeOfLiteral(std::string_view text, const Hint& hint);

/// For the operand `n` of an operator; `first` is the type of its first operand, known from the
/// second one on. The first one comes before the operator is seen.
Hint operandHint(Op op, std::size_t n, const Hint& hint, const TypeRef& first);
TypeRef resultOf(Op op, const TypeRef& first);

/// For the argument `n` of a constructor: how many elements a vector has, and what they are.
Hint constructorHint(const Type& made, std::size_t n);

/// An index that is a number alone, and how many elements something has.
Hint indexHint();
Hint boolHint();

/// What a parameter has for a type that takes this argument, `isView` if it is a pointer or a span.
TypeRef parameterFor(const Argument& argument, bool isView);

/// The type of the expression by its form where `hint` is expected; null: its form says none.
TypeRef typeByForm(const Expr& expr, const Hint& hint);

} // namespace treelize::ir
