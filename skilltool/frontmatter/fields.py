"""YAML text to fields with their places: one `compose` pass, and no tag is ever obeyed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from skilltool.frontmatter.comments import find_cut
from skilltool.frontmatter.composing import Copy, compose
from skilltool.frontmatter.foreign import find_toml
from skilltool.frontmatter.lines import quoted_end
from skilltool.frontmatter.quoting import quote, quoting_edits
from skilltool.model import Edit, Fault, Field, Fix, Style

if TYPE_CHECKING:
    from collections.abc import Iterator


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
_PLACEHOLDER = re.compile(r"\{\{[^{}]*\}\}")
_SQUEEZED = re.compile(r"([\w-]+):(?=[^\s:/])")
MAX_DEPTH = 20


def read_fields(text: str, start: int, end: int) -> tuple[dict[str, Field], list[Fault]]:
    """The fields of the YAML text from `start` to `end`, and every fault in it."""
    if toml := find_toml(text, start, end):
        return {}, [toml]
    copy = Copy(text, start, end)
    root = compose(copy)
    if copy.faults:
        from skilltool.frontmatter.quoted import cut_by_fence

        copy.faults = [cut_by_fence(text, end, fault) or fault for fault in copy.faults]
    if root is None:
        return {}, copy.faults
    if not isinstance(root, yaml.MappingNode):
        copy.faults.append(_not_a_mapping(text, copy.places[root.start_mark.index], root))
        return {}, copy.faults
    fields = _Reader(text, copy).root(root)
    return fields, sorted(copy.faults, key=lambda fault: fault.start)


def _not_a_mapping(text: str, first: int, root: Any) -> Fault:
    found = "a list" if isinstance(root, yaml.SequenceNode) else "plain text"
    line = re.split(r"[\r\n]", text[first : first + 200], maxsplit=1)[0]
    return Fault(
        "invalid-front-matter",
        first,
        first + len(line.rstrip()),
        f"the front matter must hold lines of `key: value`, it holds {found}",
    )


class _Reader:
    """Turns the nodes composed from a copy into fields with their places in the file."""

    def __init__(self, text: str, copy: Copy) -> None:
        self.text, self.composed = text, copy.text
        self.places, self.faults = copy.places, copy.faults

    def root(self, node: Any) -> dict[str, Field]:
        self._type(node, *self._span(node))
        return self.mapping(node, "", 0)

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
        if squeezed := self._squeezed(key_node, node, key_start, key_end):
            return squeezed
        is_alias = self.text.startswith("*", self._span(node)[0])
        if key_node.tag == f"{_STANDARD_TAG}merge" and not is_alias:
            self.faults.append(_merge_key(key_start, key_end))
        return self._build(key, key_start, key_end, node, f"{path}{key}", depth)

    def _squeezed(self, key_node: Any, node: Any, start: int, end: int) -> Field | None:
        """`{key:value}` is one key without a value in YAML; read as the two that were meant."""
        nodes = key_node, node
        if not all(isinstance(one, yaml.ScalarNode) and not one.style for one in nodes):
            return None
        found = _SQUEEZED.match(self.text, start, end)
        if not found or node.value or self.text.startswith(":", end):
            return None
        place = found.end()
        text = self.text[place:end]
        message = f"`{found.group()}` needs a space after the colon to be a key"
        is_sound = re.match(r"[\w./~<(]", text) or quoted_end(text) == len(text)
        fix = Fix("put a space after the colon", (Edit(place, place, " "),), safe=bool(is_sound))
        self.faults.append(Fault("invalid-front-matter", start, place, message, fix))
        return Field(found[1], start, place - 1, text, place, end, Style.PLAIN, "str", text, {})

    def _build(
        self, key: str, key_start: int, key_end: int, node: Any, path: str, depth: int
    ) -> Field:
        start, end = self._span(node)
        kind = self._type(node, start, end)
        text, value, style = None, None, Style.BLOCK
        children: dict[str, Field] = {}
        if depth >= MAX_DEPTH:
            self.faults.append(_too_deep(path, start, end))
        elif self.text.startswith("{{", start):
            self.faults.append(_placeholder(path, self.text, start, end))
            kind, style, value = "str", Style.PLAIN, self.text[start:end]
            # What is still to be filled in is no text that could be judged.
            text = None if _PLACEHOLDER.fullmatch(value) else value
        elif isinstance(node, yaml.ScalarNode):
            style = _STYLES[node.style]
            text = node.value
            value = _scalar(kind, node.value, node)
            limit = self.places[-1]
            if style is Style.PLAIN and (cut := find_cut(self.text, path, start, end, limit)):
                self.faults.append(cut.fault)
                if cut.text:
                    kind, value, text = "str", cut.text, cut.text
                    start, end = cut.start, cut.end
        else:
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
        start, end = self.places[node.start_mark.index], self.places[node.end_mark.index]
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
            article = "an" if kind[0] == "i" else "a"
            self.faults.append(self._non_string_key(raw, start, end, f"{article} {kind} in YAML"))
        return str(node.value)

    def _non_string_key(self, raw: str, start: int, end: int, what: str) -> Fault:
        fix = Fix("quote the key", (Edit(start, start, '"'), Edit(end, end, '"')))
        return Fault(
            "invalid-front-matter",
            start,
            end,
            f"the key `{raw}` is {what}, keys must be texts",
            fix if what.startswith("a") and raw[:1] != "!" and '"' not in raw else None,
        )

    def _type(self, node: Any, start: int, end: int) -> str:
        """The type in YAML 1.1. A tag that is written out is a fault, and is never obeyed."""
        sign = node.start_mark.index
        if self.composed.startswith("!", sign):
            self.faults.append(self._tag(node, start, end))
        name: str = node.tag.removeprefix(_STANDARD_TAG)
        if name in _CORE_TYPES:
            return name
        if isinstance(node, yaml.ScalarNode):
            return "str"
        return "map" if isinstance(node, yaml.MappingNode) else "seq"

    def _tag(self, node: Any, start: int, end: int) -> Fault:
        tag = self.text[start:end].split(maxsplit=1)[0]
        tag_end = start + len(tag)
        message = f"`{tag}` is a tag in YAML; clients refuse tags or drop them. "
        if not isinstance(node, yaml.ScalarNode) or node.style:
            return Fault("invalid-front-matter", start, tag_end, f"{message}Remove it")
        fix = Fix("quote the whole value", quoting_edits(self.text, start, end), safe=False)
        if tag == "!!str":
            fix = Fix("write the text without the tag", (Edit(start, end, quote(node.value)),))
        message += "Remove it, or quote the value if it belongs to the text"
        return Fault("invalid-front-matter", start, tag_end, message, fix)

    def _duplicate(self, first: Field, second: Field) -> Fault:
        line = len(re.findall(r"\r\n|\r|\n", self.text[: first.key_start])) + 1
        return Fault(
            "duplicate-key",
            second.key_start,
            second.key_end,
            f"the key `{second.key}` is given twice, first on line {line}; clients disagree on "
            "which one counts. Keep one",
        )


def _merge_key(start: int, end: int) -> Fault:
    message = (
        "`<<` is a merge key: some clients put the fields of its value in its place, others do "
        "not. Write the fields out"
    )
    return Fault("invalid-front-matter", start, end, message)


def _placeholder(path: str, text: str, start: int, end: int) -> Fault:
    message = (
        f"the value of {path} starts with `{{{{`, which YAML reads as a mapping. Fill it in, or "
        "quote the value"
    )
    fix = Fix("quote the whole value", quoting_edits(text, start, end))
    return Fault("invalid-front-matter", start, start + 2, message, fix)


def _too_deep(path: str, start: int, end: int) -> Fault:
    message = f"{path} is nested more than {MAX_DEPTH} levels deep; nothing below is read"
    return Fault("invalid-front-matter", start, min(end, start + 80), message)


def _scalar(kind: str, text: str, node: Any) -> Any:
    """The YAML 1.1 value; a timestamp or binary stays text, for no client needs it."""
    if kind in ("str", "timestamp", "binary"):
        return text
    if kind == "null":
        return None
    try:
        return yaml.SafeLoader("").construct_object(node)
    except (ValueError, KeyError, IndexError, yaml.YAMLError):
        return text
