#!/usr/bin/env python3
"""Count the lines of a UTF-8 text file that are not blank.

Exit codes: 0 lines were found, 1 there are none, 2 the input cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def count_lines(text: str) -> int:
    """Count the lines that hold more than blanks."""
    return sum(1 for line in text.splitlines() if line.strip())


def parse_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Count the lines that are not blank.")
    parser.add_argument("input", type=Path, help="a UTF-8 text file")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Print the count and give the exit code."""
    options = parse_arguments(arguments)
    try:
        count = count_lines(options.input.read_text(encoding="utf-8-sig"))
    except OSError as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2
    except UnicodeDecodeError as error:
        print(f"run.py: {options.input} is not UTF-8 text: {error}", file=sys.stderr)
        return 2
    print(count)
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
