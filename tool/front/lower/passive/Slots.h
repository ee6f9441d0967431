// Containers of real numbers that the kernel language does not know: std::map, std::deque,
// std::list and their like.
//
// Such a container is a passive one of slots, std::map<K, std::size_t>, and a slot is an index into
// the pool: one vector for all elements of a type. What keys, order and iterators do is then the
// passive container's own business, and what an element holds is a vector's element. An element
// that leaves its container stays in the pool.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// Is it a number, or an object of numbers, that a container holds by its slot?
bool isSlotted(clang::QualType type);
/// Is it a container with slots?
bool holdsSlots(clang::QualType type);
/// Is there such a container somewhere in a type that is none, as in a pair?
bool hidesSlots(clang::QualType type);
/// What a map's iterator points at: a key and a slot.
bool isEntry(clang::QualType type);
/// Is it the key of such a pair? A real number there is none of the container's elements.
bool isKey(const clang::MemberExpr* expr);
/// The type of what the container holds.
clang::QualType elementOfSlots(clang::QualType container);
bool isMap(clang::QualType container);
/// std::priority_queue: it compares, and so holds a value beside each slot.
bool isHeap(clang::QualType container);

/// All elements of a type, in the order in which they came: a vector, also one that is taken apart;
/// and what tells the types apart.
Value poolOf(Lowering& l, clang::QualType element, clang::SourceLocation where);
const void* poolKey(clang::QualType element);
/// The vectors that make up a pool.
std::vector<ir::Place*> vectorsOfPool(Value& pool);
/// Of what has no name: an iterator, an entry.
ir::TypeRef opaqueType();
/// A vector of elements of any type, its length, and a new element behind the others.
Value emptyElements(Lowering& l, const std::string& name, clang::QualType element,
                    clang::SourceLocation where);
ir::ExprRef lengthOf(const Value& elements, clang::SourceLocation where);
void addElement(Lowering& l, const Value& elements, const Value& element,
                clang::SourceLocation where);
/// The element in the slot.
Value slotElement(Lowering& l, const ir::ExprRef& slot, clang::QualType element,
                  clang::SourceLocation where);
/// What the container stores for a value: a slot of its own.
ir::ExprRef stored(Lowering& l, const clang::Expr* value, clang::QualType container);
ir::ExprRef newSlot(Lowering& l, const clang::Expr* value, clang::QualType element);
/// The same for a value that is known.
ir::ExprRef newSlot(Lowering& l, const Value& value, clang::QualType element,
                    clang::SourceLocation where);
/// The slot is the next one: the pool has none yet for what a map has just inserted.
void growPool(Lowering& l, const ir::ExprRef& slot, clang::QualType element,
              clang::SourceLocation where);
ir::ExprRef poolSize(Lowering& l, clang::QualType element, clang::SourceLocation where);
/// Gives a copy of a container elements of its own.
void separateSlots(Lowering& l, const ir::Place& copy, clang::QualType type,
                   clang::SourceLocation where);
/// Refuses a container of real numbers that is not the kernel's, and no map of the caller's.
void refuseForeignSlots(Lowering& l, const ir::ExprRef& container, clang::QualType type,
                        clang::SourceLocation where);
/// A map of the caller's: its keys stay, and its elements are places `p.at(key)`.
const ir::Place* callersMap(const ir::ExprRef& expr);
/// The caller's map into which an iterator points; null if it is another container's.
const ir::Place* iteratedMap(Lowering& l, const ir::ExprRef& iterator, clang::SourceLocation where);
/// The variable points where its first value does.
void followIterator(Lowering& l, ir::VarId variable, const ir::ExprRef& value);
/// Refuses an iterator of the caller's map that is to point into another.
void checkSameMap(Lowering& l, const ir::ExprRef& iterator, const ir::ExprRef& value,
                  clang::SourceLocation where);
/// `it->second` of such an iterator.
ir::Place iteratedElement(Lowering& l, const ir::Place& map, const ir::ExprRef& iterator,
                          clang::SourceLocation where);
/// The element at the key; without one the kernel ends as `at` does, or the derivative ends because
/// the kernel inserts one.
ir::Place callersElement(Lowering& l, const ir::Place& map, const ir::ExprRef& key, bool inserts,
                         clang::SourceLocation where);
/// Lets `body` see each key and element, in the map's own order.
void forEachElement(
    Lowering& l, const ir::Place& map, Location at,
    const std::function<void(const ir::Place& key, const ir::Place& element)>& body);
/// A copy of the caller's map.
void fillSlots(Lowering& l, const ir::Place& copy, const ir::Place& map, clang::QualType type,
               clang::SourceLocation where);
/// a = b of containers that have names: a gets elements of its own. Nothing for other calls.
std::optional<Value> slotAssignment(Lowering& l, const clang::CallExpr* expr);
/// insert(position, value) of a list or a deque: the value comes second.
bool storesAtPosition(const clang::CallExpr* expr, const clang::FunctionDecl* callee);
/// Refuses what would treat slots as values.
void checkSlotCall(Lowering& l, const clang::CallExpr* expr, const clang::FunctionDecl* callee);

} // namespace treelize::front
