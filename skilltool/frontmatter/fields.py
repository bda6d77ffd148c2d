"""YAML text to fields with their places: one `compose` pass, and no tag is ever obeyed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from skilltool.frontmatter.quoting import quoting_edits
from skilltool.frontmatter.repair import repair, restore
from skilltool.model import Edit, Fault, Field, Fix, Style

if TYPE_CHECKING:
    from collections.abc import Iterator

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STYLES = {
    None: Style.PLAIN,
    "": Style.PLAIN,
    "'": Style.SINGLE,
    '"': Style.DOUBLE,
    "|": Style.LITERAL,
    ">": Style.FOLDED,
}
_STANDARD_TAG = "tag:yaml.org,2002:"
_CORE_TYPES = {"str", "int", "float", "bool", "null", "timestamp", "binary", "map", "seq"}
_PROSE = {"description", "when_to_use", "compatibility"}
MAX_DEPTH = 20
MAX_REPAIRS = 50


def read_fields(text: str, start: int, end: int) -> tuple[dict[str, Field], list[Fault]]:
    """The fields of the YAML text from `start` to `end`, and every fault in it."""
    faults: list[Fault] = []
    root = _compose(text, start, end, faults)
    if root is None:
        return {}, faults
    if not isinstance(root, yaml.MappingNode):
        faults.append(_not_a_mapping(text, start, root))
        return {}, faults
    reader = _Reader(text, start, faults)
    fields = reader.mapping(root, "", 0)
    return fields, faults


def _compose(text: str, start: int, end: int, faults: list[Fault]) -> Any:
    """The root node. A fault with a plain cause is patched, in place, so that the rest is read."""
    block = text[start:end]
    for _ in range(MAX_REPAIRS):
        try:
            return yaml.compose(block, Loader=_Loader)
        except yaml.YAMLError as error:
            fault, patched = repair(text, start, block, error)
        if not any(_same_line(text, fault, known) for known in faults):
            faults.append(fault)
        if patched is None or patched == block:
            return None
        block = patched
    return None


def _same_line(text: str, fault: Fault, known: Fault) -> bool:
    """Whether a fault is what a patch left of one that is known already."""
    first, last = sorted((fault.start, known.start))
    return fault.kind == known.kind and "\n" not in text[first:last]


def _not_a_mapping(text: str, start: int, root: Any) -> Fault:
    found = "a list" if isinstance(root, yaml.SequenceNode) else "plain text"
    first = start + root.start_mark.index
    line = text[first:].split("\n", 1)[0]
    fix, hint = None, ""
    if match := re.match(r"(name|description):(?=\S)", line):
        place = first + match.end()
        fix = Fix("put a space after the colon", (Edit(place, place, " "),))
        hint = f"; `{match.group()}` needs a space after the colon"
    return Fault(
        "invalid-front-matter",
        first,
        first + len(line.rstrip()),
        f"the front matter must hold lines of `key: value`, it holds {found}{hint}",
        fix,
    )


class _Reader:
    """Turns composed nodes into fields; `offset` is where the YAML text starts in the file."""

    def __init__(self, text: str, offset: int, faults: list[Fault]) -> None:
        self.text, self.offset, self.faults = text, offset, faults
        self.seen: set[int] = set()

    def mapping(self, node: Any, path: str, depth: int) -> dict[str, Field]:
        fields: dict[str, Field] = {}
        for key_node, value_node in node.value:
            field = self.field(key_node, value_node, path, depth)
            if field.key in fields:
                self.faults.append(self._duplicate(fields[field.key], field))
                continue
            fields[field.key] = field
        return fields

    def field(self, key_node: Any, node: Any, path: str, depth: int) -> Field:
        key_start, key_end = self._span(key_node)
        key = self._key(key_node, key_start, key_end)
        return self._build(key, key_start, key_end, node, f"{path}{key}", depth)

    def _build(
        self, key: str, key_start: int, key_end: int, node: Any, path: str, depth: int
    ) -> Field:
        start, end = self._span(node)
        kind = self._type(node, start, end)
        text, value, style = None, None, Style.BLOCK
        children: dict[str, Field] = {}
        if id(node) in self.seen or depth >= MAX_DEPTH:
            self.faults.append(self._refused(node, path, start, end))
        elif isinstance(node, yaml.ScalarNode):
            style = _STYLES[node.style]
            text = restore(node.value)
            value = _scalar(kind, text, node)
            self._comment_after(path, start, end, style)
        else:
            self.seen.add(id(node))
            style = Style.FLOW if node.flow_style else Style.BLOCK
            value, children = self._collection(node, path, depth)
        return Field(key, key_start, key_end, value, start, end, style, kind, text, children)

    def _collection(self, node: Any, path: str, depth: int) -> tuple[Any, dict[str, Field]]:
        if isinstance(node, yaml.MappingNode):
            children = self.mapping(node, f"{path}.", depth + 1)
            return {key: child.value for key, child in children.items()}, children
        children = {child.key: child for child in self._items(node, path, depth)}
        return [child.value for child in children.values()], children

    def _items(self, node: Any, path: str, depth: int) -> Iterator[Field]:
        for number, item in enumerate(node.value):
            start, _ = self._span(item)
            yield self._build(str(number), start, start, item, f"{path}[{number}]", depth + 1)

    def _span(self, node: Any) -> tuple[int, int]:
        """Character offsets in the file; the line end that a block value takes in is left out."""
        start, end = node.start_mark.index + self.offset, node.end_mark.index + self.offset
        if not isinstance(node, yaml.ScalarNode) or node.style in ("|", ">"):
            end = start + len(self.text[start:end].rstrip())
        return start, max(start, end)

    def _key(self, node: Any, start: int, end: int) -> str:
        raw = self.text[start:end]
        if not isinstance(node, yaml.ScalarNode):
            self.faults.append(self._non_string_key(raw, start, end, "not a text"))
            return raw
        kind = node.tag.removeprefix(_STANDARD_TAG)
        if kind not in ("str", "merge", "value"):
            self.faults.append(self._non_string_key(raw, start, end, f"a {kind} in YAML"))
        return restore(node.value)

    def _non_string_key(self, raw: str, start: int, end: int, what: str) -> Fault:
        fix = Fix("quote the key", (Edit(start, start, '"'), Edit(end, end, '"')))
        return Fault(
            "invalid-front-matter",
            start,
            end,
            f"the key `{raw}` is {what}, keys must be texts",
            fix if what.startswith("a ") else None,
        )

    def _type(self, node: Any, start: int, end: int) -> str:
        tag: str = node.tag.removeprefix(_STANDARD_TAG)
        if tag in _CORE_TYPES:
            return tag
        if self.text[start : start + 1] == "!":
            word = self.text[start:end].split(maxsplit=1)[0]
            message = f"the YAML tag `{word}` asks a reader to run or build something; remove it"
            self.faults.append(Fault("invalid-front-matter", start, start + len(word), message))
        if isinstance(node, yaml.ScalarNode):
            return "str"
        return "map" if isinstance(node, yaml.MappingNode) else "seq"

    def _refused(self, node: Any, path: str, start: int, end: int) -> Fault:
        if id(node) in self.seen:
            message = (
                f"{path} is an alias (`*name` repeats what `&name` marked); clients refuse "
                "aliases. Write the value out"
            )
        else:
            message = f"{path} is nested more than {MAX_DEPTH} levels deep; nothing below is read"
        return Fault("invalid-front-matter", start, min(end, start + 80), message)

    def _duplicate(self, first: Field, second: Field) -> Fault:
        line = self.text.count("\n", 0, first.key_start) + 1
        return Fault(
            "duplicate-key",
            second.key_start,
            second.key_end,
            f"the key `{second.key}` is given twice, first on line {line}; clients disagree on "
            "which one counts. Keep one",
        )

    def _comment_after(self, path: str, start: int, end: int, style: Style) -> None:
        """A plain value ends at ` #`: in prose that is hardly ever meant as a comment."""
        if style is not Style.PLAIN or start == end:
            return
        line_end = re.compile(r"[^\r\n]*").match(self.text, end)
        rest = line_end.group() if line_end else ""
        comment = re.match(r"[ \t]+(#.*)", rest)
        if comment is None:
            return
        prose = path.rpartition(".")[2] in _PROSE
        if not prose and not re.match(r"#\S", comment.group(1)):
            return
        value_end = end + len(rest.rstrip())
        self.faults.append(self._truncating(path, start, end + comment.start(1), value_end))

    def _truncating(self, path: str, start: int, comment: int, value_end: int) -> Fault:
        edits = quoting_edits(self.text, start, value_end)
        return Fault(
            "truncating-comment",
            comment,
            value_end,
            f"the value of {path} ends before this `#`: YAML reads ` #` and what follows as a "
            "comment. Quote the value if the text belongs to it",
            Fix("quote the whole value", edits),
        )


def _scalar(kind: str, text: str, node: Any) -> Any:
    """The YAML 1.1 value; a timestamp or binary stays text, for no client needs it."""
    if kind in ("str", "timestamp", "binary"):
        return text
    if kind == "null":
        return None
    try:
        return yaml.SafeLoader("").construct_object(node)
    except (ValueError, yaml.YAMLError):
        return text
