// Classes that are known by name, and what can be asked of a type without building it.
#pragma once

#include "clang/AST/Type.h"

namespace clang {
class CXXRecordDecl;
class Decl;
} // namespace clang

namespace treelize::front {

/// `vector` for std::vector<T>, `field` for treelize::field<T>, empty for a class of the user.
enum class Library {
  none,
  array,
  vector,
  span,
  pair,
  tuple,
  complex,
  optional,
  variant,
  field,
  iterator,
  function,
  functor,
  uniquePtr,
  sharedPtr,
  list,
  otherStd,
  ordering, // std::strong_ordering, std::partial_ordering, std::weak_ordering
  matrix,   // Eigen::Matrix, Eigen::Array
  eigen     // its expressions, and all else of Eigen
};
/// Is it declared in Eigen's namespace, or in one of its classes, other than geometry's?
bool isInEigen(const clang::Decl* decl);
/// A quaternion, an angle with an axis, an isometry: a class of Eigen's whose functions are taken
/// as the user's are.
bool isGeometry(const clang::CXXRecordDecl* record);
/// One of these, or any other that is neither an expression nor what expressions are made of.
bool isPlainOfEigen(const clang::CXXRecordDecl* record);
Library libraryOf(const clang::CXXRecordDecl* record);
Library libraryOf(clang::QualType type);

/// Is it the class, or one of the template, that has this name in namespace std?
bool isStdClass(clang::QualType type, llvm::StringRef name);

/// T of std::vector<T>.
clang::QualType elementOfVector(clang::QualType type);

/// A pointer or an iterator of a contiguous container.
bool isPointerLike(clang::QualType type);

/// std::unique_ptr, std::shared_ptr
bool isOwner(clang::QualType type);

/// Something that refers to elements of somebody else: a pointer, an iterator, a span.
bool isView(clang::QualType type);

/// Of Eigen's, it refers to coefficients of somebody else: a Map, a Ref, a block, a transpose.
bool isMatrixView(clang::QualType type);

/// A lambda, a pointer or reference to a function or a member, a std::function.
bool isClosure(clang::QualType type);

} // namespace treelize::front
