"""What each shipper sends arrives complete and without personal data, and the shipper is content."""

import json
import logging
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

from backend import Backend
from gateway import Gateway

EMAIL = "jane.roe@example.com"
CARD = "4111 1111 1111 1111"
MESSAGE = f"order 17 by {EMAIL} with {CARD}"
PLACEHOLDER = re.compile(rb"\[EMAIL_ADDRESS_[0-9a-f]{16}\]")

CONFIG = """
[server]
listen = ["127.0.0.1:0"]
admin_listen = "127.0.0.1:0"

[[secrets]]
value = "for tests only: a secret of many bytes"

[[routes]]
name = "logs"
upstreams = ["{upstream}"]
profile = "auto"

[[routes]]
name = "records"
path_prefix = "/records"
upstreams = ["{upstream}"]
profile = "logs"
"""

RSYSLOG = """
global(workDirectory="{directory}")
module(load="imfile" mode="polling" pollingInterval="1")
module(load="omelasticsearch")
template(name="record" type="list" option.jsonf="on") {{
    property(outname="message" name="msg" format="jsonf")
}}
input(type="imfile" file="{log}" tag="app")
action(type="omelasticsearch" server="{host}" serverport="{port}" template="record" searchIndex="logs" bulkmode="on")
"""

SYSLOG_NG = """
@version: 3.38
source s {{ file("{log}" flags(no-parse)); }};
destination d {{ http(
    url("{url}/records/ingest") method("POST") headers("Content-Type: application/x-ndjson")
    body("$(format-json --pair message=$MSG)") delimiter("\\n") batch-lines(5) batch-timeout(500)
); }};
log {{ source(s); destination(d); }};
"""


def program(name):
    """A program that is installed, or `None`. Those of the system may not be on the path of a user."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


class Shippers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.backend = cls.enterClassContext(Backend())
        cls.gateway = cls.enterClassContext(Gateway(cls.backend.url, CONFIG))

    def arrived(self, path):
        """The body of the next request, in which nothing personal stands."""
        body = self.backend.take(path).body
        for canary in (b"jane.roe", b"4111 1111"):
            self.assertNotIn(canary, body)
        self.assertRegex(body, PLACEHOLDER)
        return body

    def logger(self, handler):
        """A logger with this handler alone."""
        logger = logging.getLogger(f"{type(handler).__name__}")
        logger.setLevel(logging.INFO)
        logger.propagate = False
        logger.handlers = [handler]
        return logger

    def test_elasticsearch_and_opensearch(self):
        import elasticsearch
        import elasticsearch.helpers
        import opensearchpy
        import opensearchpy.helpers

        documents = [{"_index": "logs", "_id": str(n), "n": n, "message": MESSAGE} for n in range(50)]
        for compress in (False, True):
            for client, helpers in (
                (elasticsearch.Elasticsearch(self.gateway.url, http_compress=compress), elasticsearch.helpers),
                (opensearchpy.OpenSearch(self.gateway.url, http_compress=compress), opensearchpy.helpers),
            ):
                with self.subTest(client=type(client).__module__, compress=compress):
                    stored, errors = helpers.bulk(client, documents)
                    client.close()
                    self.assertEqual((stored, errors), (50, []))
                    sources = [json.loads(line) for line in self.arrived("_bulk").splitlines()][1::2]
                    self.assertEqual([source["n"] for source in sources], list(range(50)))

    def test_opentelemetry(self):
        from opentelemetry.exporter.otlp.proto.http import Compression
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import SimpleSpanProcessor

        for compression in (Compression.NoCompression, Compression.Gzip):
            with self.subTest(compression=compression):
                exporter = OTLPSpanExporter(f"{self.gateway.url}/v1/traces", compression=compression)
                provider = TracerProvider()
                provider.add_span_processor(SimpleSpanProcessor(exporter))
                with provider.get_tracer("shop").start_as_current_span("checkout") as span:
                    span.set_attribute("enduser.mail", EMAIL)
                    span.add_event("ordered", {"by": MESSAGE})
                provider.shutdown()
                request = ExportTraceServiceRequest.FromString(self.arrived("/v1/traces"))
                (sent,) = request.resource_spans[0].scope_spans[0].spans
                self.assertEqual((sent.name, sent.trace_id.hex()), ("checkout", f"{span.context.trace_id:032x}"))
                self.assertEqual(sent.attributes[0].key, "enduser.mail")
                self.assertIn("order 17 by [", sent.events[0].attributes[0].value.string_value)

        exporter = OTLPMetricExporter(f"{self.gateway.url}/v1/metrics")
        provider = MeterProvider([PeriodicExportingMetricReader(exporter, float("inf"))])
        provider.get_meter("shop").create_counter("orders", "1").add(3, {"by": EMAIL})
        provider.force_flush()
        provider.shutdown()
        metrics = ExportMetricsServiceRequest.FromString(self.arrived("/v1/metrics"))
        (metric,) = metrics.resource_metrics[0].scope_metrics[0].metrics
        self.assertEqual((metric.name, metric.sum.data_points[0].as_int), ("orders", 3))

    def test_sentry(self):
        import sentry_sdk

        place = urllib.parse.urlsplit(self.gateway.url)
        sentry_sdk.init(f"http://0123456789abcdef@{place.netloc}/42", default_integrations=False)
        sentry_sdk.set_user({"email": EMAIL})
        sentry_sdk.capture_message(MESSAGE)
        sentry_sdk.flush(30)
        header, item, payload = self.arrived("/api/42/envelope/").split(b"\n", 2)
        length = json.loads(item)["length"]
        event = json.loads(payload[:length])
        self.assertEqual(payload[length:].strip(), b"")
        self.assertTrue(event["message"].startswith("order 17 by ["))
        self.assertEqual(json.loads(header)["event_id"], event["event_id"])

    def test_datadog(self):
        from datadog_api_client import ApiClient, Configuration
        from datadog_api_client.v2.api.logs_api import LogsApi
        from datadog_api_client.v2.model.content_encoding import ContentEncoding
        from datadog_api_client.v2.model.http_log import HTTPLog
        from datadog_api_client.v2.model.http_log_item import HTTPLogItem

        configuration = Configuration(host=self.gateway.url, api_key={"apiKeyAuth": "0123456789abcdef"})
        configuration.server_index = None
        log = HTTPLog([HTTPLogItem(ddsource="app", ddtags="env:test", message=MESSAGE, service="shop")])
        for coding in (None, ContentEncoding.GZIP, ContentEncoding.DEFLATE):
            with self.subTest(coding=coding), ApiClient(configuration) as client:
                coded = {} if coding is None else {"content_encoding": coding}
                LogsApi(client).submit_log(log, **coded)
                (sent,) = json.loads(self.arrived("/api/v2/logs"))
                self.assertEqual((sent["ddsource"], sent["service"]), ("app", "shop"))

    def test_splunk(self):
        from splunk_handler import SplunkHandler

        place = urllib.parse.urlsplit(self.gateway.url)
        handler = SplunkHandler(
            host=place.hostname, port=str(place.port), protocol="http", token="0", index="main", flush_interval=0
        )
        logger = self.logger(handler)
        logger.info(MESSAGE)
        (event,) = [json.loads(self.arrived("/services/collector"))]
        self.assertEqual(event["index"], "main")
        logger.handlers = []

    def test_loki(self):
        from logging_loki import LokiHandler

        handler = LokiHandler(f"{self.gateway.url}/loki/api/v1/push", {"job": "shop"}, version="1")
        handler.handleError = lambda _: self.fail("the client is not content")
        self.logger(handler).info(MESSAGE)
        (stream,) = json.loads(self.arrived("/loki/api/v1/push"))["streams"]
        self.assertEqual(stream["stream"]["job"], "shop")
        self.assertRegex(stream["values"][0][0], r"^[0-9]{19}$")

    def test_gelf(self):
        from pygelf import GelfHttpHandler

        place = urllib.parse.urlsplit(self.gateway.url)
        for compress in (False, True):
            with self.subTest(compress=compress):
                handler = GelfHttpHandler(place.hostname, place.port, compress=compress, _mail=EMAIL)
                self.logger(handler).info(MESSAGE)
                message = json.loads(self.arrived("/gelf"))
                self.assertEqual((message["version"], message["level"]), ("1.1", 6))

    def test_curl(self):
        lines = [json.dumps({"n": n, "message": MESSAGE}) for n in range(40_000)]
        body = "\n".join(lines).encode()
        for more in ([], ["-H", "Transfer-Encoding: chunked"]):
            with self.subTest(chunked=bool(more)):
                command = ["curl", "-sS", "--fail", "--data-binary", "@-", *more, f"{self.gateway.url}/records/x"]
                command += ["-H", "Content-Type: application/x-ndjson"]
                subprocess.run(command, input=body, check=True, capture_output=True)
                arrived = [json.loads(line) for line in self.arrived("/x").splitlines()]
                self.assertEqual([record["n"] for record in arrived], list(range(40_000)))
                self.assertEqual(len({record["message"] for record in arrived}), 1)

    def ship(self, command, config, name):
        """Runs a shipper over a file of ten lines; returns the process and its folder when it is to be ended."""
        directory = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        log = directory / "app.log"
        log.write_text("".join(f"{n} {MESSAGE}\n" for n in range(10)))
        place = urllib.parse.urlsplit(self.gateway.url)
        (directory / name).write_text(
            config.format(directory=directory, log=log, url=self.gateway.url, host=place.hostname, port=place.port)
        )
        command = [part.format(directory=directory) for part in command]
        shipper = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(shipper.wait)
        self.addCleanup(shipper.terminate)

    def messages(self, path, of_line):
        """The messages of ten records, which come in one request or several."""
        messages = []
        while len(messages) < 10:
            records = (json.loads(line) for line in self.arrived(path).splitlines() if line)
            messages += [record["message"].strip() for record in records if of_line(record)]
        return messages

    @unittest.skipUnless(program("rsyslogd"), "rsyslog is not installed")
    def test_rsyslog(self):
        command = [program("rsyslogd"), "-n", "-f", "{directory}/rsyslog.conf", "-i", "{directory}/pid"]
        self.ship(command, RSYSLOG, "rsyslog.conf")
        messages = self.messages("_bulk", lambda record: "message" in record)
        self.assertEqual([message.split()[0] for message in messages], [str(n) for n in range(10)])

    @unittest.skipUnless(program("syslog-ng"), "syslog-ng is not installed")
    def test_syslog_ng(self):
        command = [program("syslog-ng"), "-F", "-f", "{directory}/syslog-ng.conf", "-R", "{directory}/persist"]
        command += ["-p", "{directory}/pid", "-c", "{directory}/control"]
        self.ship(command, SYSLOG_NG, "syslog-ng.conf")
        messages = self.messages("/ingest", lambda record: True)
        self.assertEqual([message.split()[0] for message in messages], [str(n) for n in range(10)])


if __name__ == "__main__":
    unittest.main()
