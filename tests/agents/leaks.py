"""The search for planted values in requests, in the forms in which they could be written there."""

import base64
import html
import json
import unicodedata
import urllib.parse


def leaks(values, requests):
    """Those of `values` that stand in one of `requests`."""
    texts = "\n".join(_texts(request) for request in requests).casefold()
    return [value for value in values if any(form.casefold() in texts for form in _forms(value))]


def _texts(request):
    """A request as it arrived, with the strings in its JSON, and in JSON within these."""
    body = request.body.decode(errors="replace")
    headers = "\n".join(f"{name}: {value}" for name, value in request.headers.items())
    return "\n".join((request.target, headers, body, *_strings(body)))


def _strings(text):
    """The strings in a JSON document, and in the JSON documents that they are."""
    try:
        waiting = [json.loads(text)]
    except ValueError:
        return
    while waiting:
        match waiting.pop():
            case str() as string:
                yield string
                if string[:1] in ("{", "["):
                    yield from _strings(string)
            case list() as elements:
                waiting.extend(elements)
            case dict() as members:
                waiting.extend(members.keys())
                waiting.extend(members.values())


def _forms(value):
    """A value as it is, composed and decomposed, escaped for JSON, HTML and URLs, and in base64."""
    for text in {unicodedata.normalize(form, value) for form in ("NFC", "NFD")}:
        escaped = json.dumps(text)[1:-1]
        yield from (text, escaped, json.dumps(escaped)[1:-1], html.escape(text), urllib.parse.quote(text, safe=""), urllib.parse.quote_plus(text))
        for before in range(3):
            # The characters of base64 at both ends hold bits of what stands beside the value.
            data = base64.b64encode(b"\0" * before + text.encode()).decode().rstrip("=")
            core = data[(0, 2, 3)[before] : len(data) - 1]
            yield from (core, core.replace("+", "-").replace("/", "_"))
