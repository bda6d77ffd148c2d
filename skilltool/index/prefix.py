"""What a change of an index costs where the old text stands in a cached prompt prefix."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from skilltool.tokenizer import DEFAULT_ENCODING, count_tokens

if TYPE_CHECKING:
    from skilltool.index.comparison import Comparison


class PrefixLoss(NamedTuple):
    """Tokens of the old text, and how many of them a cache loses from the first change on.

    `byte` is the offset of the first change, from 0. `lost_in_append_order` is what it would lose
    if the old entries kept their places and new ones came last.
    """

    byte: int
    tokens: int
    lost: int
    lost_in_append_order: int

    def __str__(self) -> str:
        head = f"the first change is at byte {self.byte:,}: a cached prefix "
        if not self.lost:
            return f"{head}keeps all of its {self.tokens:,} tokens"
        losses = f"{head}loses {self.lost:,} of its {self.tokens:,} tokens"
        if self.lost_in_append_order < self.lost:
            return f'{losses}; with `order = "append"` it would lose {self.lost_in_append_order:,}'
        return f"{losses}, in append order as well"


def measure_loss(
    changed: Comparison, appended: Comparison, encoding: str = DEFAULT_ENCODING
) -> PrefixLoss | None:
    """The loss of a stale index; None where nothing changes or there is no old text.

    `appended` is the comparison with the same content in append order.
    """
    if changed.old is None or changed.first_changed_byte is None:
        return None
    return PrefixLoss(
        changed.first_changed_byte,
        count_tokens(changed.old, encoding),
        count_tokens(changed.invalidated_text, encoding),
        count_tokens(appended.invalidated_text, encoding),
    )
