#include "grad/rules/Calls.h"

#include "grad/finish/scopes/Simplify.h"
#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

ActiveParameters activeParameters(const Kernel& kernel, const Call& call, const Function& function,
                                  const analysis::Activity& activity) {
  ActiveParameters active;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& argument = call.arguments[i];
    active.push_back(isDifferentiated(function, i) &&
                     (argument.place ? activity.isActive(kernel, *argument.place)
                                     : activity.isActive(kernel, *argument.value)));
  }
  return active;
}

std::string primalName(const Function& function, DerivedFunctions& functions) {
  const ActiveParameters none(function.as->parameters.size());
  return function.hasRule() ? function.primal : functions.ask(function, DerivedKind::Primal, none);
}

void callPrimals(Block& block, DerivedFunctions& functions, bool isDerivedAgain) {
  for (Stmt& stmt : block) {
    if (auto* call = std::get_if<Call>(&stmt.node)) {
      const Function& function = functions.primal(call->function);
      if (!isDerivedAgain || !function.hasRule())
        call->function = primalName(function, functions);
    }
    for (Block* inner : blocks(stmt))
      callPrimals(*inner, functions, isDerivedAgain);
  }
}

Kernel makePrimal(const FunctionRequest& request, DerivedFunctions& functions) {
  Kernel kernel = kernelOf(request);
  callPrimals(kernel.body, functions);
  if (kernel.result)
    kernel.outputs = {*kernel.result};
  simplify(kernel);
  return kernel;
}

std::vector<Function> derivedFunctions(DerivedFunctions& functions,
                                       const std::function<Kernel(const FunctionRequest&)>& make) {
  std::vector<Function> made;
  while (const FunctionRequest* request = functions.next()) {
    Function function;
    function.name = request->name;
    function.as = std::make_shared<Kernel>(make(*request));
    function.takesTape =
        request->kind == DerivedKind::Forward || request->kind == DerivedKind::Reverse;
    made.push_back(std::move(function));
  }
  return made;
}

} // namespace treelize::grad
