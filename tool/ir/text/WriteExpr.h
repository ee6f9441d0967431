// The text form of expressions and places.
#pragma once

#include "ir/IR.h"
#include "ir/Operators.h"
#include "ir/text/TypeNames.h"
#include "ir/text/Typing.h"

namespace treelize::ir {

class ExprWriter {
public:
  ExprWriter(const Kernel& kernel, TypeNames& types) : kernel(kernel), types(types) {}

  /// Where `hint` is the type that is expected.
  std::string write(const Expr& expr, const Hint& hint,
                    Precedence context = Precedence::Conditional);
  std::string write(const Place& place);
  std::string write(const Argument& argument);

private:
  const Kernel& kernel;
  TypeNames& types;

  struct Written {
    std::string text;
    Precedence precedence = Precedence::Call;
  };
  Written node(const Expr& expr, const Literal& e, const Hint& hint);
  Written node(const Expr& expr, const Load& e, const Hint& hint);
  Written node(const Expr& expr, const Apply& e, const Hint& hint);
  Written node(const Expr& expr, const Cast& e, const Hint& hint);
  Written node(const Expr& expr, const Select& e, const Hint& hint);
  Written node(const Expr& expr, const Size& e, const Hint& hint);
  Written node(const Expr& expr, const Opaque& e, const Hint& hint);
  Written node(const Expr& expr, const Construct& e, const Hint& hint);
  Written node(const Expr& expr, const ZerosLike& e, const Hint& hint);

  std::string indices(const std::vector<ExprRef>& all);
  std::string list(const std::vector<ExprRef>& args);
};

} // namespace treelize::ir
