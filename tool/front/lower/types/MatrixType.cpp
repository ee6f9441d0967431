#include "front/lower/types/MatrixType.h"

#include "front/lower/types/Specialization.h"
#include "front/lower/types/TypeModel.h"

#include <memory>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

/// Eigen::Matrix<double, 3, -1>
std::string templateName(const std::string& element, std::uint64_t rows, std::uint64_t columns) {
  const auto text = [](std::uint64_t extent) {
    return extent == 0 ? "-1" : std::to_string(extent);
  };
  return "Eigen::Matrix<" + element + ", " + text(rows) + ", " + text(columns) + ">";
}

/// The same by the name that Eigen has for it, if any: Eigen::Vector3d, Eigen::MatrixXd.
std::string matrixName(const std::string& element, std::uint64_t rows, std::uint64_t columns) {
  const bool isKnown = element == "double" || element == "float" || element == "int";
  const std::uint64_t size = columns == 1 ? rows : columns;
  const bool isRow = rows == 1, isVector = columns == 1 || isRow;
  if (!isKnown || size == 1 || size > 4 || !(isVector || rows == columns))
    return templateName(element, rows, columns);
  return std::string("Eigen::") +
         (!isVector ? "Matrix"
          : isRow   ? "RowVector"
                    : "Vector") +
         (size == 0 ? "X" : std::to_string(size)) + element.substr(0, 1);
}

std::shared_ptr<ir::Type> matrix(const ir::TypeRef& element, std::uint64_t rows,
                                 std::uint64_t columns) {
  auto result = std::make_shared<ir::Type>();
  result->kind = TypeKind::Matrix;
  result->element = element;
  result->rows = rows;
  result->columns = columns;
  // A fixed one starts with any numbers, a dynamic one empty.
  result->startsAtZero = !ir::hasFixedSize(*result);
  return result;
}

} // namespace

ir::TypeRef matrixType(const ir::TypeRef& element, std::uint64_t rows, std::uint64_t columns) {
  auto result = matrix(element, rows, columns);
  result->spelling = matrixName(element->spelling, rows, columns);
  return result;
}

ir::TypeRef matrixType(TypeModel& types, const clang::CXXRecordDecl* record, std::string spelling) {
  const std::int64_t rows = integerArgument(record, 1), columns = integerArgument(record, 2);
  const ir::TypeRef element = types.of(typeArgument(record, 0));
  const bool areNumbers = element->is(TypeKind::Real) || element->is(TypeKind::Integer);
  if (rows == 0 || columns == 0 || !areNumbers)
    return ir::opaqueType(std::move(spelling));
  const auto extent = [](std::int64_t given) {
    return given < 0 ? 0 : static_cast<std::uint64_t>(given);
  };
  auto result = matrix(element, extent(rows), extent(columns));
  const bool isPlain = spelling == templateName(element->spelling, result->rows, result->columns);
  result->spelling =
      isPlain ? matrixName(element->spelling, result->rows, result->columns) : std::move(spelling);
  return result;
}

ir::TypeRef geometryType(TypeModel& types, const CXXRecordDecl* record, std::string spelling) {
  const bool isMade = record->getName() == "Quaternion" || record->getName() == "Transform";
  if (!isMade)
    return ir::opaqueType(std::move(spelling));
  auto result = std::make_shared<ir::Type>();
  result->kind = TypeKind::Record;
  result->spelling = std::move(spelling);
  result->startsAtZero = false;
  for (const FieldDecl* field : record->fields())
    result->fields.push_back({field->getNameAsString(),
                              types.of(field->getType()),
                              false,
                              {ir::AccessorKind::Coefficients, {}}});
  return result;
}

} // namespace treelize::front
