"""The script without an agent: what the project must be afterwards."""

import pathlib
import subprocess

from script import Edit, Grep, Model, Read, Shell, Write


def rehearse(project):
    """Does in `project` what the script says. Returns what it says at the end, and the number of operations."""
    model, results = Model(), []
    while (operation := model.follow(results)) is not None:
        results.append(_carry_out(operation, pathlib.Path(project)))
    return model.says, len(results)


def _carry_out(operation, project):
    match operation:
        case Read(path):
            return (project / path).read_text().removesuffix("\n")
        case Edit(path, old, new):
            text = (project / path).read_text()
            if text.count(old) != 1:
                raise ValueError(f"{path} has the old text {text.count(old)} times")
            (project / path).write_text(text.replace(old, new))
        case Write(path, text):
            (project / path).parent.mkdir(exist_ok=True)
            (project / path).write_text(text)
        case Shell(command):
            return subprocess.run(["bash", "-c", command], cwd=project, check=True, stdout=subprocess.PIPE, text=True).stdout
        case Grep():
            pass
    return ""
