// A tree function as generated code must know it: the options, and the overloads of one name and
// number of parameters, which share one wrapper.
#pragma once

#include "Location.h"

#include <optional>
#include <string>
#include <vector>

namespace treelize::tree {

enum class Mode { strict, inner, outer, left };

/// Which containers of trees become trees of containers.
struct Subside {
  bool dict = true, list = true, tuple = true;
  bool inherit = true;

  friend bool operator==(const Subside&, const Subside&) = default;
};

/// A namespace around the function, as it is opened again.
struct Scope {
  std::string name; // empty: unnamed
  bool isInline = false;
};

enum class LeafRule {
  type,    // what converts to the parameter's type is a leaf
  deduced, // the type is a template parameter: what is no tree is a leaf
  pattern, // the type contains template parameters: what matches it is a leaf
};

struct Parameter {
  std::string name;       // made up where the user gave none
  bool isNamed = true;    // by the user: then it can be a keyword
  std::string declarator; // of its type, the name is `$`: `const double& $`, `const Ts&... $`
  std::string type;       // as a template argument: `const double&`
  LeafRule rule = LeafRule::type;
  bool isPack = false;
  bool isMutable = false;      // a reference by which the function changes its argument
  bool isOptional = false;     // has a default argument
  bool mayBeContainer = false; // its type is deduced, or a vector, array, tuple, pair or map
};

struct Signature {
  std::vector<Parameter> parameters;
  std::string result; // `double`; of a template `decltype(auto)`
  bool isTemplate = false;
  std::string templateHead; // `class T, addable U`; empty if `auto` parameters are all there is
  /// A template whose parameters all have types of their own takes every mix of arguments itself.
  bool takesAnyMix = false;
  Location location;
};

/// A method's object, which becomes the first parameter.
struct Object {
  std::string type;       // `const app::Scaler&`
  std::string identifier; // `Scaler`: part of the leaf functor's name
};

struct TreeFunction {
  std::string name;
  std::string qualifiedName; // `app::add`
  std::vector<Scope> scopes;
  bool isStatic = false; // `static` at namespace scope: internal linkage
  Mode mode = Mode::strict;
  bool inherit = true;
  std::optional<std::string> missing; // the expression as written
  std::optional<Subside> subside;
  bool rises = false;
  std::optional<std::string> riseTemplate; // the expression as written
  std::optional<Object> object;
  std::vector<Signature> overloads; // all with as many parameters
  bool namesArity = false;    // there are overloads of this name with another number of parameters
  bool returnsNumber = false; // or nothing: no container that could rise
  Location location;
  Location missingLocation;
  Location subsideLocation;
  Location riseLocation;

  bool isTemplate() const { return overloads.front().isTemplate; }
  bool hasInternalLinkage() const {
    for (const Scope& scope : scopes)
      if (scope.name.empty())
        return true;
    return isStatic;
  }
};

} // namespace treelize::tree
