#!/usr/bin/env python3
"""Replicas that share a Valkey store, while replicas and the server are ended and started again.

    benches/stores/soak.py BINARY [--replicas 4] [--clients 64] [--seconds 300] [--no-faults] [--single]

Clients mask new and known addresses in shared sessions and restore what any of them masked, each request through a replica
chosen by chance. There are two servers, one of which follows the other, and a sentinel; with `--single` there is one. Every
few seconds a replica is killed, and now and then the server is paused, killed and started again, or put in the other one's
place. A write is acknowledged once both servers have it. At the end everything that was acknowledged is asked of every
replica. It fails if a placeholder ever stood for two texts, if one is restored to another text, or if one that was
acknowledged is lost.
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
        self.program = program
        count = 1 if options.single else 2
        self.servers = [self.redis(f"server{n}") for n in range(count)]
        for server in self.servers:
            server.wait()
        store = {"MASQUERADE_STORE__URL": f"redis://127.0.0.1:{self.servers[0].port}"}
        if not options.single:
            self.ask(self.servers[1].port, "REPLICAOF", "127.0.0.1", self.servers[0].port)
            watched = f"sentinel monitor soak 127.0.0.1 {self.servers[0].port} 1"
            settings = ["sentinel down-after-milliseconds soak 1500", "sentinel failover-timeout soak 4000"]
            self.sentinel = self.redis("sentinel", [watched, *settings], ["--sentinel"])
            self.sentinel.wait()
            store = {
                "MASQUERADE_STORE__URL": f"redis://127.0.0.1:{self.sentinel.port}",
                "MASQUERADE_STORE__TOPOLOGY": "sentinel",
                "MASQUERADE_STORE__SERVICE": "soak",
                "MASQUERADE_STORE__ACK": "replicas:1",
            }
            while "slave0:" not in self.ask(self.servers[0].port, "INFO", "replication"):
                time.sleep(0.1)
            while "slaves=1" not in self.ask(self.sentinel.port, "INFO", "sentinel"):
                time.sleep(0.1)
        self.replicas = []
        for _ in range(options.replicas):
            api = free_port()
            environment = {
                "MASQUERADE_API_KEY": KEY,
                "MASQUERADE_SECRET": "0123456789abcdef" * 4,
                "MASQUERADE_STORE__KIND": "valkey",
                **store,
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

    def redis(self, name, lines=(), arguments=()):
        """A server with a file of settings of its own, in which it notes whom it follows."""
        port, directory = free_port(), os.path.join(self.directory.name, name)
        os.mkdir(directory)
        persistence = [] if arguments else ["appendonly yes", "appendfsync always", 'save ""']
        file = os.path.join(directory, "server.conf")
        with open(file, "w") as settings:
            settings.write("\n".join([f"port {port}", f"dir {directory}", *persistence, *lines]) + "\n")
        return Program([self.program, file, *arguments], port)

    def ask(self, port, *command):
        """The answer of a server in its wire format."""
        with socket.create_connection(("127.0.0.1", port), 2) as connection:
            connection.settimeout(2)
            parts = [str(part).encode() for part in command]
            request = b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in parts)
            connection.sendall(request)
            time.sleep(0.05)
            return connection.recv(1 << 16).decode()

    def server(self):
        """The server that the sentinel names."""
        if self.options.single:
            return self.servers[0]
        answer = self.ask(self.sentinel.port, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", "soak")
        return next(server for server in self.servers if f"\r\n{server.port}\r\n" in answer)

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
        made = {"replica killed": 0, "server paused": 0, "server killed": 0, "fail-over": 0}
        count = 0
        while time.monotonic() < self.ends:
            time.sleep(3)
            count += 1
            if count % 10 in (2, 7):
                server, fault = self.server(), "server paused"
                server.process.send_signal(signal.SIGSTOP)
                time.sleep(1)
                server.process.send_signal(signal.SIGCONT)
            elif count % 10 == 4:
                server, fault = self.server(), "server killed"
                server.kill()
                # Longer than the sentinel waits.
                time.sleep(0.5 if self.options.single else 4)
                server.start()
            elif count % 10 == 9 and not self.options.single:
                fault = "fail-over"
                if not self.ask(self.sentinel.port, "SENTINEL", "FAILOVER", "soak").startswith("+OK"):
                    continue
            else:
                replica, fault = random.choice(self.replicas), "replica killed"
                replica.kill()
                replica.start()
            made[fault] += 1
        print("faults made: " + ", ".join(f"{fault} {times}" for fault, times in made.items()))

    def run(self):
        try:
            threads = [threading.Thread(target=self.client, args=[number]) for number in range(self.options.clients)]
            if not self.options.no_faults:
                threads.append(threading.Thread(target=self.break_things))
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for server in self.servers:
                server.wait()
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
            if not self.options.single:
                epoch = self.ask(self.sentinel.port, "SENTINEL", "MASTER", "soak").split("config-epoch\r\n")[1].split("\r\n")[1]
                print(f"fail-overs in all, as the sentinel counts them: {epoch}")
            print(f"replicas {len(self.replicas)}, clients {self.options.clients}, seconds {self.options.seconds}")
            print(f"requests answered {self.done}, refused or cut off {self.refused}, p50 {middle:.1f} ms, p99 {late:.1f} ms")
            print(f"substitutes {names}; faults found: {len(self.faults)} {sorted(set(self.faults))[:5]}")
        finally:
            for program in [*self.replicas, *self.servers, *([] if self.options.single else [self.sentinel])]:
                program.kill()
        return 1 if self.faults else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--replicas", type=int, default=4)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--no-faults", action="store_true")
    parser.add_argument("--single", action="store_true")
    sys.exit(Soak(parser.parse_args()).run())


if __name__ == "__main__":
    main()
