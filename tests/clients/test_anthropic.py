"""The official Anthropic SDK through the gateway."""

import anthropic
from harness import CARD, EMAIL, NAME, OTHER_NAME, TEXT, Case

KEY = "sk-ant-test-0123456789"
TOOL = {
    "name": "file_note",
    "description": f"Files a note. Ask {NAME} when in doubt.",
    "input_schema": {"type": "object", "properties": {"note": {"type": "string"}}},
}


class Anthropic(Case):
    def setUp(self):
        super().setUp()
        self.client = anthropic.Anthropic(base_url=f"{self.gateway.url}/anthropic", api_key=KEY, max_retries=0)
        self.addCleanup(self.client.close)

    def test_a_message_comes_back_as_it_was_sent(self):
        answer = self._create([{"role": "user", "content": TEXT}])
        self.assertEqual(answer.content[0].text, f"You said: {TEXT}")
        (request,) = self.recorded()
        self.assertEqual(request.headers["authorization"], f"Bearer {KEY}")

    def test_a_streamed_message_comes_back_as_it_was_sent(self):
        answer = self._create([{"role": "user", "content": TEXT}], stream=True)
        self.assertEqual(answer.content[0].text, f"You said: {TEXT}")
        self.recorded()

    def test_a_conversation_with_tools_keeps_its_prefix(self):
        for stream in (False, True):
            with self.subTest(stream=stream):
                self._converse(stream)

    def _converse(self, stream):
        messages = [{"role": "user", "content": [{"type": "text", "text": TEXT}]}]
        more = {"system": f"You work for {OTHER_NAME}, {EMAIL}.", "tools": [TOOL], "stream": stream}
        answer = self._create(messages, **more)
        use = answer.content[0]
        self.assertEqual((use.name, use.input), ("file_note", {"note": TEXT, "copies": 1}))
        messages.append({"role": "assistant", "content": [{"type": "tool_use", "id": use.id, "name": use.name, "input": use.input}]})
        result = {"type": "tool_result", "tool_use_id": use.id, "content": f"Filed for {NAME}, {CARD}."}
        messages.append({"role": "user", "content": [result]})
        answer = self._create(messages, **more)
        self.assertEqual(answer.content[0].text, f"You said: {result['content']}")
        messages.append({"role": "assistant", "content": answer.content[0].text})
        messages.append({"role": "user", "content": f"Thanks, also from {OTHER_NAME}."})
        self._create(messages, **more)
        bodies = self.recorded()
        for first, second in zip(bodies, bodies[1:]):
            self.assert_prefix(first, second, "messages")

    def _create(self, messages, stream=False, **more):
        more = {"model": "echo-1", "max_tokens": 100, "messages": messages, **more}
        if not stream:
            return self.client.messages.create(**more)
        with self.client.messages.stream(**more) as events:
            text = "".join(events.text_stream)
            message = events.get_final_message()
        if message.content[0].type == "text":
            self.assertEqual(text, message.content[0].text)
        return message

    def test_tokens_are_counted_of_masked_text(self):
        self.client.messages.count_tokens(model="echo-1", messages=[{"role": "user", "content": TEXT}])
        self.recorded()
