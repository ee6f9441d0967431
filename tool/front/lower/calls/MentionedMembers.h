// Which members of an object a function needs that stays a call.
#pragma once

#include <vector>

namespace clang {
class CXXRecordDecl;
class FieldDecl;
class FunctionDecl;
} // namespace clang

namespace treelize::front {

struct MentionedMembers {
  std::vector<const clang::FieldDecl*> fields; // in the order of the class, those of bases first
  /// The pointers and spans among them that get another value
  std::vector<const clang::FieldDecl*> moved;
};

/// Those of the class and its bases that the function mentions, or whatever it calls.
MentionedMembers mentionedMembers(const clang::FunctionDecl* function,
                                  const clang::CXXRecordDecl* record);

} // namespace treelize::front
