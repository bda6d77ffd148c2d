"""`python -m skilltool`."""

from skilltool.cli import main

main()
