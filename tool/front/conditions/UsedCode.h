// The code that a generated text was made from: the bodies of kernels and of all that they call,
// the signatures of tree functions, the fields of annotated classes, and what those mention in
// turn. Bodies that have a rule of the user's stand for themselves.
#pragma once

#include "clang/Basic/SourceLocation.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class Decl;
class EnumDecl;
class Expr;
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace treelize::front {

class Annotations;
class Session;

class UsedCode {
public:
  explicit UsedCode(const clang::SourceManager& sources) : sources_(sources) {}

  void add(clang::SourceRange range);
  void addName(std::string name) { names_.insert(std::move(name)); }

  /// Does any of it stand there, or does the file there hold a part of it?
  bool meets(clang::SourceLocation begin, clang::SourceLocation end) const;
  bool holds(clang::SourceLocation place) const { return meets(place, place); }
  bool isInFile(clang::SourceLocation place) const;

  /// Of functions, classes and variables, with the namespaces around them.
  const std::set<std::string>& names() const { return names_; }

  std::vector<const clang::Expr*> constants;      // of the platform
  std::vector<const clang::EnumDecl*> plainEnums; // whose types the platform chooses
  clang::SourceLocation changingAssertion;        // one that does more than test; perhaps none

private:
  const clang::SourceManager& sources_;
  std::map<clang::FileID, std::vector<std::pair<unsigned, unsigned>>> parts_; // for look-ups only
  std::set<std::string> names_;
};

/// The kernels are functions whose bodies were lowered; `hasRule` says which functions that they
/// call were not.
UsedCode usedCode(Session& session, const Annotations& annotations,
                  const std::vector<const clang::FunctionDecl*>& kernels,
                  const std::function<bool(const clang::FunctionDecl*)>& hasRule);

/// `app::detail::f`, without unnamed and inline namespaces; empty for what no namespace holds.
std::string nameWithNamespaces(const clang::Decl* decl);

} // namespace treelize::front
