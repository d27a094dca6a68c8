"""The agents: their command lines and settings, and the names of their tools."""

import json
import pathlib
import re
from dataclasses import dataclass
from typing import Callable

from script import Edit, Grep, Read, Shell, Write

TASK = "Tidy the settings of this project, and tell me what they are."
# Providers' keys that no provider gave.
KEY = "key-0123456789abcdef"


@dataclass(frozen=True)
class Agent:
    """A command-line agent."""

    # The name that `masquerade setup` knows; without one the base URLs are in `environment`.
    setup: str | None
    # The package, as its registry calls it.
    package: str
    command: tuple
    # Variables for the base URL of a gateway or a provider.
    environment: Callable
    # Settings files from the home directory.
    files: dict
    # A tool that only requests of the work itself have; others are titles, summaries and the like.
    tool: str
    # The name and the arguments of the tool that an operation is, in the directory of the project.
    call: Callable
    # The text of a result.
    text: Callable = lambda operation, result: result


def numbered(result):
    """The text of a file, without the line end at its end, in a result with numbers before its lines: `1→`, `00001| `, `1: `."""
    lines = []
    for line in result.split("\n"):
        found = re.fullmatch(r" *(\d+)(?:→|\t|\| |: )(.*)", line)
        if found and int(found[1]) == len(lines) + 1:
            lines.append(found[2])
    return "\n".join(lines).removesuffix("\n")


def _claude_code(operation, project):
    match operation:
        case Read(path):
            return "Read", {"file_path": f"{project}/{path}"}
        case Edit(path, old, new):
            return "Edit", {"file_path": f"{project}/{path}", "old_string": old, "new_string": new}
        case Write(path, text):
            return "Write", {"file_path": f"{project}/{path}", "content": text}
        case Grep(path, words):
            return "Grep", {"pattern": words, "path": f"{project}/{path}", "output_mode": "content"}
        case Shell(command):
            return "Bash", {"command": command, "description": "A step"}


def _claude_code_text(operation, result):
    return numbered(result) if isinstance(operation, Read) else result


AGENTS = {
    "claude-code": Agent(
        setup="claude-code",
        package="@anthropic-ai/claude-code",
        command=("claude", "--print", "--allowed-tools", "Read,Edit,Write,Bash,Grep", "--permission-mode", "acceptEdits", "--", TASK),
        environment=lambda base: {
            "ANTHROPIC_API_KEY": KEY,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        },
        files={},
        tool="Edit",
        call=_claude_code,
        text=_claude_code_text,
    ),
}
