// Why the objects of a class are not taken as they are, in the user's words.
#pragma once

#include <optional>
#include <string>

namespace clang {
class QualType;
}

namespace treelize::front {

struct UnknownClass {
  std::string what, remedy;
};

/// Nothing where there is no more to say than its name.
std::optional<UnknownClass> unknownClass(clang::QualType type);

} // namespace treelize::front
