// Where the runtime's headers stand among the folders that are searched.
#include "front/Invocation.h"

#include "front/Session.h"

#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace treelize::front {
namespace {

clang::frontend::IncludeDirGroup groupOf(const std::string& runtimeDir) {
  ParseOptions options;
  options.input = "fit.hpp";
  options.command = {"c++", "-std=c++20", "fit.hpp"};
  options.runtimeDir = runtimeDir;
  const Invocation made = makeInvocation(options, llvm::vfs::getRealFileSystem());
  const auto& folders = made.compiler->getHeaderSearchOpts().UserEntries;
  return std::ranges::find(folders, runtimeDir, &clang::HeaderSearchOptions::Entry::Path)->Group;
}

TEST(Invocation, RuntimeOfAPackageComesBeforeTheSystem) {
  EXPECT_EQ(groupOf("/opt/treelize/include"), clang::frontend::System);
}

// The C++ library's <cstdlib> goes on to the system's <stdlib.h>, which must stay behind it.
TEST(Invocation, RuntimeAmongTheSystemsHeadersLeavesThemBehindTheLibrary) {
  EXPECT_EQ(groupOf("/usr/include"), clang::frontend::After);
  EXPECT_EQ(groupOf("/usr/local/include"), clang::frontend::After);
}

} // namespace
} // namespace treelize::front
