"""A backend that records every body, decoded, and answers like the one whose path it is."""

import gzip
import json
import threading
import zlib
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Shipped:
    """One request as it arrived."""

    path: str
    headers: dict
    body: bytes


def bulk(body):
    """Every document is accepted."""
    items = [
        {"index": {"_index": "logs", "_id": str(number), "status": 201}}
        for number in range(len(body.splitlines()) // 2)
    ]
    return {"took": 1, "errors": False, "items": items}


class Backend:
    """The server. `with Backend() as backend:` runs it on a free port of loopback."""

    def __init__(self):
        self._shipped = []
        self._arrived = threading.Condition()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def take(self, path):
        """The next request of this path; it is waited for."""
        with self._arrived:
            arrived = self._arrived.wait_for(lambda: any(path in one.path for one in self._shipped), 30)
            if not arrived:
                raise AssertionError(f"nothing arrived at {path}")
            found = next(one for one in self._shipped if path in one.path)
            self._shipped.remove(found)
            return found

    def _handler(self):
        backend = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                sent = self._sent()
                coding = self.headers.get("Content-Encoding")
                body = {"gzip": gzip.decompress, "deflate": zlib.decompress}.get(coding, bytes)(sent)
                headers = {name.lower(): value for name, value in self.headers.items()}
                with backend._arrived:
                    backend._shipped.append(Shipped(self.path, headers, body))
                    backend._arrived.notify_all()
                status, media_type, answer = 200, "application/json", b"{}"
                if "_bulk" in self.path:
                    answer = json.dumps(bulk(body)).encode()
                elif "loki" in self.path:
                    status, answer = 204, b""
                elif "protobuf" in self.headers.get("Content-Type", ""):
                    media_type, answer = "application/x-protobuf", b""
                elif "services/collector" in self.path:
                    answer = b'{"text":"Success","code":0}'
                elif "envelope" in self.path:
                    answer = b'{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}'
                self.send_response(status)
                self.send_header("Content-Type", media_type)
                self.send_header("X-Elastic-Product", "Elasticsearch")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_PUT = do_POST

            def _sent(self):
                """The body, by its length or by chunks."""
                if "Transfer-Encoding" not in self.headers:
                    return self.rfile.read(int(self.headers.get("Content-Length", 0)))
                body = b""
                while size := int(self.rfile.readline(), 16):
                    body += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return body

            def do_GET(self):
                # Shippers ask whether the backend is well.
                self.send_response(200)
                self.send_header("X-Elastic-Product", "Elasticsearch")
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        return Handler
