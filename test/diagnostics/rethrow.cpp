// What is thrown again where it is not known, or may have changed.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <stdexcept>
#include <treelize/annotations.hpp>

struct Negative {
  double value;
};

// CHECK: error: an exception that is thrown again by a handler that may change it
TREELIZE(kernel) double changed(double x) {
  try {
    try {
      if (x < 0)
        throw Negative{x};
    } catch (Negative& e) {
      e.value *= 2;
      throw;
    }
  } catch (const Negative& e) {
    return e.value;
  }
  return x;
}

// CHECK: error: an exception that is thrown again to a handler that looks at it, here,
TREELIZE(kernel) double inner(double x) {
  try {
    if (x < 0)
      throw Negative{x};
  } catch (...) {
    try {
      throw;
    } catch (const Negative& e) {
      return e.value;
    }
  }
  return x;
}

double classified(double x) {
  try {
    throw;
  } catch (const Negative&) {
    return x;
  } catch (...) {
    return 2 * x;
  }
}
// CHECK: error: 'throw' without an exception in a function that a handler calls
TREELIZE(kernel) double outer(double x) {
  try {
    if (x < 0)
      throw Negative{x};
    if (x > 1)
      throw std::logic_error("large");
  } catch (...) {
    return classified(x);
  }
  return x;
}

// CHECK: error: 'throw' without an exception outside of a handler
TREELIZE(kernel) double none(double x) {
  if (x < 0)
    throw;
  return x;
}
