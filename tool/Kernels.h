// All kernels and data-oriented classes of one input, from request to text: read, lowered, derived,
// printed into the unit.
#pragma once

#include "bind/ClassModel.h"
#include "explain/Report.h"
#include "front/lower/LowerKernel.h"

#include <functional>
#include <vector>

namespace treelize {

class PassLog;
struct Options;

namespace front {
class Annotations;
class Session;
} // namespace front

namespace print {
struct Unit;
}

struct Kernels {
  std::vector<bind::ClassModel> classes; // the data-oriented ones
  std::vector<explain::KernelReport> reports;
  std::vector<const clang::FunctionDecl*> functions;       // whose bodies were lowered
  std::function<bool(const clang::FunctionDecl*)> hasRule; // a derivative that the user has given
  front::PlatformUses platform;
};

/// Reports what cannot be done; the unit is complete if the session's sink has no errors.
Kernels addKernels(front::Session& session, const front::Annotations& annotations,
                   const Options& options, PassLog& log, print::Unit& unit);

} // namespace treelize
