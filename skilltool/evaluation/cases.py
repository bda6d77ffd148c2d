"""Cases: which skills a task should and should not load. Text to data, all mistakes at once."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from skilltool.errors import SkilltoolError
from skilltool.json_lines import (
    Entry,
    Mistake,
    check_entries,
    did_you_mean,
    list_mistakes,
    load_definition,
    parse_json_lines,
)
from skilltool.schema import describe

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from skilltool.model import Skill

_SCHEMA = "cases.schema.json"


@dataclass(frozen=True, slots=True)
class Case:
    """A task with the skills that it needs and those that it must not load.

    `place` is where it stands in its file. `midway` are the expected skills that are needed only
    after another one. `max_skills` None means any number. Without `allow_extra` nothing may be
    loaded that the case does not expect.
    """

    place: str
    task: str
    expected: tuple[str, ...]
    unexpected: tuple[str, ...] = ()
    midway: tuple[str, ...] = ()
    max_skills: int | None = None
    allow_extra: bool = True
    id: str = ""


@dataclass(frozen=True)
class Names:
    """The names that a library has, and those of them that no agent sees by itself."""

    known: frozenset[str]
    manual: frozenset[str] = field(default_factory=frozenset)


def names_of(skills: Iterable[Skill]) -> Names:
    """The names of skills; one is manual where every skill of that name is."""
    known = {skill.name: False for skill in skills}
    seen = {skill.name for skill in skills if not skill.manual_only}
    return Names(frozenset(known), frozenset(known) - seen)


def parse_cases(text: str, title: str, names: Names, skill: str = "") -> list[Case]:
    """The cases of a text in one of three forms.

    - JSON lines: an object with `task` and `expected_skills` on each line;
    - the evals.json of a skill: an object with a list `evals`, each with its `prompt`;
    - a list of objects with `query` and `should_trigger`, or of cases as above.

    `title` names the file in messages. `skill` is the skill that the last two forms are about,
    where they do not name it. Raises SkilltoolError with every mistake, or for no case at all.
    """
    entries, mistakes = _entries(text, skill)
    if not mistakes and not entries:
        raise SkilltoolError(f"{title} holds no case; {_EXAMPLE}")
    cases, wrong = _cases(entries)
    mistakes += wrong
    for case in cases:
        mistakes += [*_name_mistakes(case, names), *_contradictions(case)]
    mistakes += _duplicates(cases)
    if mistakes:
        raise SkilltoolError(list_mistakes(title, sorted(mistakes, key=_place)))
    return cases


def find_unwinnable(cases: Iterable[Case], names: Names) -> list[Mistake]:
    """The cases that no agent can win, each with the expected skills that only people load."""
    return [
        Mistake(case.place, f"cannot be won: {loaded_by_hand} (disable-model-invocation)")
        for case in cases
        if (loaded_by_hand := _loaded_by_hand(case, names))
    ]


def _loaded_by_hand(case: Case, names: Names) -> str:
    manual = ", ".join(f"`{name}`" for name in case.expected if name in names.manual)
    return manual and f"{manual} {'are' if ',' in manual else 'is'} loaded by hand alone"


_EXAMPLE = (
    'write one on each line, such as {"task": "Reconcile the card receipts of yesterday", '
    '"expected_skills": ["card-reconciliation"], "unexpected_skills": []}'
)


def _cases(entries: Iterable[Entry]) -> tuple[list[Case], list[Mistake]]:
    cases: list[Case] = []
    mistakes: list[Mistake] = []
    definition = load_definition(_SCHEMA, "case")
    for entry in entries:
        mistakes += check_entries([entry], definition)
        # A misspelt key does not hide what else is wrong with the case.
        known = {k: v for k, v in entry.data.items() if k in definition["properties"]}
        if not list(check_entries([Entry(entry.place, known)], definition)):
            cases.append(_case(Entry(entry.place, known)))
    return cases, mistakes


def _place(mistake: Mistake) -> int:
    """Order by the number in the place, what concerns the whole file first."""
    number = mistake.place.rpartition(" ")[2]
    return int(number) if number.isdigit() else 0


# --- The three forms ------------------------------------------------------------------------


def _entries(text: str, skill: str) -> tuple[list[Entry], list[Mistake]]:
    """The cases as written, those of the other two forms put into the first."""
    text = text.removeprefix("\ufeff")
    try:
        document = json.loads(text)
    except RecursionError:
        return [], [Mistake("the document", "is nested too deeply")]
    except json.JSONDecodeError as error:
        if not _is_document(text):
            return parse_json_lines(text)
        where = f"line {error.lineno}"
        return [], [Mistake(where, f"is not valid JSON at column {error.colno}: {error.msg}")]
    if isinstance(document, list):
        return _convert(document, skill)
    if isinstance(document, dict) and isinstance(document.get("evals"), list):
        return _convert(document["evals"], skill or str(document.get("skill_name", "")))
    # A case alone may be spread over several lines.
    return (
        ([Entry("line 1", document)], []) if isinstance(document, dict) else parse_json_lines(text)
    )


def _is_document(text: str) -> bool:
    """Whether a text that is no valid JSON is meant as one document: it opens without a case."""
    first = text.lstrip().split("\n", 1)[0].strip()
    return first.startswith("[") or first == "{"


def _convert(items: Sequence[Any], skill: str) -> tuple[list[Entry], list[Mistake]]:
    entries: list[Entry] = []
    mistakes: list[Mistake] = []
    for number, item in enumerate(items, 1):
        place = f"entry {number}"
        if not isinstance(item, dict):
            mistakes.append(Mistake(place, f"must be an object, it is {describe(item)}"))
            continue
        form = next((form for form in _FORMS if form.text in item), None)
        wrong = list(form.mistakes(Entry(place, item), skill)) if form else []
        mistakes += wrong
        if not wrong:
            entries.append(Entry(place, form.convert(item, skill) if form else item))
    return entries, mistakes


@dataclass(frozen=True, slots=True)
class _Form:
    """An entry for one skill: its definition in the schema, and the key that holds the task."""

    name: str
    text: str

    def mistakes(self, entry: Entry, skill: str) -> Iterator[Mistake]:
        yield from check_entries([entry], load_definition(_SCHEMA, self.name))
        if not skill:
            yield Mistake(entry.place, "does not say which skill it is for; use --skill NAME")

    def convert(self, item: Mapping[str, Any], skill: str) -> dict[str, Any]:
        wanted = item.get("should_trigger", True)
        expected, unexpected = ([skill], []) if wanted else ([], [skill])
        task = {"task": item[self.text], "expected_skills": expected}
        return {**task, "unexpected_skills": unexpected}


_FORMS = (_Form("trigger", "query"), _Form("eval", "prompt"))


def _case(entry: Entry) -> Case:
    data = entry.data
    return Case(
        entry.place,
        data["task"],
        _unique(data["expected_skills"]),
        _unique(data.get("unexpected_skills", ())),
        _unique(data.get("midway", ())),
        data.get("max_skills"),
        data.get("allow_extra", True),
        str(data.get("id", "")),
    )


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


# --- Mistakes -------------------------------------------------------------------------------


def _name_mistakes(case: Case, names: Names) -> Iterator[Mistake]:
    for name in _unique((*case.expected, *case.unexpected, *case.midway)):
        if name not in names.known:
            hint = did_you_mean(name, sorted(names.known)) or "; `skills list` lists all"
            yield Mistake(case.place, f"no skill `{name}`{hint}")


def _contradictions(case: Case) -> Iterator[Mistake]:
    """What a case asks that no agent can do, and a case that asks nothing."""
    if not case.task.strip():
        yield Mistake(case.place, "`task` is blank")
    for name in case.expected:
        if name in case.unexpected:
            yield Mistake(case.place, f"`{name}` is both expected and unexpected")
    for name in case.midway:
        if name not in case.expected:
            yield Mistake(case.place, f"`{name}` is midway but not among the expected skills")
    if case.midway and set(case.expected) <= set(case.midway):
        yield Mistake(case.place, "all expected skills are midway; one must come first")
    if case.max_skills is not None and case.max_skills < len(case.expected):
        yield Mistake(case.place, f"expects more skills than `max_skills`, {case.max_skills}")
    if case.allow_extra and case.max_skills is None and not (case.expected or case.unexpected):
        yield Mistake(case.place, 'asks nothing; add "allow_extra": false if no skill may load')


def _duplicates(cases: Iterable[Case]) -> Iterator[Mistake]:
    """A task or an id that stands twice: a trace could not tell to which case it belongs."""
    seen: dict[tuple[str, str], str] = {}
    for case in cases:
        for kind, value in (("task", " ".join(case.task.split())), ("id", case.id)):
            first = seen.setdefault((kind, value), case.place)
            if value and first != case.place:
                yield Mistake(case.place, f"has the {kind} of {first}")
