// The operations: from a case to what the vectors call its result. Errors are thrown.
#pragma once

#include "Value.h"

namespace treelize::conformance::pytree {

using RunOp = json (*)(const json& one);

json runFlatten(const json& one);
json runPaths(const json& one);
json runOptreeFlatten(const json& one);
json runStructureEqual(const json& one);
json runUnflatten(const json& one);
json runCompose(const json& one);
json runMap(const json& one);
json runMapWithPath(const json& one);
json runOptreeMap(const json& one);
json runReduce(const json& one);
json runAll(const json& one);
json runTranspose(const json& one);
json runBroadcast(const json& one);
json runFlattenUpTo(const json& one);
json runFlattenAxes(const json& one);
json runOptreeBroadcast(const json& one);
json runIsPrefix(const json& one);
json runPrefixErrors(const json& one);
json runEqualityErrors(const json& one);

/// Dicts in the order of their keys, as ours are. optree gives them back as they came, and so does
/// JAX where a function is handed one whole.
json withSortedDicts(json value);

} // namespace treelize::conformance::pytree
