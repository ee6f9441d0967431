// Which classes have their objects on a heap of the kernel's own.
//
// A list, a tree, a vector of pointers to a base: their pointers go anywhere, so that no single
// place says what one of them points at. All objects of such a class, and of the classes that it is
// related to by inheritance, have a number each, and a pointer is that number.
#pragma once

#include <vector>

namespace clang {
class CXXRecordDecl;
class FieldDecl;
class FunctionDecl;
class QualType;
} // namespace clang

namespace treelize::front {

/// Classes that are related by inheritance, in the order in which the source mentions them.
struct HeapGroup {
  std::vector<const clang::CXXRecordDecl*> classes;
  std::vector<const clang::CXXRecordDecl*> constructed; // those of which there are objects
};

/// Of what may be a reference; none of what is no class.
const clang::CXXRecordDecl* definitionOf(clang::QualType type);

/// Those that the function, or whatever it calls, has pointers to that need one.
std::vector<HeapGroup> planHeaps(const clang::FunctionDecl* kernel);

/// Does a class come from the other, or is it that one?
bool isOrDerivesFrom(const clang::CXXRecordDecl* derived, const clang::CXXRecordDecl* base);

/// std::runtime_error and its like: what they hold is a text.
bool isExceptionOfLibrary(const clang::CXXRecordDecl* record);
/// The data members of the class and of its bases, those first.
std::vector<const clang::FieldDecl*> fieldsOf(const clang::CXXRecordDecl* record);

} // namespace treelize::front
