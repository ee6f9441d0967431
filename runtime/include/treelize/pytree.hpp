// Pytrees: trees taken apart, put together, mapped, reduced, compared and transposed, static and dynamic ones
// alike. docs/guide.md has the tour, docs/design/pytrees.md how it is built.
#pragma once

#include "treelize/pytree/flatten.hpp"
#include "treelize/pytree/key_paths.hpp"
