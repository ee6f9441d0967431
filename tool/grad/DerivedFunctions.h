// The functions that a derived kernel calls: of each that the primal calls, what is needed of it,
// once for each set of parameters that are active where it is called.
#pragma once

#include "ir/IR.h"

#include <deque>
#include <set>
#include <string>
#include <vector>

namespace treelize::grad {

/// One truth value per parameter of the function.
using ActiveParameters = std::vector<bool>;

enum class DerivedKind {
  Primal,  // what the function does
  Forward, // the same, and what its reverse needs goes on the tape
  Reverse, // adds to the shadows and puts everything back
  Tangent,
};

struct FunctionRequest {
  const ir::Function* function;
  DerivedKind kind;
  ActiveParameters active;
  std::string name; // of the function to be made
};

class DerivedFunctions {
public:
  explicit DerivedFunctions(const ir::Kernel& primal);

  const ir::Function& primal(const std::string& name) const;
  /// The name of a function that is to be made.
  std::string ask(const ir::Function& function, DerivedKind kind, const ActiveParameters& active);
  /// What is still to be made, in the order of asking; null at the end.
  const FunctionRequest* next() { return taken < requests.size() ? &requests[taken++] : nullptr; }

private:
  std::vector<ir::Function> primals;
  std::set<std::string> names; // that are in use
  std::deque<FunctionRequest> requests;
  std::size_t taken = 0;
};

/// The function's kernel, in which the other parameters are constants.
ir::Kernel kernelOf(const FunctionRequest& request);

/// Is it an object without a derivative that the caller has made or changes? The forward sweep
/// alone sees it: what comes out of it is kept.
bool isOwnPassive(const ir::Variable& parameter);
/// Is the function to be told about the derivative of this parameter?
bool isDifferentiated(const ir::Function& function, std::size_t parameter);

/// Does a seed come with its reverse, a derivative with its tangent?
bool returnsDerivative(const ir::Function& function);

} // namespace treelize::grad
