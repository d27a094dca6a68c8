"""False placeholders in the prompts and tools of open-source agents.

Reads prompts and descriptions of tools out of published packages, sends them through the real binary at its default
settings, and prints each text that was replaced and is no example of personal data. Needs pip, npm and the network; nothing of the packages is run or kept.

    cargo build && python3 tests/agents/prompts.py [--most 1.0]

Exits with 1 if more than `--most` of them stand in 100 KB.
"""

import argparse
import ast
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import threading
import urllib.request
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("MASQUERADE_BINARY", ROOT / "target/debug/masquerade")

# Packages with the files whose long strings are prompts, and those whose long strings describe tools.
PACKAGES = (
    ("pip", "aider-chat", r"aider/(coders/\w*prompts|prompts)\.py$", None),
    ("pip", "smolagents", r"smolagents/prompts/.*\.yaml$", r"smolagents/default_tools\.py$"),
    ("pip", "mini-swe-agent", r"minisweagent/config/.*\.yaml$", None),
    ("pip", "gptme", r"gptme/prompts.*\.py$", r"gptme/tools/.*\.py$"),
    ("pip", "openhands-tools", r"\.j2$", r"openhands/tools/.*definition\.py$"),
    ("npm", "@google/gemini-cli-core", r"dist/src/(core/prompts|prompts/snippets)\.js$", r"dist/src/tools/.*\.js$"),
)

# Values of examples in these prompts that are personal data by their form: addresses, ages, and people, places and a password
# whose names stand there.
EXAMPLES = re.compile(r"@example\.(com|org)$|\b\d+[ -]years?[ -]old|Doe|Ulam|Stanislaus|Sherwin|Bond|Canada|Guangzhou|Shanghai|hunter2")

# Shorter strings are messages and names.
SHORTEST = 200

PLACEHOLDER = re.compile(r"\[[A-Z][A-Z_]*_\d+\]")

CONFIG = """
[server]
listen = ["127.0.0.1:0"]
admin_listen = "127.0.0.1:0"

[[routes]]
name = "anthropic"
upstreams = ["{upstream}"]
"""


def download(kind, name, directory):
    """Files of a package, by name, and its version."""
    if kind == "pip":
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "-d", directory]
        subprocess.run([*command, "--disable-pip-version-check", "--python-version", "3.12", name], check=True)
        archive = next(pathlib.Path(directory).glob("*.whl"))
        with zipfile.ZipFile(archive) as files:
            return archive.name, {file: files.read(file) for file in files.namelist()}
    subprocess.run(["npm", "pack", "--silent", name], cwd=directory, check=True, stdout=subprocess.DEVNULL)
    archive = next(pathlib.Path(directory).glob("*.tgz"))
    with tarfile.open(archive) as files:
        members = [member for member in files.getmembers() if member.isfile()]
        return archive.name, {member.name: files.extractfile(member).read() for member in members}


def python_strings(source):
    """The strings of a Python file, with those of a format in one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "value" for part in node.values)


def script_strings(source):
    """The strings of a JavaScript file."""
    for found in re.finditer(r"`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"", source):
        text = next(group for group in found.groups() if group is not None)
        yield re.sub(r"\$\{[^}]*\}", "value", text).replace("\\`", "`").replace("\\n", "\n").replace("\\'", "'")


def texts(files, pattern):
    """The prompts in the files whose names fit."""
    if pattern is None:
        return []
    found = []
    for name, content in sorted(files.items()):
        if not re.search(pattern, name) or re.search(r"(^|/)tests?/|\.test\.|_test\.", name):
            continue
        source = content.decode()
        strings = {".py": python_strings, ".js": script_strings}.get(pathlib.Path(name).suffix)
        found.extend(text for text in (strings(source) if strings else [source]) if len(text) >= SHORTEST)
    return list(dict.fromkeys(found))


class Upstream(http.server.BaseHTTPRequestHandler):
    """Keeps the last body, and answers with nothing."""

    last = None

    def do_POST(self):
        Upstream.last = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = b'{"type": "message", "content": []}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def replaced(before, after):
    """The parts of a text that placeholders replace, with these."""
    marks = PLACEHOLDER.findall(after)
    pattern = "(.+?)".join(re.escape(part) for part in PLACEHOLDER.split(after))
    found = re.fullmatch(pattern, before, re.DOTALL)
    return list(zip(marks, found.groups() if found else ["?"] * len(marks)))


def measure(gateway, prompts, tools):
    """The parts of prompts and tools that are replaced."""
    body = {
        "model": "m",
        "max_tokens": 1,
        "system": [{"type": "text", "text": text} for text in prompts],
        "tools": [
            {"name": f"tool_{at}", "description": text, "input_schema": {"type": "object"}} for at, text in enumerate(tools)
        ],
        "messages": [{"role": "user", "content": "Hello"}],
    }
    headers = {"Content-Type": "application/json", "X-Api-Key": "k"}
    request = urllib.request.Request(f"{gateway}/v1/messages", json.dumps(body).encode(), headers)
    urllib.request.urlopen(request).read()
    seen = Upstream.last
    pairs = [*zip(prompts, (part["text"] for part in seen["system"])), *zip(tools, (part["description"] for part in seen["tools"]))]
    return [part for before, after in pairs if before != after for part in replaced(before, after)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--most", type=float, default=1.0, help="false placeholders in 100 KB")
    most = arguments.parse_args().most
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    total, count = 0, 0
    with tempfile.TemporaryDirectory() as directory:
        config = pathlib.Path(directory, "masquerade.toml")
        config.write_text(CONFIG.format(upstream=f"http://127.0.0.1:{server.server_port}"))
        process = subprocess.Popen([BINARY, "serve", "--config", config], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            gateway = re.search(r"listens on (http://\S+?);", process.stdout.readline()).group(1)
            for kind, name, prompts, tools in PACKAGES:
                with tempfile.TemporaryDirectory() as package:
                    archive, files = download(kind, name, package)
                prompts, tools = texts(files, prompts), texts(files, tools)
                size = sum(len(text.encode()) for text in prompts + tools)
                parts = measure(gateway, prompts, tools)
                false = [(mark, text) for mark, text in parts if not EXAMPLES.search(text)]
                total, count = total + size, count + len(false)
                print(f"{archive}: {len(prompts)} prompts, {len(tools)} tools, {size} bytes, ", end="")
                print(f"{len(parts)} placeholders, {len(false)} of them false", flush=True)
                for mark, text in false:
                    print(f"  {mark} {text!r}")
        finally:
            process.terminate()
            process.wait()
    rate = count * 100_000 / total
    print(f"{count} false placeholders in {total} bytes: {rate:.2f} in 100 KB")
    return rate > most


if __name__ == "__main__":
    sys.exit(main())
