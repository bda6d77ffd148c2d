#!/usr/bin/env python3
"""Match card payouts against a bank statement, both CSV, and print one CSV line per finding.

A payout is all settlement rows with one payout number. It is looked for by that number in the
bank's document column, then by amount and date. A pair is reported as matched only when no other
pair is possible, so the order of rows never changes the result.

Exit codes: 0 every payout is explained, 1 something differs, 2 the input cannot be read.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

SETTLEMENT_COLUMNS = ("payout", "payment_date", "title", "kind", "gross", "fee", "net")
STATEMENT_COLUMNS = ("date", "document", "description", "amount")
KINDS = ("sale", "chargeback", "cancellation", "rental", "adjustment", "anticipation")
OUTPUT_COLUMNS = (
    "status",
    "payout",
    "expected_date",
    "expected_net",
    "bank_date",
    "bank_document",
    "bank_amount",
    "difference",
    "sales",
    "other",
)
SETTLED = {"matched", "nothing-due"}


class InputError(Exception):
    """The input cannot be used; the message names the file and the line."""


@dataclass
class Payout:
    """What the acquirer says it paid under one number; `net` is in the account's currency."""

    number: str
    paid_on: date
    net: Decimal = Decimal(0)
    sales: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Credit:
    """One line of the bank statement; a debit has a negative amount."""

    line: int
    paid_on: date
    document: str
    amount: Decimal


def read_text(path: Path) -> str:
    """Read a UTF-8 file, with or without byte order mark."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text, save it as UTF-8: {error}") from None


def read_rows(path: Path, columns: tuple[str, ...]) -> list[tuple[int, dict[str, str]]]:
    """Give the line number and the stripped cells of each row of a comma or semicolon CSV."""
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
            if None in row or None in row.values():
                raise InputError(f"{path}:{reader.line_num}: not as many cells as the header")
            rows.append((reader.line_num, {name: row[name].strip() for name in columns}))
    except csv.Error as error:
        raise InputError(f"{path}:{reader.line_num + 1}: {error}") from None
    return rows


def parse_amount(text: str, place: str) -> Decimal:
    """Read 1234.56 or 1.234,56; anything with another possible reading is refused."""
    if re.fullmatch(r"-?\d+(\.\d{1,2})?", text):
        return Decimal(text)
    if re.fullmatch(r"-?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}", text):
        return Decimal(text.replace(".", "").replace(",", "."))
    raise InputError(f"{place}: not an amount such as 1234.56 or 1.234,56: {text!r}")


def parse_date(text: str, place: str) -> date:
    """Read 2026-11-30 or 30/11/2026."""
    for pattern in ("%Y-%m-%d", "%d/%m/%Y"):
        try:
            return datetime.strptime(text, pattern).date()
        except ValueError:
            continue
    raise InputError(f"{place}: not a date such as 2026-11-30 or 30/11/2026: {text!r}")


def read_payouts(path: Path) -> list[Payout]:
    """Add up the settlement rows of each payout, sorted by date and number."""
    payouts: dict[str, Payout] = {}
    sold: dict[str, int] = {}
    for line, row in read_rows(path, SETTLEMENT_COLUMNS):
        place = f"{path}:{line}"
        payout = payouts.setdefault(
            row["payout"], Payout(row["payout"], parse_date(row["payment_date"], place))
        )
        payout.net += check_row(row, payout, place)
        if row["kind"] != "sale":
            payout.other.append(f"{row['kind']}:{row['title']}")
        elif row["title"] in sold:
            raise InputError(f"{place}: sale {row['title']} is on line {sold[row['title']]} too")
        else:
            sold[row["title"]] = line
            payout.sales.append(row["title"])
    return sorted(payouts.values(), key=lambda payout: (payout.paid_on, payout.number))


def check_row(row: dict[str, str], payout: Payout, place: str) -> Decimal:
    """Give the net amount of a settlement row that agrees with itself and with its payout."""
    if not row["payout"]:
        raise InputError(f"{place}: no payout number")
    if row["kind"] not in KINDS:
        raise InputError(f"{place}: kind {row['kind']!r} is none of {', '.join(KINDS)}")
    if parse_date(row["payment_date"], place) != payout.paid_on:
        raise InputError(f"{place}: payout {payout.number} has two payment dates")
    gross, fee, net = (parse_amount(row[name], place) for name in ("gross", "fee", "net"))
    if gross - fee != net:
        raise InputError(f"{place}: gross {gross} less fee {fee} is {gross - fee}, not net {net}")
    return net


def read_credits(path: Path, description: str) -> list[Credit]:
    """Read the statement lines whose description contains the text, in any case."""
    return [
        Credit(
            line,
            parse_date(row["date"], f"{path}:{line}"),
            row["document"],
            parse_amount(row["amount"], f"{path}:{line}"),
        )
        for line, row in read_rows(path, STATEMENT_COLUMNS)
        if description.casefold() in row["description"].casefold()
    ]


def find_pairs(
    payouts: list[Payout], bank: list[Credit], days: int, tolerance: Decimal
) -> dict[str, list[Credit]]:
    """Give the bank lines that each payout may be; those with its number exclude all others."""
    numbers = {payout.number for payout in payouts}
    by_number = defaultdict(list)
    for credit in bank:
        by_number[credit.document].append(credit)
    unnumbered = [credit for credit in bank if credit.document not in numbers]
    return {
        payout.number: by_number.get(payout.number)
        or [credit for credit in unnumbered if fits(payout, credit, days, tolerance)]
        for payout in payouts
        if payout.net or payout.number in by_number
    }


def fits(payout: Payout, credit: Credit, days: int, tolerance: Decimal) -> bool:
    """Tell whether amount and date allow the bank line to be the payout."""
    close = abs((credit.paid_on - payout.paid_on).days) <= days
    return close and abs(credit.amount - payout.net) <= tolerance


def judge(
    payout: Payout,
    pairs: dict[str, list[Credit]],
    rivals: Counter[Credit],
    days: int,
    tolerance: Decimal,
) -> str:
    """Name the status of a payout; `rivals` counts the payouts that each bank line may be."""
    found = pairs.get(payout.number)
    if found is None:
        return "nothing-due"
    if not found:
        return "missing-credit"
    if len(found) > 1 or rivals[found[0]] > 1:
        return "ambiguous"
    if abs(found[0].amount - payout.net) > tolerance:
        return "amount-differs"
    return "matched" if fits(payout, found[0], days, tolerance) else "date-differs"


def reconcile(
    payouts: list[Payout], bank: list[Credit], days: int, tolerance: Decimal
) -> list[dict[str, object]]:
    """Give one output row per payout, then one per bank line that no payout explains."""
    pairs = find_pairs(payouts, bank, days, tolerance)
    rivals = Counter(credit for found in pairs.values() for credit in found)
    rows = [
        payout_row(judge(payout, pairs, rivals, days, tolerance), payout, pairs)
        for payout in payouts
    ]
    unknown = [credit for credit in bank if credit not in rivals]
    return rows + [credit_row(credit) for credit in unknown]


def payout_row(status: str, payout: Payout, pairs: dict[str, list[Credit]]) -> dict[str, object]:
    """Write a payout as an output row; an ambiguous one lists every document it may be."""
    row: dict[str, object] = {
        "status": status,
        "payout": payout.number,
        "expected_date": payout.paid_on,
        "expected_net": payout.net,
        "sales": " ".join(payout.sales),
        "other": " ".join(payout.other),
    }
    found = pairs.get(payout.number, [])
    if status == "ambiguous":
        row["bank_document"] = " ".join(
            credit.document or f"line-{credit.line}" for credit in found
        )
    elif found:
        row |= bank_cells(found[0])
        row["difference"] = found[0].amount - payout.net
    return row


def credit_row(credit: Credit) -> dict[str, object]:
    """Write a bank line without payout as an output row."""
    return {"status": "unknown-credit", **bank_cells(credit), "difference": credit.amount}


def bank_cells(credit: Credit) -> dict[str, object]:
    """Give the bank's side of an output row."""
    return {
        "bank_date": credit.paid_on,
        "bank_document": credit.document or f"line-{credit.line}",
        "bank_amount": credit.amount,
    }


def parse_arguments(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description="Match card payouts against a bank statement.",
        epilog="Exit codes: 0 all explained, 1 something differs, 2 unreadable input.",
    )
    parser.add_argument("settlements", type=Path, help="CSV: " + ",".join(SETTLEMENT_COLUMNS))
    parser.add_argument("statement", type=Path, help="CSV: " + ",".join(STATEMENT_COLUMNS))
    parser.add_argument("--description", default="", help="only bank lines that contain this text")
    parser.add_argument("--days", type=int, default=2, help="days a credit may be off (default 2)")
    parser.add_argument(
        "--tolerance", default="0.01", help="amount a credit may be off (default 0.01)"
    )
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison and give the exit code."""
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.stderr.reconfigure(encoding="utf-8")
    options = parse_arguments(arguments)
    try:
        tolerance = parse_amount(options.tolerance, "--tolerance")
        payouts = read_payouts(options.settlements)
        bank = read_credits(options.statement, options.description)
    except (InputError, OSError) as error:
        print(f"match.py: {error}", file=sys.stderr)
        return 2
    rows = reconcile(payouts, bank, options.days, tolerance)
    writer = csv.DictWriter(sys.stdout, OUTPUT_COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    statuses = Counter(str(row["status"]) for row in rows)
    counted = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    print(f"{len(payouts)} payouts, {len(bank)} bank lines: {counted or 'none'}", file=sys.stderr)
    return 0 if set(statuses) <= SETTLED else 1


if __name__ == "__main__":
    sys.exit(main())
