// What a C++ expression stands for while it is lowered.
//
// Numbers and objects are expressions or places of the kernel language. Pointers, iterators and
// spans never reach it: they are views, a place with an offset. Closures are their captures.
#pragma once

#include "ir/IR.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clang {
class CXXRecordDecl;
class ValueDecl;
} // namespace clang

namespace treelize::front {

/// A pointer, an iterator or a span: elements `offset`, `offset + 1`, ... of a container.
struct View {
  ir::Place base;
  ir::ExprRef offset;    // null: none
  ir::ExprRef size;      // of a span; null for a pointer
  bool isObject = false; // base is not a container but the one object pointed at
};

/// A local pointer or span that moves. The base is found at its first assignment.
struct MovingView {
  struct State {
    std::optional<ir::Place> base;
    bool isObject = false;
    ir::VarId offset;
    std::optional<ir::VarId> size; // of a span
  };
  std::shared_ptr<State> state;
};

/// Part of a constant of the user's program: `app::weights[$0].bias`.
struct ConstantObject {
  std::string text;
  std::vector<ir::ExprRef> args;
  ir::TypeRef type;
};

/// `*this` of a kernel method.
struct KernelObject {};

struct ClosureState;

/// A lambda: known by its type, with what it captured.
struct Closure {
  std::shared_ptr<const ClosureState> state;
};

using Value = std::variant<std::monostate, ir::ExprRef, ir::Place, View, MovingView, ConstantObject,
                           KernelObject, Closure>;

struct ClosureState {
  const clang::CXXRecordDecl* type = nullptr;
  std::map<const clang::ValueDecl*, Value> captures; // for look-ups only
  Value self;                                        // the captured `this`
};

} // namespace treelize::front
