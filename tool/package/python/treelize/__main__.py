"""`treelize` and `python -m treelize`: become the program that lies in this package."""

import os
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "treelize")
OLDEST_GLIBC = (2, 36)  # what the wheel's tag says


def glibc():
    """The version of the C library, (0, 0) where it is no glibc."""
    try:
        return tuple(int(part) for part in os.confstr("CS_GNU_LIBC_VERSION").split()[1].split("."))
    except (AttributeError, IndexError, OSError, ValueError):
        return (0, 0)


def explained(reason):
    """One line: why the program does not run here, and what to do."""
    if not os.access(PROGRAM, os.X_OK):
        way_out = "the package is not whole: `python -m pip install --force-reinstall <wheel>`"
    else:
        oldest = ".".join(map(str, OLDEST_GLIBC))
        way_out = (
            f"this wheel is for Linux on x86-64 with glibc {oldest} or newer; elsewhere build Treelize from its sources"
        )
    return f"treelize: error: cannot run '{PROGRAM}' here ({reason}): {way_out}"


def main():
    here = glibc()
    if (0, 0) < here < OLDEST_GLIBC:  # else the loader says it, in several lines and without a way out
        sys.exit(explained("glibc is {}.{}".format(*here)))
    try:
        os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])
    except OSError as error:
        sys.exit(explained(error.strerror))


if __name__ == "__main__":
    main()
