// What a C++ expression stands for while it is lowered.
//
// Numbers and objects are expressions or places of the kernel language. Pointers, iterators and
// spans never reach it: they are views, a place with an offset. Closures are their captures.
#pragma once

#include "ir/IR.h"

#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clang {
class CXXRecordDecl;
class FieldDecl;
class FunctionDecl;
class ValueDecl;
} // namespace clang

namespace treelize::front {

struct Column;
struct Designated;
struct HeapGroup;
struct MatrixExpr;

/// A pointer, an iterator or a span: elements `offset`, `offset + 1`, ... of a container.
struct View {
  ir::Place base;
  ir::ExprRef offset;    // null: none
  ir::ExprRef size;      // of a span; null for a pointer
  bool isObject = false; // base is not a container but the one object pointed at
  // A pointer that may point into one of several: base is number 0, these are 1, 2, ...
  std::vector<ir::Place> others = {};
  ir::ExprRef selector = nullptr; // the number of the container; null without others
  /// Does it point anywhere? Without it always, so far as the kernel knows
  ir::ExprRef isSet = nullptr;

  // A pointer to an object of a heap: `offset` is its number, -1 for none, and there is no base.
  const HeapGroup* heap = nullptr;

  std::shared_ptr<const Designated> target = nullptr; // what it points at, where that is no place
  std::shared_ptr<Column> column = nullptr; // a vector that is taken apart, into which it points

  /// A null pointer and nothing else.
  bool isNull() const { return !base.type && !heap && !target && !column; }
};

/// One of several places: what a pointer points at that may point into several containers.
struct Choice {
  std::vector<ir::Place> places;
  ir::ExprRef selector;
  const HeapGroup* heap = nullptr; // of which they hold pointers
};

/// A container that a pointer may point into. As the rows of a matrix, it may be one of many by an
/// index, which is then a part of the pointer.
struct Base {
  ir::Place place;                  // with the index zero
  std::optional<std::size_t> rowAt; // where in the path the index stands
};

/// All that a pointer, or an element of a vector of pointers, may point into. They are found at its
/// assignments.
struct Bases {
  std::string name; // of the pointer
  std::vector<Base> known;
  bool isObject = false;        // they are no containers, but what is pointed at
  unsigned loopDepth = 0;       // where the pointer was declared,
  const void* kernel = nullptr; // and in which one
  unsigned askedIn = 0;         // the outermost loop that asked for it before it pointed anywhere
  std::shared_ptr<Column> column = nullptr; // the vector that is taken apart, into which it points
  bool isStepped = false;                   // may it point behind its object?
  unsigned unsteppedIn = 0; // the last outermost loop that took it to point at the object
};

/// A pointer or a span that moves.
struct MovingView {
  struct State {
    std::shared_ptr<Bases> bases;
    ir::Place offset;
    std::optional<ir::Place> size;     // of a span
    std::optional<ir::Place> row;      // the index of a base that has one
    std::optional<ir::Place> selector; // the number of the base, where there may be several
    std::optional<ir::Place> isSet;    // of a pointer that may be null
    bool isElement = false;            // of a vector of pointers
  };
  std::shared_ptr<State> state;
};

/// A variable, a member or an element that holds a pointer to objects of a heap: the number of one,
/// or -1.
struct HeapPointer {
  ir::Place number;
  const HeapGroup* heap;
};

/// What may happen to a pointer or a span that is a variable or a member.
struct Motion {
  bool changesBase = false; // others are assigned to it
  bool mayBeNull = false;
  std::optional<ir::Place> block = std::nullopt; // one of the numbered blocks, if it gets such
  bool steps = false;                            // by ++, += and the like
};

/// An Eigen::Map, a Ref or a block that has a name: coefficients that belong to a matrix or to an
/// array.
struct MatrixView {
  std::shared_ptr<const MatrixExpr> matrix;
};

/// Part of a constant of the user's program: `app::weights[$0].bias`.
struct ConstantObject {
  std::string text;
  std::vector<ir::ExprRef> args;
  ir::TypeRef type;
  ir::TypeRef container = nullptr; // of an element: what the last index goes into
};

/// `*this` of a kernel method.
struct KernelObject {};

struct ClosureState;

/// A lambda with what it captured, or a function that is called through a pointer.
struct Closure {
  std::shared_ptr<const ClosureState> state;
};

struct ObjectState;

/// An object that the kernel does not declare as such: its members are variables of their own.
struct Object {
  std::shared_ptr<ObjectState> state;
};

using Value = std::variant<std::monostate, ir::ExprRef, ir::Place, View, MovingView, ConstantObject,
                           KernelObject, Closure, Object, Choice, HeapPointer, MatrixView>;

struct Designated {
  Value value;
};

/// A variable that is to be made.
struct Slot {
  std::string name;
  clang::QualType type;
  clang::SourceLocation where;
  bool isWritten = true; // after it was made
  Motion motion = {};    // of a pointer
  /// A variable of the source, whose destructor runs at the end of its block
  bool endsWithBlock = false;
};

/// A vector whose elements are taken apart: one vector for each of their members, and for each part
/// of a pointer. Of a vector of such vectors these are vectors of vectors.
struct Column {
  clang::QualType type;            // of an element
  unsigned depth = 0;              // how many vectors there are around an object
  std::optional<ir::Place> values; // of numbers and plain objects
  bool holdsNumbers = false;       // are they those of objects on a heap?
  std::optional<ir::Place> offsets, sizes, rows, selectors,
      flags; // of pointers and spans; the flag says whether it is set
  std::shared_ptr<Bases> bases;
  std::vector<const clang::FieldDecl*> fields; // of objects,
  std::vector<Column> members;                 // and a column for each of them
};

struct ObjectState {
  Slot slot; // of an object that its constructor fills
  bool startsAtZero = false;
  std::map<const clang::FieldDecl*, Value> members;     // for look-ups only
  std::vector<Value> elements;                          // of a tuple, an optional or a variant
  std::map<const clang::CXXRecordDecl*, Value> lambdas; // bases that are lambdas; for look-ups only
  std::shared_ptr<Column> column;                       // of a vector
  // Of an element of such a vector:
  std::shared_ptr<Column> home;
  ir::ExprRef index;
  // Of an object on a heap:
  const HeapGroup* heap = nullptr;
  ir::ExprRef number;
  const clang::CXXRecordDecl* exactly = nullptr; // its class, where that is known
};

struct ClosureState {
  bool isUnset = false;                          // of a variable that is yet to get its only value
  const clang::FunctionDecl* function = nullptr; // a function, or
  const clang::CXXRecordDecl* type = nullptr;    // a lambda, or
  const clang::FieldDecl* field = nullptr;       // a member that a pointer to member names
  std::map<const clang::ValueDecl*, Value> captures; // for look-ups only
  Value self;                                        // the captured `this`
};

} // namespace treelize::front
