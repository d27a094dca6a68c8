"""The official Google Gen AI SDK through the gateway."""

from google import genai
from google.genai import types
from harness import CARD, EMAIL, NAME, OTHER_NAME, TEXT, Case

TOOL = {
    "name": "file_note",
    "description": f"Files a note. Ask {NAME} when in doubt.",
    "parameters": {"type": "OBJECT", "properties": {"note": {"type": "STRING"}}},
}
MORE = {
    "system_instruction": f"You work for {OTHER_NAME}, {EMAIL}.",
    "tools": [{"function_declarations": [TOOL]}],
    "automatic_function_calling": {"disable": True},
}


class Gemini(Case):
    def setUp(self):
        super().setUp()
        self.client = genai.Client(api_key="a-test-key", http_options={"base_url": f"{self.gateway.url}/gemini"})

    def test_texts_come_back_plain_and_streamed(self):
        answer = self.client.models.generate_content(model="echo-1", contents=TEXT)
        self.assertEqual(answer.text, f"You said: {TEXT}")
        chunks = self.client.models.generate_content_stream(model="echo-1", contents=TEXT)
        self.assertEqual("".join(chunk.text or "" for chunk in chunks), f"You said: {TEXT}")
        first, _ = self.recorded()
        self.assertIn("[EMAIL_ADDRESS_1]", first.text)

    def test_tools_are_called_with_originals(self):
        contents = [types.Content(role="user", parts=[types.Part(text=TEXT)])]
        answer = self.client.models.generate_content(model="echo-1", contents=contents, config=MORE)
        (call,) = answer.function_calls
        self.assertEqual((call.name, call.args), ("file_note", {"note": TEXT, "copies": 1}))
        result = types.Part.from_function_response(name=call.name, response={"result": f"Filed for {NAME}, {CARD}."})
        contents += [answer.candidates[0].content, types.Content(role="user", parts=[result])]
        again = self.client.models.generate_content(model="echo-1", contents=contents, config=MORE)
        self.assertEqual(again.text, f"You said: Filed for {NAME}, {CARD}.")
        self.recorded()

    def test_tokens_and_vectors_are_of_masked_text(self):
        self.client.models.count_tokens(model="echo-1", contents=TEXT)
        self.client.models.embed_content(model="echo-1", contents=[TEXT, NAME])
        self.recorded()

    def test_interactions_come_back_plain_streamed_and_continued(self):
        first = self.client.interactions.create(model="echo-1", input=TEXT, system_instruction=f"For {OTHER_NAME}.")
        self.assertEqual(first.steps[0].content[0].text, f"You said: {TEXT}")
        stream = self.client.interactions.create(model="echo-1", input=TEXT, store=False, stream=True)
        said = "".join(event.delta.text for event in stream if event.event_type == "step.delta")
        self.assertEqual(said, f"You said: {TEXT}")
        again = self.client.interactions.create(
            model="echo-1", input=f"And now {EMAIL} alone.", previous_interaction_id=first.id
        )
        self.assertEqual(again.steps[0].content[0].text, f"You said: And now {EMAIL} alone.")
        self.assertIn("[EMAIL_ADDRESS_1]", self.recorded()[-1].text)

    def test_interactions_call_tools_with_originals(self):
        tools = [{**TOOL, "type": "function"}]
        answer = self.client.interactions.create(model="echo-1", input=TEXT, tools=tools, store=False)
        (step,) = answer.steps
        self.assertEqual((step.name, step.arguments), ("file_note", {"note": TEXT, "copies": 1}))
        stream = self.client.interactions.create(model="echo-1", input=TEXT, tools=tools, store=False, stream=True)
        deltas = [event.delta.arguments for event in stream if event.event_type == "step.delta"]
        self.assertIn('"note"', "".join(deltas))
        self.recorded()
