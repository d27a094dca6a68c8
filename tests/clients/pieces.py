"""How the fake provider tears what it sends."""

import itertools

# Lengths, in turn, of the pieces in which the bytes of a stream are written: within UTF-8 sequences and line ends, too.
BYTES = (1, 2, 3, 5, 1, 64, 7, 1, 400, 11)
# Lengths, in turn, of the pieces in which a text is streamed: placeholders and escapes are torn.
CHARACTERS = (3, 1, 4, 2, 6)


def torn(data):
    """`data`, bytes, in pieces of awkward lengths."""
    return _cut(data, BYTES)


def words(text):
    """`text` as a model would stream it, a few characters at a time."""
    return _cut(text, CHARACTERS)


def _cut(whole, lengths):
    at = 0
    for length in itertools.cycle(lengths):
        if at >= len(whole):
            return
        yield whole[at : at + length]
        at += length
