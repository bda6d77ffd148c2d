"""The scripts that our own skills and templates ship, run as an agent runs them."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = sorted([*ROOT.glob("skills/*/scripts/*.py"), *ROOT.glob("templates/*/scripts/*.py")])
MATCH = ROOT / "skills/card-reconciliation/scripts/match.py"
COMMISSION = ROOT / "skills/commission/scripts/commission.py"
TAX_ID = ROOT / "skills/supplier-records/scripts/tax_id.py"
RUN = ROOT / "templates/script/scripts/run.py"

SETTLEMENT_HEADER = "payout,payment_date,title,kind,gross,fee,net\n"
STATEMENT_HEADER = "date,document,description,amount\n"
SALES_HEADER = "seller,plan,invoice,kind,paid_on,base\n"
RATES = "plan,from,rate\nfield,0,2.00\nfield,100,3.00\n"


def run(script: Path, *arguments: object, folder: Path | None = None):
    """Run a script in an isolated interpreter, from a folder that is not the skill's."""
    return subprocess.run(
        [sys.executable, "-I", str(script), *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        timeout=30,
        check=False,
    )


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def match(tmp_path):
    """Reconcile rows given without their header lines."""

    def call(settlements: str, statement: str, *options: str):
        return run(
            MATCH,
            write(tmp_path, "settlements.csv", SETTLEMENT_HEADER + settlements),
            write(tmp_path, "statement.csv", STATEMENT_HEADER + statement),
            *options,
        )

    return call


@pytest.fixture
def commission(tmp_path):
    """Compute November from sales rows given without their header line."""

    def call(sales: str, rates: str = RATES, carried: str = ""):
        extra = ("--carried", write(tmp_path, "carried.csv", carried)) if carried else ()
        return run(
            COMMISSION,
            write(tmp_path, "sales.csv", SALES_HEADER + sales),
            write(tmp_path, "rates.csv", rates),
            "--month=2026-11",
            *extra,
        )

    return call


def test_every_script_of_the_library_is_tested_here():
    assert {MATCH, COMMISSION, TAX_ID, RUN} == set(SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_has_a_shebang_a_run_bit_and_help(script, tmp_path):
    assert script.read_bytes().startswith(b"#!/usr/bin/env python3\n")
    assert os.name == "nt" or os.access(script, os.X_OK)
    result = run(script, "--help", folder=tmp_path)
    assert result.returncode == 0
    assert result.stdout.startswith("usage: ")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_without_arguments_exits_2_and_explains_its_usage(script, tmp_path):
    result = run(script, folder=tmp_path)
    assert result.returncode == 2
    assert "usage: " in result.stderr
    assert result.stdout == ""


def test_the_card_sample_shows_each_kind_of_difference(tmp_path):
    assets = MATCH.parent.parent / "assets"
    result = run(
        MATCH,
        assets / "settlements.csv",
        assets / "statement.csv",
        "--description=card payout",
        folder=tmp_path,
    )
    assert result.returncode == 1
    assert {row["payout"]: (row["status"], row["difference"]) for row in rows(result.stdout)} == {
        "900101": ("matched", "0.00"),
        "900102": ("matched", "0.00"),
        "900103": ("amount-differs", "-20.00"),
        "900104": ("date-differs", "0.00"),
        "900105": ("missing-credit", ""),
        "900106": ("nothing-due", ""),
        "": ("unknown-credit", "55.00"),
    }
    assert "6 payouts, 5 bank lines" in result.stderr


def test_titles_to_settle_stand_apart_from_chargebacks(match):
    settlements = "1,2026-11-30,A,sale,10.00,0.50,9.50\n1,2026-11-30,B,chargeback,-4.00,0,-4.00\n"
    result = match(settlements, "2026-11-30,1,bank,5.50\n")
    assert result.returncode == 0
    assert [(row["sales"], row["other"]) for row in rows(result.stdout)] == [("A", "chargeback:B")]


def test_brazilian_and_plain_amounts_and_dates_are_the_same(match):
    result = match("1,30/11/2026,A,sale,1234.50,0,1234.50\n", '2026-11-30,1,bank,"1.234,50"\n')
    assert result.returncode == 0
    assert rows(result.stdout)[0]["expected_date"] == "2026-11-30"


TWINS = "1,2026-11-30,A,sale,10.00,0,10.00\n2,2026-11-30,B,sale,10.00,0,10.00\n"


@pytest.mark.parametrize(
    ("settlements", "statement"),
    [
        (TWINS, "2026-11-30,x,bank,10.00\n"),
        (TWINS, "2026-11-30,x,bank,10.00\n2026-11-30,y,bank,10.00\n"),
        (TWINS[: len(TWINS) // 2], "2026-11-30,x,bank,10.00\n2026-12-01,y,bank,10.00\n"),
        (TWINS[: len(TWINS) // 2], "2026-11-30,1,bank,10.00\n2026-11-30,1,bank,10.00\n"),
    ],
    ids=["two-payouts-one-credit", "two-of-each", "one-payout-two-credits", "number-twice"],
)
def test_payouts_that_cannot_be_told_apart_are_never_matched(match, settlements, statement):
    result = match(settlements, statement)
    assert result.returncode == 1
    assert {row["status"] for row in rows(result.stdout)} == {"ambiguous"}


def test_the_order_of_rows_never_changes_the_result(match):
    settlements = TWINS + "3,2026-11-29,C,sale,7.00,0,7.00\n"
    statement = "2026-11-30,1,bank,10.00\n2026-11-30,,bank,10.00\n2026-11-29,,bank,7.00\n"
    backwards = ["".join(reversed(text.splitlines(True))) for text in (settlements, statement)]
    forth, back = match(settlements, statement), match(*backwards)
    assert forth.returncode == back.returncode == 0
    kept = ("status", "payout", "bank_date", "bank_amount", "sales")
    assert [[row[name] for name in kept] for row in rows(forth.stdout)] == [
        [row[name] for name in kept] for row in rows(back.stdout)
    ]


def test_a_byte_order_mark_is_no_part_of_the_first_column(tmp_path):
    files = (("settlements.csv", SETTLEMENT_HEADER), ("statement.csv", STATEMENT_HEADER))
    result = run(MATCH, *(write(tmp_path, name, "\ufeff" + text) for name, text in files))
    assert (result.returncode, result.stderr) == (0, "0 payouts, 0 bank lines: none\n")


def test_days_and_tolerance_widen_the_match(match):
    narrow = match("1,2026-11-26,A,sale,10.00,0,10.00\n", "2026-11-30,,bank,10.05\n")
    options = ("--days=4", "--tolerance=0.05")
    wide = match("1,2026-11-26,A,sale,10.00,0,10.00\n", "2026-11-30,,bank,10.05\n", *options)
    assert (narrow.returncode, wide.returncode) == (1, 0)
    assert [row["status"] for row in rows(narrow.stdout)] == ["missing-credit", "unknown-credit"]


SALE = "1,2026-11-30,A,sale,10.00,0.50,9.50\n"


@pytest.mark.parametrize(
    ("settlements", "message"),
    [
        ("1,2026-11-30,A,sale,10.00,0.50,9.40\n", "settlements.csv:2: gross 10.00 less fee 0.50"),
        (SALE + SALE, "settlements.csv:3: sale A is on line 2 too"),
        (SALE + "1,2026-12-01,B,sale,1.00,0,1.00\n", "payout 1 has two payment dates"),
        ("1,2026-11-30,A,gift,1.00,0,1.00\n", "kind 'gift' is none of"),
        ("1,30.11.2026,A,sale,1.00,0,1.00\n", "not a date such as"),
        ("1,2026-11-30,A,sale,1.000,0,1.000\n", "not an amount such as"),
        (",2026-11-30,A,sale,1.00,0,1.00\n", "no payout number"),
        ("1,2026-11-30,A,sale,1.00\n", "not as many cells as the header"),
        ('1,2026-11-30,"A,sale,1.00,0,1.00\n', "settlements.csv:2: "),
    ],
    ids=["sum", "twice", "dates", "kind", "date", "amount", "number", "cells", "quote"],
)
def test_a_bad_settlement_row_exits_2_and_names_its_line(match, settlements, message):
    result = match(settlements, "")
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_a_missing_column_is_named(tmp_path):
    statement = write(tmp_path, "statement.csv", STATEMENT_HEADER)
    result = run(MATCH, write(tmp_path, "settlements.csv", "payout,net\n"), statement)
    assert result.returncode == 2
    assert (
        "settlements.csv:1: missing column: payment_date, title, kind, gross, fee" in result.stderr
    )


@pytest.mark.parametrize(
    "command",
    [(MATCH,), (COMMISSION, "--month=2026-11"), (RUN,)],
    ids=["match", "commission", "run"],
)
def test_a_file_that_is_missing_or_not_utf8_exits_2_and_is_named(command, tmp_path):
    latin = tmp_path / "latin.csv"
    latin.write_bytes(b"vend\xe9dor\n")
    for path in (tmp_path / "gone.csv", latin):
        files = (path,) if command[0] == RUN else (path, path)
        result = run(command[0], *files, *command[1:])
        assert result.returncode == 2
        assert path.name in result.stderr
        assert "Traceback" not in result.stderr


def test_the_commission_sample_computes_every_salesperson(tmp_path):
    assets = COMMISSION.parent.parent / "assets"
    files = (assets / "sales.csv", assets / "rates.csv")
    options = ("--month=2026-11", "--carried", assets / "carried.csv")
    result = run(COMMISSION, *files, *options, folder=tmp_path)
    assert result.returncode == 0
    assert result.stdout == (
        "seller,plan,sales,returns,net,rate,commission,carried,payable,balance\n"
        "ana,field,32500.50,2500.25,30000.25,3.00,900.01,0.00,900.01,0.00\n"
        "bruno,field,9999.99,0.00,9999.99,2.00,200.00,0.00,200.00,0.00\n"
        "bruno,inside,4200.00,0.00,4200.00,1.25,52.50,0.00,52.50,0.00\n"
        "carla,inside,0.00,1500.00,-1500.00,1.25,-18.75,0.00,0.00,-18.75\n"
        "davi,field,10000.00,0.00,10000.00,2.50,250.00,-40.00,210.00,0.00\n"
        "elis,inside,0.00,0.00,0.00,1.25,0.00,-12.50,0.00,-12.50\n"
    )
    assert "6 rows, payable 1362.51, 1 outside the month" in result.stderr


@pytest.mark.parametrize(
    ("base", "rate", "due"),
    [("99.99", "2.00", "2.00"), ("100", "3.00", "3.00"), ("0.25", "2.00", "0.01")],
    ids=["below", "reached", "half-a-cent"],
)
def test_a_bracket_is_reached_at_its_limit_and_halves_round_up(commission, base, rate, due):
    result = commission(f"ana,field,1,sale,2026-11-30,{base}\n")
    assert [(row["rate"], row["commission"]) for row in rows(result.stdout)] == [(rate, due)]


SOLD = "ana,field,1,sale,2026-11-30,10.00\n"


@pytest.mark.parametrize(
    ("sales", "rates", "carried", "message"),
    [
        (SOLD + SOLD, RATES, "", "sales.csv:3: repeats "),
        ("ana,house,1,sale,2026-11-30,10.00\n", RATES, "", "plan 'house' of ana has no rates"),
        ("ana,field,1,sale,2026-11-30,-1\n", RATES, "", "not a positive number"),
        ("ana,field,1,gift,2026-11-30,1\n", RATES, "", "kind 'gift' is neither"),
        ("ana,field,1,sale,30/11/2026,1\n", RATES, "", "not a date such as"),
        (SOLD, "plan,from,rate\nfield,5,2\n", "", "plan field has no rate from 0"),
        (SOLD, RATES + "field,100,4\n", "", "rates.csv:4: plan field has two rates from 100"),
        (SOLD, RATES, "seller,plan,balance\nana,field,5\n", "a carried balance is 0 or negative"),
    ],
    ids=["repeat", "plan", "negative", "kind", "date", "no-zero", "two-rates", "carried"],
)
def test_unusable_commission_input_exits_2_and_says_why(commission, sales, rates, carried, message):
    result = commission(sales, rates, carried)
    assert result.returncode == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("number", "kind", "valid"),
    [
        ("12.ABC.345/01DE-35", "cnpj", "yes"),
        ("11.222.333/0001-81", "cnpj", "yes"),
        ("529.982.247-25", "cpf", "yes"),
        ("11222333000180", "cnpj", "no"),
        ("52998224735", "cpf", "no"),
        ("00000000000000", "cnpj", "no"),
        ("12345", "", "no"),
    ],
)
def test_a_tax_number_is_judged_by_form_and_check_digits(number, kind, valid):
    result = run(TAX_ID, number)
    assert result.returncode == (0 if valid == "yes" else 1)
    row = rows(result.stdout)[0]
    assert (row["kind"], row["valid"], bool(row["reason"])) == (kind, valid, valid == "no")


def test_one_wrong_tax_number_among_right_ones_exits_1():
    result = run(TAX_ID, "52998224725", "52998224726")
    assert result.returncode == 1
    assert [row["valid"] for row in rows(result.stdout)] == ["yes", "no"]


def test_the_script_of_the_template_works_before_it_is_changed(tmp_path):
    filled = run(RUN, write(tmp_path, "filled.txt", "one\n\n  \ntwo\n"))
    blank = run(RUN, write(tmp_path, "blank.txt", "\n"))
    assert (filled.returncode, filled.stdout) == (0, "2\n")
    assert (blank.returncode, blank.stdout) == (1, "0\n")
