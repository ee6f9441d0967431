// Which variables and temporary objects may change within a piece of source.
//
// Sound for any variable that is not itself a reference: whatever is not plainly a read counts as a
// write (assignment, ++, a non-const reference or pointer made to it, a non-const method).
#pragma once

#include <map>
#include <set>
#include <vector>

namespace clang {
class CallExpr;
class Expr;
class MaterializeTemporaryExpr;
class QualType;
class Stmt;
class ValueDecl;
} // namespace clang

namespace treelize::front {

/// The arguments of a call that bind to references, by which the callee can give a pointer, an
/// iterator or a span a new value.
std::vector<const clang::Expr*> pointersByReference(const clang::CallExpr* call);

/// Is it such a reference?
bool bindsPointer(clang::QualType type);

class WrittenVariables {
public:
  WrittenVariables() = default;
  explicit WrittenVariables(const clang::Stmt* source) { add(source); }
  void add(const clang::Stmt* source);
  bool contains(const clang::ValueDecl* variable) const { return written_.contains(variable); }
  bool contains(const clang::MaterializeTemporaryExpr* temporary) const {
    return temporaries_.contains(temporary);
  }
  /// At how many places of the source?
  unsigned timesWritten(const clang::ValueDecl* variable) const {
    const auto found = written_.find(variable);
    return found == written_.end() ? 0 : found->second;
  }
  /// Is another pointer assigned to it, or swapped with it?
  bool getsPointer(const clang::ValueDecl* variable) const { return pointed_.contains(variable); }

  /// Is it a pointer that comes to name another element?
  bool steps(const clang::ValueDecl* variable) const { return stepped_.contains(variable); }

  /// May that be a null pointer?
  bool getsNull(const clang::ValueDecl* variable) const {
    return mentionsNull_ && getsPointer(variable);
  }
  /// Is there a null pointer in the source?
  bool mentionsNull() const { return mentionsNull_; }

private:
  std::map<const clang::ValueDecl*, unsigned> written_; // at how many places; for look-ups only
  std::set<const clang::ValueDecl*> pointed_;           // for look-ups only
  std::set<const clang::ValueDecl*> stepped_;           // for look-ups only
  std::set<const clang::MaterializeTemporaryExpr*> temporaries_; // for look-ups only
  bool mentionsNull_ = false;
};

} // namespace treelize::front
