"""Mistral's official SDK through the gateway."""

import json

from harness import EMAIL, NAME, OTHER_NAME, TEXT, Case
from mistralai.client import Mistral

TOOL = {
    "type": "function",
    "function": {
        "name": "file_note",
        "description": f"Files a note. Ask {NAME} when in doubt.",
        "parameters": {"type": "object", "properties": {"note": {"type": "string"}}},
    },
}


class MistralAi(Case):
    def setUp(self):
        super().setUp()
        self.client = self.enterContext(Mistral(api_key="a-test-key", server_url=f"{self.gateway.url}/mistral"))
        self.messages = [{"role": "user", "content": TEXT}]

    def test_chats_come_back_plain_and_streamed(self):
        answer = self.client.chat.complete(model="echo-1", messages=self.messages)
        self.assertEqual(answer.choices[0].message.content, f"You said: {TEXT}")
        with self.client.chat.stream(model="echo-1", messages=self.messages) as events:
            said = "".join(e.data.choices[0].delta.content or "" for e in events if e.data.choices)
        self.assertEqual(said, f"You said: {TEXT}")
        self.recorded()

    def test_tools_are_called_with_originals(self):
        answer = self.client.chat.complete(model="echo-1", messages=self.messages, tools=[TOOL])
        (call,) = answer.choices[0].message.tool_calls
        self.assertEqual(json.loads(call.function.arguments), {"note": TEXT, "copies": 1})
        self.messages.append(answer.choices[0].message)
        result = f"Filed for {NAME}."
        self.messages.append({"role": "tool", "name": "file_note", "tool_call_id": call.id, "content": result})
        again = self.client.chat.complete(model="echo-1", messages=self.messages, tools=[TOOL])
        self.assertEqual(again.choices[0].message.content, f"You said: {result}")
        self.recorded()

    def test_conversations_come_back_plain_streamed_and_continued(self):
        first = self.client.beta.conversations.start(model="echo-1", inputs=TEXT, instructions=f"For {OTHER_NAME}.")
        self.assertEqual(first.outputs[0].content, f"You said: {TEXT}")
        text = f"And now {EMAIL} alone."
        again = self.client.beta.conversations.append(conversation_id=first.conversation_id, inputs=text)
        self.assertEqual(again.outputs[0].content, f"You said: {text}")
        with self.client.beta.conversations.start_stream(model="echo-1", inputs=TEXT) as events:
            said = "".join(e.data.content for e in events if e.event == "message.output.delta")
        self.assertEqual(said, f"You said: {TEXT}")
        called = self.client.beta.conversations.start(model="echo-1", inputs=TEXT, tools=[TOOL])
        self.assertEqual(json.loads(called.outputs[0].arguments), {"note": TEXT, "copies": 1})
        self.recorded()

    def test_the_other_apis_are_masked(self):
        self.client.embeddings.create(model="echo-1", inputs=[TEXT, NAME])
        self.recorded()
