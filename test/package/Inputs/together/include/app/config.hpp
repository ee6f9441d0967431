#pragma once
#define APP_HALF 0.5
#define APP_SQUARE(x) ((x) * (x))
