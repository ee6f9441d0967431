#include "front/lower/types/LibraryTypes.h"

#include "front/lower/passive/Passive.h"
#include "front/lower/types/PlainHeap.h"
#include "front/lower/types/Specialization.h"

#include "clang/AST/DeclCXX.h"

#include <map>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

/// Templates of the namespace std. Adaptors whose bodies are plain code count as classes of the
/// user.
Library libraryOfTemplate(llvm::StringRef name) {
  static const std::map<llvm::StringRef, Library> known = {
      {"vector", Library::vector},
      {"array", Library::array},
      {"span", Library::span},
      {"pair", Library::pair},
      {"tuple", Library::tuple},
      {"complex", Library::complex},
      {"optional", Library::optional},
      {"variant", Library::variant},
      {"function", Library::function},
      {"_Mem_fn", Library::function}, // and what has its call operator in libstdc++
      {"_Mem_fn_base", Library::function},
      {"unique_ptr", Library::uniquePtr},
      {"shared_ptr", Library::sharedPtr},
      {"__shared_ptr", Library::sharedPtr}, // its bases in libstdc++
      {"__shared_ptr_access", Library::sharedPtr},
      {"initializer_list", Library::list},
      {"__wrap_iter", Library::iterator}, // of libc++
      {"reverse_iterator", Library::none},
      {"back_insert_iterator", Library::none},
      {"reference_wrapper", Library::none},
      {"_Bind_front", Library::none},
      {"_Bind", Library::none},
      {"_Mu", Library::none},
      {"_Not_fn", Library::none}};
  const auto found = known.find(name);
  return found == known.end() ? Library::otherStd : found->second;
}

/// Function objects of <functional>: their call operators have plain bodies.
bool isFunctor(llvm::StringRef name) {
  return llvm::is_contained({"plus", "minus", "multiplies", "divides", "modulus", "negate",
                             "equal_to", "not_equal_to", "greater", "less", "greater_equal",
                             "less_equal", "logical_and", "logical_or", "logical_not", "identity"},
                            name);
}

bool isOrdering(llvm::StringRef name) {
  return name == "strong_ordering" || name == "partial_ordering" || name == "weak_ordering";
}

bool isInEigenNamespace(const Decl* decl) {
  for (const DeclContext* context = decl->getDeclContext(); context; context = context->getParent())
    if (const auto* space = dyn_cast<NamespaceDecl>(context);
        space && space->getName() == "Eigen" && space->getDeclContext()->isTranslationUnit())
      return true;
  return false;
}

/// What the functions of Eigen's geometry leave their work to, in plain C++.
bool isGeometryHelper(llvm::StringRef name) {
  return name.starts_with("transform_") || name.starts_with("rotation_base_") ||
         name.starts_with("quaternionbase_") || name == "projective_transform_inverse" ||
         name == "NumTraits" || name == "GenericNumTraits";
}

bool isOrDerivesFrom(const CXXRecordDecl* record, llvm::StringRef name) {
  const CXXRecordDecl* definition = record->getDefinition();
  return record->getName() == name ||
         (definition &&
          std::ranges::any_of(definition->bases(), [name](const CXXBaseSpecifier& base) {
            const CXXRecordDecl* of = base.getType()->getAsCXXRecordDecl();
            return of && of->getIdentifier() && isOrDerivesFrom(of, name);
          }));
}

/// One whose coefficients are nowhere before it is assigned. Others say by their `evalTo` what they
/// write.
bool isMatrixExpression(const CXXRecordDecl* record) {
  return isOrDerivesFrom(record, "EigenBase") && !(record->getName() != "ReturnByValue" &&
                                                   isOrDerivesFrom(record, "ReturnByValue"));
}

/// Parts of expressions, which are no expressions themselves, and decompositions: these iterate
/// until numbers vanish, so that the derivative of their steps is none of their results.
bool isCore(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {
      "VectorwiseOp",
      "CommaInitializer",
      "NoAlias",
      "Stride",
      "OuterStride",
      "InnerStride",
      "IOFormat",
      "WithFormat",
      "ArithmeticSequence",
      "AutoDiffScalar", // its members are expressions
      "SelfAdjointEigenSolver",
      "GeneralizedSelfAdjointEigenSolver",
      "EigenSolver",
      "ComplexEigenSolver",
      "GeneralizedEigenSolver",
      "Tridiagonalization",
      "HessenbergDecomposition",
      "RealSchur",
      "ComplexSchur",
      "RealQZ",
      "JacobiSVD",
      "BDCSVD"};
  return names.contains(name);
}

/// A tag, say, or the function that is mapped over coefficients: what its members are.
bool isObjectOfEigen(const CXXRecordDecl* record) {
  return record->hasDefinition() && !isCore(record->getName()) && !isMatrixExpression(record);
}

/// A function of Eigen's that is taken as the user's are.
bool isPlainInEigen(const Decl* decl) {
  if (const auto* method = dyn_cast<CXXMethodDecl>(decl)) {
    const CXXRecordDecl* record = method->getParent();
    return record->getIdentifier() &&
           (isPlainOfEigen(record) || isGeometryHelper(record->getName()));
  }
  const auto* function = dyn_cast<FunctionDecl>(decl);
  if (!function)
    return false;
  const auto* space = dyn_cast<NamespaceDecl>(function->getDeclContext());
  const auto* befriended = dyn_cast<CXXRecordDecl>(function->getLexicalDeclContext());
  return (befriended && isPlainOfEigen(befriended)) ||
         (function->getIdentifier() && function->getName() == "toRotationMatrix") ||
         (space && space->getName() == "numext");
}

/// Of other namespaces than std.
Library libraryOutside(const CXXRecordDecl* record, const NamespaceDecl* space) {
  const llvm::StringRef name = record->getName();
  const bool isField = name == "field" || name == "field_array";
  if (space->getName() == "treelize" && isField && specializationOf(record))
    return Library::field;
  if (space->getName() == "Eigen" && (name == "Matrix" || name == "Array") &&
      specializationOf(record))
    return Library::matrix;
  if (isInEigen(record))
    return isGeometry(record) || isObjectOfEigen(record) ? Library::none : Library::eigen;
  return space->getName() == "__gnu_cxx" && name == "__normal_iterator" ? Library::iterator
                                                                        : Library::none;
}

} // namespace

bool isInEigen(const Decl* decl) {
  return isInEigenNamespace(decl) && !isPlainInEigen(decl);
}

bool isGeometry(const CXXRecordDecl* record) {
  if (!record || !record->getIdentifier() || !isInEigenNamespace(record))
    return false;
  if (record->getName() == "Map" && specializationOf(record))
    return isGeometry(typeArgument(record, 0)->getAsCXXRecordDecl());
  return llvm::is_contained({"Quaternion", "QuaternionBase", "AngleAxis", "RotationBase",
                             "Rotation2D", "Transform", "Translation", "Hyperplane",
                             "ParametrizedLine"},
                            record->getName());
}

bool isPlainOfEigen(const CXXRecordDecl* record) {
  if (isGeometry(record))
    return true;
  const auto* space = record ? dyn_cast<NamespaceDecl>(record->getDeclContext()) : nullptr;
  return space && space->getName() == "Eigen" && record->getIdentifier() &&
         isInEigenNamespace(record) && isObjectOfEigen(record);
}

Library libraryOf(const CXXRecordDecl* record) {
  if (!record || !record->getIdentifier())
    return Library::none;
  const auto* space =
      dyn_cast<NamespaceDecl>(record->getDeclContext()->getEnclosingNamespaceContext());
  if (space && !space->isStdNamespace() && !record->isInStdNamespace())
    return libraryOutside(record, space);
  if (!record->isInStdNamespace()) // a part of a class there, perhaps: bitset's reference
    return space && space->isStdNamespace() ? Library::otherStd : Library::none;
  if (isOrdering(record->getName()))
    return Library::ordering;
  if (isPlainHeap(record))
    return Library::none;
  const Library known =
      specializationOf(record) ? libraryOfTemplate(record->getName()) : Library::otherStd;
  return known == Library::otherStd && isFunctor(record->getName()) ? Library::functor : known;
}

Library libraryOf(QualType type) {
  return libraryOf(type.getNonReferenceType()->getAsCXXRecordDecl());
}

QualType elementOfVector(QualType type) {
  return typeArgument(specializationOf(type), 0);
}

bool isPointerLike(QualType type) {
  type = type.getNonReferenceType();
  return (type->isPointerType() &&
          (type->getPointeeType()->isObjectType() || type->isVoidPointerType())) ||
         (libraryOf(type) == Library::iterator && !isPassive(type)) || isOwner(type);
}

bool isStdClass(QualType type, llvm::StringRef name) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         record->getName() == name;
}

bool isOwner(QualType type) {
  const Library library = libraryOf(type);
  return library == Library::uniquePtr || library == Library::sharedPtr;
}

bool isView(QualType type) {
  return isPointerLike(type) || libraryOf(type) == Library::span;
}

bool isMatrixView(QualType type) {
  if (libraryOf(type) != Library::eigen)
    return false;
  return llvm::is_contained({"Map", "Ref", "Block", "VectorBlock", "Transpose", "Diagonal",
                             "ArrayWrapper", "MatrixWrapper"},
                            type.getNonReferenceType()->getAsCXXRecordDecl()->getName());
}

bool isClosure(QualType type) {
  type = type.getNonReferenceType();
  if (type->isFunctionType() || type->isFunctionPointerType() || type->isMemberPointerType())
    return true;
  const auto* record = type->getAsCXXRecordDecl();
  return record && (record->isLambda() || libraryOf(record) == Library::function);
}

} // namespace treelize::front
