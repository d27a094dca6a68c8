#!/usr/bin/env python3
"""What the policies of a route cost: the masking of answers in streams, observing, and a shadow policy.

    benches/policies.py BINARY

One process has a route for each policy, and the rounds take turns. The upstream streams a text word by word, and each event
says when it was sent; the CPU time of a request is that of all threads of the process. Needs Linux and Python 3.11.
"""

import http.client
import json
import pathlib
import socketserver
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROUTES = {
    "restore": "",
    "both": 'responses = "both"',
    "mask-new": 'responses = "mask-new"',
    "observe": 'mode = "observe"',
    "shadow": '[routes.shadow]\nmethod = "HASH"',
}
STREAMED = ("restore", "both", "mask-new")
# The pause before each word: some 100 words a second, as fast models stream.
PAUSE = 0.01
STREAMS = 3
ROUNDS = 7
REQUESTS = 150

SENTENCES = (
    "The delivery was late again and nobody at the depot could tell us why.",
    "I have written to [EMAIL_ADDRESS_1] and asked them to call back before noon.",
    "In the records there is also zoe.brown@example.org, whom you may want to ask.",
    "If they do not answer, tell me, and I shall see what else can be done about it.",
)
PROSE = " ".join(SENTENCES[::3])
ENTITIES = (
    "Please answer to customer{0}@example.com.",
    "The number is +1 212 555 {1:04}.",
    "The card is 4111 1111 1111 1111.",
    "The account is DE89 3704 0044 0532 0130 00.",
    "It came from 203.0.113.{2}.",
    "In copy: office{0}@example.org.",
)


class Upstream(socketserver.StreamRequestHandler):
    """Answers chats, and streams them if asked."""

    disable_nagle_algorithm = True

    def handle(self):
        while line := self.rfile.readline():
            length = 0
            while (line := self.rfile.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            body = self.rfile.read(length)
            self.stream() if b'"stream": true' in body else self.answer()

    def answer(self):
        message = {"role": "assistant", "content": " ".join(SENTENCES)}
        body = json.dumps({"id": "a", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self.wfile.write(head.encode() + body)

    def stream(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        for word in (" ".join(SENTENCES * 6)).split(" "):
            time.sleep(PAUSE)
            choice = {"index": 0, "delta": {"content": word + " "}, "finish_reason": None}
            event = f"data: {json.dumps({'created': time.monotonic_ns(), 'choices': [choice]})}\n\n".encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
        self.wfile.write(b"e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n")


def chat(seed, stream):
    texts = [f"[{seed}] {PROSE} {entity.format(seed, seed % 10_000, seed % 250)} {PROSE}" for entity in ENTITIES]
    messages = [{"role": "user" if at % 2 == 0 else "assistant", "content": text} for at, text in enumerate(texts)]
    return json.dumps({"model": "m", "messages": messages, "stream": stream})


def ask(connection, route, body):
    headers = {"Content-Type": "application/json", "Authorization": "Bearer k"}
    connection.request("POST", f"/{route}/v1/chat/completions", body, headers)
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    return answer


def delays(connection, route):
    """How long each event of a stream took from the upstream to the client, in milliseconds."""
    answer, took = ask(connection, route, chat(0, True)), []
    while line := answer.readline():
        if line.startswith(b"data: {"):
            took.append((time.monotonic_ns() - json.loads(line[6:])["created"]) / 1e6)
    return took


def cpu(process):
    tasks = pathlib.Path(f"/proc/{process.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)


def cost(process, connection, route, seeds):
    """The CPU time of a request, in microseconds."""
    before = cpu(process)
    for _ in range(REQUESTS):
        ask(connection, route, chat(next(seeds), False)).read()
    return (cpu(process) - before) / REQUESTS / 1e3


def main(binary):
    upstream = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Upstream)
    upstream.daemon_threads = True
    threading.Thread(target=upstream.serve_forever, daemon=True).start()
    config = '[server]\nlisten = ["127.0.0.1:0"]\nadmin_listen = "127.0.0.1:0"\nthreads = 1\n[limits]\ncpu_threads = 1\n'
    config += '[log]\nlevel = "error"\n[detection]\nner = "off"\n[[secrets]]\nvalue = "for benches only: a secret of many bytes"\n'
    for name, more in ROUTES.items():
        base = f"http://127.0.0.1:{upstream.server_address[1]}"
        config += f'[[routes]]\nname = "{name}"\npath_prefix = "/{name}"\nupstreams = ["{base}"]\n{more}\n'
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory, "masquerade.toml")
        path.write_text(config)
        process = subprocess.Popen([binary, "serve", "--config", path], stdout=subprocess.PIPE, text=True)
        try:
            address = process.stdout.readline().split("http://")[1].split(";")[0]
            measure(process, http.client.HTTPConnection(address))
        finally:
            process.terminate()
            process.wait(30)


def measure(process, connection):
    seeds = iter(range(1, 1 << 40))
    for route in ROUTES:
        cost(process, connection, route, seeds)
    streamed = {route: [] for route in STREAMED}
    for _ in range(STREAMS):
        for route in STREAMED:
            streamed[route] += delays(connection, route)
    print(f"{'stream':<10} {'p50, ms':>8} {'p99, ms':>8}   a word every {PAUSE * 1e3:.0f} ms, {len(streamed['both'])} events")
    for route, took in streamed.items():
        cuts = statistics.quantiles(took, n=100)
        print(f"{route:<10} {cuts[49]:>8.2f} {cuts[98]:>8.2f}")
    costs = {route: [] for route in ROUTES}
    for _ in range(ROUNDS):
        for route in ROUTES:
            costs[route].append(cost(process, connection, route, seeds))
    size = len(chat(1, False))
    print(f"{'request':<10} {'CPU, µs':>8} {'ratio':>8}   fresh bodies of {size} bytes, median of {ROUNDS} rounds of {REQUESTS}")
    for route, rounds in costs.items():
        ratio = statistics.median(one / base for one, base in zip(rounds, costs["restore"]))
        print(f"{route:<10} {statistics.median(rounds):>8.0f} {ratio:>8.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
