#pragma once

namespace app {

inline constexpr double factor = APP_FACTOR;

} // namespace app
