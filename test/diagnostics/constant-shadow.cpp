// The shadow of an object has the object's type: what that calls const has no place for an adjoint.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 -DPOINTER 2>&1 | %FileCheck %s --check-prefix=POINTER && test ! -e %t.hpp
// RUN: not %treelize %s -o - -- -std=c++20 -DSPAN 2>&1 | %FileCheck %s --check-prefix=SPAN
// RUN: not %treelize %s -o - -- -std=c++20 -DREFERENCE 2>&1 | %FileCheck %s --check-prefix=REFERENCE
// RUN: not %treelize %s -o - -- -std=c++20 -DROWS 2>&1 | %FileCheck %s --check-prefix=ROWS
// RUN: %treelize %s -o %T/constant-shadow.treelize.hpp -- -std=c++20
// RUN: %cxx -DCOMPILE -I%T %s %link -o %t && %t
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

struct Image {
  const double* pixels;
  int width;
};
struct View {
  std::span<const double> data;
};
struct Reference {
  const std::vector<double>& data;
};

#ifdef POINTER
// POINTER: :[[#@LINE+1]]:56: error: what 'image.pixels' refers to is const, so that kernel 'brightness' has no place for its adjoint [treelize-constant-shadow]
TREELIZE(kernel) inline double brightness(const Image& image, double k) { return image.pixels[0] * k; }
// POINTER: note: make it a parameter of its own, leave the 'const' away, or mark it '{{\[\[}}treelize::nondiff]]' if it is a constant
#endif
#ifdef SPAN
// SPAN: error: what 'view.data' refers to is const
TREELIZE(kernel) inline double first(const View& view) { return view.data[0]; }
#endif
#ifdef REFERENCE
// REFERENCE: error: what 'r.data' refers to is const
TREELIZE(kernel) inline double second(const Reference& r) { return r.data[0]; }
#endif
#ifdef ROWS
// ROWS: error: what 'rows[]' refers to is const
TREELIZE(kernel) inline double corner(const double* const* rows) { return rows[0][0]; }
#endif

// Nobody asks for the adjoint of these; what is not const has a place.
struct [[treelize::node]] Mesh {
  std::span<const int> index;
  [[treelize::nondiff]] const double* scale;
  std::span<double> data;
  double k;
};
TREELIZE(kernel) inline double meshed(const Mesh& m, TREELIZE(nondiff) const Image& image) {
  return m.k * m.index[0] * m.scale[0] * image.pixels[0] * m.data[1];
}

#ifdef COMPILE
#include "constant-shadow.treelize.hpp"

int main() {
  const int index[] = {3};
  const double scale = 2, pixel = 0.5;
  double data[] = {1, 7}, data_b[] = {0, 0};
  const Mesh m{index, &scale, data, 5};
  Mesh m_b{index, &scale, data_b, 0};
  kernels::meshed.adjoint(m, {&pixel, 1}, 1.0, m_b);
  return m_b.k == 3 * 2 * 0.5 * 7 && data_b[1] == 5 * 3 * 2 * 0.5 ? 0 : 1;
}
#endif
