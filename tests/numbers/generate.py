"""Writes tests/numbers/<label>.txt: numbers that another implementation than ours calls valid or not.

    python3 -m venv /tmp/numbers && /tmp/numbers/bin/pip install python-stdnum bech32 eth-utils 'eth-hash[pycryptodome]' mrz
    /tmp/numbers/bin/python tests/numbers/generate.py [LABEL ...]

The formats are listed in the other .py files of this folder, one for each part of the world, as `FORMATS`.
Numbers are drawn by shape and kept if the format's judge says so, so that nothing of our own code has a
say in them. The same versions of these give the same files.
"""

import importlib
import pathlib
import random
import string
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).parent
WANTED = 1000
MAX_DRAWS = 20_000_000

CLASSES = {"9": string.digits, "A": string.ascii_uppercase, "X": string.ascii_uppercase + string.digits}


@dataclass
class Format:
    """One label."""

    label: str
    # What decides: a function of one text, e.g. stdnum.de.idnr.is_valid.
    judge: Callable[[str], bool]
    # Where the judge comes from, for the head of the file.
    source: str
    # What to draw: shapes (9: a digit, A: a capital, X: either, all else itself, a character after a backslash
    # too), or functions of a random.Random that give a text.
    draws: list
    # Texts with {} in the number's place; numbers take them in turn.
    contexts: list[str]
    # Shapes of which at most one string in a thousand may be reported without context.
    bare: list[str] = field(default_factory=list)
    # Shapes with the format's own separators, of which that need not be so: their rates are only printed.
    printed: list[str] = field(default_factory=list)
    # Whether single characters are tried: not where a number has no check.
    corrupts: bool = True


def fill(rng: random.Random, shape: str) -> str:
    out, chars = [], iter(shape)
    for c in chars:
        if c == "\\":
            out.append(next(chars))
        else:
            out.append(rng.choice(CLASSES[c]) if c in CLASSES else c)
    return "".join(out)


def draw(rng: random.Random, format: Format) -> str:
    how = rng.choice(format.draws)
    return how(rng) if callable(how) else fill(rng, how)


def corrupt(rng: random.Random, number: str) -> str:
    """One letter or digit becomes another one, or two neighbours change places."""
    places = [i for i, c in enumerate(number) if c.isalnum()]
    at = rng.randrange(len(places))
    if rng.random() < 0.3 and at + 1 < len(places):
        a, b = places[at], places[at + 1]
        chars = list(number)
        if chars[a].isdigit() == chars[b].isdigit():
            chars[a], chars[b] = chars[b], chars[a]
        return "".join(chars)
    c = number[places[at]]
    kind = string.digits if c.isdigit() else string.ascii_lowercase if c.islower() else string.ascii_uppercase
    return number[: places[at]] + rng.choice(kind.replace(c, "")) + number[places[at] + 1 :]


def numbers(format: Format) -> tuple[list[str], list[str]]:
    rng = random.Random(format.label)
    valid: dict[str, None] = {}
    for _ in range(MAX_DRAWS):
        if len(valid) == WANTED:
            break
        number = draw(rng, format)
        if format.judge(number):
            valid[number] = None
    else:
        sys.exit(f"{format.label}: only {len(valid)} valid numbers in {MAX_DRAWS} draws")
    wrong: dict[str, None] = {}
    while format.corrupts and len(wrong) < WANTED:
        number = corrupt(rng, rng.choice(list(valid)))
        if not format.judge(number):
            wrong[number] = None
    return list(valid), list(wrong)


def write(format: Format) -> None:
    valid, wrong = numbers(format)
    lines = [f"# Written by generate.py. Judged by {format.source}."]
    lines += [f"> {context}" for context in format.contexts]
    lines += [f"~ {shape}" for shape in format.bare]
    lines += [f"! {shape}" for shape in format.printed]
    lines += [f"+ {number}" for number in valid]
    lines += [f"- {number}" for number in wrong]
    (HERE / f"{format.label.lower()}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    sys.modules["generate"] = sys.modules[__name__]
    sys.path.insert(0, str(HERE))
    wanted = set(sys.argv[1:])
    for path in sorted(HERE.glob("*.py")):
        if path.stem == "generate":
            continue
        for format in importlib.import_module(path.stem).FORMATS:
            if not wanted or format.label in wanted:
                write(format)
                print(format.label, flush=True)


if __name__ == "__main__":
    main()
