// The names that the text of a file makes: its macros, and what it declares in namespaces. Read
// without the preprocessor, and so also in branches that were skipped.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>
#include <vector>

namespace clang {
class LangOptions;
}

namespace treelize::front {

struct WrittenName {
  unsigned offset;
  std::string name;
};

struct WrittenNames {
  std::vector<WrittenName> macros;   // defined or undefined
  std::set<std::string> undefined;   // the macros that some `#undef` names
  std::vector<WrittenName> declared; // with the namespaces around them
  std::vector<unsigned> lookups;     // `using namespace a;`, `namespace a = b;`
};

WrittenNames writtenNames(llvm::StringRef text, const clang::LangOptions& language);

} // namespace treelize::front
