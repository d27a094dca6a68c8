#!/usr/bin/env python3
"""Replicas that share a Valkey store, while replicas and the server are ended and started again.

    benches/stores/soak.py BINARY [--replicas 4] [--clients 64] [--seconds 300] [--no-faults]

Clients mask new and known addresses in shared sessions and restore what any of them masked, each request through a replica
chosen by chance. Every few seconds a replica is killed, and now and then the server is paused or killed and started again. At
the end everything that was acknowledged is asked of every replica. It fails if a placeholder ever stood for two texts, if
one is restored to another text, or if one that was acknowledged is lost.
"""

import argparse
import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

KEY = "soak-key-soak-key-soak-key-soak-key"
SESSIONS = 8


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Program:
    """A process on a fixed port that can be killed and started again."""

    def __init__(self, arguments, port, environment=None):
        self.arguments, self.port, self.environment = arguments, port, environment
        self.start()

    def start(self):
        out = subprocess.DEVNULL
        self.process = subprocess.Popen(self.arguments, env=self.environment, stdout=out, stderr=out)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def wait(self):
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)


class Soak:
    def __init__(self, options):
        self.options = options
        self.directory = tempfile.TemporaryDirectory()
        program = shutil.which("valkey-server") or shutil.which("redis-server")
        if not program:
            sys.exit("neither valkey-server nor redis-server is installed")
        port = free_port()
        persistence = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
        self.server = Program([program, "--port", str(port), "--dir", self.directory.name, *persistence], port)
        self.server.wait()
        self.replicas = []
        for _ in range(options.replicas):
            api = free_port()
            environment = {
                "MASQUERADE_API_KEY": KEY,
                "MASQUERADE_SECRET": "0123456789abcdef" * 4,
                "MASQUERADE_STORE__KIND": "valkey",
                "MASQUERADE_STORE__URL": f"redis://127.0.0.1:{port}",
                "MASQUERADE_DETECTION__NER": "off",
                "MASQUERADE_LOG__LEVEL": "error",
            }
            listen = ["--listen", f"127.0.0.1:{api}", "--admin-listen", f"127.0.0.1:{free_port()}"]
            self.replicas.append(Program([options.binary, "serve", *listen], api, environment))
        for replica in self.replicas:
            replica.wait()
        self.lock = threading.Lock()
        self.known = [{} for _ in range(SESSIONS)]
        self.faults, self.refused, self.done, self.times = [], 0, 0, []
        self.ends = time.monotonic() + options.seconds

    def post(self, replica, session, path, body):
        """The answer; None if the replica or the server was away."""
        begin = time.monotonic()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", replica.port, timeout=20)
            headers = {"X-API-Key": KEY, "X-Session-Id": f"s{session}", "Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            connection.close()
        except (OSError, http.client.HTTPException):
            return None
        if answer.status != 200:
            if answer.status != 503:
                self.fault(f"status {answer.status}")
            with self.lock:
                self.refused += 1
            return None
        with self.lock:
            self.done += 1
            self.times.append(time.monotonic() - begin)
        return json.loads(text)

    def fault(self, what):
        with self.lock:
            self.faults.append(what)

    def mask(self, client, count):
        session = random.randrange(SESSIONS)
        original = f"c{client}.n{count}@example.com"
        with self.lock:
            old = random.choice(list(self.known[session].values())) if self.known[session] else original
        answer = self.post(random.choice(self.replicas), session, "/v1/anonymize", {"text": [original, old]})
        if answer is None:
            return
        for placeholder, text in zip(answer["anonymized_text"], [original, old]):
            with self.lock:
                former = self.known[session].setdefault(placeholder, text)
            if former != text:
                self.fault(f"{placeholder} stood for two texts")

    def restore(self):
        session = random.randrange(SESSIONS)
        with self.lock:
            sample = random.sample(sorted(self.known[session].items()), min(5, len(self.known[session])))
        self.check(random.choice(self.replicas), session, sample)

    def check(self, replica, session, pairs):
        answer = self.post(replica, session, "/v1/deanonymize", {"anonymized_text": [pair[0] for pair in pairs]})
        if answer is None:
            return False
        for (placeholder, original), restored in zip(pairs, answer["deanonymized_text"]):
            if restored != original:
                self.fault("lost" if restored == placeholder else "restored to another text")
        return True

    def client(self, number):
        count = 0
        while time.monotonic() < self.ends:
            count += 1
            self.mask(number, count)
            self.restore()

    def break_things(self):
        count = 0
        while time.monotonic() < self.ends:
            time.sleep(3)
            count += 1
            if count % 5 == 2:
                self.server.process.send_signal(signal.SIGSTOP)
                time.sleep(1)
                self.server.process.send_signal(signal.SIGCONT)
            elif count % 5 == 4:
                self.server.kill()
                time.sleep(0.5)
                self.server.start()
            else:
                replica = random.choice(self.replicas)
                replica.kill()
                replica.start()
        print(f"faults made: {count}")

    def run(self):
        try:
            threads = [threading.Thread(target=self.client, args=[number]) for number in range(self.options.clients)]
            if not self.options.no_faults:
                threads.append(threading.Thread(target=self.break_things))
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.server.wait()
            times = sorted(self.times) or [0]
            for replica in self.replicas:
                replica.wait()
                for session, known in enumerate(self.known):
                    pairs = sorted(known.items())
                    for at in range(0, len(pairs), 500):
                        while not self.check(replica, session, pairs[at : at + 500]):
                            time.sleep(0.5)
            names = sum(len(known) for known in self.known)
            middle, late = (times[int(len(times) * share)] * 1000 for share in (0.5, 0.99))
            print(f"replicas {len(self.replicas)}, clients {self.options.clients}, seconds {self.options.seconds}")
            print(f"requests answered {self.done}, refused or cut off {self.refused}, p50 {middle:.1f} ms, p99 {late:.1f} ms")
            print(f"substitutes {names}; faults found: {len(self.faults)} {sorted(set(self.faults))[:5]}")
        finally:
            for program in [*self.replicas, self.server]:
                program.kill()
        return 1 if self.faults else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--replicas", type=int, default=4)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--no-faults", action="store_true")
    sys.exit(Soak(parser.parse_args()).run())


if __name__ == "__main__":
    main()
