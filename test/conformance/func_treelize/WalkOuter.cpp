// The walks in outer mode.
#include "Walks.h"

namespace treelize::conformance::func_treelize {

tree<Value> walkOuter(Task& task, bool inherit, Missing missing, const Arguments& arguments) {
  return inherit ? walkMissing<mode::outer, true>(task, missing, arguments)
                 : walkMissing<mode::outer, false>(task, missing, arguments);
}

} // namespace treelize::conformance::func_treelize
