// The walks in inner mode, where `missing` stands in for nothing.
#include "Walks.h"

namespace treelize::conformance::func_treelize {

tree<Value> walkInner(Task& task, bool inherit, const Arguments& arguments) {
  return inherit ? Walker<mode::inner, true>::walk(task, arguments)
                 : Walker<mode::inner, false>::walk(task, arguments);
}

} // namespace treelize::conformance::func_treelize
