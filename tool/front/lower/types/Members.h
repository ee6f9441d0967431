// Members and their second names. What stands in an unnamed union has several names for the same
// numbers, `union { double x, r; };`: one of them, the canonical one, stands for them in the kernel,
// and in what is told to others about the class.
#pragma once

#include "clang/AST/Type.h"
#include "clang/Basic/Specifiers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class CXXRecordDecl;
class FieldDecl;
class MemberExpr;
} // namespace clang

namespace treelize::front {

/// A member, or an element of what is reached so far.
struct MemberStep {
  const clang::FieldDecl* member; // null: an element
  std::uint64_t element = 0;
  bool operator==(const MemberStep&) const = default;
};

/// All that an object consists of, under one name each. An unnamed union whose alternatives are not
/// the same numbers stays what it is, a member without a name.
std::vector<const clang::FieldDecl*> ownMembers(const clang::CXXRecordDecl* record);
/// All names, the second ones as well.
std::vector<const clang::FieldDecl*> namesOf(const clang::CXXRecordDecl* record);
/// How the numbers of this name are reached in an object; nothing for the dummy of a union, which
/// has none, and where the alternatives are not alike.
std::vector<MemberStep> canonicalMember(const clang::FieldDecl* field);
/// Do these names cover every member?
bool coverMembers(const std::vector<const clang::FieldDecl*>& names,
                  const clang::CXXRecordDecl* record);

/// The member, and those of its type that lie side by side behind it.
std::vector<const clang::FieldDecl*> neighboursOf(const clang::FieldDecl* field);

/// The class that has a name, of which unnamed structs and unions are part.
const clang::CXXRecordDecl* ownerOf(const clang::FieldDecl* field);
clang::AccessSpecifier accessOf(const clang::FieldDecl* field);
/// Does the class not destroy it itself?
bool liesInUnion(const clang::FieldDecl* field);
/// Of `v.x`, where x lies in unnamed unions, the step that leaves v.
const clang::MemberExpr* stepFromObject(const clang::MemberExpr* access);

/// The names of two alternatives of an unnamed union that are not the same numbers.
std::optional<std::pair<std::string, std::string>> unlikeNames(const clang::CXXRecordDecl* record);

} // namespace treelize::front
