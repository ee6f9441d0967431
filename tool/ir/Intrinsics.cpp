#include "ir/Intrinsics.h"

#include <algorithm>
#include <array>

namespace treelize::ir {

namespace {

constexpr std::array intrinsics = {
#define TREELIZE_INTRINSIC(name, text, nature)                                                     \
  IntrinsicInfo{Intrinsic::name, #name, text, Nature::nature},
#include "ir/Intrinsics.def"
};

constexpr std::string_view operandsHole = "$*", argumentHole = "$T";

/// The row's text with its operands written out, before and behind its argument.
struct Parts {
  std::string before, behind;
  bool hasArgument = false;
};

Parts partsOf(const IntrinsicInfo& row, std::size_t operands) {
  std::string text(row.text);
  if (const std::size_t at = text.find(operandsHole); at != std::string::npos) {
    std::string list;
    for (std::size_t i = 0; i < operands; ++i)
      list += (i == 0 ? "$" : ", $") + std::to_string(i);
    text.replace(at, operandsHole.size(), list);
  }
  const std::size_t at = text.find(argumentHole);
  if (at == std::string::npos)
    return {std::move(text), {}, false};
  return {text.substr(0, at), text.substr(at + argumentHole.size()), true};
}

bool has(const IntrinsicInfo& row, std::string_view text, std::size_t operands) {
  const std::size_t fixed = std::min(row.text.find(operandsHole), row.text.find(argumentHole));
  if (fixed == std::string_view::npos || !text.starts_with(row.text.substr(0, fixed)))
    return text == row.text;
  const Parts parts = partsOf(row, operands);
  if (!parts.hasArgument)
    return text == parts.before;
  return text.size() > parts.before.size() + parts.behind.size() &&
         text.starts_with(parts.before) && text.ends_with(parts.behind);
}

} // namespace

const IntrinsicInfo& info(Intrinsic row) {
  return intrinsics[static_cast<std::size_t>(row)];
}

std::span<const IntrinsicInfo> intrinsicTable() {
  return intrinsics;
}

std::string textOf(Intrinsic row, std::size_t operands, std::string_view argument) {
  const Parts parts = partsOf(info(row), operands);
  return parts.before + std::string(argument) + parts.behind;
}

std::optional<Intrinsic> intrinsicOf(std::string_view text, std::size_t operands) {
  const auto* found = std::ranges::find_if(
      intrinsics, [&](const IntrinsicInfo& row) { return has(row, text, operands); });
  return found == intrinsics.end() ? std::nullopt : std::optional(found->row);
}

ExprRef intrinsic(Intrinsic row, std::vector<ExprRef> args, TypeRef type, Location at) {
  return intrinsic(row, {}, std::move(args), std::move(type), at);
}

ExprRef intrinsic(Intrinsic row, std::string_view argument, std::vector<ExprRef> args, TypeRef type,
                  Location at) {
  std::string text = textOf(row, args.size(), argument);
  return std::make_shared<Expr>(
      Expr{std::move(type), at, Opaque{std::move(text), std::move(args), row}});
}

const Opaque* asIntrinsic(const Expr& expr, Intrinsic row) {
  const auto* call = std::get_if<Opaque>(&expr.node);
  return call && call->row == row ? call : nullptr;
}

bool asksForShape(const Opaque& call) {
  return call.row && info(*call.row).nature == Nature::Shape;
}

} // namespace treelize::ir
