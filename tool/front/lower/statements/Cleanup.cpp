// Destructors that do something: calls at every way out of the block that the object lives in.
#include "front/lower/calls/Calls.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using namespace clang;

void addCleanup(Lowering& l, QualType type, const Value& object) {
  l.cleanups.push_back({object, type->getAsCXXRecordDecl()->getDefinition()});
}

void runCleanups(Lowering& l, std::size_t from) {
  const std::vector<Cleanup> pending(l.cleanups.begin() + static_cast<std::ptrdiff_t>(from),
                                     l.cleanups.end());
  for (std::size_t i = pending.size(); i-- > 0;)
    destroy(l, pending[i].type, pending[i].object);
}

void endBlock(Lowering& l, std::size_t from, bool isLeft) {
  if (!isLeft)
    runCleanups(l, from);
  l.cleanups.resize(from);
}

} // namespace treelize::front
