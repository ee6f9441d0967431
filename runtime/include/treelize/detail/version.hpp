// What a generated header asks before anything else: whether it was generated for this runtime. The tool reads the
// number here, too: it prints what it was built with.
#pragma once

// Counts up with every change that generated headers of an earlier treelize do not survive.
#define TREELIZE_RUNTIME_ABI 2
