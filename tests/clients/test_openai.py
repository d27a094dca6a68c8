"""The official OpenAI SDK through the gateway."""

import asyncio
import json

import openai
from harness import CARD, EMAIL, NAME, OTHER_NAME, TEXT, Case

KEY = "sk-test-0123456789"
CHAT_TOOL = {
    "type": "function",
    "function": {
        "name": "file_note",
        "description": f"Files a note. Ask {NAME} when in doubt.",
        "parameters": {"type": "object", "properties": {"note": {"type": "string"}}, "required": ["note"]},
    },
}
TOOL = {
    "type": "function",
    "name": "file_note",
    "description": f"Files a note. Ask {NAME} when in doubt.",
    "parameters": CHAT_TOOL["function"]["parameters"],
    "strict": False,
}


class OpenAi(Case):
    def setUp(self):
        super().setUp()
        self.client = openai.OpenAI(base_url=f"{self.gateway.url}/openai/v1", api_key=KEY, max_retries=0)
        self.addCleanup(self.client.close)

    def test_chat_comes_back_as_it_was_sent(self):
        answer = self.client.chat.completions.create(model="echo-1", messages=[{"role": "user", "content": TEXT}])
        self.assertEqual(answer.choices[0].message.content, f"You said: {TEXT}")
        (request,) = self.recorded()
        self.assertIn("[EMAIL_ADDRESS_1]", request.text)
        self.assertEqual(request.headers["authorization"], f"Bearer {KEY}")
        self.assertEqual(request.target, "/v1/chat/completions")

    def test_parts_comes_back_too(self):
        parts = [{"type": "text", "text": TEXT}, {"type": "text", "text": f" And {OTHER_NAME}."}]
        answer = self.client.chat.completions.create(model="echo-1", messages=[{"role": "user", "content": parts}])
        self.assertEqual(answer.choices[0].message.content, f"You said: {TEXT} And {OTHER_NAME}.")
        self.recorded()

    def test_streamed_chat_comes_back_as_it_was_sent(self):
        messages = [{"role": "user", "content": TEXT}]
        stream = self.client.chat.completions.create(
            model="echo-1", messages=messages, stream=True, stream_options={"include_usage": True}
        )
        chunks = list(stream)
        said = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
        self.assertEqual(said, f"You said: {TEXT}")
        self.assertEqual(chunks[-1].usage.total_tokens, 8)
        self.recorded()

    def test_async_streams_come_back(self):
        async def run():
            async with openai.AsyncOpenAI(base_url=f"{self.gateway.url}/openai/v1", api_key=KEY) as client:
                stream = await client.chat.completions.create(
                    model="echo-1", messages=[{"role": "user", "content": TEXT}], stream=True
                )
                return "".join([c.choices[0].delta.content or "" async for c in stream if c.choices])

        self.assertEqual(asyncio.run(run()), f"You said: {TEXT}")
        self.recorded()

    def test_a_conversation_with_tools_keeps_its_prefix(self):
        for stream in (False, True):
            with self.subTest(stream=stream):
                self._converse(stream)

    def _converse(self, stream):
        messages = [
            {"role": "system", "content": f"You work for {OTHER_NAME}, {EMAIL}."},
            {"role": "user", "content": TEXT},
        ]
        bodies = []
        calls, content = self._turn(messages, stream)
        self.assertIsNone(content)
        self.assertEqual(json.loads(calls[0]["arguments"]), {"note": TEXT, "copies": 1})
        bodies += self.recorded()
        messages.append(
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "call_1", "type": "function", "function": calls[0]}],
            }
        )
        messages.append({"role": "tool", "tool_call_id": "call_1", "content": f'{{"filed for": "{NAME}", "card": "{CARD}"}}'})
        _, content = self._turn(messages, stream)
        self.assertEqual(content, f"You said: {messages[-1]['content']}")
        bodies += self.recorded()
        messages.append({"role": "assistant", "content": content})
        messages.append({"role": "user", "content": f"Thanks, also from {OTHER_NAME}."})
        self._turn(messages, stream)
        bodies += self.recorded()
        for first, second in zip(bodies, bodies[1:]):
            self.assert_prefix(first, second, "messages")

    def _turn(self, messages, stream):
        """The tool calls and the content of an answer."""
        answer = self.client.chat.completions.create(
            model="echo-1", messages=messages, tools=[CHAT_TOOL], stream=stream
        )
        if not stream:
            message = answer.choices[0].message
            return [call.function.model_dump(include={"name", "arguments"}) for call in message.tool_calls or []], message.content
        calls, content = [], []
        for delta in (chunk.choices[0].delta for chunk in answer if chunk.choices):
            content.append(delta.content or "")
            for call in delta.tool_calls or []:
                if call.function.name:
                    calls.append({"name": call.function.name, "arguments": ""})
                calls[call.index]["arguments"] += call.function.arguments or ""
        return calls, "".join(content) or None

    def test_responses_come_back_plain_and_streamed(self):
        plain = self.client.responses.create(
            model="echo-1", input=TEXT, instructions=f"For {OTHER_NAME}.", metadata={"by": EMAIL}, store=False
        )
        self.assertEqual(plain.output_text, f"You said: {TEXT}")
        self.assertEqual((plain.instructions, plain.metadata), (f"For {OTHER_NAME}.", {"by": EMAIL}))
        with self.client.responses.stream(model="echo-1", input=TEXT, store=False) as stream:
            said, done = "", None
            for event in stream:
                said += event.delta if event.type == "response.output_text.delta" else ""
                done = event.text if event.type == "response.output_text.done" else done
            final = stream.get_final_response()
        self.assertEqual((said, done, final.output_text), (f"You said: {TEXT}",) * 3)
        self.recorded()

    def test_responses_with_tools_keep_their_prefix(self):
        items = [{"role": "user", "content": TEXT}]
        for stream in (False, True):
            with self.subTest(stream=stream):
                history = list(items)
                call = self._response(history, stream).output[0]
                self.assertEqual(json.loads(call.arguments), {"note": TEXT, "copies": 1})
                history.append(call.model_dump(exclude_none=True, include={"type", "call_id", "name", "arguments"}))
                history.append({"type": "function_call_output", "call_id": "call_1", "output": f"Filed for {NAME}."})
                self.assertEqual(self._response(history, stream).output_text, f"You said: Filed for {NAME}.")
                first, second = self.recorded()
                self.assert_prefix(first, second, "input")

    def _response(self, items, stream):
        more = {"model": "echo-1", "input": items, "instructions": f"For {OTHER_NAME}.", "tools": [TOOL], "store": False}
        if not stream:
            return self.client.responses.create(**more)
        with self.client.responses.stream(**more) as events:
            return events.get_final_response()

    def test_a_stored_response_is_continued(self):
        first = self.client.responses.create(model="echo-1", input=TEXT)
        again = self.client.responses.create(
            model="echo-1", input=f"And now {EMAIL} alone.", previous_response_id=first.id
        )
        self.assertEqual(again.output_text, f"You said: And now {EMAIL} alone.")
        _, second = self.recorded()
        self.assertIn("[EMAIL_ADDRESS_1]", second.text)

    def test_the_other_apis_are_masked(self):
        self.client.embeddings.create(model="echo-1", input=[TEXT, NAME], encoding_format="float")
        self.client.moderations.create(model="echo-1", input=TEXT)
        answer = self.client.completions.create(model="echo-1", prompt=TEXT)
        self.assertEqual(answer.choices[0].text, f"You said: {TEXT}")
        self.assertEqual(len(self.recorded()), 3)

    def test_coverage_is_told_in_a_header_and_in_metrics(self):
        answer = self.client.chat.completions.with_raw_response.create(
            model="echo-1", messages=[{"role": "user", "content": TEXT}]
        )
        coverage = dict(part.strip().split("=") for part in answer.headers["x-masquerade-coverage"].split(","))
        self.assertGreaterEqual(int(coverage["scanned"]), 1)
        self.assertGreaterEqual(int(coverage["replaced"]), 1)
        metrics = self.gateway.metrics()
        self.assertRegex(metrics, r'masquerade_\w+\{[^}]*route="openai"[^}]*\} [1-9]')
        self.recorded()

    def test_what_cannot_be_masked_is_not_sent(self):
        with self.assertRaises(openai.APIStatusError) as refused:
            self.client.embeddings.create(model="echo-1", input=[1, 2, 3], encoding_format="float")
        self.assertEqual(refused.exception.response.headers["content-type"], "application/problem+json")
        self.assertEqual(self.fake.take(), [])
