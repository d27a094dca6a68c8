"""A provider that records every byte it is sent, and answers like the real ones.

Its "model" repeats what it was told, so that each placeholder that reached it comes back; with tools it calls
the first one with the words it was told, and repeats the tool's result. Streams leave it torn at awkward places:
in the middle of placeholders, of UTF-8 sequences, of escapes and of line ends.
"""

import gzip
import json
import re
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

import anthropic_state
import anthropic_wire
import bedrock_wire
import cohere_wire
import elastic_wire
import gemini_wire
import mistral_wire
import ollama_wire
import openai_state
import openai_wire
from pieces import torn


@dataclass
class Recorded:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict
    body: bytes

    @property
    def path(self):
        """The target without its query."""
        return self.target.partition("?")[0]

    @property
    def query(self):
        """The last value of each parameter."""
        return dict(parse_qsl(self.target.partition("?")[2]))

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self):
        """Everything of it: the line, the headers, the body."""
        headers = "\n".join(f"{name}: {value}" for name, value in self.headers.items())
        return f"{self.method} {self.target}\n{headers}\n{self.body.decode()}"


@dataclass
class Answer:
    """What is sent back: a body, which is sent as JSON unless it is bytes, or the events of a stream."""

    body: object = None
    events: object = None
    headers: tuple = ()
    status: int = 200
    media_type: str = None


WIRES = (
    ("/chat/completions", openai_wire.chat),
    ("/completions", openai_wire.completions),
    ("/embeddings", openai_wire.embeddings),
    ("/moderations", openai_wire.moderations),
    ("/messages/count_tokens", anthropic_wire.count_tokens),
    ("/messages", anthropic_wire.messages),
    ("/_bulk", elastic_wire.bulk),
    (":generateContent", gemini_wire.generate),
    (":streamGenerateContent", gemini_wire.stream),
    (":countTokens", gemini_wire.count_tokens),
    ("mbedContent", gemini_wire.embed),
    ("mbedContents", gemini_wire.embed),
    ("/interactions", gemini_wire.interactions),
    ("/converse", bedrock_wire.converse),
    ("/converse-stream", bedrock_wire.converse_stream),
    ("/invoke", bedrock_wire.invoke),
    ("/invoke-with-response-stream", bedrock_wire.invoke_stream),
    ("/v2/chat", cohere_wire.chat),
    ("/v2/embed", cohere_wire.embed),
    ("/v2/rerank", cohere_wire.rerank),
    ("/api/chat", ollama_wire.chat),
    ("/api/generate", ollama_wire.generate),
    ("/api/embed", ollama_wire.embed),
    ("/conversations", mistral_wire.conversations),
    ("/conversations/conv_1", mistral_wire.conversations),
)


class Fake:
    """The server. `with Fake() as fake:` runs it on a free port of loopback. `wires`, by the end of the path, take the place of
    the models and of the state that the providers keep."""

    def __init__(self, wires=None):
        self.requests = []
        self._kept = [*anthropic_state.State().wires(), *openai_state.State().wires()] if wires is None else []
        self._wires = WIRES if wires is None else wires
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def take(self):
        """What was recorded since the last call."""
        with self._lock:
            taken, self.requests = self.requests, []
        return taken

    def _answer(self, request):
        for method, pattern, wire in self._kept:
            found = re.fullmatch(pattern, request.path)
            answer = wire(request, *found.groups()) if found and method == request.method else None
            if answer is not None:
                return Answer(**answer)
        wire = next((wire for suffix, wire in self._wires if request.path.endswith(suffix)), None)
        if wire is None or request.method not in ("POST", "PUT"):
            return Answer({"error": {"message": "no such path"}}, status=404)
        return Answer(**wire(request))

    def _record(self, request):
        with self._lock:
            self.requests.append(request)

    def _handler(self):
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self):
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Recorded(self.command, self.path, headers, self._body())
                fake._record(request)
                self._send(fake._answer(request))

            do_PUT = do_GET = do_DELETE = do_POST

            def _body(self):
                if self.headers.get("Transfer-Encoding") == "chunked":
                    body = b"".join(iter(self._chunk, b""))
                else:
                    body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                return body

            def _chunk(self):
                size = int(self.rfile.readline().split(b";")[0], 16)
                data = self.rfile.read(size)
                self.rfile.readline()
                return data

            def _send(self, answer):
                self.send_response(answer.status)
                for name, value in answer.headers:
                    self.send_header(name, value)
                if answer.events is None:
                    body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
                    self.send_header("Content-Type", answer.media_type or "application/json")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                    return
                self.send_header("Content-Type", answer.media_type or "text/event-stream")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for piece in torn(b"".join(each if isinstance(each, bytes) else each.encode() for each in answer.events)):
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.write(b"0\r\n\r\n")

            def log_message(self, *_):
                pass

        return Handler

