"""The real binary between the clients and the fake provider."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What every instance for tests has.
BASE = """
[server]
listen = ["127.0.0.1:0"]
admin_listen = "127.0.0.1:0"

# What the clients send is looked through by rules alone, so that each test knows what is found.
[detection]
ner = "off"

[[secrets]]
value = "for tests only: a secret of many bytes"
"""

# The names stand in a deny list, so that they are found whatever recognizers know.
CONFIG = (
    BASE
    + """
[[routes]]
name = "elasticsearch"
path_prefix = "/es"
upstreams = ["{upstream}"]
profile = "elasticsearch"
method = "HASH"
deny_list = [{{ text = "Ada Lovelace", label = "PERSON" }}]
"""
)

# A route for each provider; the path tells the API.
for _name in ("openai", "anthropic", "gemini", "cohere", "mistral", "bedrock", "ollama"):
    CONFIG += f"""
[[routes]]
name = "{_name}"
path_prefix = "/{_name}"
upstreams = ["{{upstream}}"]
profile = "auto"
deny_list = [{{{{ text = "Ada Lovelace", label = "PERSON" }}}}, {{{{ text = "Grace Hopper", label = "PERSON" }}}}]
"""


class Gateway:
    """A running `masquerade serve`. `with Gateway(fake.url) as gateway:`"""

    def __init__(self, upstream, config=CONFIG):
        self._directory = tempfile.TemporaryDirectory()
        path = pathlib.Path(self._directory.name, "masquerade.toml")
        path.write_text(config.format(upstream=upstream))
        binary = os.environ.get("MASQUERADE_BINARY", ROOT / "target/debug/masquerade")
        self._process = subprocess.Popen(
            [binary, "serve", "--config", path],
            env={"MASQUERADE_API_KEY": "a-key-for-tests-0123456789abcdef", "MASQUERADE_LOG__FORMAT": "json"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._lines = []
        self._reader = threading.Thread(target=lambda: self._lines.extend(self._process.stderr), daemon=True)
        self._reader.start()
        said = self._process.stdout.readline()
        found = re.search(r"listens on (https?://\S+); admin: (http://\S+)", said)
        if not found:
            self.__exit__()
            raise RuntimeError(f"masquerade did not start: {said}{self.log()}")
        self.url, self.admin = found.groups()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(30)
        self._reader.join(10)
        self._process.stdout.close()
        self._process.stderr.close()
        self._directory.cleanup()

    def reload(self):
        """Has the process read its configuration again."""
        self._process.send_signal(signal.SIGHUP)

    def metrics(self):
        """The metrics as operators scrape them."""
        with urllib.request.urlopen(f"{self.admin}/metrics") as answer:
            return answer.read().decode()

    def log(self):
        """Everything that the process has written."""
        return "".join(self._lines)
