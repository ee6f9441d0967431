#include "../analysis/KernelText.h"

#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Verify.h"
#include "ir/text/Write.h"

namespace {

using namespace treelize;
using namespace treelize::ir;
using treelize::test::kernelOf;

/// How many operands the row can have: as many as its text names, or any number.
std::vector<std::size_t> operandsOf(const IntrinsicInfo& row) {
  if (row.text.find("$*") != std::string_view::npos)
    return {1, 2, 3};
  std::size_t count = 0;
  while (row.text.find("$" + std::to_string(count)) != std::string_view::npos)
    ++count;
  return {count};
}

/// A kernel that holds a call of the row and nothing else.
Kernel kernelWith(const IntrinsicInfo& row, std::size_t operands) {
  Kernel kernel;
  kernel.name = "f";
  kernel.returnType = voidType();
  std::vector<ExprRef> args;
  for (std::size_t i = 0; i < operands; ++i) {
    Variable x;
    x.name = "x";
    x.type = doubleType();
    x.role = Role::Parameter;
    kernel.parameters.push_back(addVariable(kernel, std::move(x)));
    args.push_back(load(kernel, kernel.parameters.back()));
  }
  const bool isStep = row.nature == Nature::Step;
  const std::string_view argument = row.text.find("$T") != std::string_view::npos ? "int" : "";
  const ExprRef call =
      intrinsic(row.row, argument, std::move(args), isStep ? voidType() : doubleType());
  if (isStep)
    kernel.body.push_back(Stmt{{}, Perform{call, {place(kernel, kernel.parameters[0])}, {}}});
  else
    kernel.body.push_back(declare(addLocal(kernel, "y", doubleType()), call));
  return kernel;
}

const Opaque& callIn(const Kernel& kernel) {
  const Stmt& stmt = kernel.body.at(0);
  const auto* step = std::get_if<Perform>(&stmt.node);
  return std::get<Opaque>((step ? step->step : std::get<Declare>(stmt.node).value)->node);
}

TEST(Intrinsics, EachRowIsKnownAgainInKernelText) {
  for (const IntrinsicInfo& row : intrinsicTable())
    for (const std::size_t operands : operandsOf(row)) {
      const Kernel kernel = kernelWith(row, operands);
      EXPECT_EQ(callIn(kernel).row, row.row) << row.name;
      EXPECT_EQ(verify(kernel, Dialect::Structured), "") << row.name;
      const std::string text = dump(kernel);
      const Kernel again = kernelOf(text);
      ASSERT_FALSE(again.body.empty()) << text;
      EXPECT_EQ(callIn(again).row, row.row) << text;
      EXPECT_EQ(callIn(again).text, callIn(kernel).text);
      EXPECT_EQ(dump(again), text);
    }
}

TEST(Intrinsics, OtherTextIsTheProgramsOwn) {
  EXPECT_EQ(intrinsicOf("app::product($0, $1)", 2), std::nullopt);
  EXPECT_EQ(intrinsicOf("treelize::product($0, $1)", 3), std::nullopt);
  EXPECT_EQ(intrinsicOf("treelize::trip_count<>($0, $1)", 2), std::nullopt);
  EXPECT_EQ(intrinsicOf("treelize::trip_count<long>($0, $1)", 2), Intrinsic::trip_count);
}

TEST(Intrinsics, AStepIsNoValue) {
  Kernel kernel = kernelWith(info(Intrinsic::swap), 2);
  const ExprRef step = std::get<Perform>(kernel.body[0].node).step;
  kernel.body[0] = declare(addLocal(kernel, "y", doubleType()), step);
  EXPECT_EQ(verify(kernel, Dialect::Structured), "in kernel 'f': a step is no value");
}

TEST(Intrinsics, TextOfARowWithoutTheRowIsRefused) {
  Kernel kernel = kernelWith(info(Intrinsic::product), 2);
  Expr call = *std::get<Declare>(kernel.body[0].node).value;
  std::get<Opaque>(call.node).row = std::nullopt;
  std::get<Declare>(kernel.body[0].node).value = std::make_shared<Expr>(std::move(call));
  EXPECT_EQ(verify(kernel, Dialect::Structured),
            "in kernel 'f': 'treelize::product($0, $1)' is not known by its row");
}

} // namespace
