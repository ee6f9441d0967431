#pragma once

namespace app {

inline constexpr int answer = 42;

} // namespace app
