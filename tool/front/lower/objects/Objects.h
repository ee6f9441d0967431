// Objects: declared as a whole, or taken apart into a variable for each member.
#pragma once

#include "front/lower/library/Library.h"

namespace treelize::front {

struct Argument;

/// Can no object of this class be declared in generated code?
bool dissolves(Lowering& l, clang::QualType type);
/// A tag or a function object of the library: it holds nothing.
bool isEmptyOfLibrary(clang::QualType type);
/// A variable of this class needs calls at the end of its block: of its own destructor, or of those
/// of its members and bases.
bool endsWithCall(clang::QualType type);
/// What happens at the end of an object: its destructor, and those of its members and bases.
void destroy(Lowering& l, const clang::CXXRecordDecl* record, const Value& object);
/// Anything else, where a destructor does something, is refused.
void refuseDestructor(Lowering& l, clang::QualType type, clang::SourceLocation where);
/// A member of an object that is taken apart becomes a variable, which would hold more than a
/// bit-field.
void refuseApart(Lowering& l, const clang::FieldDecl* field, clang::SourceLocation where);
/// What the variable is called that stands for a member of an object of this name.
std::string memberName(const std::string& object, const clang::FieldDecl* field);
Slot memberSlot(Lowering& l, const Slot& object, const clang::FieldDecl* field);
/// Can the members of an object get new values?
bool isAssignable(clang::QualType type);
Value objectOf(Lowering& l, const Slot& slot, const clang::Expr* init);
/// c ? a : b
Value chosenObject(Lowering& l, const clang::ConditionalOperator* choice);
/// Does it hold a pointer that stands still, because it was made where nobody was to change it?
bool holdsFixedView(const Value& value);
/// Does the class, or a part of it, copy or move its objects by a function that does more than that
/// with the members?
CopiesByHand copiesOf(Lowering& l, clang::QualType type);
/// For a copy that no source shows: of the library, or of an object that holds this one.
void refuseHiddenCopy(Lowering& l, clang::QualType type, bool isByHand,
                      clang::SourceLocation where);
bool copiesByHand(Lowering& l, clang::QualType type);
/// The library copies and moves objects as it likes: of classes where each copy tells.
void refuseUnequalCopies(Lowering& l, clang::QualType type, clang::SourceLocation where);
/// Of an optional or a variant.
void refuseCopiesByHand(Lowering& l, const Slot& slot);
/// A copy as the source asks for it: by the functions of such classes.
Value copyConstructed(Lowering& l, const Slot& slot, const Value& from, bool isMove);
void copyAssigned(Lowering& l, clang::QualType type, const Value& to, const Value& from,
                  bool isMove, clang::SourceLocation where);
/// The same of the members that a class, which may be a base, gives to an object.
void copyMembers(Lowering& l, const Object& object, const clang::CXXRecordDecl* record,
                 const Value& from, bool isMove, clang::SourceLocation where);
/// A variable with the value that another one has now: a mere transfer.
Value copied(Lowering& l, const Slot& slot, const Value& from);
Value copiedObject(Lowering& l, const Slot& slot, const Value& from);
/// The object as one value, put together where it is taken apart: for a place that holds it whole.
ir::ExprRef wholeObject(Lowering& l, clang::QualType type, const Value& object,
                        clang::SourceLocation where);
/// The elements of an array of C++, one by one: it has no assignment.
void copyArray(Lowering& l, const ir::Place& to, const ir::Place& from, Location at);
/// `auto [i, j] = array;` copies this one.
const clang::Expr* copiedArray(const clang::ArrayInitLoopExpr* copy);
Value zeroed(Lowering& l, const Slot& slot);
/// Are the numbers of an object zero, or without a value, that its default constructor has made?
bool isZeroByDefault(Lowering& l, clang::QualType type);
/// The call of the default constructor that the source does not show.
const clang::Expr* defaultConstruction(Lowering& l, clang::QualType type,
                                       clang::SourceLocation where);
/// An object that no initialiser names.
Value defaulted(Lowering& l, const Slot& slot);
/// One value of any type: a number, a pointer, an object.
void assignValue(Lowering& l, clang::QualType type, const Value& to, const Value& from,
                 clang::SourceLocation where);
void assignObject(Lowering& l, clang::QualType type, const Value& to, const Value& from,
                  clang::SourceLocation where);
/// An object gets the members of one that nobody will use again: it is the same object at another
/// place.
void transferObject(Lowering& l, clang::QualType type, const Value& to, const Value& from,
                    clang::SourceLocation where);
/// The arguments of a constructor that a class inherits: its own parameters.
std::vector<Argument> handedOn(const Lowering& l, const clang::CXXConstructorDecl* constructor,
                               clang::SourceLocation where);
void objectInitializers(Lowering& l, const Object& object,
                        const clang::CXXConstructorDecl* constructor);
/// Of a tuple or a pair; whether an optional has a value, and the value.
std::vector<clang::QualType> elementTypes(Lowering& l, clang::QualType type);
Value tupleElement(Lowering& l, const Value& tuple, std::size_t index, clang::SourceLocation where);
/// Where an element of a class of the library is made.
Slot elementSlot(const Slot& whole, clang::QualType type, std::size_t index);
Value tupleOf(Lowering& l, const Slot& slot, const clang::Expr* from);
/// a < b, a >= b, ... of pairs and tuples, element by element; nothing of other objects.
std::optional<ir::ExprRef> tupleComparison(Lowering& l, clang::BinaryOperatorKind op,
                                           const clang::Expr* a, const clang::Expr* b,
                                           clang::SourceLocation where);
Value optionalOf(Lowering& l, const Slot& slot, const clang::Expr* from);
/// Is there perhaps no value to read, as in one of the caller's? Where a local one is empty, its
/// value is any.
bool mayBeEmpty(Lowering& l, const Value& optional, clang::SourceLocation where);
/// Whether there is a value, and the value if there is one.
Value copiedOptional(Lowering& l, const Slot& slot, const Value& from);
/// What is to happen where an optional holds a value.
void ifHolds(Lowering& l, const Value& has, clang::SourceLocation where,
             const std::function<void()>& use);
/// Only its own methods make an optional of the caller's hold another value.
void refuseForeignOptional(Lowering& l, const Value& optional, clang::SourceLocation where);
/// One that is passed as a pair: whether there is a value, and the value.
Value optionalIn(const ir::Place& pair);
/// The same of optionals, where an empty one is less than any value.
std::optional<ir::ExprRef> optionalComparison(Lowering& l, clang::BinaryOperatorKind op,
                                              const clang::Expr* a, const clang::Expr* b,
                                              clang::SourceLocation where);
Value variantOf(Lowering& l, const Slot& slot, const clang::Expr* from);
std::optional<Value> variantCall(Lowering& l, const clang::CallExpr* expr,
                                 const clang::FunctionDecl* callee);
Value complexOf(Lowering& l, const Slot& slot, const clang::Expr* from);
std::optional<Value> complexCall(Lowering& l, const clang::CallExpr* expr,
                                 const clang::FunctionDecl* callee);
std::optional<Value> tupleCall(Lowering& l, const clang::CallExpr* expr,
                               const clang::FunctionDecl* callee);
std::optional<Value> optionalCall(Lowering& l, const clang::CallExpr* expr,
                                  const clang::FunctionDecl* callee);

// --- vectors of objects that are taken apart (Column) ---
bool isColumn(const Value& value);
ir::Place emptyVector(Lowering& l, const std::string& name, const ir::TypeRef& element,
                      Location at);
/// Of elements of this type; empty.
Column makeColumn(Lowering& l, const std::string& name, clang::QualType type,
                  clang::SourceLocation where, const Motion& motion = {});
/// What stands for an element that is a function, a pointer to a heap, an object on one, or a
/// vector of such.
ir::ExprRef elementNumber(Lowering& l, const Column& column, const Value& element,
                          clang::SourceLocation where);
void append(Lowering& l, Column& column, const Value& element, clang::SourceLocation where);
Value elementOf(Lowering& l, const Column& column, const ir::ExprRef& index,
                clang::SourceLocation where);
/// The same element, to which a pointer may point.
Value elementIn(Lowering& l, const std::shared_ptr<Column>& column, const ir::ExprRef& index,
                clang::SourceLocation where);
/// The vectors that hold the parts of the elements.
void forEachVector(const Column& column, const std::function<void(const ir::Place&)>& use);
void collectVectors(Column& column, std::vector<ir::Place*>& vectors);
/// One of them, which is as long as all others.
const ir::Place& anyVector(const Column& column);
/// The last element goes.
void drop(Lowering& l, const Column& column, Location at);
/// What is pushed, or what the arguments construct.
Value newElement(Lowering& l, const Growth& call, const Column& column);
/// resize, clear, insert, erase, assign of such a vector; nothing for any other method.
std::optional<Value> columnGrowth(Lowering& l, const Growth& call, const Value& vector);
/// Are the elements of arrays and vectors of this type taken apart?
bool isColumnElement(Lowering& l, clang::QualType element);
bool isColumnType(Lowering& l, clang::QualType type);
/// A vector or an array as its initialiser says; null: without one.
Value columnOf(Lowering& l, const Slot& slot, const clang::Expr* init);
/// So many elements of the slot's type, as their class begins them.
Column filledColumn(Lowering& l, const Slot& element, const ir::ExprRef& count);
Value copiedColumn(Lowering& l, const Slot& slot, const Value& from);
/// Its elements become those of another one, which nobody else has.
void replaceColumn(Lowering& l, const Value& to, const Value& from, clang::SourceLocation where);
void assignColumn(Lowering& l, clang::QualType type, const Value& to, const Value& from,
                  clang::SourceLocation where);
Value columnElement(Lowering& l, const Value& vector, const ir::ExprRef& index,
                    clang::SourceLocation where);
ir::ExprRef columnSize(const Value& vector, clang::SourceLocation where);
/// What the methods of std::vector do; nothing if it is none that changes it.
std::optional<Value> columnCall(Lowering& l, const Growth& call, const Value& vector);

// --- objects that are declared as a whole (Construct) ---
/// Where a constructed object goes: an existing place, or a variable that is yet to be declared.
struct Destination {
  ir::Place place;
  bool isFresh = false;
  Location at;
};
void construct(Lowering& l, Destination& to, const clang::Expr* from);
/// Stores the first elements of a list.
void constructList(Lowering& l, Destination& to, const clang::InitListExpr* list);
/// T(a, b) of a class without constructors: as T{a, b}.
const clang::InitListExpr* asBraces(Lowering& l, const clang::CXXParenListInitExpr* list);
/// {a, b, c} as a std::initializer_list: the elements get an array of their own.
Value listElements(Lowering& l, const clang::Expr* expr);
/// A temporary with this value.
ir::Place temporary(Lowering& l, const clang::Expr* from, const std::string& name,
                    bool isWritten = false);
/// The object that a reference is bound to, or a method called on: nobody else's where it is
/// written, or lives on.
Value materialized(Lowering& l, const clang::MaterializeTemporaryExpr* expr);

} // namespace treelize::front
