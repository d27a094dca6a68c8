#!/usr/bin/env python3
"""Innocent and hostile clients of one instance at a time: latency of the innocent, memory, and whether the accounting returns to zero.

    benches/hostile.py BINARY [--seconds 1200] [--ner full] [--hostile 8]

Two innocent tenants send a kilobyte of prose ten times a second and one of 4 KB once a second, and ask a model behind a route twice
a second, which repeats the text in a stream; a third client asks the model itself, for comparison. Hostile clients of a third
tenant send, each again and again: texts that cost most for their length, bodies of megabytes, maps and lists whose texts are parts
of one another, nested and broken JSON, compressed bodies that grow, bodies that arrive byte by byte, requests whose answers they
never read, and, to a model that is on their side, prompts whose answers grow as they are restored or never end. Every answer must
be one of the contract's statuses, every innocent one 200, and what is masked must come back. The innocent, the hostile and the model
are processes of their own, so that none waits for another's interpreter; they share the processor with the instance.
"""

import argparse
import gzip
import hashlib
import http.client
import http.server
import json
import multiprocessing
import os
import random
import re
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request

KEYS = {tenant: f"key-of-{tenant}-" + "x" * 32 for tenant in ("first", "second", "hostile")}
WORDS = (
    "the order of last week has not arrived and nobody answers at the desk please call back before noon or send a line to "
    "the address below since the parcel was meant for my mother who leaves on friday"
).split()


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def prose(length, number):
    """Words in an order that differs each time, with an address and a name in them."""
    source = random.Random(number)
    text = f"I am Ada Lovelace{number}, ada.l{number}@example.com. "
    while len(text) < length:
        text += " ".join(source.choices(WORDS, k=12)) + ". "
    return text


def hostile_bodies():
    """Kinds of hostile requests: name, path, body, headers."""
    mask = lambda text, **more: json.dumps({"text": [text], **more}).encode()
    dots = "." * 300_000
    parts = ["a " * count for count in range(1, 200)]
    yield "numbers", "/v1/anonymize", mask("031 " * 25_000), {}
    yield "prefixes", "/v1/anonymize", mask("ya29." * 20_000), {}
    yield "signs", "/v1/anonymize", mask("=:=:\"'" * 17_000), {}
    yield "addresses", "/v1/anonymize", mask("a@b.co " * 14_000), {}
    for megabytes in (1, 2):
        texts = [prose(900_000, megabytes * 10 + n) for n in range(megabytes)]
        yield f"large {megabytes}", "/v1/anonymize", json.dumps({"text": texts}).encode(), {}
    nested = [{"text": part.strip(), "label": "ORGANIZATION"} for part in parts]
    yield "nested list", "/v1/anonymize", mask("a " * 200_000, detection_config={"deny_list": nested}), {}
    entry = lambda text: {"text": "x", "anonymized_text": text}
    begin_alike = {"anonymized_text": [dots], "entities_map": [entry("."), entry(dots[:150_000] + "!")]}
    yield "map that begins alike", "/v1/deanonymize", json.dumps(begin_alike).encode(), {}
    grows = {"anonymized_text": ["[PERSON_1]" * 9_000], "entities_map": [{"text": "x" * 90_000, "anonymized_text": "[PERSON_1]"}]}
    yield "map that grows", "/v1/deanonymize", json.dumps(grows).encode(), {}
    yield "deep", "/v1/anonymize", b'{"text":' + b"[" * 200_000, {}
    yield "broken", "/v1/anonymize", b'{"text":["\\ud800\\ud800' + b"\\ud800" * 50_000 + b'"]}', {}
    yield "answer that grows", "/llm/v1/chat/completions", chat(PEM, False), {}
    yield "bomb", "/v1/anonymize", gzip.compress(b'{"text":["' + b"a" * 60_000_000 + b'"]}'), {"Content-Encoding": "gzip"}


PEM = "-----BEGIN PRIVATE KEY-----\n" + ("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC" * 2 + "\n") * 900 + "-----END PRIVATE KEY-----"


class Model(http.server.BaseHTTPRequestHandler):
    """A provider that repeats the last message, whole or word by word; for a hostile client it repeats it again and again."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = asked["messages"][-1]["content"]
        if not asked.get("stream"):
            message = {"role": "assistant", "content": (text + " ") * 9_000}
            return self.give(json.dumps({"object": "chat.completion", "choices": [{"index": 0, "message": message}]}).encode())
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        words = [word + " " for word in text.split(" ")] * (100_000 if asked["model"] == "endless" else 1)
        try:
            for word in words:
                event = {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": word}}]}
                self.chunk(b"data: " + json.dumps(event).encode() + b"\n\n")
            self.chunk(b"data: [DONE]\n\n")
            self.chunk(b"")
        except OSError:
            self.close_connection = True

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def give(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def log_message(self, *_):
        pass


def credential(tenant, path):
    """The key of the API, or on a route the one that the provider knows the tenant by."""
    return {"X-API-Key": KEYS[tenant]} if path.startswith("/v1") else {"Authorization": f"Bearer provider-{tenant}"}


def chat(text, stream, model="words"):
    return json.dumps({"model": model, "stream": stream, "messages": [{"role": "user", "content": text}]}).encode()


# Threads begin after the fork, so that locks are free in each process.
FORK = multiprocessing.get_context("fork")


class Soak:
    def __init__(self, port, admin, process, options):
        self.port, self.admin, self.process = port, admin, process
        self.ends = time.monotonic() + options.seconds
        self.lock = threading.Lock()
        self.times, self.statuses, self.faults, self.memory = {}, {}, [], 0

    def post(self, tenant, path, body, headers=None, port=None):
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=60)
        try:
            connection.request("POST", path, body, {**credential(tenant, path), "Content-Type": "application/json", **(headers or {})})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def innocent(self, tenant, size, pause):
        number = 0
        while time.monotonic() < self.ends:
            number += 1
            text = prose(size, number * 31 + size)
            begin = time.monotonic()
            try:
                status, answer = self.post(tenant, "/v1/anonymize", json.dumps({"text": [text]}))
                taken = time.monotonic() - begin
                if status == 200:
                    masked = json.loads(answer)
                    back = {"anonymized_text": masked["anonymized_text"], "entities_map": masked["detected_entities"]}
                    status, answer = self.post(tenant, "/v1/deanonymize", json.dumps(back))
                    if status == 200 and json.loads(answer)["deanonymized_text"] != [text]:
                        self.fault(f"{tenant}: not restored byte for byte")
                if status != 200:
                    self.fault(f"{tenant}: status {status}")
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.fault(f"{tenant}: {type(error).__name__}")
                continue
            with self.lock:
                self.times.setdefault((tenant, size), []).append(taken)
            time.sleep(pause)

    def asks(self, tenant, port=None):
        """Asks the model behind the route, or the one that listens at `port`."""
        kind = "streamed 600" if port is None else "streamed by the model itself 600"
        number = 0
        while time.monotonic() < self.ends:
            number += 1
            text = prose(600, number * 17 + 5)
            begin = time.monotonic()
            try:
                status, answer = self.post(tenant, "/llm/v1/chat/completions", chat(text, True), port=port)
            except (OSError, http.client.HTTPException) as error:
                self.fault(f"{tenant}, chat: {type(error).__name__}")
                continue
            events = [line[6:] for line in answer.decode().split("\n") if line.startswith("data: {")]
            told = "".join(choice["delta"].get("content") or "" for event in events for choice in json.loads(event)["choices"])
            if status != 200 or told.strip() != text.strip():
                self.fault(f"{tenant}, chat: status {status}, restored {told.strip() == text.strip()}")
            with self.lock:
                self.times.setdefault((tenant, kind), []).append(time.monotonic() - begin)
            time.sleep(0.5)

    def hostile(self, kinds):
        while time.monotonic() < self.ends:
            kind, path, body, headers = random.choice(kinds)
            try:
                status, _ = self.post("hostile", path, body, headers)
            except (OSError, http.client.HTTPException) as error:
                status = type(error).__name__
            with self.lock:
                counts = self.statuses.setdefault(kind, {})
                counts[status] = counts.get(status, 0) + 1
            if status not in (200, 400, 413, 422, 429, 502, 503):
                self.fault(f"{kind}: {status}")

    def slow(self, reads, path="/v1/anonymize", body=json.dumps({"text": ["a@b.co " * 100_000]}).encode()):
        """A client that sends byte by byte, or one that never reads its answer."""
        name, value = next(iter(credential("hostile", path).items()))
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\n{name}: {value}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        while time.monotonic() < self.ends:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=60) as client:
                    client.sendall(head)
                    if reads:
                        for byte in body[:40]:
                            client.send(bytes([byte]))
                            time.sleep(0.5)
                    else:
                        client.sendall(body)
                        time.sleep(20)
            except OSError:
                pass

    def fault(self, what):
        with self.lock:
            self.faults.append(what)

    def watch(self):
        while time.monotonic() < self.ends:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
                resident = int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))
            self.memory = max(self.memory, resident)
            time.sleep(1)

    def gauge(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/metrics", timeout=10) as answer:
            return float(re.search(rf"^\w*{name}\S* (\S+)$", answer.read().decode(), re.MULTILINE).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--seconds", type=int, default=1200)
    parser.add_argument("--hostile", type=int, default=8, help="hostile clients beside six slow ones")
    parser.add_argument("--ner", default="full")
    options = parser.parse_args()
    port, admin = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        provider = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
        provider.daemon_threads = True
        FORK.Process(target=provider.serve_forever, daemon=True).start()
        config = os.path.join(folder, "soak.toml")
        with open(config, "w", encoding="utf-8") as file:
            for tenant, key in KEYS.items():
                digest = hashlib.sha256(key.encode()).hexdigest()
                file.write(f'[[keys]]\nname = "{tenant}"\ntenant = "{tenant}"\nhash = "sha256:{digest}"\n')
                file.write('permissions = ["anonymize", "deanonymize"]\n')
            file.write(f'[[routes]]\nname = "llm"\npath_prefix = "/llm"\nupstreams = ["http://127.0.0.1:{provider.server_port}"]\n')
        command = [options.binary, "--config", config, "--ner", options.ner]
        command += ["--listen", f"127.0.0.1:{port}", "--admin-listen", f"127.0.0.1:{admin}"]
        with open(os.path.join(folder, "log"), "wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
            try:
                return soak(port, admin, provider.server_port, process, options)
            finally:
                process.terminate()


def await_port(port):
    for _ in range(300):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)


def role(soak, work, results):
    """The threads of one process, which reports what it saw each minute and all of it at the end."""
    threads = [threading.Thread(target=target, args=arguments) for target, arguments in work]
    for thread in threads:
        thread.start()
    seen = {}
    while time.monotonic() < soak.ends:
        time.sleep(min(60, max(0, soak.ends - time.monotonic())))
        with soak.lock:
            for (tenant, size), times in sorted(soak.times.items(), key=str):
                new = sorted(times[seen.get((tenant, size), 0):])
                seen[tenant, size] = len(times)
                print(f"{tenant}, {size} bytes: {summary(new)}", flush=True)
    for thread in threads:
        thread.join()
    results.put((soak.times, soak.statuses, soak.faults))


def summary(times):
    """What the sorted `times` amount to, in milliseconds."""
    if not times:
        return "none"
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))] * 1000
    return f"{len(times)} requests, p50 {at(0.5):.1f} ms, p99 {at(0.99):.1f} ms, longest {times[-1] * 1000:.0f} ms"


def soak(port, admin, model, process, options):
    await_port(port)
    soak = Soak(port, admin, process, options)
    kinds = list(hostile_bodies())
    innocent = [(soak.innocent, (tenant, size, pause)) for tenant in ("first", "second") for size, pause in ((1_000, 0.1), (4_000, 1))]
    innocent += [(soak.asks, (tenant,)) for tenant in ("first", "second")] + [(soak.asks, ("nobody", model))]
    endless = chat(prose(2_000, 3), True, "endless")
    hostile = [(soak.hostile, (kinds,))] * options.hostile + [(soak.slow, (True,))] * 2 + [(soak.slow, (False,))] * 2
    hostile += [(soak.slow, (False, "/llm/v1/chat/completions", endless))] * 2
    results = FORK.Queue()
    parties = [FORK.Process(target=role, args=(soak, work, results)) for work in (innocent, hostile)]
    for party in parties:
        party.start()
    threading.Thread(target=soak.watch).start()
    while time.monotonic() < soak.ends:
        time.sleep(min(60, max(0, soak.ends - time.monotonic())))
        print(f"{max(0, soak.ends - time.monotonic()):.0f} s left, {soak.memory // 1024} MiB", flush=True)
    for times, statuses, faults in (results.get() for _ in parties):
        soak.times.update(times)
        soak.statuses.update(statuses)
        soak.faults += faults
    for party in parties:
        party.join()
    # What unread answers hold is given back when their clients are cut off.
    for _ in range(60):
        held = soak.gauge("inflight_body_bytes")
        if held == 0 or process.poll() is not None:
            break
        time.sleep(1)
    for (tenant, size), times in sorted(soak.times.items(), key=str):
        print(f"{tenant}, {size} bytes, in all: {summary(sorted(times))}")
    for kind, counts in sorted(soak.statuses.items()):
        print(f"{kind}: " + ", ".join(f"{count} × {status}" for status, count in sorted(counts.items(), key=str)))
    print(f"largest resident memory {soak.memory // 1024} MiB; bytes of bodies held at the end: {held:.0f}")
    for fault in sorted(set(soak.faults)):
        print(f"FAULT {fault}: {soak.faults.count(fault)} times")
    return 1 if soak.faults or held else 0


if __name__ == "__main__":
    raise SystemExit(main())
