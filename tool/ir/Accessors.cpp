#include "ir/Accessors.h"

#include <algorithm>
#include <array>

namespace treelize::ir {

namespace {

struct AccessorRow {
  AccessorKind kind;
  std::string_view function;
  bool takesArgument = false; // it is a template
  bool isConditional = false; // the member need not be there
};

constexpr std::array accessorRows = {
    AccessorRow{AccessorKind::Private, "treelize::member", true},
    AccessorRow{AccessorKind::Derived, "treelize::derived", true, true},
    AccessorRow{AccessorKind::Pointee, "treelize::pointee", false, true},
    AccessorRow{AccessorKind::Engaged, "treelize::is_engaged"},
    AccessorRow{AccessorKind::Value, "treelize::value_of", false, true},
    AccessorRow{AccessorKind::Element, "std::get", true},
    AccessorRow{AccessorKind::Real, "treelize::real_part"},
    AccessorRow{AccessorKind::Imaginary, "treelize::imag_part"},
    AccessorRow{AccessorKind::Coefficients, "treelize::eigen::coefficients"},
};

const AccessorRow* rowOf(AccessorKind kind) {
  const auto* found = std::ranges::find(accessorRows, kind, &AccessorRow::kind);
  return found == accessorRows.end() ? nullptr : found;
}

} // namespace

std::string text(const Accessor& accessor) {
  const AccessorRow* row = rowOf(accessor.kind);
  if (!row)
    return {};
  return std::string(row->function) + (row->takesArgument ? "<" + accessor.argument + ">" : "");
}

std::optional<Accessor> accessorNamed(std::string_view text) {
  const std::string_view function = text.substr(0, text.find('<'));
  const auto* row = std::ranges::find(accessorRows, function, &AccessorRow::function);
  const std::string_view rest = text.substr(function.size());
  const bool hasArgument = rest.size() > 2 && rest.ends_with('>');
  if (row == accessorRows.end() || (row->takesArgument ? !hasArgument : !rest.empty()))
    return std::nullopt;
  return Accessor{row->kind, std::string(hasArgument ? rest.substr(1, rest.size() - 2) : "")};
}

bool isConditional(const Accessor& accessor) {
  const AccessorRow* row = rowOf(accessor.kind);
  return row && row->isConditional;
}

} // namespace treelize::ir
