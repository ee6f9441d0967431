// The C++ that the tool itself writes, as a table: passes make it by a row and know it by its row,
// whatever its text.
#pragma once

#include "ir/IR.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace treelize::ir {

enum class Intrinsic : unsigned {
#define TREELIZE_INTRINSIC(name, ...) name,
#include "ir/Intrinsics.def"
};

/// The column `nature` of the table.
enum class Nature { Number, Operation, Shape, Step };

struct IntrinsicInfo {
  Intrinsic row;
  std::string_view name;
  std::string_view text;
  Nature nature;
};

const IntrinsicInfo& info(Intrinsic row);
std::span<const IntrinsicInfo> intrinsicTable();

/// The text of a row for so many operands; `argument` stands for `$T`.
std::string textOf(Intrinsic row, std::size_t operands, std::string_view argument = {});

/// The row that has the text; nothing: it is C++ of the program's.
std::optional<Intrinsic> intrinsicOf(std::string_view text, std::size_t operands);

ExprRef intrinsic(Intrinsic row, std::vector<ExprRef> args, TypeRef type, Location at = {});
ExprRef intrinsic(Intrinsic row, std::string_view argument, std::vector<ExprRef> args, TypeRef type,
                  Location at = {});

/// The expression as one of the row; null: it is another one.
const Opaque* asIntrinsic(const Expr& expr, Intrinsic row);

/// Does it follow from the lengths and the keys of its operands, and whether they are there?
bool asksForShape(const Opaque& call);

} // namespace treelize::ir
