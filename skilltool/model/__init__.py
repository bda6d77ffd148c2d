"""The nouns that several modules share. Frozen data; nothing here reads the disk or decides.

Plain records are named tuples, which cost a tenth of a frozen dataclass at import; what has
computed attributes or an identity is a dataclass.
"""

from __future__ import annotations

from skilltool.model.findings import Acceptance, Diagnostic, Problem, Severity, no_problem
from skilltool.model.front_matter import Fault, Field, FrontMatter, Style
from skilltool.model.libraries import IndexFile, Library, Report, Skipped, Table
from skilltool.model.skills import Level, Profile, Resource, Skill
from skilltool.model.texts import Edit, Fix, Location, Source

__all__ = [
    "Acceptance",
    "Diagnostic",
    "Edit",
    "Fault",
    "Field",
    "Fix",
    "FrontMatter",
    "IndexFile",
    "Level",
    "Library",
    "Location",
    "Problem",
    "Profile",
    "Report",
    "Resource",
    "Severity",
    "Skill",
    "Skipped",
    "Source",
    "Style",
    "Table",
    "no_problem",
]
