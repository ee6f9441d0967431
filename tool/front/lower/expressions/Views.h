// Pointers, spans and iterators: a container and an offset.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// A pointer to the first element of a container, with the container's length for a span.
View wholeOf(Lowering& l, const Value& container, clang::SourceLocation where);
/// What tells the container that a pointer comes to point into from the others that it may.
struct NewBase {
  ir::ExprRef selector, row; // null: no row
};
NewBase newBase(Lowering& l, MovingView::State& state, const View& to, clang::SourceLocation where);
/// What it points at now.
View presentView(Lowering& l, const MovingView::State& state);
/// A pointer that points somewhere whenever it is followed.
View view(Lowering& l, const clang::Expr* expr);
View viewOf(Lowering& l, const Value& value, clang::SourceLocation where);
/// Any pointer, null included.
View nullableView(Lowering& l, const clang::Expr* expr);
View nullableViewOf(Lowering& l, const Value& value, clang::SourceLocation where);
/// nullptr.
View nullView();
/// Is it null, as it has never been anything else? One without any value is not.
bool hasPointedNowhere(const View& view);
/// p != nullptr
ir::ExprRef isSet(Lowering& l, const View& view, clang::SourceLocation where);
Value dereference(Lowering& l, const View& view, ir::ExprRef index, clang::SourceLocation where);
/// A pointer to the first number of arrays of arrays; any other as it is.
View flattened(Lowering& l, const View& rows, clang::SourceLocation where);
/// &object
View addressOf(Lowering& l, const clang::Expr* object, clang::SourceLocation where);
View pointerTo(Lowering& l, const Value& designated, clang::SourceLocation where);
/// What a pointer expression points at; `this` included.
Value dereference(Lowering& l, const clang::Expr* pointer, clang::SourceLocation where);
/// last - first; refused between two objects.
ir::ExprRef distance(Lowering& l, const View& first, const View& last, clang::SourceLocation where);
View advanced(Lowering& l, View view, ir::ExprRef by);
View retreated(Lowering& l, View view, const ir::ExprRef& by);
/// The same by the source's own arithmetic, which may step from an object that is no element.
View stepped(Lowering& l, const View& view, const ir::ExprRef& by, bool isForward,
             clang::SourceLocation where);
/// Does it point behind, or before, its single object? Perhaps, where that is a question.
bool mayBeBehind(const View& view);
/// new T(x), new T[n]: a variable of the kernel, which dies with its block.
View allocated(Lowering& l, const clang::CXXNewExpr* made);
/// `new T(x)` of what needs no heap, where the initialiser may be absent.
View allocatedObject(Lowering& l, clang::QualType type, const clang::Expr* initializer,
                     clang::SourceLocation where);
/// A block of `count` elements that dies with the present scope.
View allocatedArray(Lowering& l, clang::QualType element, ir::ExprRef count,
                    clang::SourceLocation where);
/// The first of the numbered blocks with such elements, which are made where others than a single
/// variable may keep them.
ir::Place anyBlock(Lowering& l, clang::QualType element, clang::SourceLocation where);
View constructedSpan(Lowering& l, const clang::CXXConstructExpr* expr);
/// target = to
void moveView(Lowering& l, const Value& target, const View& to, clang::SourceLocation where);
/// Each of the two pointers gets what the other one was; their places may lead through one another.
void swapViews(Lowering& l, const Value& one, const Value& other, clang::SourceLocation where);
Value movingView(Lowering& l, const std::string& name, std::optional<View> start, bool isSpan,
                 Location at, Motion motion = {});
Motion motionOf(const WrittenVariables& written, const clang::ValueDecl* variable);
/// The same of a member.
Motion motionOf(Lowering& l, const clang::FieldDecl* member);
/// Before a loop: what its pointers may point into, as far as their assignments say so.
void widenPointers(Lowering& l, const clang::Stmt* loop);
/// Writes to a place, or to the one of several that is chosen.
void write(Lowering& l, const Value& target, clang::SourceLocation where,
           const std::function<void(const ir::Place&)>& write);
/// a == b, a < b, a - b, ... of pointers; null if the operands are no pointers.
ir::ExprRef viewComparison(Lowering& l, clang::BinaryOperatorKind op, const clang::Expr* a,
                           const clang::Expr* b, clang::SourceLocation where);
/// Operators of iterators: `*it`, `it[i]`, `it + n`, `++it`, `it != end`.
std::optional<Value> iteratorOperator(Lowering& l, const clang::CXXOperatorCallExpr* call);

} // namespace treelize::front
