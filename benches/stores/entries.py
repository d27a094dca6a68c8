#!/usr/bin/env python3
"""What entries take in the server of a Valkey store: bytes of memory, and microseconds of its one thread.

    benches/stores/entries.py [ENTRIES] [ENTRIES_PER_SESSION ...]

Starts valkey-server or redis-server, loads the store's functions, and assigns numbers as a service would, with random
bytes of the usual length in place of sealed values, each session listed in the index.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FUNCTIONS = Path(__file__).parents[2] / "src/store/valkey/functions.lua"
HOUR = 3_600_000
# The sealed value of an e-mail address of some twenty letters: nonce, padded text, tag.
SEALED = 12 + 96 + 16


class Server:
    def __init__(self, *options):
        program = shutil.which("valkey-server") or shutil.which("redis-server")
        if not program:
            sys.exit("neither valkey-server nor redis-server is installed")
        self.directory = tempfile.TemporaryDirectory()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        arguments = ["--port", str(port), "--save", "", "--dir", self.directory.name, *options]
        self.process = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL)
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                time.sleep(0.01)
        self.file = self.socket.makefile("rb")

    def send(self, *parts):
        parts = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
        self.socket.sendall(
            b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in parts)
        )

    def read(self):
        line = self.file.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            raise RuntimeError(rest.decode())
        if kind == b"$":
            length = int(rest)
            return None if length < 0 else self.file.read(length + 2)[:-2]
        if kind == b"*":
            return [self.read() for _ in range(int(rest))]
        return int(rest) if kind == b":" else rest

    def call(self, *parts):
        self.send(*parts)
        return self.read()

    def stop(self):
        self.process.kill()
        self.process.wait()

    def info(self, section, name):
        lines = self.call("INFO", section).decode().splitlines()
        return next(line.split(":", 1)[1] for line in lines if line.startswith(name + ":"))


def measure(entries, per_session):
    server = Server()
    try:
        server.call("FUNCTION", "LOAD", FUNCTIONS.read_bytes())
        before = int(server.info("memory", "used_memory"))
        tenant, label, namespace = os.urandom(16), os.urandom(8), os.urandom(8)
        index = ["m:{index}:sizes", "m:{index}:order", "m:{index}:order:tenant", "m:{index}:totals"]
        depth = 0
        for session in range(entries // per_session):
            name = os.urandom(16)
            bucket = f"{{m:{name[0]}}}"
            keys = [f"{bucket}:{name.hex()[:22]}:{part}" for part in "nteug"] + [f"{bucket}:epoch"]
            common = [0, HOUR, 24 * HOUR, 24 * HOUR, "m:sessions", os.urandom(8), name, 0, "0" * 16, 100_000, 0, per_session]
            for number in range(1, per_session + 1):
                common += [os.urandom(16), namespace, label, 0, 0, number, os.urandom(16), os.urandom(SEALED)]
            server.send("FCALL", "masquerade_1_assign", 6, *keys, *common)
            now = 1_790_000_000_000 + session
            server.send("FCALL", "masquerade_1_report", 4, *index, name, tenant, per_session, per_session * 450, now)
            depth += 2
            if depth > 64:
                while depth:
                    server.read()
                    depth -= 1
        while depth:
            server.read()
            depth -= 1
        used = int(server.info("memory", "used_memory")) - before
        stats = server.info("commandstats", "cmdstat_fcall")
        micros = dict(part.split("=") for part in stats.split(","))["usec"]
        print(f"| {entries:,} | {per_session:,} | {used / entries:,.0f} | {int(micros) / entries:.1f} |", flush=True)
    finally:
        server.stop()


def main():
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print("| entries | in a session | bytes per entry | server's time per entry, µs |\n|---|---|---|---|", flush=True)
    for per_session in [int(size) for size in sys.argv[2:]] or [1, 10, 100, 1000]:
        measure(entries, per_session)


if __name__ == "__main__":
    main()
