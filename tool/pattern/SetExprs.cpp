#include "pattern/SetExprs.h"

#include "ir/Builder.h"
#include "ir/Curvature.h"
#include "ir/Intrinsics.h"
#include "ir/Same.h"

#include <algorithm>
#include <array>

namespace treelize::pattern {

using namespace ir;

namespace {

void addOperand(const ExprRef& set, std::vector<ExprRef>& to) {
  if (!set)
    return;
  if (const Opaque* call = asIntrinsic(*set, Intrinsic::joined)) {
    for (const ExprRef& inner : call->args)
      addOperand(inner, to);
    return;
  }
  if (std::ranges::none_of(to, [&](const ExprRef& known) { return isSame(*known, *set); }))
    to.push_back(set);
}

/// The second derivatives of the operands that depend on something.
class Bend {
public:
  Bend(Op op, const std::vector<ExprRef>& operands, const TypeRef& type)
      : row(curvatureOf(op)), operands(operands), type(type) {
    for (unsigned i = 0; i < operands.size(); ++i)
      if (operands[i] && isCurved(i))
        curvedOnes.push_back(i);
  }

  ExprRef expr() const {
    std::vector<ExprRef> parts;
    for (unsigned i = 0; i < operands.size(); ++i)
      if (std::ranges::count(curvedOnes, i) == 0)
        parts.push_back(operands[i]);
    parts.push_back(curvedPart());
    return joined(parts, type);
  }

private:
  const Curvature& row;
  const std::vector<ExprRef>& operands;
  const TypeRef& type;
  std::vector<unsigned> curvedOnes;

  bool isCurved(unsigned i) const {
    for (unsigned j = 0; j < operands.size(); ++j)
      if (operands[j] && row.meets[i][j])
        return true;
    return false;
  }
  ExprRef join(const std::vector<unsigned>& which) const {
    std::vector<ExprRef> sets;
    for (const unsigned i : which)
      sets.push_back(operands[i]);
    return joined(sets, type);
  }
  /// `i` meets all others, which do not meet one another.
  bool isHub(unsigned i) const {
    return std::ranges::all_of(curvedOnes, [&](unsigned j) {
      return std::ranges::all_of(curvedOnes, [&](unsigned k) {
        return row.meets[j][k] == ((j == i) != (k == i));
      });
    });
  }
  ExprRef curvedPart() const {
    if (curvedOnes.empty())
      return nullptr;
    for (const unsigned hub : curvedOnes)
      if (isHub(hub)) {
        std::vector<unsigned> others = curvedOnes;
        std::erase(others, hub);
        const bool isFirst = hub == curvedOnes.front();
        const ExprRef one = join({hub}), rest = join(others);
        if (isSame(*one, *rest))
          return intrinsic(Intrinsic::curved, {one}, type);
        return intrinsic(Intrinsic::set_product,
                         isFirst ? std::vector{one, rest} : std::vector{rest, one}, type);
      }
    if (curvedOnes.size() == 2 && !row.meets[curvedOnes[0]][curvedOnes[0]])
      return intrinsic(Intrinsic::set_quotient, {operands[curvedOnes[0]], operands[curvedOnes[1]]},
                       type);
    return intrinsic(Intrinsic::curved, {join(curvedOnes)}, type);
  }
};

} // namespace

ExprRef asValue(const ExprRef& set, const TypeRef& type) {
  return set ? set : real(0.0, type);
}

ExprRef joined(const std::vector<ExprRef>& sets, const TypeRef& type) {
  std::vector<ExprRef> operands;
  for (const ExprRef& set : sets)
    addOperand(set, operands);
  if (operands.size() < 2)
    return operands.empty() ? nullptr : operands.front();
  return intrinsic(Intrinsic::joined, std::move(operands), type);
}

ExprRef without(const ExprRef& set, const ExprRef& other, const TypeRef& type) {
  std::vector<ExprRef> operands;
  addOperand(set, operands);
  std::erase_if(operands, [&](const ExprRef& operand) { return isSame(*operand, *other); });
  return joined(operands, type);
}

ExprRef combined(Op op, std::vector<ExprRef> operands, const TypeRef& type, Matrix matrix) {
  const Curvature& row = curvatureOf(op);
  for (unsigned i = 0; i < operands.size(); ++i)
    if (!row.depends[i])
      operands[i] = nullptr;
  return matrix == Matrix::Jacobian ? joined(operands, type) : Bend(op, operands, type).expr();
}

} // namespace treelize::pattern
