#pragma once
inline constexpr double in_inc = 1;
