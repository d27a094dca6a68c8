"""Ollama's official library through the gateway."""

import ollama
from harness import CARD, NAME, OTHER_NAME, TEXT, Case

TOOL = {
    "type": "function",
    "function": {
        "name": "file_note",
        "description": f"Files a note. Ask {NAME} when in doubt.",
        "parameters": {"type": "object", "properties": {"note": {"type": "string"}}},
    },
}


class Ollama(Case):
    def setUp(self):
        super().setUp()
        self.client = ollama.Client(host=f"{self.gateway.url}/ollama")
        self.messages = [{"role": "system", "content": f"For {OTHER_NAME}."}, {"role": "user", "content": TEXT}]

    def test_texts_come_back_plain_and_streamed(self):
        answer = self.client.chat(model="echo-1", messages=self.messages)
        self.assertEqual(answer.message.content, f"You said: {TEXT}")
        chunks = self.client.chat(model="echo-1", messages=self.messages, stream=True)
        self.assertEqual("".join(chunk.message.content for chunk in chunks), f"You said: {TEXT}")
        self.assertEqual(self.client.generate(model="echo-1", prompt=TEXT).response, f"You said: {TEXT}")
        chunks = self.client.generate(model="echo-1", prompt=TEXT, stream=True)
        self.assertEqual("".join(chunk.response for chunk in chunks), f"You said: {TEXT}")
        self.client.embed(model="echo-1", input=[TEXT, NAME])
        self.recorded()

    def test_tools_are_called_with_originals(self):
        for stream in (False, True):
            answer = self.client.chat(model="echo-1", messages=self.messages, tools=[TOOL], stream=stream)
            answer = list(answer)[0] if stream else answer
            (call,) = answer.message.tool_calls
            self.assertEqual((call.function.name, call.function.arguments), ("file_note", {"note": TEXT, "copies": 1}))
        messages = [*self.messages, answer.message, {"role": "tool", "tool_name": "file_note", "content": f"{NAME}, {CARD}"}]
        again = self.client.chat(model="echo-1", messages=messages, tools=[TOOL])
        self.assertEqual(again.message.content, f"You said: {NAME}, {CARD}")
        self.recorded()
