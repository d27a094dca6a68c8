#!/usr/bin/env python3
"""The contract of stores as a table: which store passes which test.

    benches/stores/contract.py          builds and runs the tests
    benches/stores/contract.py FILE     reads what `cargo test --lib -- store::` printed

Exit status 1 if a test failed. Without a server on this machine the tests of the Valkey store pass without having run,
which the last line says.
"""

import re
import subprocess
import sys
from pathlib import Path

STORES = {
    "memory": "store::memory::tests::",
    "disk": "store::disk::tests::",
    "valkey, one server": "store::valkey::tests::on_one_server::",
    "valkey, cluster": "store::valkey::tests::on_a_cluster::",
}
ROOT = Path(__file__).parents[2]


def output():
    if len(sys.argv) > 1:
        return Path(sys.argv[1]).read_text()
    command = ["cargo", "test", "--lib", "--package", "masquerade", "--", "store::", "--nocapture"]
    run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return run.stdout


def main():
    text = output()
    names = re.findall(r"^            (\w+),$", (ROOT / "src/store/contract/mod.rs").read_text(), re.MULTILINE)
    # What a test prints may stand between its name and its result.
    results = dict(re.findall(r"^test (store::\S+) \.\.\. (?:.*\n(?!test ))*?.*?(ok|FAILED)$", text, re.MULTILINE))
    is_complete = True
    print(f"| test | {' | '.join(STORES)} |\n|---|{'---|' * len(STORES)}")
    for name in names:
        row = [results.get(prefix + name, "-") for prefix in STORES.values()]
        is_complete &= all(result == "ok" for result in row)
        print(f"| {name.replace('_', ' ')} | {' | '.join(row)} |")
    if "skipped: " in text:
        print("\nNo valkey-server or redis-server here: the tests of the Valkey store did not run.")
    sys.exit(0 if is_complete else 1)


main()
