#pragma once
inline constexpr double near = 1;
