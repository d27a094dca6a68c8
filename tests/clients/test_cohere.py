"""Cohere's official SDK through the gateway."""

import json

import cohere
from harness import CARD, EMAIL, NAME, OTHER_NAME, TEXT, Case

TOOL = {
    "type": "function",
    "function": {
        "name": "file_note",
        "description": f"Files a note. Ask {NAME} when in doubt.",
        "parameters": {"type": "object", "properties": {"note": {"type": "string"}}},
    },
}


class Cohere(Case):
    def setUp(self):
        super().setUp()
        self.client = cohere.ClientV2(api_key="a-test-key", base_url=f"{self.gateway.url}/cohere")

    def test_texts_come_back_plain_and_streamed(self):
        messages = [{"role": "system", "content": f"For {OTHER_NAME}."}, {"role": "user", "content": TEXT}]
        answer = self.client.chat(model="echo-1", messages=messages)
        self.assertEqual(answer.message.content[0].text, f"You said: {TEXT}")
        events = self.client.chat_stream(model="echo-1", messages=messages)
        said = "".join(e.delta.message.content.text for e in events if e.type == "content-delta")
        self.assertEqual(said, f"You said: {TEXT}")
        self.recorded()

    def test_tools_are_called_with_originals(self):
        messages = [{"role": "user", "content": TEXT}]
        answer = self.client.chat(model="echo-1", messages=messages, tools=[TOOL])
        (call,) = answer.message.tool_calls
        self.assertEqual(json.loads(call.function.arguments), {"note": TEXT, "copies": 1})
        events = list(self.client.chat_stream(model="echo-1", messages=messages, tools=[TOOL]))
        pieces = [e.delta.message.tool_calls.function.arguments for e in events if e.type == "tool-call-delta"]
        self.assertEqual(json.loads("".join(pieces)), {"note": TEXT, "copies": 1})
        messages.append({"role": "assistant", "tool_calls": [call], "tool_plan": answer.message.tool_plan})
        document = {"type": "document", "document": {"data": {"result": f"Filed for {NAME}, {CARD}."}}}
        messages.append({"role": "tool", "tool_call_id": call.id, "content": [document]})
        self.client.chat(model="echo-1", messages=messages)
        self.recorded()

    def test_vectors_and_ranks_are_of_masked_text(self):
        self.client.embed(texts=[TEXT, NAME], model="echo-1", input_type="search_query", embedding_types=["float"])
        self.client.rerank(model="echo-1", query=f"Who is {EMAIL}?", documents=[TEXT, NAME])
        self.recorded()
