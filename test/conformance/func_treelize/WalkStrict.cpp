// The walks in strict mode, where `missing` stands in for nothing.
#include "Walks.h"

namespace treelize::conformance::func_treelize {

tree<Value> walkStrict(Task& task, bool inherit, const Arguments& arguments) {
  return inherit ? Walker<mode::strict, true>::walk(task, arguments)
                 : Walker<mode::strict, false>::walk(task, arguments);
}

} // namespace treelize::conformance::func_treelize
