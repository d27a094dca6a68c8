"""Amazon's official SDK (boto3) through the gateway, with bearer keys."""

import json
import os
import pathlib
import subprocess
import tempfile
from unittest import mock

import boto3
import botocore.config
import botocore.exceptions
from gateway import CONFIG, Gateway
from harness import CARD, EMAIL, NAME, OTHER_NAME, TEXT, Case

MODEL = "anthropic.claude-echo-v1:0"
TOOLS = {
    "tools": [
        {
            "toolSpec": {
                "name": "file_note",
                "description": f"Files a note. Ask {NAME} when in doubt.",
                "inputSchema": {"json": {"type": "object", "properties": {"note": {"type": "string"}}}},
            }
        }
    ]
}


class Bedrock(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # The library sends bearer keys over TLS alone.
        directory = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.certificate, key = directory / "cert.pem", directory / "key.pem"
        command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=gateway"
        more = ["-addext", "subjectAltName=IP:127.0.0.1", "-out", cls.certificate, "-keyout", key]
        subprocess.run([*command.split(), *more], check=True, capture_output=True)
        tls = f'\n[server.tls]\ncertificate = "{cls.certificate}"\nkey = "{key}"\n'
        cls.gateway = cls.enterClassContext(Gateway(cls.fake.url, CONFIG + tls))

    def setUp(self):
        super().setUp()
        self.enterContext(mock.patch.dict(os.environ, {"AWS_BEARER_TOKEN_BEDROCK": "bedrock-api-key-test"}))
        self.client = self._client()
        self.messages = [{"role": "user", "content": [{"text": TEXT}]}]
        self.more = {"modelId": MODEL, "system": [{"text": f"For {OTHER_NAME}, {EMAIL}."}]}

    def _client(self, **more):
        config = botocore.config.Config(retries={"total_max_attempts": 1})
        client = boto3.client(
            "bedrock-runtime",
            region_name="us-east-1",
            endpoint_url=f"{self.gateway.url}/bedrock",
            verify=str(self.certificate),
            config=config,
            **more,
        )
        self.addCleanup(client.close)
        return client

    def test_texts_come_back_plain_and_streamed(self):
        answer = self.client.converse(messages=self.messages, **self.more)
        self.assertEqual(answer["output"]["message"]["content"][0]["text"], f"You said: {TEXT}")
        events = self.client.converse_stream(messages=self.messages, **self.more)["stream"]
        deltas = [event["contentBlockDelta"]["delta"]["text"] for event in events if "contentBlockDelta" in event]
        self.assertEqual("".join(deltas), f"You said: {TEXT}")
        first, _ = self.recorded()
        self.assertEqual(first.headers["authorization"], "Bearer bedrock-api-key-test")

    def test_tools_are_called_with_originals(self):
        answer = self.client.converse(messages=self.messages, toolConfig=TOOLS, **self.more)
        message = answer["output"]["message"]
        use = message["content"][0]["toolUse"]
        self.assertEqual((use["name"], use["input"]), ("file_note", {"note": TEXT, "copies": 1}))
        events = self.client.converse_stream(messages=self.messages, toolConfig=TOOLS, **self.more)["stream"]
        deltas = [e["contentBlockDelta"]["delta"]["toolUse"]["input"] for e in events if "contentBlockDelta" in e]
        self.assertEqual(json.loads("".join(deltas)), {"note": TEXT, "copies": 1})
        text = f"Filed for {NAME}, {CARD}."
        result = {"toolResult": {"toolUseId": use["toolUseId"], "content": [{"text": text}]}}
        messages = [*self.messages, message, {"role": "user", "content": [result]}]
        again = self.client.converse(messages=messages, toolConfig=TOOLS, **self.more)
        self.assertEqual(again["output"]["message"]["content"][0]["text"], f"You said: {text}")
        self.recorded()

    def test_invoked_models_come_back_plain_and_streamed(self):
        body = {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": [{"role": "user", "content": TEXT}]}
        answer = self.client.invoke_model(modelId=MODEL, body=json.dumps(body))
        self.assertEqual(json.loads(answer["body"].read())["content"][0]["text"], f"You said: {TEXT}")
        events = self.client.invoke_model_with_response_stream(modelId=MODEL, body=json.dumps(body))["body"]
        chunks = [json.loads(event["chunk"]["bytes"]) for event in events]
        said = "".join(each["delta"]["text"] for each in chunks if each["type"] == "content_block_delta")
        self.assertEqual(said, f"You said: {TEXT}")
        self.recorded()

    def test_a_signed_request_is_refused_in_words(self):
        del os.environ["AWS_BEARER_TOKEN_BEDROCK"]
        client = self._client(aws_access_key_id="AKIDEXAMPLE", aws_secret_access_key="a-secret")
        with self.assertRaises(botocore.exceptions.ClientError) as refused:
            client.converse(messages=self.messages, **self.more)
        self.assertIn("signed request", str(refused.exception))
        self.assertEqual(self.fake.take(), [])
