// For FileCheck: what a call throws.
#pragma once

#include <cstdio>
#include <exception>

template <class Call>
void tell(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    std::puts(error.what());
  }
}
