// The walks in left mode.
#include "Walks.h"

namespace treelize::conformance::func_treelize {

tree<Value> walkLeft(Task& task, bool inherit, Missing missing, const Arguments& arguments) {
  return inherit ? walkMissing<mode::left, true>(task, missing, arguments)
                 : walkMissing<mode::left, false>(task, missing, arguments);
}

} // namespace treelize::conformance::func_treelize
