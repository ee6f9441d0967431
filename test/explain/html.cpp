// The page has the source with what was decided, the generated code with the lines that it comes from, and no more
// than text where the source has markup.
// RUN: %treelize %s -o %t.hpp --report=html --disable-pass=splitting -- -std=c++20 > %t.html
// RUN: %FileCheck %s < %t.html --implicit-check-not='<link' --implicit-check-not='<img' --implicit-check-not='<script src'
// RUN: %treelize %s -o %t.plain.hpp --disable-pass=splitting -- -std=c++20
// RUN: diff %t.hpp %t.plain.hpp
#include <treelize/annotations.hpp>
#include <cmath>
#include <vector>

namespace app {
struct TREELIZE(node) Params {
  double used;
  TREELIZE(tag("frozen")) double rate;
  TREELIZE(aux) int steps;
};
TREELIZE(mode = outer, missing = 0.0) inline double blend(double a, double b) { return a < b ? a : b; }

TREELIZE(kernel, wrt = not_(with_tag("frozen"))) inline double straight(const Params& p, int n) {
  double y = p.used * n; // </pre><script>alert("y & n")</script>
  y *= y * p.rate;
  return y;
}
} // namespace app

// CHECK: <!DOCTYPE html>
// CHECK: <h1>html.cpp</h1>
// CHECK: 1 kernel and 1 tree function

// CHECK-LABEL: aria-label="Source"
// CHECK: <span class="line active" id=s0-0-20 data-at=0-20><a data-n=20 href=#g0-[[FIRST:[0-9]+]]></a>  <i class=keyword>double</i> y = p.used * n;
// CHECK-SAME: &lt;/pre&gt;&lt;script&gt;alert(&quot;y &amp; n&quot;)&lt;/script&gt;
// CHECK: <span class="note stored">stored: <code>y</code>, in a local: it is overwritten, and the derivative of html.cpp:21 reads it</span>

// CHECK-LABEL: aria-label="Generated code"
// CHECK: <span class=line id=g0-[[FIRST]] data-at=0-20 title="html.cpp:20">
// CHECK-SAME: y = p.used * static_cast&lt;
// CHECK: data-at=0-20 title="html.cpp:20">{{.*}}p_b.used

// CHECK-LABEL: <small>kernel</small> <code>app::straight</code>
// CHECK: <dt>Carries derivatives</dt><dd class=names><code>p.used</code>
// CHECK: <dt>Tape</dt><dd><code>0</code> bytes
// CHECK: <td><code>y</code><td><a href=#s0-0-21>html.cpp:21</a>
// CHECK: <svg class=tree role=img {{.*}}<title>what wrt = not_(with_tag(&quot;frozen&quot;)) selects</title>
// CHECK: <circle class=selected{{.*}}<text {{.*}}>used
// CHECK: <circle class=constant{{.*}}<text {{.*}}>rate{{.*}}left out by wrt

// CHECK-LABEL: <h2>Trees</h2>
// CHECK: >rate  <tspan class=type>double</tspan>  <tspan class=remark>tag frozen</tspan>
// CHECK: >steps  <tspan class=type>int</tspan>  <tspan class=remark>aux</tspan>
// CHECK-LABEL: <small>tree function</small> <code>app::blend</code>
// CHECK: >a  <tspan class=type>blend(1, 0.0)</tspan>
// CHECK: >c  <tspan class=type>blend(0.0, 4)</tspan>
// CHECK: </html>
