// Designators: what an lvalue names, its members and its elements.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

Value glvalue(Lowering& l, const clang::Expr* expr);
/// Can code in another namespace name the declaration?
bool isNameable(const clang::Decl* decl);
/// A place to write to.
ir::Place target(Lowering& l, const Value& value, clang::SourceLocation where);
/// The place takes the value, a number as its own kind of number; a complex one takes a real one.
void setConverted(Lowering& l, const ir::Place& place, const ir::ExprRef& value,
                  clang::SourceLocation where);
/// A place to read from; a number gets a local.
ir::Place placeFor(Lowering& l, const Value& value, clang::SourceLocation where);
ir::ExprRef loaded(Lowering& l, const Value& value, clang::SourceLocation where);
/// A global variable, a static member, a static local (Global).
Value templateObject(Lowering& l, const clang::TemplateParamObjectDecl* object,
                     clang::SourceLocation where);
Value globalValue(Lowering& l, const clang::VarDecl* variable, clang::SourceLocation where);
Value member(Lowering& l, const Value& object, const clang::FieldDecl* field,
             clang::SourceLocation where);
/// An object that is no container has none.
void refuseElements(Lowering& l, const ir::Place& object, clang::SourceLocation where);
Value elementOf(Lowering& l, const Value& container, std::vector<ir::ExprRef> indices,
                clang::SourceLocation where);
/// Of a matrix by columns, of any other array by its only index.
ir::Place elementAt(const ir::Place& array, ir::ExprRef position);
ir::ExprRef sizeOf(Lowering& l, const Value& container, clang::SourceLocation where);

} // namespace treelize::front
