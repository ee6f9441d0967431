// Positions that move through the elements of containers that hold them by slots, through those of
// vectors beside them, or behind the end of a vector that grows.
#pragma once

#include "front/lower/Lowering.h"

namespace treelize::front {

/// An iterator of a container with slots, whichever way it goes, and what it points at.
bool isWalking(clang::QualType iterator);
clang::QualType pointedAt(clang::QualType iterator);

struct Cursor {
  std::function<Value()> element;
  std::function<void(const Value&)> store;
  std::function<void()> advance;
  std::function<Value()> position;
};

/// The loops of one call.
class Walk {
public:
  Walk(Lowering& lowering, clang::SourceLocation callSite);

  Cursor cursor(const clang::Expr* iterator);
  /// Whether there are elements left up to `last`.
  std::function<ir::ExprRef()> upTo(const Cursor& cursor, const clang::Expr* last);
  void loop(const std::function<ir::ExprRef()>& isLeft, const std::vector<const Cursor*>& cursors,
            const std::function<void()>& body);
  ir::Place variable(const char* name, const clang::Expr* iterator, bool isWritten);
  /// The element, or the key and the element of a map.
  Value elementAt(const ir::ExprRef& iterator, clang::QualType type);
  Value entryAt(const ir::ExprRef& iterator, clang::QualType keyType, clang::QualType elementType);
  void step(const std::string& text, std::vector<ir::ExprRef> args, const ir::Place& changed);

private:
  Lowering& l;
  clang::SourceLocation where;
  Location at;

  void put(clang::QualType type, const Value& to, const Value& from);
  Cursor slots(const clang::Expr* iterator);
  Cursor elements(const clang::Expr* iterator);
  Cursor inserter(const clang::Expr* vector);
};

} // namespace treelize::front
