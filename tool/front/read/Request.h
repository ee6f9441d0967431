// What the user asked for: an annotation is a declaration with its items, checked against
// Annotations.def (known items, on the right kind of declaration, with values of the right
// kind, none twice on one declaration), so that the readers after it only look items up.
#pragma once

#include "Location.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clang {
class Decl;
class NamedDecl;
class FunctionDecl;
class CXXRecordDecl;
class FieldDecl;
class ParmVarDecl;
} // namespace clang

namespace treelize::front {

enum class ItemKind {
#define TREELIZE_ITEM(name, places, value, example, fallback, help) name,
#include "front/annotations/Annotations.def"
  templateArgument, // `T = double` picks the instantiation of a template; the name is the
                    // parameter's
};

// One item, e.g. `missing = std::vector<double>(3)`: value is the source text after `=`, or
// within the parentheses (of a list or text too, a text without its quotes).
struct Item {
  ItemKind kind;
  std::string name;
  std::string value;
  Location where;                  // of the name
  Location valueWhere;             // of the value's first token; of the name if there is none
  const clang::Decl* on = nullptr; // the declaration that says it, one of several maybe
  std::vector<std::string> elements = {}; // of a list: its elements' texts
  std::vector<Location> elementsWhere = {};
};

struct Annotation {
  const clang::NamedDecl* decl = nullptr; // the declaration that carries it; a template's pattern
  std::vector<Item> items;                // in source order
  Location where;                         // of the annotation itself
  bool byMacro = false;                   // TREELIZE(...): fix-its are spelled like this too
  bool isBroken = false;                  // something in it has been reported: items may lack

  const Item* find(ItemKind kind) const {
    for (const Item& item : items)
      if (item.kind == kind)
        return &item;
    return nullptr;
  }
  bool has(ItemKind kind) const { return find(kind) != nullptr; }

  // Typed views of decl: null if it is another kind of declaration.
  const clang::FunctionDecl* function() const; // the definition if there is one
  const clang::CXXRecordDecl* record() const;  // the definition
  const clang::FieldDecl* field() const;
  const clang::ParmVarDecl* parameter() const;

  // `kernel` makes a kernel; mode, inherit, missing, subside, rise or an annotation without
  // items (on a function) a tree function. A function can be both.
  bool isKernel() const { return has(ItemKind::kernel); }
  bool isTreeFunction() const;
};

// The value of an item that takes a positive number; nothing if it is none.
std::optional<unsigned> countOf(const Item& item);

// The values of tree function items, defaults filled in.
struct TreeFunctionItems {
  std::string mode = "strict"; // strict, inner, outer, left
  bool inherit = true;
  const Item* missing = nullptr; // null: nothing stands in
  const Item* subside = nullptr; // null: containers of trees are descended like any other tree
  const Item* rise = nullptr;    // null: the results stay leaves
};

TreeFunctionItems treeFunctionItems(const Annotation& annotation);

} // namespace treelize::front
