"""The agents: their command lines and settings, and the names of their tools."""

import json
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


def _numbered_text(operation, result):
    return numbered(result) if isinstance(operation, Read) else result


def _codex(operation, project):
    """Scripts in JavaScript: files are read and searched by commands; a patch makes and changes them."""
    match operation:
        case Read(path):
            return "exec", _script("exec_command", {"cmd": f"cat '{path}'"})
        case Edit(path, old, new):
            lines = [f"-{line}" for line in old.split("\n")] + [f"+{line}" for line in new.split("\n")]
            return "exec", _script("apply_patch", _patch(f"*** Update File: {path}", "@@", *lines))
        case Write(path, text):
            lines = text.removesuffix("\n").split("\n")
            return "exec", _script("apply_patch", _patch(f"*** Add File: {path}", *(f"+{line}" for line in lines)))
        case Grep(path, words):
            return "exec", _script("exec_command", {"cmd": f"grep -n '{words}' '{path}'"})
        case Shell(command):
            return "exec", _script("exec_command", {"cmd": command})


def _script(tool, argument):
    return f"const r = await tools.{tool}({json.dumps(argument, ensure_ascii=False)});\ntext(r.output ?? r);"


def _patch(*lines):
    return "\n".join(("*** Begin Patch", *lines, "*** End Patch"))


def _codex_text(operation, result):
    output = result.partition("Output:\n")[2]
    return output.removesuffix("\n") if isinstance(operation, Read) else output


def _gemini_cli(operation, project):
    match operation:
        case Read(path):
            return "read_file", {"file_path": path}
        case Edit(path, old, new):
            return "replace", {"file_path": path, "old_string": old, "new_string": new, "instruction": "Tidy."}
        case Write(path, text):
            return "write_file", {"file_path": path, "content": text}
        case Grep(path, words):
            return "grep_search", {"pattern": words, "include_pattern": path}
        case Shell(command):
            return "run_shell_command", {"command": command, "description": "A step"}


def _gemini_cli_text(operation, result):
    result = result.removeprefix("<untrusted_context>\n").removesuffix("\n</untrusted_context>")
    if isinstance(operation, Shell):
        return re.fullmatch(r"(?:Command: .*)?Output: (.*?)(?:\n(?:Error|Exit Code|Process Group PGID): .*)?", result, re.DOTALL)[1]
    return result.removesuffix("\n")


def _qwen_code(operation, project):
    match operation:
        case Read(path):
            return "read_file", {"file_path": f"{project}/{path}"}
        case Edit(path, old, new):
            return "edit", {"file_path": f"{project}/{path}", "old_string": old, "new_string": new}
        case Write(path, text):
            return "write_file", {"file_path": f"{project}/{path}", "content": text}
        case Grep(path, words):
            return "grep_search", {"pattern": words, "path": f"{project}/{path}"}
        case Shell(command):
            return "run_shell_command", {"command": command, "description": "A step", "is_background": False}


def _opencode(operation, project):
    match operation:
        case Read(path):
            return "read", {"filePath": f"{project}/{path}"}
        case Edit(path, old, new):
            return "edit", {"filePath": f"{project}/{path}", "oldString": old, "newString": new}
        case Write(path, text):
            return "write", {"filePath": f"{project}/{path}", "content": text}
        case Grep(path, words):
            return "grep", {"pattern": words, "path": f"{project}/{path}"}
        case Shell(command):
            return "bash", {"command": command, "description": "A step"}


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
        text=_numbered_text,
    ),
    "codex": Agent(
        setup="codex",
        package="@openai/codex",
        command=("codex", "exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", TASK),
        environment=lambda base: {"CODEX_API_KEY": KEY},
        files={},
        tool="exec",
        call=_codex,
        text=_codex_text,
    ),
    "gemini-cli": Agent(
        setup="gemini-cli",
        package="@google/gemini-cli",
        command=("gemini", "--yolo", "--skip-trust", "--model", "gemini-2.5-pro", "--prompt", TASK),
        environment=lambda base: {"GEMINI_API_KEY": KEY},
        files={
            ".gemini/settings.json": json.dumps(
                {
                    "security": {"auth": {"selectedType": "gemini-api-key"}},
                    "privacy": {"usageStatisticsEnabled": False},
                    "general": {"disableAutoUpdate": True},
                }
            )
        },
        tool="replace",
        call=_gemini_cli,
        text=_gemini_cli_text,
    ),
    "qwen-code": Agent(
        setup=None,
        package="@qwen-code/qwen-code",
        command=("qwen", "--yolo", "--prompt", TASK),
        environment=lambda base: {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": f"{base}/v1", "OPENAI_MODEL": "qwen3-coder-plus"},
        files={".qwen/settings.json": json.dumps({"privacy": {"usageStatisticsEnabled": False}})},
        tool="edit",
        call=_qwen_code,
        text=_gemini_cli_text,
    ),
    "opencode": Agent(
        setup="opencode",
        package="opencode-ai",
        command=("opencode", "run", "--auto", "--model", "anthropic/claude-sonnet-4-5", TASK),
        environment=lambda base: {"ANTHROPIC_API_KEY": KEY, "OPENCODE_DISABLE_AUTOUPDATE": "1"},
        files={},
        tool="edit",
        call=_opencode,
        text=_numbered_text,
    ),
}
