#include "../analysis/KernelText.h"

#include "ir/Accessors.h"
#include "ir/text/Write.h"

namespace {

using namespace treelize;
using namespace treelize::ir;
using treelize::test::kernelOf;

TEST(Accessors, EachRowIsKnownAgainByItsText) {
  for (const char* text :
       {"treelize::member<app::tag>", "treelize::derived<app::Wheel<int>>", "treelize::pointee",
        "treelize::is_engaged", "treelize::value_of", "std::get<0>", "treelize::real_part",
        "treelize::imag_part", "treelize::eigen::coefficients"}) {
    const std::optional<Accessor> accessor = accessorNamed(text);
    ASSERT_TRUE(accessor) << text;
    EXPECT_EQ(ir::text(*accessor), text);
  }
  for (const char* text : {"", "app::part", "std::get", "std::get<>", "treelize::pointee<int>"})
    EXPECT_EQ(accessorNamed(text), std::nullopt) << text;
}

TEST(Types, RoomsAndNumbersOverLanesAreKnownAgainInKernelText) {
  const Kernel kernel = kernelOf(R"(
type app::Half = real bits 32 float
type treelize::tape = record model { top: double }
kernel f(a: treelize::room<double>&, b: std::vector<treelize::lanes<Lanes>>&, c: app::Half, d: treelize::tape&)
)");
  const auto type = [&](unsigned i) -> const Type& { return *kernel.variables[i].type; };
  EXPECT_TRUE(type(0).isRoom);
  EXPECT_FALSE(isOverLanes(type(0)));
  EXPECT_TRUE(isOverLanes(type(1)));
  EXPECT_FALSE(type(1).isRoom);
  EXPECT_EQ(type(2).real, RealKind::Float);
  EXPECT_TRUE(type(3).isModel);
  EXPECT_EQ(dump(kernelOf(dump(kernel))), dump(kernel));
}

} // namespace
