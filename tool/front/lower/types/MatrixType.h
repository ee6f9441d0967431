// Eigen's classes in the kernel language.
#pragma once

#include "ir/Type.h"

#include <cstdint>
#include <string>

namespace clang {
class CXXRecordDecl;
}

namespace treelize::front {

class TypeModel;

/// Eigen::Matrix<element, rows, columns>; 0: known when the program runs.
ir::TypeRef matrixType(const ir::TypeRef& element, std::uint64_t rows, std::uint64_t columns);

/// Such a class of the source, written `spelling`; opaque where its elements are no numbers or it
/// has none.
ir::TypeRef matrixType(TypeModel& types, const clang::CXXRecordDecl* record, std::string spelling);

/// A class of Eigen's geometry. A quaternion and a transform are records of their coefficients; any
/// other is opaque: a kernel takes and returns none, but may have it as a variable.
ir::TypeRef geometryType(TypeModel& types, const clang::CXXRecordDecl* record,
                         std::string spelling);

} // namespace treelize::front
