"""`treelize` and `python -m treelize`: become the program that lies in this package."""

import os
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "treelize")


def main():
    try:
        os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])
    except OSError as error:
        sys.exit(
            f"treelize: error: cannot run '{PROGRAM}' here ({error.strerror}): this wheel is for Linux on x86-64 with "
            "glibc 2.36 or newer; elsewhere build Treelize from its sources"
        )


if __name__ == "__main__":
    main()
