// Of what shape containers are when their scopes end.
#pragma once

#include "analysis/OnlyValues.h"
#include "analysis/Regions.h"
#include "ir/IR.h"

#include <set>

namespace treelize::grad {

/// A number, or an array or a record of nothing but numbers, which are zero in a new one.
bool isPlain(const ir::Type& type);

/// A vector of such: of a length, it has the shape of any other of that length.
bool isFlatVector(const ir::Type& type);

/// How to make the tangent of a local where the local itself begins: of the same shape, all zero.
ir::ExprRef tangentShape(const ir::Kernel& kernel, const ir::Declare& local);

/// The shapes of a kernel's locals; the kernel outlives them, and its body stays as it is.
class Shapes {
public:
  explicit Shapes(const ir::Kernel& kernel);

  /// How to make the shadow of a local where its scope ends: of the shape that it has by then, all
  /// zero.
  ir::ExprRef shadowOf(const ir::Declare& local) const;

  /// Containers that may not have, when the kernel is reversed, the shape that they have where one
  /// of their elements is assigned.
  std::set<ir::VarId> reshaped(bool bodyEnds) const;

private:
  const ir::Kernel& kernel;
  const analysis::RegionSet resized;
  const analysis::OnlyValues values;

  bool keepsLength(const ir::Place& container, const ir::Expr& length) const;
  bool hasShapeToMake(const ir::Declare& local) const;
};

} // namespace treelize::grad
