// Filters that are constants are checked against a static tree while compiling: one error, which names the
// filter or the key path.
// RUN: %cxx %s -fsyntax-only
// RUN: not %cxx -DCASE=1 %s -fsyntax-only > %t.1 2>&1
// RUN: %FileCheck %s --check-prefix=NOTHING --input-file=%t.1
// RUN: grep "error:" %t.1 | count 1
// RUN: not %cxx -DCASE=2 %s -fsyntax-only > %t.2 2>&1
// RUN: %FileCheck %s --check-prefix=SHADOWED --input-file=%t.2
// RUN: grep "error:" %t.2 | count 1
// RUN: not %clangxx -DCASE=3 %s -fsyntax-only > %t.3 2>&1
// RUN: %FileCheck %s --check-prefix=UNCOVERED --input-file=%t.3
// RUN: grep "error:" %t.3 | count 1
// RUN: not %cxx -DCASE=4 %s -fsyntax-only > %t.4 2>&1
// RUN: %FileCheck %s --check-prefix=NUMBER --input-file=%t.4
#include <treelize/filters.hpp>

using namespace treelize;

struct Layer {
  double w, b;
};
struct Model {
  std::vector<Layer> layers;
  float rate;
};
template <> struct treelize::node_traits<Layer> {
  using members = treelize::members<child<"w", &Layer::w, tags<"param">>, child<"b", &Layer::b>>;
};
template <> struct treelize::node_traits<Model> {
  using members = treelize::members<child<"layers", &Model::layers>, child<"rate", &Model::rate>>;
};

void use(const Model& m) {
#if CASE == 1
  // NOTHING: filter_matches_nothing<0, {{.*}}with_tag{{.*}}"parm"
  // NOTHING: error: {{.*}}treelize: the tree has no leaf that this filter could select
  split(m, constant<with_tag("parm")>, rest);
#elif CASE == 2
  // SHADOWED: filter_is_shadowed<1,
  // SHADOWED: error: {{.*}}treelize: earlier filters take all leaves that this filter selects
  split(m, of_type<double>, constant<with_tag("param")>, rest);
#elif CASE == 3
  // UNCOVERED: error: {{.*}}treelize: no filter selects the leaf at the key path
  // UNCOVERED: leaf_not_covered<{{.*}}key_path_is<{{.*}}"rate"
  split(m, of_type<double>);
#elif CASE == 4
  // NUMBER: error: {{.*}}treelize: a number is no filter; path_contains(k) asks for a key
  split(m, 3, rest);
#else
  split(m, constant<with_tag("param")>, of_type<double>, rest);
#endif
}
