"""LiteLLM's own proxy in front of a provider."""

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

KEY = "sk-for-tests-0123456789abcdef"

CONFIG = """
model_list:
  - model_name: repeater
    litellm_params: {{ model: openai/repeater, api_base: "{provider}/v1", api_key: none }}
general_settings: {{ master_key: {key} }}
"""


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class LiteLLM:
    """A running proxy. `with LiteLLM(fake.url, guardrails) as proxy:`, whose guardrails are a table of its configuration in YAML."""

    def __init__(self, provider, guardrails):
        self._directory = tempfile.TemporaryDirectory()
        config = pathlib.Path(self._directory.name, "config.yaml")
        config.write_text(CONFIG.format(provider=provider, key=KEY) + guardrails)
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
        """The status and the body of the answer to a chat, with a guardrail or with none."""
        guardrails = [guardrail] if guardrail else []
        body = {"model": "repeater", "messages": messages, "guardrails": guardrails, **more}
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/v1/chat/completions", json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
