#!/usr/bin/env python3
"""Compute one month's commission from CSV files of paid sales and plan rates.

The bracket that a salesperson's net paid sales reach sets the rate of the whole amount. A balance
carried from the month before is added; what stays negative is carried on and not paid.

Exit codes: 0 computed, 2 the input cannot be used.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

SALES_COLUMNS = ("seller", "plan", "invoice", "kind", "paid_on", "base")
RATE_COLUMNS = ("plan", "from", "rate")
CARRY_COLUMNS = ("seller", "plan", "balance")
OUTPUT_COLUMNS = (
    "seller",
    "plan",
    "sales",
    "returns",
    "net",
    "rate",
    "commission",
    "carried",
    "payable",
    "balance",
)
CENT = Decimal("0.01")
ZERO = Decimal("0.00")

Rows = list[tuple[str, dict[str, str]]]
Rates = dict[str, list[tuple[Decimal, Decimal]]]


class InputError(Exception):
    """The input cannot be used; the message names the file and the line."""


@dataclass
class Totals:
    """Paid sales and returns of one salesperson on one plan, both positive."""

    sales: Decimal = ZERO
    returns: Decimal = ZERO


def read_text(path: Path) -> str:
    """Read a UTF-8 file, with or without byte order mark."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text, save it as UTF-8: {error}") from None


def read_rows(path: Path, columns: tuple[str, ...]) -> Rows:
    """Give `file:line` and the stripped cells of each row of a comma or semicolon CSV."""
    text = read_text(path)
    header = text.partition("\n")[0]
    delimiter = ";" if header.count(";") > header.count(",") else ","
    reader = csv.DictReader(io.StringIO(text), delimiter=delimiter, strict=True)
    missing = [name for name in columns if name not in (reader.fieldnames or [])]
    if missing:
        raise InputError(f"{path}:1: missing column: {', '.join(missing)}")
    rows = []
    try:
        for row in reader:
            place = f"{path}:{reader.line_num}"
            if None in row or None in row.values():
                raise InputError(f"{place}: not as many cells as the header")
            rows.append((place, {name: row[name].strip() for name in columns}))
    except csv.Error as error:
        raise InputError(f"{path}:{reader.line_num + 1}: {error}") from None
    return rows


def parse_number(text: str, place: str, *, signed: bool = False) -> Decimal:
    """Read 1234.56 or 1.234,56; anything with another possible reading is refused."""
    number = None
    if re.fullmatch(r"-?\d+(\.\d{1,2})?", text):
        number = Decimal(text)
    elif re.fullmatch(r"-?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}", text):
        number = Decimal(text.replace(".", "").replace(",", "."))
    if number is None or (number < 0 and not signed):
        kind = "a number" if signed else "a positive number"
        raise InputError(f"{place}: not {kind} such as 1234.56 or 1.234,56: {text!r}")
    return number


def parse_date(text: str, place: str) -> date:
    """Read 2026-11-30."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(f"{place}: not a date such as 2026-11-30: {text!r}") from None


def read_sales(path: Path, month: str) -> tuple[dict[tuple[str, str], Totals], int]:
    """Add up the month's rows by salesperson and plan; count the rows of other months."""
    totals: dict[tuple[str, str], Totals] = defaultdict(Totals)
    seen: dict[tuple[str, ...], str] = {}
    outside = 0
    for place, row in read_rows(path, SALES_COLUMNS):
        first = seen.setdefault(tuple(row.values()), place)
        if first != place:
            raise InputError(f"{place}: repeats {first}")
        if row["kind"] not in ("sale", "return"):
            raise InputError(f"{place}: kind {row['kind']!r} is neither sale nor return")
        amount = parse_number(row["base"], place)
        if parse_date(row["paid_on"], place).strftime("%Y-%m") != month:
            outside += 1
            continue
        total = totals[row["seller"], row["plan"]]
        if row["kind"] == "sale":
            total.sales += amount
        else:
            total.returns += amount
    return totals, outside


def read_rates(path: Path) -> Rates:
    """Read the brackets of each plan, lowest first; each plan starts at 0."""
    rates: Rates = defaultdict(list)
    for place, row in read_rows(path, RATE_COLUMNS):
        bracket = (parse_number(row["from"], place), parse_number(row["rate"], place))
        if bracket[0] in (start for start, _ in rates[row["plan"]]):
            raise InputError(f"{place}: plan {row['plan']} has two rates from {bracket[0]}")
        rates[row["plan"]].append(bracket)
    for plan, brackets in rates.items():
        brackets.sort()
        if brackets[0][0] != 0:
            raise InputError(f"{path}: plan {plan} has no rate from 0")
    return rates


def read_carried(path: Path | None) -> dict[tuple[str, str], Decimal]:
    """Read the balances of the month before; none without a file."""
    carried: dict[tuple[str, str], Decimal] = {}
    for place, row in read_rows(path, CARRY_COLUMNS) if path else []:
        key = (row["seller"], row["plan"])
        if key in carried:
            raise InputError(f"{place}: {key[0]} has two balances on plan {key[1]}")
        carried[key] = parse_number(row["balance"], place, signed=True)
        if carried[key] > 0:
            raise InputError(f"{place}: a carried balance is 0 or negative: {row['balance']!r}")
    return carried


def find_rate(brackets: list[tuple[Decimal, Decimal]], net: Decimal) -> Decimal:
    """Give the rate, in percent, of the highest bracket reached; the lowest for a negative net."""
    return next((rate for start, rate in reversed(brackets) if start <= net), brackets[0][1])


def compute(
    totals: dict[tuple[str, str], Totals], rates: Rates, carried: dict[tuple[str, str], Decimal]
) -> list[dict[str, object]]:
    """Give one output row per salesperson and plan, sorted; amounts rounded half up to cents."""
    rows: list[dict[str, object]] = []
    for seller, plan in sorted({*totals, *carried}):
        if plan not in rates:
            raise InputError(f"plan {plan!r} of {seller} has no rates")
        total = totals.get((seller, plan), Totals())
        net = total.sales - total.returns
        rate = find_rate(rates[plan], net)
        commission = (net * rate / 100).quantize(CENT, ROUND_HALF_UP)
        before = carried.get((seller, plan), ZERO)
        due = commission + before
        cells = (total.sales, total.returns, net, rate, commission, before)
        values = (seller, plan, *cells, max(due, ZERO), min(due, ZERO))
        rows.append(dict(zip(OUTPUT_COLUMNS, values, strict=True)))
    return rows


def month_text(text: str) -> str:
    """Accept a month such as 2026-11."""
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", text):
        raise argparse.ArgumentTypeError(f"not a month such as 2026-11: {text!r}")
    return text


def parse_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description="Compute a month's commission by salesperson and plan.",
        epilog="Exit codes: 0 computed, 2 unusable input.",
    )
    parser.add_argument("sales", type=Path, help="CSV: " + ",".join(SALES_COLUMNS))
    parser.add_argument("rates", type=Path, help="CSV: " + ",".join(RATE_COLUMNS))
    parser.add_argument("--month", type=month_text, required=True, help="month of payment, 2026-11")
    parser.add_argument("--carried", type=Path, help="CSV: " + ",".join(CARRY_COLUMNS))
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Run the computation and give the exit code."""
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.stderr.reconfigure(encoding="utf-8")
    options = parse_arguments(arguments)
    try:
        totals, outside = read_sales(options.sales, options.month)
        rows = compute(totals, read_rates(options.rates), read_carried(options.carried))
    except (InputError, OSError) as error:
        print(f"commission.py: {error}", file=sys.stderr)
        return 2
    writer = csv.DictWriter(sys.stdout, OUTPUT_COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    payable = sum((Decimal(str(row["payable"])) for row in rows), ZERO)
    print(f"{len(rows)} rows, payable {payable}, {outside} outside the month", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
