// Algorithms of the library over containers whose elements are held by slots: std::deque, std::list
// and the entries of a map.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// `*it` as an element, or a part of it: the element itself where there is a slot.
Value partOf(Lowering& l, const std::string& text, const std::vector<ir::ExprRef>& args,
             clang::QualType type, clang::SourceLocation where);

/// Lets `body` see each element of a container, or each key and element of a map.
void forEachSlotted(Lowering& l, const ir::ExprRef& container, clang::QualType type,
                    clang::SourceLocation where, const std::function<void(const Value&)>& body,
                    bool isReversed = false);

/// The same of what stands between two iterators.
void forEachBetween(Lowering& l, const clang::Expr* first, const clang::Expr* last,
                    clang::SourceLocation where, const std::function<void(const Value&)>& body);
/// Is it an iterator of a map, which points at a key and an element?
bool isEntryIterator(clang::QualType type);

/// Is it an algorithm with an iterator of such a container, or a list's sort, that is known here?
bool isSlotAlgorithm(const clang::CallExpr* expr);
Value slotAlgorithm(Lowering& l, const clang::CallExpr* expr);
/// A deque or a list of so many elements, or of those between two iterators; nothing for another
/// initialiser.
std::optional<Value> filledSequence(Lowering& l, const Slot& slot, const clang::Expr* init);
/// The elements of [first, last) in a vector of their own.
Value gathered(Lowering& l, const clang::Expr* first, const clang::Expr* last,
               clang::SourceLocation where);

} // namespace treelize::front
