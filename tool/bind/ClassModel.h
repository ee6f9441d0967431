// Classes as generated code must know them: the data members of a record, and for a data-oriented
// class its kernels and how objects of it are made.
#pragma once

#include "Location.h"

#include <string>
#include <vector>

namespace treelize::bind {

struct Member {
  std::string name;
  std::string owner;      // the class that declares it: the record or a base
  std::string declarator; // of a variable of its type, the name is `$`
  Location location;
  bool isPrivate = false; // or protected: reached by its tag
  bool isBitField = false;
  bool isReference = false;
  bool hasInitializer = false;
  bool isPassable = true; // by value, as a parameter
  bool isOpen = false;    // its class befriends treelize::access
  Location classBody;     // of its class, behind the brace

  /// A variable can refer to it by a pointer to member.
  bool isReachable() const { return !isBitField && !isReference; }
  /// Private, and reached only through treelize::access.
  bool needsAccess() const { return isPrivate && !isReachable(); }
};

/// A class whose objects have shadows.
struct RecordModel {
  std::string name;            // `app::Params`
  std::vector<Member> members; // those of the bases first
};

/// A slot of `bound`: the kernels of one name, and where they were declared.
struct KernelSlot {
  std::string owner; // the class: the data-oriented class itself or a base
  std::string name;  // of the proxy
  std::string scope; // where its slot stands: `app::kernels`
  bool isStatic = false;
  /// Overloads of this name that are no kernels: the proxy forwards to them.
  bool hasOtherOverloads = false;
};

/// A method that is a tree function: a free function takes the object first.
struct TreeMethod {
  std::string name;
  std::string function; // `::app::scale`
  bool isConst = false;

  friend bool operator==(const TreeMethod&, const TreeMethod&) = default;
};

struct ClassModel {
  std::string name; // `app::Chain`
  std::vector<std::string> namespaces;
  Location location;
  std::vector<KernelSlot> slots; // its own, then those of its bases that it does not hide
  bool isFinal = false;
  bool isAggregate = false;    // without bases
  std::string constructors;    // the name of those that `using` can inherit; empty: none
  std::vector<Member> members; // its own, for the aggregate's constructors
  std::vector<TreeMethod> treeMethods;
};

/// `app::Chain<double>` -> `app_Chain_double`: part of an identifier, unique where the name is.
std::string identifier(const std::string& qualifiedName);

/// `app::Chain::k_` -> the tag by which generated code reaches it.
std::string memberTag(const Member& member);

} // namespace treelize::bind
