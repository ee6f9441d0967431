// The rows of Annotations.def as data, and what can be asked of them.
#pragma once

#include "front/read/Request.h"

#include <string>
#include <string_view>
#include <vector>

namespace clang {
class Decl;
}

namespace treelize::front {

// The declarations that carry annotations, as bits.
enum Place : unsigned {
  functionPlace = 1,
  methodPlace = 2,
  classPlace = 4,
  fieldPlace = 8,
  parameterPlace = 16,
  noPlace = 0,
};

enum class ValueKind {
  none,
  optionalName,
  choice,
  boolean,
  count,
  expression,
  list,
  text,
  optionalList,
  optionalExpression,
  words,
};

struct ItemRow {
  ItemKind kind;
  std::string_view name;
  unsigned places;
  ValueKind value;
  std::string_view example;
  std::string_view fallback;
  std::string_view help;
};

const std::vector<ItemRow>& allItems();
const ItemRow* findItem(std::string_view name);

Place placeOf(const clang::Decl* decl);
std::string placeName(Place place);      // "method"
std::string placesName(unsigned places); // "function or method"

// The words of a choice, from its example `mode = strict|inner|outer|left`, or of a list of words.
std::vector<std::string> choicesOf(const ItemRow& row);

// The item that was probably meant, null if none is near; of those for `place` if any.
const ItemRow* nearestItem(std::string_view name, Place place);
// "'mode', 'inherit' or 'kernel'": what may stand there; all items for noPlace.
std::string itemNames(Place place);

// "'a', 'b' or 'c'"
std::string quotedList(const std::vector<std::string>& words);

} // namespace treelize::front
