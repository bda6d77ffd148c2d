#!/usr/bin/env python3
"""Check CNPJ and CPF numbers by their form and check digits, and print one CSV line for each.

A CNPJ may hold letters in its first twelve places: each character counts as its ASCII code less
48, weighted and reduced modulo 11. A right check digit does not prove that the number was issued.

Exit codes: 0 all are right, 1 at least one is wrong, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys

CPF_WEIGHTS = (11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
CNPJ_WEIGHTS = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)


def normalise(text: str) -> str:
    """Drop blanks and the punctuation of written numbers; letters become capitals."""
    return re.sub(r"[\s./-]", "", text).upper()


def check_digit(characters: str, weights: tuple[int, ...]) -> str:
    """Give the modulo 11 digit; the weights are those that end at the last character."""
    used = weights[len(weights) - len(characters) :]
    total = sum((ord(char) - 48) * weight for char, weight in zip(characters, used, strict=True))
    remainder = total % 11
    return str(0 if remainder < 2 else 11 - remainder)


def check(number: str) -> tuple[str, str]:
    """Give the kind of a normalised number and what is wrong with it, empty when it is right."""
    if re.fullmatch(r"[0-9]{11}", number):
        kind, weights = "cpf", CPF_WEIGHTS
    elif re.fullmatch(r"[0-9A-Z]{12}[0-9]{2}", number):
        kind, weights = "cnpj", CNPJ_WEIGHTS
    else:
        return "", "neither 11 digits (CPF) nor 12 letters or digits and 2 digits (CNPJ)"
    if len(set(number)) == 1:
        return kind, "one character repeated is never issued"
    stem = number[:-2]
    first = check_digit(stem, weights)
    digits = first + check_digit(stem + first, weights)
    return kind, "" if number.endswith(digits) else f"check digits should be {digits}"


def parse_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description="Check CNPJ and CPF numbers by form and check digits.",
        epilog="Exit codes: 0 all right, 1 at least one wrong, 2 wrong usage.",
    )
    parser.add_argument("number", nargs="+", help="with or without punctuation")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Check each number and give the exit code."""
    numbers = parse_arguments(arguments).number
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("number", "kind", "valid", "reason"))
    all_valid = True
    for text in numbers:
        number = normalise(text)
        kind, reason = check(number)
        writer.writerow((number, kind, "no" if reason else "yes", reason))
        all_valid = all_valid and not reason
    return 0 if all_valid else 1


if __name__ == "__main__":
    sys.exit(main())
