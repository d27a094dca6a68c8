"""Varied traffic through the real binary, watched by a real Prometheus, until the process is ended.

    python3 traffic.py [SECONDS]

Prints the address of Prometheus, and after SECONDS (600) a second line.
"""

import contextlib
import http.client
import itertools
import json
import math
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/clients"))

from fake import Fake  # noqa: E402
from gateway import Gateway  # noqa: E402

KEY = "a-key-for-tests-0123456789abcdef"
SCRAPE = 5

CONFIG = """
[server]
listen = ["127.0.0.1:0"]
admin_listen = "127.0.0.1:0"
[audit]
file = "audit.jsonl"
[faces.presidio]
auth = "none"
[[secrets]]
value = "for tests only: a secret of many bytes"

[[routes]]
name = "openai"
upstreams = ["{upstream}"]
on_unknown = "pass"
policy = [{{ entities = ["US_SSN"], voices = ["user"], method = "BLOCK" }}]
[routes.shadow]
method = "HASH"
entities = ["DATE_TIME", "URL"]

[[routes]]
name = "anthropic"
path_prefix = "/anthropic"
upstreams = ["{upstream}"]
rate = "4/s"

[[routes]]
name = "trial"
path_prefix = "/trial"
upstreams = ["{upstream}"]
mode = "observe"

[[routes]]
name = "logs"
path_prefix = "/es"
upstreams = ["{upstream}"]
profile = "elasticsearch"

[[routes]]
name = "away"
path_prefix = "/away"
upstreams = ["http://127.0.0.1:{closed}"]
"""

NAMES = ("Jane Roe", "Richard Miles", "Maria Schneider", "Pierre Dubois", "Anna Kowalska", "Giulia Rossi")
FACTS = (
    "write to {mail} about it",
    "the card is 4111 1111 1111 1111",
    "the refund goes to DE89 3704 0044 0532 0130 00",
    "call {phone} before noon",
    "the order came from 203.0.113.{byte}",
    "the key is ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "it was on 12 March 2024, see https://example.com/cases/17",
    "she lives in Leeds",
)


def sentence():
    """A sentence about an invented person."""
    name = random.choice(NAMES)
    mail = f"{name.lower().replace(' ', '.')}{random.randrange(50)}@example.com"
    facts = " and ".join(random.sample(FACTS, random.randrange(1, 4)))
    return f"{name} says: {facts}.".format(mail=mail, phone=f"212-555-0{random.randrange(100, 200)}", byte=random.randrange(256))


class Client:
    """One kept connection."""

    def __init__(self, url):
        self._address = urllib.parse.urlsplit(url).netloc
        self._connection = http.client.HTTPConnection(self._address)

    def post(self, path, body, **headers):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "X-API-Key": KEY} | {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            self._connection.request("POST", path, content, headers)
            answer = self._connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self._connection = http.client.HTTPConnection(self._address)
            return None, b""


def api(client):
    session = f"case-{random.randrange(40)}"
    texts = [sentence() for _ in range(random.randrange(1, 4))]
    method = random.choice(("REDACT", "REDACT", "REDACT", "HASH", "SYNTHETIC", "ENCRYPT"))
    config = {"deidentification_method": method}
    status, answer = client.post("/v1/anonymize", {"text": texts, "anonymization_config": config}, X_Session_Id=session)
    if status == 200:
        masked = json.loads(answer)["anonymized_text"]
        if random.random() < 0.1:
            masked.append("and [PERSON_999]")
        client.post("/v1/deanonymize", {"anonymized_text": masked}, X_Session_Id=session)


def wrong(client):
    random.choice((
        lambda: client.post("/v1/anonymize", {"text": ["x"], "treshold": 1}),
        lambda: client.post("/v1/anonymize", {"text": ["x"]}, X_API_Key="not-a-key"),
        lambda: client.post("/v1/anonymize", b"{"),
        lambda: client.post("/v1/nowhere", {}),
    ))()


def openai(client):
    text = "my SSN is 536-22-8712" if random.random() < 0.05 else sentence()
    messages = [{"role": "user", "content": text}]
    body = {"model": "repeater", "messages": messages, "stream": random.random() < 0.5}
    client.post("/v1/chat/completions", body, Authorization="Bearer provider-key")
    if random.random() < 0.03:
        client.post("/v9/pictures", b"\xff\xfe", Content_Type="application/octet-stream", Authorization="Bearer provider-key")
    if random.random() < 0.08:
        client.post("/v9/thoughts", {"idea": sentence()}, Authorization="Bearer provider-key")


def anthropic(client):
    body = {"model": "repeater", "max_tokens": 99, "messages": [{"role": "user", "content": sentence()}]}
    client.post("/anthropic/v1/messages", body, x_api_key="provider-key")


def trial(client):
    body = {"model": "repeater", "messages": [{"role": "user", "content": sentence()}]}
    client.post("/trial/v1/chat/completions", body, Authorization="Bearer provider-key")


def logs(client):
    lines = []
    for _ in range(20):
        lines += [{"index": {"_index": "mail"}}, {"message": sentence(), "user": {"name": random.choice(NAMES)}}]
    client.post("/es/_bulk", "".join(json.dumps(line) + "\n" for line in lines).encode(), Content_Type="application/x-ndjson")


def away(client):
    client.post("/away/v1/chat/completions", {"model": "m", "messages": []}, Authorization="Bearer provider-key")


# What clients do, how often a second at the height of the wave, and the length of the wave in seconds.
WORK = ((api, 12, 300), (wrong, 1, 170), (openai, 10, 420), (anthropic, 5, 240), (trial, 3, 360), (logs, 4, 200), (away, 0.3, 280))


def pace(work, rate, period, url, stop):
    """Calls `work` at a rate that rises and falls."""
    client, began = Client(url), time.monotonic()
    while not stop.is_set():
        work(client)
        wave = 0.55 + 0.45 * math.sin((time.monotonic() - began) / period * math.tau)
        stop.wait(random.expovariate(rate * wave))


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@contextlib.contextmanager
def prometheus(admin):
    """A Prometheus that scrapes `admin`; its address."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory, "prometheus.yml")
        target = urllib.parse.urlsplit(admin).netloc
        path.write_text(json.dumps({
            "global": {"scrape_interval": f"{SCRAPE}s"},
            "scrape_configs": [{"job_name": "masquerade", "static_configs": [{"targets": [target]}]}],
        }))
        address = f"127.0.0.1:{free_port()}"
        process = subprocess.Popen(
            ["prometheus", f"--config.file={path}", f"--storage.tsdb.path={directory}/data", f"--web.listen-address={address}",
             "--web.cors.origin=.*", "--log.level=error"],
        )
        try:
            yield f"http://{address}"
        finally:
            process.terminate()
            process.wait(30)


def main(seconds):
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with Fake() as fake:
        config = CONFIG.replace("{closed}", str(free_port()))
        with Gateway(fake.url, config) as gateway, prometheus(gateway.admin) as address:
            print(address, flush=True)
            threads = [threading.Thread(target=pace, args=(*work, gateway.url, stop)) for work in WORK]
            for thread in threads:
                thread.start()
            try:
                for second in itertools.count():
                    time.sleep(1)
                    fake.take()
                    if second and second % 240 == 0:
                        gateway.reload()
                    if second == seconds:
                        print("ready", flush=True)
            finally:
                stop.set()


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 600)
