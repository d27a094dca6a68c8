#!/usr/bin/env python3
"""What a store adds to a request, and what replicas that share one do together.

    benches/stores/latency.py BINARY [--requests 3000] [--seconds 10] [--clients 16]

First one connection sends one request after the other to a service with each store: masking of an address that is new, masking
of one that is known, and restoring it. Then clients in processes of their own mask a new and a known address per request, through
1, 2 and 4 replicas in turn. Needs valkey-server or redis-server.
"""

import argparse
import http.client
import json
import multiprocessing
import tempfile
import time

from entries import Server
from soak import KEY, Program, free_port

STORES = ["memory", "disk", "valkey"]
RATES = [1, 2, 4]


def service(binary, store, url=""):
    api, directory = free_port(), tempfile.mkdtemp()
    environment = {
        "MASQUERADE_API_KEY": KEY,
        "MASQUERADE_SECRET": "0123456789abcdef" * 4,
        "MASQUERADE_STORE__KIND": store,
        "MASQUERADE_STORE__PATH": f"{directory}/store.redb",
        "MASQUERADE_DETECTION__NER": "off",
        "MASQUERADE_LOG__LEVEL": "error",
    }
    if url:
        environment["MASQUERADE_STORE__URL"] = url
    listen = ["--listen", f"127.0.0.1:{api}", "--admin-listen", f"127.0.0.1:{free_port()}"]
    program = Program([binary, "serve", *listen], api, environment)
    program.wait()
    return program


class Client:
    def __init__(self, port, session):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.headers = {"X-API-Key": KEY, "X-Session-Id": session, "Content-Type": "application/json"}

    def post(self, path, body):
        """The answer, and the milliseconds that it took."""
        begin = time.perf_counter()
        self.connection.request("POST", path, json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        took = (time.perf_counter() - begin) * 1000
        if answer.status != 200:
            raise RuntimeError(f"status {answer.status}")
        return json.loads(text), took


def shares(times):
    times = sorted(times)
    return times[len(times) // 2], times[len(times) * 99 // 100]


def one_by_one(binary, requests):
    """For each store the median and the 99th percentile of three kinds of requests."""
    server = Server("--appendonly", "yes")
    url = f"redis://127.0.0.1:{server.socket.getpeername()[1]}"
    services = {store: service(binary, store, url if store == "valkey" else "") for store in STORES}
    clients = {store: Client(program.port, "latency") for store, program in services.items()}
    kinds = ["new", "known", "restored"]
    times = {(store, kind): [] for store in STORES for kind in kinds}
    # In turn, so that whatever else the machine does meets all of them.
    for n in range(requests):
        for store, client in clients.items():
            masked, new = client.post("/v1/anonymize", {"text": [f"write to n{n}@example.com"]})
            _, known = client.post("/v1/anonymize", {"text": [f"write to n{n}@example.com"]})
            restored, back = client.post("/v1/deanonymize", {"anonymized_text": masked["anonymized_text"]})
            assert restored["deanonymized_text"] == [f"write to n{n}@example.com"]
            if n >= requests // 10:
                for kind, took in zip(kinds, [new, known, back]):
                    times[store, kind].append(took)
    print("| store | new, p50 and p99 | known | restored |\n|---|---|---|---|")
    for store in STORES:
        row = ["{:.2f} and {:.2f} ms".format(*shares(times[store, kind])) for kind in kinds]
        print(f"| {store} | {' | '.join(row)} |", flush=True)
    for program in services.values():
        program.kill()
    server.stop()


def load(ports, number, seconds, answers):
    clients = [Client(port, f"s{number % 8}") for port in ports]
    for client in clients:
        client.post("/v1/anonymize", {"text": ["the first request is slower"]})
    times, count, ends = [], 0, time.monotonic() + seconds
    while time.monotonic() < ends:
        texts = [f"c{number}.n{count}@example.com", f"c{number}.n{count // 2}@example.com"]
        times.append(clients[count % len(clients)].post("/v1/anonymize", {"text": texts})[1])
        count += 1
    answers.put(times)


def together(binary, clients, seconds):
    print("| replicas | requests per second | p50 and p99 |\n|---|---|---|")
    for replicas in RATES:
        server = Server("--appendonly", "yes")
        url = f"redis://127.0.0.1:{server.socket.getpeername()[1]}"
        programs = [service(binary, "valkey", url) for _ in range(replicas)]
        answers = multiprocessing.Queue()
        ports = [program.port for program in programs]
        processes = [
            multiprocessing.Process(target=load, args=(ports, number, seconds, answers)) for number in range(clients)
        ]
        for process in processes:
            process.start()
        times = [took for _ in processes for took in answers.get()]
        for process in processes:
            process.join()
        print(f"| {replicas} | {len(times) / seconds:,.0f} | {'{:.1f} and {:.1f} ms'.format(*shares(times))} |", flush=True)
        for program in programs:
            program.kill()
        server.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--clients", type=int, default=16)
    options = parser.parse_args()
    one_by_one(options.binary, options.requests)
    together(options.binary, options.clients, options.seconds)


if __name__ == "__main__":
    main()
