// Constants that another platform may have another value for: `sizeof(long)`, `LONG_MAX`,
// `std::numeric_limits<long>::max()`. Generated code names them as the source does; where the
// generator has reckoned with one, the header asserts its value.
#pragma once

#include <optional>
#include <string>

namespace clang {
class EnumDecl;
class Expr;
class SourceManager;
class Stmt;
} // namespace clang

namespace treelize::front {

class TypeNames;
struct PlatformUses;

struct PlatformConstant {
  std::string text;      // by which any code names it; empty: none does
  bool isOfEnum = false; // which has no name
};

/// Nothing where the expression is none of them, or the same wherever C++ runs.
std::optional<PlatformConstant> platformConstant(const clang::Expr* expr, const TypeNames& names,
                                                 const clang::SourceManager& sources);

/// An enumeration without a type of its own: how large it is, the platform and its flags say.
bool isPlainEnum(const clang::EnumDecl* enumeration);
/// `sizeof(E)`
PlatformConstant sizeOfEnum(const clang::EnumDecl* enumeration, const TypeNames& names);

/// The macro of a system header that the expression is all of: `LONG_MIN`. Empty if it is none, or
/// one that holds nothing of the platform.
std::string platformMacro(const clang::Expr* expr, const clang::SourceManager& sources);

/// The generated text names it.
void nameOnly(PlatformUses* uses, const clang::Stmt* expr);
/// The value of the expression has been asked for.
void reckonWith(PlatformUses* uses, const clang::Stmt* expr);

} // namespace treelize::front
