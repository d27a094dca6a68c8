"""The official clients of Node through the gateway."""

import json
import os
import pathlib
import subprocess
import unittest

from harness import TEXT, Case

DIRECTORY = pathlib.Path(os.environ.get("NODE_CLIENTS", "target/clients/node"))


@unittest.skipUnless(DIRECTORY.is_dir(), "the clients of Node are not installed")
class Node(Case):
    def test_texts_and_tools_come_back(self):
        command = ["node", DIRECTORY / "clients.mjs", self.gateway.url, TEXT]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        results = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
        self.assertEqual([each["name"] for each in results], ["openai", "anthropic", "google-genai", "ollama", "ai"])
        for result in results:
            with self.subTest(result["name"]):
                self.assertIsNone(result["error"], result["error"])
        self.recorded()
