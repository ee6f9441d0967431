// The macro `TREELIZE(items)`: `[[treelize(items)]]` without a warning, as compilers see nothing at
// all.
//
//   TREELIZE(kernel) double energy(const Params& p);
//   class TREELIZE(data_oriented) Chain { ... };
//
// A class opens its private bit-fields and references to generated code by the line
//   template <class> friend struct treelize::access;
#pragma once

namespace treelize {
template <class Type>
struct access;
}

#ifdef TREELIZE_RUN // the tool itself is reading
#define TREELIZE(...) [[clang::annotate("treelize", #__VA_ARGS__)]]
#else
/// The items of an annotation, where `[[treelize(items)]]` may stand. Nothing to compilers; a wrong
/// item is an error of the tool.
#define TREELIZE(...)
#endif
