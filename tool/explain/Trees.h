// Models of trees as pictures of them.
#pragma once

#include "explain/Tree.h"
#include "ir/IR.h"
#include "tree/Node.h"
#include "tree/TreeFunction.h"

#include <string>
#include <vector>

namespace treelize::explain {

/// The node with the fields below it, those of other nodes among them.
Tree treeOf(const tree::Node& node, const std::vector<tree::Node>& all);

/// The kernel's parameters and the object's members; `without` are those whose gradient is always
/// zero.
std::vector<Tree> parametersOf(const ir::Kernel& kernel, const std::vector<std::string>& without);

TreeFunction treeFunctionOf(const tree::TreeFunction& function, std::string at);

} // namespace treelize::explain
