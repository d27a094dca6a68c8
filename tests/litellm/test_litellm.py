"""LiteLLM's proxy between a client and a fake provider, with guardrails that ask Masquerade."""

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from fake import Fake
from gateway import Gateway

EMAIL = "jane.roe@example.com"
CARD = "4111 1111 1111 1111"
KEY = "sk-for-tests-0123456789abcdef"

GATEWAY = """
[server]
listen = ["127.0.0.1:0"]
admin_listen = "127.0.0.1:0"

[detection]
ner = "off"

[anonymization]
methods = {{ US_SSN = "BLOCK" }}

[faces.presidio]
auth = "none"

[faces.litellm]
auth = "none"
"""

LITELLM = """
model_list:
  - model_name: repeater
    litellm_params: {{ model: openai/repeater, api_base: "{provider}/v1", api_key: none }}
general_settings: {{ master_key: {key} }}
guardrails:
  - guardrail_name: masquerade
    litellm_params:
      guardrail: generic_guardrail_api
      mode: [pre_call, post_call]
      api_base: {gateway}/litellm
      streaming_transform_mode: incremental_diff
  - guardrail_name: presidio
    litellm_params:
      guardrail: presidio
      mode: pre_call
      output_parse_pii: true
      presidio_filter_scope: input
      presidio_analyzer_api_base: {gateway}/presidio
      presidio_anonymizer_api_base: {gateway}/presidio
"""


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class LiteLLM:
    """A running proxy. `with LiteLLM(provider, gateway) as proxy:`"""

    def __init__(self, provider, gateway):
        self._directory = tempfile.TemporaryDirectory()
        config = pathlib.Path(self._directory.name, "config.yaml")
        config.write_text(LITELLM.format(provider=provider, gateway=gateway, key=KEY))
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self._log = pathlib.Path(self._directory.name, "log")
        command = [pathlib.Path(sys.executable).with_name("litellm"), "--config", config, "--host", "127.0.0.1"]
        with self._log.open("w") as log:
            self._process = subprocess.Popen([*command, "--port", str(port)], env=os.environ, stdout=log, stderr=log)

    def __enter__(self):
        deadline = time.monotonic() + 180
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/health/liveliness").close()
                return self
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    said = self._log.read_text()
                    self.__exit__()
                    raise RuntimeError(f"litellm did not start: {said}") from None
                time.sleep(0.2)

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait(30)
        self._directory.cleanup()

    def chat(self, guardrail, messages, **more):
        """The answer to a chat: its status and its body."""
        body = {"model": "repeater", "messages": messages, "guardrails": [guardrail], **more}
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/v1/chat/completions", json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


def user(text):
    return [{"role": "user", "content": text}]


class Guardrails(unittest.TestCase):
    """Masked for the provider, restored for the client."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.fake = cls.enterClassContext(Fake())
        cls.gateway = cls.enterClassContext(Gateway(cls.fake.url, GATEWAY))
        cls.proxy = cls.enterClassContext(LiteLLM(cls.fake.url, cls.gateway.url))

    def setUp(self):
        self.fake.take()

    def sent(self):
        """What reached the provider: one request, without what is personal."""
        (request,) = self.fake.take()
        for value in (EMAIL, CARD):
            self.assertNotIn(value, request.text)
        return request.json

    def said(self, guardrail, text):
        status, body = self.proxy.chat(guardrail, user(text))
        self.assertEqual(status, 200, body)
        return json.loads(body)["choices"][0]["message"]["content"]

    def test_generic_guardrail_masks_and_restores(self):
        said = self.said("masquerade", f"Write to {EMAIL}, card {CARD}.")
        self.assertEqual(
            self.sent()["messages"][-1]["content"], "Write to [EMAIL_ADDRESS_1], card [CREDIT_CARD_1]."
        )
        self.assertIn(EMAIL, said)
        self.assertIn(CARD, said)

    def test_generic_guardrail_restores_streams(self):
        status, body = self.proxy.chat("masquerade", user(f"Write to {EMAIL}, and again to {EMAIL}, please."), stream=True)
        self.assertEqual(status, 200, body)
        events = [line.removeprefix("data: ") for line in body.splitlines() if line.startswith("data: {")]
        choices = [choice for event in events for choice in json.loads(event)["choices"]]
        said = "".join(choice["delta"].get("content") or "" for choice in choices)
        self.sent()
        self.assertIn(f"Write to {EMAIL}, and again to {EMAIL}, please.", said)

    def test_generic_guardrail_masks_tool_calls(self):
        call = {"name": "mail", "arguments": json.dumps({"to": EMAIL, "card": 4111111111111111})}
        messages = [
            *user(f"Write to {EMAIL}"),
            {"role": "assistant", "content": None, "tool_calls": [{"id": "t1", "type": "function", "function": call}]},
            {"role": "tool", "tool_call_id": "t1", "content": f"sent to {EMAIL}"},
        ]
        status, body = self.proxy.chat("masquerade", messages)
        self.assertEqual(status, 200, body)
        sent = self.sent()["messages"]
        arguments = json.loads(sent[1]["tool_calls"][0]["function"]["arguments"])
        self.assertEqual(arguments, {"to": "[EMAIL_ADDRESS_1]", "card": "[CREDIT_CARD_1]"})
        self.assertEqual(sent[2]["content"], "sent to [EMAIL_ADDRESS_1]")

    def test_generic_guardrail_blocks(self):
        status, body = self.proxy.chat("masquerade", user("my ssn is 536-22-8712"))
        self.assertGreaterEqual(status, 400)
        self.assertIn("The policy blocks US_SSN.", body)
        self.assertNotIn("536-22-8712", body)
        self.assertEqual(self.fake.take(), [])

    def test_presidio_guardrail_masks_and_restores(self):
        said = self.said("presidio", f"Write to {EMAIL}, card {CARD}.")
        content = self.sent()["messages"][-1]["content"]
        self.assertRegex(content, r"Write to <EMAIL_ADDRESS\S*>, card <CREDIT_CARD\S*>\.")
        self.assertIn(EMAIL, said)
        self.assertIn(CARD, said)


if __name__ == "__main__":
    unittest.main()
