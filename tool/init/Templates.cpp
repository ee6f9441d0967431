#include "init/Templates.h"

namespace treelize {
namespace {

constexpr std::string_view header = R"code(// @NAME@.hpp
#pragma once
#include <treelize/annotations.hpp>
#include <span>
struct [[treelize::node]] Line { double slope, offset; };

[[treelize(kernel, wrt = (line))]]
inline double misfit(const Line& line, std::span<const double> x, std::span<const double> y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double off = line.slope * x[i] + line.offset - y[i];
    sum += off * off;
  }
  return sum / static_cast<double>(x.size());
}
[[treelize]] inline double descend(double value, double slope, double rate) { return value - rate * slope; }
)code";

constexpr std::string_view program = R"code(// main.cpp
#include "@NAME@.treelize.hpp"
#include <cstdio>
#include <vector>

int main() {
  const std::vector<double> x{0, 1, 2, 3}, y{1, 3, 5, 7};
  Line line{0, 0};
  for (int i = 0; i < 300; ++i)
    line = descend(line, kernels::misfit.grad(line, x, y).line, 0.1);
  std::printf("y = %.3f x + %.3f\n", line.slope, line.offset);
}
)code";

constexpr std::string_view cmakeLists = R"code(# CMakeLists.txt
cmake_minimum_required(VERSION 3.25)
project(@NAME@ LANGUAGES CXX)
find_package(treelize CONFIG REQUIRED)
add_executable(@NAME@ main.cpp)
treelize_generate(TARGET @NAME@ HEADERS @NAME@.hpp)
)code";

// What the compiler predefines is given to the tool, so that both read the same program.
constexpr std::string_view makefile = R"code(# Makefile
CXXFLAGS := -O2 -Wall $(shell treelize --cflags)
LDLIBS := $(shell treelize --libs)

@NAME@: main.o
	$(CXX) -o $@ $^ $(LDLIBS)
main.o: main.cpp @NAME@.treelize.hpp
	$(CXX) $(CXXFLAGS) -MMD -c -o $@ main.cpp

%.treelize.hpp: %.hpp predefined-macros.h
	treelize $< -o $@ -MD -MF $@.d --predefined-macros=predefined-macros.h -- $(CXXFLAGS)
predefined-macros.h: Makefile
	$(CXX) $(CXXFLAGS) -dM -E -x c++ /dev/null -o $@
-include *.d
)code";

constexpr std::string_view mesonBuild = R"code(# meson.build
project('@NAME@', 'cpp', default_options: ['cpp_std=c++20'])
treelize = find_program('treelize')
flags = run_command(treelize, '--cflags', check: true).stdout().split()
libraries = run_command(treelize, '--libs', check: true).stdout().split()

predefined = custom_target('predefined-macros.h', output: 'predefined-macros.h',
  command: [meson.get_compiler('cpp').cmd_array(), flags, '-dM', '-E', '-x', 'c++', '/dev/null', '-o', '@OUTPUT@'])
generated = custom_target('@NAME@.treelize.hpp', input: ['@NAME@.hpp', predefined],
  output: '@NAME@.treelize.hpp', depfile: '@NAME@.treelize.hpp.d',
  command: [treelize, '@INPUT0@', '-o', '@OUTPUT@', '-MD', '-MF', '@DEPFILE@',
            '--predefined-macros', '@INPUT1@', '--', flags])
executable('@NAME@', 'main.cpp', generated, cpp_args: flags, link_args: libraries)
)code";

} // namespace

const std::vector<FileTemplate>& sourceTemplates() {
  static const std::vector<FileTemplate> templates = {{"@NAME@.hpp", header},
                                                      {"main.cpp", program}};
  return templates;
}

const std::vector<BuildTemplate>& buildTemplates() {
  static const std::vector<BuildTemplate> templates = {
      {"", {"CMakeLists.txt", cmakeLists}, "cmake -G Ninja -S . -B build && cmake --build build && build/@NAME@"},
      {"--make", {"Makefile", makefile}, "make && ./@NAME@"},
      {"--meson", {"meson.build", mesonBuild}, "meson setup build && ninja -C build && build/@NAME@"},
  };
  return templates;
}

} // namespace treelize
