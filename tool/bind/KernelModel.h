// A kernel as its callers see it: the function's name, where it lives, its parameters.
//
// The derivatives are `ir::Kernel`s; this model says what the object `kernels::f` around them looks
// like. Texts are fully qualified C++. A declarator has a `$` where the name stands: `const double*
// $`, `const double (&$)[3]`.
#pragma once

#include "Location.h"
#include "bind/ClassModel.h"
#include "ir/Type.h"

#include <string>
#include <vector>

namespace treelize::bind {

struct Parameter {
  std::string name;       // `arg2` where the user gave none
  std::string declarator; // as the user declared it
  ir::TypeRef type;       // of the value
  bool byReference = false;
  bool isCopyable = true;
  bool nondiff = false; // by the user's word, or left out of `wrt`

  bool hasShadow() const { return !nondiff && ir::isDifferentiable(*type); }
};

struct KernelModel {
  std::string name;                    // of the object: `energy`
  std::string callee;                  // what runs the primal: `app::energy`, `app::f<double>`
  std::vector<std::string> namespaces; // the named, non-inline ones around the function
  std::vector<std::string> inlineNamespaces; // those within the last of them: each gets an alias
  bool hasInternalLinkage = false;           // of the function or of its class
  std::string place;                         // for the comment: `spring.hpp:12`
  std::vector<std::string> comment;          // the user's, by lines
  Location location;

  std::vector<Parameter> parameters;
  std::string returnType;  // as declared
  ir::TypeRef returnValue; // without reference

  // Methods only.
  std::string owner;         // the class, `app::Chain`; empty for a free function
  RecordModel object;        // what a bound kernel can reach
  bool canCopyObject = true; // into a shadow: it is copyable and refers to nobody else's numbers
  std::string method;        // its name there
  bool isStatic = false;
  bool isConst = false;
  bool isPrivate = false; // or protected
  /// It may call virtual methods of its object, for which those of `owner` are taken
  bool needsExactClass = false;

  bool isMethod() const { return !owner.empty(); }
  bool isBound() const { return isMethod() && !isStatic; }
  bool returnsVoid() const { return returnValue->is(ir::TypeKind::Void); }
  bool returnsReal() const { return returnValue->is(ir::TypeKind::Real); }
};

} // namespace treelize::bind
