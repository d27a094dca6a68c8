"""LiteLLM's proxy between a client and a fake provider, with guardrails that ask Masquerade."""

import json
import unittest

from fake import Fake
from gateway import Gateway
from litellm_proxy import LiteLLM

EMAIL = "jane.roe@example.com"
CARD = "4111 1111 1111 1111"

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

GUARDRAILS = """
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


def user(text):
    return [{"role": "user", "content": text}]


class Guardrails(unittest.TestCase):
    """Masked for the provider, restored for the client."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.fake = cls.enterClassContext(Fake())
        cls.gateway = cls.enterClassContext(Gateway(cls.fake.url, GATEWAY))
        cls.proxy = cls.enterClassContext(LiteLLM(cls.fake.url, GUARDRAILS.format(gateway=cls.gateway.url)))

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
