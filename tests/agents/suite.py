"""Command-line agents through the real binary, on a project with planted values.

Each agent does what the script says three times: without a proxy, and through the proxy with REDACT and with SYNTHETIC.
The provider is a fake one that knows only what it is sent. Afterwards no planted value may have reached it, and the files
must be those of the run without a proxy, byte for byte, which must be those of the rehearsal.

    tests/agents/run [AGENT…]
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

from agents import AGENTS
from fake import Fake
from gateway import Gateway
from leaks import leaks
from rehearsal import rehearse
from script import Model
from wires import WIRES

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "target/agents"
BINARY = os.environ.get("MASQUERADE_BINARY", HERE.parents[1] / "target/debug/masquerade")
# Seconds that a run of an agent may take.
LONGEST = 420

PLACEHOLDER = re.compile(r"\[[A-Z][A-Z_]*_\d+\]")

CONFIG = """
[server]
listen = ["127.0.0.1:0"]
admin_listen = "127.0.0.1:0"

[[secrets]]
value = "for tests only: a secret of many bytes"
"""
for _name, _prefix in (("openai", "/"), ("anthropic", "/anthropic"), ("gemini", "/gemini")):
    CONFIG += f"""
[[routes]]
name = "{_name}"
path_prefix = "{_prefix}"
upstreams = ["{{upstream}}"]
method = "METHOD"
"""


class Provider:
    """Answers of the scripted model to an agent in the directory `project`."""

    def __init__(self, agent, project):
        self._agent, self._project = agent, project
        self.model = Model()
        # The first request of the work: the agent's own prompts and tools, and the task.
        self.first = ""

    def wires(self):
        return tuple((wire.suffix, self._answers(wire)) for wire in WIRES) + (("/count_tokens", lambda _: {"body": {"input_tokens": 9}}),)

    def _answers(self, wire):
        def answer(request):
            body = request.json
            if self._agent.tool not in wire.tools(body):
                return wire.say(body, "{}")
            self.first = self.first or request.body.decode()
            results = wire.results(body)
            results = [self._agent.text(operation, result) for operation, result in zip(self.model.steps, results)]
            operation = self.model.follow(results)
            if operation is None:
                return wire.say(body, self.model.says)
            return wire.call(body, len(results), *self._agent.call(operation, self._project))

        return answer


def run_agent(agent, base, directory):
    """Runs an agent in the project below `directory`, on the provider or the gateway at `base`. Returns what it prints."""
    home = directory / "home"
    for name, text in agent.files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    (directory / "tmp").mkdir()
    environment = {
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PATH": f"{TARGET}/node/node_modules/.bin:{TARGET}/venv/bin:{os.environ['PATH']}",
        "TERM": "dumb",
        "TMPDIR": str(directory / "tmp"),
        **agent.environment(base),
    }
    if agent.setup:
        command = [BINARY, "setup", agent.setup, "--gateway", base]
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    with open(directory / "log", "w") as log, open(directory / "said", "w") as said:
        command, project = agent.command, directory / "project"
        done = subprocess.run(command, cwd=project, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=log, timeout=LONGEST)
    if done.returncode:
        raise RuntimeError(f"{command[0]} exits with {done.returncode}, see {directory}/log and said")
    return (directory / "said").read_text()


def files(project):
    """The bytes of the files of a project, by path."""
    return {str(path.relative_to(project)): path.read_bytes() for path in sorted(project.rglob("*")) if path.is_file()}


def differences(one, other):
    """The paths whose bytes differ."""
    return sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path))


def prepared(name, run):
    """An empty directory for a run, with the project."""
    directory = TARGET / "runs" / name / run
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(HERE / "project", directory / "project")
    (directory / "home").mkdir()
    return directory


def attempt(name, method):
    """Runs an agent; without a method on the provider itself. Returns its files, what it says, the provider and the requests."""
    agent = AGENTS[name]
    directory = prepared(name, method or "direct")
    provider = Provider(agent, directory / "project")
    with Fake(provider.wires()) as fake:
        try:
            if method is None:
                said = run_agent(agent, fake.url, directory)
            else:
                with Gateway(fake.url, CONFIG.replace("METHOD", method)) as gateway:
                    said = run_agent(agent, gateway.url, directory)
        finally:
            requests = fake.take()
            (directory / "requests").write_bytes(b"\n".join(f"{each.method} {each.target} ".encode() + each.body for each in requests))
    return files(directory / "project"), said, provider, requests


def check(name, wanted):
    """Runs an agent without and with the proxy. Returns what is wrong."""
    steps, last, expected = wanted
    wrong = []
    direct, said, provider, requests = attempt(name, None)
    model = provider.model
    print(f"{name}: direct: {len(requests)} requests, {len(model.steps)} of {steps} operations", flush=True)
    wrong += [f"direct: {path} is not that of the rehearsal" for path in differences(expected, direct)]
    if last not in said:
        wrong.append(f"direct: does not print the model's last words; {model.fault or 'the script went well'}")
    planted = (HERE / "planted.txt").read_text().splitlines()
    unseen = set(planted) - set(leaks(planted, requests))
    wrong += [f"direct: {value!r} does not reach the provider, so that nothing is tried with it" for value in sorted(unseen)]
    for method in ("REDACT", "SYNTHETIC"):
        masked, said, provider, requests = attempt(name, method)
        model = provider.model
        found = leaks(planted, requests)
        unequal = differences(direct, masked)
        sent = sum(len(request.body) for request in requests)
        print(
            f"{name}: {method}: {len(requests)} requests, {sent} bytes, {len(model.steps)} of {steps} operations, "
            f"{len(found)} of {len(planted)} planted values at the provider, {len(unequal)} files differ",
            flush=True,
        )
        if method == "REDACT":
            marks = PLACEHOLDER.findall(provider.first)
            print(f"{name}: {len(marks)} placeholders in {len(provider.first)} bytes of its own prompts and tools: {', '.join(marks)}")
        wrong += [f"{method}: {value!r} reaches the provider" for value in found]
        wrong += [f"{method}: {path} differs" for path in unequal]
        if last not in said:
            wrong.append(f"{method}: does not print the model's last words as they were; {model.fault or 'the script went well'}")
    return wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("agents", nargs="*", metavar="AGENT", help=f"of {', '.join(AGENTS)}; none: all")
    names = arguments.parse_args().agents or list(AGENTS)
    directory = prepared("rehearsal", "project")
    last, steps = rehearse(directory / "project")
    wanted = steps, last, files(directory / "project")
    wrong = [f"{name}: {each}" for name in names for each in check(name, wanted)]
    print("\n".join(wrong))
    print(f"{len(names)} agents, {len(wrong)} faults")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
