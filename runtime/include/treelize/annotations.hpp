// TREELIZE(items) is [[treelize(items)]] without a warning: compilers see nothing at all.
//
//   TREELIZE(kernel) double energy(const Params& p);
//   class TREELIZE(data_oriented) Chain { ... };
#pragma once

#ifdef TREELIZE_RUN // the tool itself is reading
#define TREELIZE(...) [[clang::annotate("treelize", #__VA_ARGS__)]]
#else
#define TREELIZE(...)
#endif
