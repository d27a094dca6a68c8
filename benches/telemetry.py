#!/usr/bin/env python3
"""What the access log, the audit stream and traces add to the CPU time of a request, alone and together.

    benches/telemetry.py BINARY

One process for each setting, and the rounds take turns. Requests are chats through a route and texts for /v1/anonymize, fresh
each time; the CPU time is that of all threads of the process, those that write and export included. The log goes to a pipe that
is read, the audit stream to a file, the spans to a collector in this program. Needs Linux and Python 3.11.
"""

import http.client
import http.server
import itertools
import json
import pathlib
import socketserver
import statistics
import subprocess
import sys
import tempfile
import threading

from policies import Upstream, ask, chat, cpu

QUIET = '[log]\nlevel = "error"\n'
LOG = '[log]\nformat = "json"\nlevel = "info"\n'
AUDIT = '[audit]\nfile = "{name}.jsonl"\n'
TRACES = '[telemetry.traces]\nendpoint = "{collector}"\n'
SETTINGS = {
    "none": QUIET,
    "access log": LOG,
    "access = 0.01": LOG + "access = 0.01\n",
    "audit": QUIET + AUDIT,
    "traces": QUIET + TRACES,
    "traces, 1 %": QUIET + TRACES + "sample_ratio = 0.01\n",
    "all": LOG + AUDIT + TRACES,
}
KEY = "bench-0123456789abcdef0123"
ROUNDS = 11
REQUESTS = 400
TEXT = (
    "Order {0}: please write to customer{0}@example.com or call +1 212 555 {1:04}. The card is 4111 1111 1111 1111, the account "
    "DE89 3704 0044 0532 0130 00, and the order came from 203.0.113.{2}. "
)
PROSE = "The delivery was late again and nobody at the depot could tell us why, so we would like to have it sent anew. " * 6


class Collector(http.server.BaseHTTPRequestHandler):
    """Takes spans and forgets them."""

    protocol_version = "HTTP/1.1"
    bodies = 0

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        Collector.bodies += 1
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Gateway:
    """A process with one of the settings."""

    def __init__(self, binary, directory, name, settings, upstream, collector):
        config = '[server]\nlisten = ["127.0.0.1:0"]\nadmin_listen = "127.0.0.1:0"\nthreads = 1\n[limits]\ncpu_threads = 1\n'
        config += '[detection]\nner = "off"\n'
        config += settings.format(name=name.replace(" ", "-"), collector=collector)
        config += f'[[routes]]\nname = "llm"\npath_prefix = "/llm"\nupstreams = ["{upstream}"]\n'
        path = pathlib.Path(directory, f"{name}.toml")
        path.write_text(config)
        environment = {"MASQUERADE_API_KEY": KEY}
        command = [binary, "serve", "--config", path]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        threading.Thread(target=lambda: drain(self.process.stderr), daemon=True).start()
        address = self.process.stdout.readline().split("http://")[1].split(";")[0].strip()
        self.connection = http.client.HTTPConnection(address)

    def call(self, kind, seed):
        if kind == "proxied":
            ask(self.connection, "llm", chat(seed, False)).read()
            return
        body = json.dumps({"text": [TEXT.format(seed, seed % 10_000, seed % 250) + PROSE]})
        headers = {"Content-Type": "application/json", "X-API-Key": KEY}
        self.connection.request("POST", "/v1/anonymize", body, headers)
        answer = self.connection.getresponse()
        assert answer.status == 200, answer.read()
        answer.read()

    def cost(self, kind, seeds):
        """The CPU time of a request, in microseconds."""
        before = cpu(self.process)
        for _ in range(REQUESTS):
            self.call(kind, next(seeds))
        return (cpu(self.process) - before) / REQUESTS / 1e3


def drain(pipe):
    """Reads a pipe to its end, in pieces as large as come."""
    while pipe.buffer.read1(1 << 20):
        pass


def serving(server):
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def main(binary):
    upstream = serving(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Upstream))
    collector = serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector))
    seeds = itertools.count(1)
    with tempfile.TemporaryDirectory() as directory:
        gateways = {}
        try:
            for name, settings in SETTINGS.items():
                gateways[name] = Gateway(binary, directory, name, settings, upstream, collector)
            for kind in ("proxied", "/v1/anonymize"):
                costs = {name: [] for name in gateways}
                for gateway in gateways.values():
                    gateway.cost(kind, seeds)
                for _ in range(ROUNDS):
                    for name, gateway in gateways.items():
                        costs[name].append(gateway.cost(kind, seeds))
                print(f"{kind:<15} {'CPU, µs':>8} {'added':>8} {'ratio':>8}   median of {ROUNDS} rounds of {REQUESTS}")
                for name, rounds in costs.items():
                    pairs = list(zip(rounds, costs["none"]))
                    added = statistics.median(one - base for one, base in pairs)
                    ratio = statistics.median(one / base for one, base in pairs)
                    print(f"{name:<15} {statistics.median(rounds):>8.1f} {added:>8.1f} {ratio:>8.3f}")
        finally:
            for gateway in gateways.values():
                gateway.process.terminate()
                gateway.process.wait(30)
    assert Collector.bodies > 0, "no spans came"


if __name__ == "__main__":
    main(*sys.argv[1:])
