// The functions that a derived kernel calls, as static members beside its sweeps.
#pragma once

#include "ir/IR.h"
#include "print/Remarks.h"
#include "print/body/PrintBody.h"

#include <set>
#include <string>

namespace treelize::print {

/// Those of the kernel that are not among the printed ones yet.
std::string functionsOf(const ir::Kernel& derived, const Remarks& remarks,
                        std::set<std::string>& printed);

/// Does one of them leave it to the primal how a way ends?
bool functionsEndAsPrimal(const ir::Kernel& derived);
/// The body of a function that calls them, which knows the primal's arguments.
std::string endingAsPrimal(const ir::Kernel& derived, const PrimalCall& primal,
                           const std::string& body);

/// `constexpr treelize::accessor<...> x{};` for the private members that a body reaches.
std::string accessors(const ir::Kernel& derived);

/// `return value;`, `return {value, tangent};`; nothing where the kernel has no outputs.
std::string returnStatement(const ir::Kernel& derived);

} // namespace treelize::print
