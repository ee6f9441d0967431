// Objects on a heap of the kernel's own (HeapPlan): every member of their classes is a vector of
// the kernel, an object is its number in these vectors, and so is a pointer to it. -1 is the null
// pointer. Nothing is ever removed: an object that has been destroyed is one that no pointer leads
// to.
#pragma once

#include "front/lower/Lowering.h"
#include "front/lower/objects/HeapPlan.h"

namespace treelize::front {

/// The vectors of one group, as the kernel that is being lowered knows them.
struct Heap {
  std::vector<const clang::FieldDecl*> fields;
  std::vector<Column> members; // one for each
  std::optional<ir::Place>
      kinds; // of each object the number of its class among those that are constructed
};

/// Declares the vectors, at the head of the kernel.
void openHeaps(Lowering& l);
/// All vectors of all heaps, in an order that every lowering of the kernel has.
std::vector<ir::Place*> vectorsOf(Lowering& l);
/// Heaps of a function of its own; whoever calls this replaces the vectors.
void copyHeaps(const Lowering& from, Lowering& to);

/// Null: the class has no heap.
const HeapGroup* heapOf(Lowering& l, clang::QualType type);
/// The same of what a pointer of this type points at.
const HeapGroup* heapBehind(Lowering& l, clang::QualType pointer);
/// T of T[n], std::array<T, n> and std::vector<T>; null for any other type.
clang::QualType elementOfSequence(clang::QualType type);
/// Is it a vector or an array of pointers to a heap, or of objects on one?
bool holdsHeapNumbers(Lowering& l, clang::QualType type);
void emptyNumbers(Lowering& l, const ir::Place& vector, clang::SourceLocation where);
/// What such an element is in the kernel language: a number, or a vector of them.
ir::TypeRef numberType(Lowering& l, clang::QualType element);

View heapView(const HeapGroup* heap, ir::ExprRef number);
ir::ExprRef noObject(Lowering& l);
/// The number that stands for a pointer, null included.
ir::ExprRef heapNumber(Lowering& l, const View& pointer, clang::SourceLocation where);
/// An object that exists. `exactly` is its class, if that is known.
Value heapObject(Lowering& l, const HeapGroup* heap, const ir::ExprRef& number,
                 const clang::CXXRecordDecl* exactly);
/// A new one.
Value madeOnHeap(Lowering& l, const Slot& slot, const clang::Expr* init);
/// The same of an object that is made so.
Value placedOnHeap(Lowering& l, const Slot& slot, const std::function<Value()>& make);
/// A pointer variable.
Value heapPointer(Lowering& l, const Slot& slot, const View& start);
Value heapPointer(Lowering& l, const Slot& slot, const clang::Expr* init);

/// std::move(p) of a std::unique_ptr: what it names; null if it is none.
const clang::Expr* movedObject(const clang::Expr* expr);
/// A pointer as it is handed over: a std::unique_ptr that it is taken from is null afterwards.
View movedView(Lowering& l, const clang::Expr* expr);
void afterMove(Lowering& l, clang::QualType type, const Value& from, clang::SourceLocation where);
/// dynamic_cast<T*>(pointer)
View dynamicCast(Lowering& l, const View& pointer, clang::QualType type,
                 clang::SourceLocation where);
/// p.get(), p.reset(q), ...
Value ownerCall(Lowering& l, const clang::CXXMemberCallExpr* call, const std::string& name);

} // namespace treelize::front
