"""`python -m skilltool`."""

from skilltool.cli import start

start()
