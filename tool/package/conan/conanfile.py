"""Conan's recipe, for the sources that it lies in:  conan create tool/package/conan --no-remote -s compiler.cppstd=20

It takes the LLVM of the system (Debian: llvm-19-dev, libclang-19-dev, clang-19) and fetches nothing. With
-o "treelize/*:tool=False" it builds the runtime alone, for headers that were generated elsewhere, and wants no LLVM.
"""

import pathlib
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Treelize(ConanFile):
    name = "treelize"
    description = "Annotate C++20; get its derivatives and its functions over trees as plain C++"
    license = "Apache-2.0 WITH LLVM-exception"
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"tool": [True, False]}
    default_options = {"tool": True}

    def _root(self):
        return pathlib.Path(self.recipe_folder).parents[2]

    def set_version(self):
        text = (self._root() / "CMakeLists.txt").read_text()
        self.version = re.search(r"project\(treelize VERSION ([\d.]+)", text)[1]

    def export_sources(self):
        for part in ("CMakeLists.txt", "LICENSE", "runtime/*", "tool/*"):
            copy(self, part, src=str(self._root()), dst=self.export_sources_folder, excludes="*/__pycache__/*")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["TREELIZE_TESTS"] = False
        toolchain.cache_variables["TREELIZE_UNITY"] = True
        toolchain.cache_variables["TREELIZE_TOOL"] = bool(self.options.tool)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", src=self.source_folder, dst=str(pathlib.Path(self.package_folder) / "licenses"))
        CMake(self).install()

    def package_info(self):
        # Its own CMake package has treelize_generate, which Conan could not write.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/treelize"]
        self.cpp_info.libs = ["treelize"]
