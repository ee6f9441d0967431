// The only way to make IR: small constructors that check and share.
//
// They build exactly what they are told; folding (`x * 1`, `0 + x`) is for derivative code alone
// and lives in grad/rules/Value.
#pragma once

#include "ir/IR.h"

namespace treelize::ir {

ExprRef literal(std::string text, TypeRef type, Location at = {});
/// A constant that is written by its name.
ExprRef namedNumber(std::string name, std::optional<std::int64_t> number, TypeRef type,
                    Location at = {});
ExprRef real(double value, TypeRef type = doubleType());
ExprRef integer(std::int64_t value, TypeRef type = intType());
ExprRef boolean(bool value);

ExprRef load(Place place, Location at = {});
ExprRef load(const Kernel& kernel, VarId var);
ExprRef apply(Op op, std::vector<ExprRef> args, TypeRef type, Location at = {});
ExprRef cast(ExprRef arg, TypeRef type, Location at = {});
/// The same, and nothing to do where the integer has that type.
ExprRef convert(ExprRef integer, TypeRef type);
ExprRef select(ExprRef condition, ExprRef ifTrue, ExprRef ifFalse, Location at = {});
ExprRef size(Place container, Location at = {});
/// The rows or the columns of a matrix.
ExprRef extent(Place matrix, Extent which, Location at = {});
ExprRef opaque(std::string text, std::vector<ExprRef> args, TypeRef type, Location at = {});
ExprRef construct(TypeRef type, std::vector<ExprRef> args, Location at = {});
ExprRef zerosLike(Place of);
ExprRef logicalNot(ExprRef arg);

Place place(const Kernel& kernel, VarId var);
Place fieldOf(Place object, const RecordField& field);
Place element(Place container, std::vector<ExprRef> indices);
/// `container[container.size() - 1]`
Place lastElement(const Place& container);

Stmt declare(VarId var, ExprRef value, Location at = {});
Stmt assign(Place target, AssignOp op, ExprRef value, Location at = {});
Stmt append(Place container, ExprRef value, Location at = {});
Stmt drop(Place container, Location at = {});

/// Adds a variable; its name is made unique by a number where it is taken.
VarId addVariable(Kernel& kernel, Variable variable);
VarId addLocal(Kernel& kernel, std::string name, TypeRef type, Location at = {});

} // namespace treelize::ir
