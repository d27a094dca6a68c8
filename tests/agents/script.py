"""The scripted model: what it does to the project, from what it sees of it alone."""

import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Read:
    """Reads a file; its result is the text without the line end at its end."""

    path: str


@dataclasses.dataclass(frozen=True)
class Edit:
    """Replaces the one occurrence of `old` in a file."""

    path: str
    old: str
    new: str


@dataclasses.dataclass(frozen=True)
class Write:
    """Makes a file."""

    path: str
    text: str


@dataclasses.dataclass(frozen=True)
class Shell:
    """Runs a command in the project; its result is what it prints."""

    command: str


@dataclasses.dataclass(frozen=True)
class Grep:
    """Searches a file for words."""

    path: str
    words: str


FILES = (
    "src/notify.py",
    "src/client.ts",
    "src/SeedUsers.java",
    "deploy/staging.env",
    "deploy/release.sh",
    "config/app.yaml",
    "config/settings.toml",
    "data/customers.json",
    "data/orders.csv",
    "docs/contacts.md",
    "db/seed.sql",
    "web/contact.html",
)

# Blocks of lines: the file, how the first one begins, the number of lines, the words replaced, none of which
# stands in a placeholder, and whether the block stays behind its altered copy.
BLOCKS = (
    ("src/notify.py", "SMTP_LOGIN = ", 1, {"SMTP_LOGIN =": "IMAP_LOGIN ="}, True),
    ("src/notify.py", "ON_CALL = ", 4, {"ON_CALL =": "WEEKEND ="}, True),
    ("src/notify.py", "    # Agreed with", 2, {"Agreed": "Settled"}, False),
    ("src/client.ts", "export const couriers", 4, {"couriers": "partners"}, True),
    ("src/client.ts", "const apiKey", 1, {"apiKey": "spareKey"}, True),
    ("src/client.ts", "  fallback:", 1, {"fallback": "second"}, True),
    ("src/SeedUsers.java", "    static final List", 4, {"USERS =": "VISITORS ="}, True),
    ("src/SeedUsers.java", "    static final String CARD", 2, {"CARD =": "TEST_CARD =", "GITHUB_TOKEN =": "CI_TOKEN ="}, False),
    ("deploy/staging.env", "DATABASE_URL=", 2, {"DATABASE_URL=": "REPLICA_URL=", "REDIS_URL=": "CACHE_URL="}, True),
    ("deploy/staging.env", "ADMIN_EMAIL=", 2, {"ADMIN_": "ROOT_"}, False),
    ("deploy/release.sh", "MIRROR=", 1, {"MIRROR=": "SECOND_MIRROR="}, True),
    ("deploy/release.sh", "curl ", 1, {"latest": "stable"}, False),
    ("config/app.yaml", "owner:", 4, {"owner:": "deputy:"}, True),
    ("config/app.yaml", "  url: mysql", 1, {"  url:": "  reader:"}, True),
    ("config/app.yaml", "payout:", 4, {"payout:": "refunds:"}, True),
    ("config/settings.toml", "url = ", 1, {"url =": "spare_url ="}, True),
    ("config/settings.toml", "[payout]", 3, {"payout": "refunds"}, True),
    ("data/customers.json", '      "id": 1002', 6, {"1002": "2002", '"card"': '"spare_card"'}, False),
    ("data/orders.csv", "5002,", 2, {"5002,": "5102,", "5003,": "5103,"}, True),
    ("docs/contacts.md", "| shipping", 2, {"| shipping": "| returns", "| payments": "| refunds"}, True),
    ("docs/contacts.md", "Emergencies: ", 1, {"Emergencies": "Nights"}, True),
    ("db/seed.sql", "  (1, ", 2, {"(1,": "(11,", "(2,": "(12,"}, True),
    ("db/seed.sql", "UPDATE ", 2, {"phone =": "mobile ="}, False),
    ("web/contact.html", "    <p>Our manager", 2, {"Our manager": "The manager"}, False),
    ("web/contact.html", "      <li>Returns", 2, {"Returns": "Claims", "Press": "Media"}, True),
)


def work():
    """The operations, one by one; each is sent the result of the one before. Returns what it says at the end."""
    yield Shell("ls")
    texts = {}
    for path in FILES:
        texts[path] = yield Read(path)
    for path, begin, count, words, keeps in BLOCKS:
        lines = texts[path].split("\n")
        first = next(at for at, line in enumerate(lines) if line.startswith(begin))
        old = "\n".join(lines[first : first + count])
        new = old
        for word, other in words.items():
            new = new.replace(word, other)
        if keeps:
            new = f"{new}\n{old}"
        texts[path] = texts[path].replace(old, new)
        yield Edit(path, old, new)
    yield from copies(texts)
    yield from searches(texts)
    yield from renames(texts)
    return "These are the settings now:\n\n" + texts["deploy/staging.env"]


def copies(texts):
    """All texts in new files: as they are, in JSON, through a shell."""
    yield Write("copies/all.txt", "".join(f"== {path}\n{text}\n" for path, text in texts.items()))
    yield Write("copies/all.json", json.dumps(texts, ensure_ascii=False, indent=1) + "\n")
    parts = "\n".join(texts[path] for path in ("deploy/staging.env", "data/orders.csv", "db/seed.sql"))
    yield Shell(f"cat > copies/shell.txt <<'END_OF_COPY'\n{parts}\nEND_OF_COPY")


def searches(texts):
    """Searches for what stands in the files, as the model knows it."""
    owner = value(texts["config/app.yaml"], "  email: ")
    maintainer = value(texts["config/settings.toml"], "name = ").strip('"')
    yield Grep("config/app.yaml", owner)
    yield Shell(f"grep -rn -F '{owner}' config docs src | LC_ALL=C sort > copies/owner.txt")
    yield Shell(f"grep -rn -F '{maintainer}' . | LC_ALL=C sort > copies/maintainer.txt; cat copies/maintainer.txt")


def renames(texts):
    """Renames a file, one to a name that holds a value, and what a value is called in two files."""
    yield Shell("mv deploy/release.sh deploy/publish.sh")
    owner = value(texts["config/app.yaml"], "  email: ")
    yield Shell(f"mv docs/contacts.md 'docs/{owner}.md'")
    listed = yield Shell("ls docs")
    path = f"docs/{listed.strip()}"
    text = yield Read(path)
    line = next(line for line in text.split("\n") if line.startswith("- Tax number"))
    yield Edit(path, line, f"{line} Asked {owner}.")
    token = value(texts["config/app.yaml"], "  gitlab_token: ")
    yield Shell(f"sed -i 's/{token}/{token}-old/' config/app.yaml")


def value(text, begin):
    """What stands behind the beginning of a line."""
    return next(line[len(begin) :] for line in text.split("\n") if line.startswith(begin))


class Model:
    """A run of the script. Its answers follow from the results that it has seen, each as it was seen first."""

    def __init__(self):
        self._work = work()
        self.steps = [next(self._work)]
        self.says = None
        # The operation that the script cannot go on from, and its result.
        self.fault = None

    def follow(self, results):
        """The operation that follows so many results, of which `results` are the texts; `None`: the work is done."""
        while self.says is None and len(results) >= len(self.steps):
            try:
                self.steps.append(self._work.send(results[len(self.steps) - 1]))
            except StopIteration as end:
                self.says = end.value
            except (RuntimeError, ValueError):
                self.fault = f"{self.steps[-1]} leads no further with {results[len(self.steps) - 1]!r}"
                self.says = "The script ends here."
        return self.steps[len(results)] if len(results) < len(self.steps) else None
