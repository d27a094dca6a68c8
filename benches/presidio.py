#!/usr/bin/env python3
"""Presidio's analyzer beside Masquerade's interface for it: the same requests to both, in turn, in one run.

    python3 -m venv VENV && VENV/bin/pip install presidio-analyzer
    VENV/bin/python benches/presidio.py BINARY [SPACY_MODEL]

Presidio's engine with its default recognizers stands behind an HTTP server of the standard library, which costs it less than the
Flask of its own image. Without SPACY_MODEL its language pipeline is spaCy's blank English one: tokens and patterns, and no names;
Masquerade runs then with its language model off, else on. Needs Linux and Python 3.11.
"""

import contextlib
import http.client
import http.server
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 15
REQUESTS = 10
SENTENCES = (
    "Dear Ms Roe, thank you for your call on Tuesday about the delivery that did not come.",
    "Please write to jane.roe@example.com or call 212-555-0187 before noon if anything is left to say.",
    "The card that we have on file is 4111 1111 1111 1111, and the refund goes to DE89 3704 0044 0532 0130 00.",
    "The order came from 203.0.113.77 and was packed in our depot outside the town the same evening.",
    "Nobody at the depot could tell us why it went to another street, and we have asked them to look into it.",
)
SIZES = {"a sentence": 1, "a letter": 10, "a thread": 50}


def texts(sentences):
    return " ".join(SENTENCES[(at + 1) % len(SENTENCES)] for at in range(sentences))


def serve_presidio(model):
    """Serves `POST /analyze` and, where presidio-anonymizer is installed, `/anonymize` until the process is ended, and prints its port."""
    import tldextract
    from presidio_analyzer import AnalyzerEngine, AnalyzerRequest, RecognizerRegistry
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    # Its recognizer of addresses would look for a newer list of suffixes on the network at first.
    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=())
    models = [{"lang_code": "en", "model_name": model}]
    nlp = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models}).create_engine()
    registry = RecognizerRegistry()
    registry.load_predefined_recognizers(languages=["en"])
    engine = AnalyzerEngine(registry=registry, nlp_engine=nlp)

    def analyze(body):
        request = AnalyzerRequest(body)
        found = engine.analyze(text=request.text, language=request.language, entities=request.entities, score_threshold=request.score_threshold)
        return json.dumps([entity.to_dict() for entity in found], default=str)

    answers = {"/analyze": analyze}
    if importlib.util.find_spec("presidio_anonymizer"):
        from presidio_anonymizer import AnonymizerEngine
        from presidio_anonymizer.services.app_entities_convertor import AppEntitiesConvertor

        anonymizer = AnonymizerEngine()

        def anonymize(body):
            operators = AppEntitiesConvertor.operators_config_from_json(body.get("anonymizers"))
            found = AppEntitiesConvertor.analyzer_results_from_json(body["analyzer_results"])
            return anonymizer.anonymize(text=body["text"], analyzer_results=found, operators=operators).to_json()

        answers["/anonymize"] = anonymize

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = answers[self.path](body).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


class Side:
    """One of the two, behind an address."""

    def __init__(self, process, address, path):
        self.process, self.path = process, path
        self.connection = http.client.HTTPConnection(address)

    def ask(self, text):
        body = json.dumps({"text": text, "language": "en"})
        began = time.perf_counter()
        self.connection.request("POST", self.path, body, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        content = answer.read()
        took = (time.perf_counter() - began) * 1e3
        assert answer.status == 200, content
        return took, json.loads(content)

    def memory(self):
        """The resident memory, in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1e3


@contextlib.contextmanager
def presidio(model=None):
    """The process of Presidio's engines on `model`, or on spaCy's blank English pipeline, and its port."""
    with tempfile.TemporaryDirectory() as directory:
        if model is None:
            import spacy

            spacy.blank("en").to_disk(f"{directory}/blank")
        process = subprocess.Popen(
            [sys.executable, __file__, "--serve", model or f"{directory}/blank"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.terminate()
            process.wait(30)


def main(binary, model=None):
    with tempfile.TemporaryDirectory() as directory, presidio(model) as (theirs, port):
        ner = "off" if model is None else "full"
        path = pathlib.Path(directory, "masquerade.toml")
        path.write_text(
            '[server]\nlisten = ["127.0.0.1:0"]\nadmin_listen = "127.0.0.1:0"\n[log]\nlevel = "error"\n'
            f'[detection]\nner = "{ner}"\n[faces.presidio]\nauth = "none"\n'
        )
        ours = subprocess.Popen([binary, "serve", "--config", path], stdout=subprocess.PIPE, text=True)
        try:
            address = ours.stdout.readline().split("http://")[1].split(";")[0].strip()
            sides = {
                "Presidio": Side(theirs, f"127.0.0.1:{port}", "/analyze"),
                "Masquerade": Side(ours, address, "/presidio/analyze"),
            }
            measure(sides, model)
        finally:
            ours.terminate()
            ours.wait(30)


def measure(sides, model):
    version = importlib.metadata.version
    print(f"presidio-analyzer {version('presidio-analyzer')}, spacy {version('spacy')}, pipeline {model or 'blank, no names'}")
    print(f"{'text':<12} {'bytes':>6} {'':<11} {'p50, ms':>9} {'p99, ms':>9} {'finds':>6}   {REQUESTS * ROUNDS} requests each")
    for name, sentences in SIZES.items():
        text = texts(sentences)
        took = {side: [] for side in sides}
        found = {side: len(it.ask(text)[1]) for side, it in sides.items()}
        for at in range(ROUNDS):
            for side, it in sides.items():
                # No two texts are equal: nobody answers from memory.
                took[side] += [it.ask(f"{text} {at} {number}.")[0] for number in range(REQUESTS)]
        for side, times in took.items():
            cuts = statistics.quantiles(times, n=100)
            print(f"{name:<12} {len(text):>6} {side:<11} {cuts[49]:>9.2f} {cuts[98]:>9.2f} {found[side]:>6}")
        ratio = statistics.median(took["Presidio"]) / statistics.median(took["Masquerade"])
        print(f"{'':<19} {'ratio':<11} {ratio:>9.1f}")
    for side, it in sides.items():
        print(f"resident memory of {side}: {it.memory():.0f} MB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve_presidio(sys.argv[2])
    else:
        main(*sys.argv[1:])
