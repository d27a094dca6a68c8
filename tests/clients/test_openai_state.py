"""Conversations, files, batches and threads of OpenAI's SDK: state that the provider keeps comes back as it was, and nobody in it
becomes somebody else."""

import json
import warnings

import openai
from harness import EMAIL, NAME, OTHER_NAME, TEXT, Case

KEY = "sk-test-0123456789"


class State(Case):
    def setUp(self):
        super().setUp()
        self.client = openai.OpenAI(base_url=f"{self.gateway.url}/openai/v1", api_key=KEY, max_retries=0)
        self.addCleanup(self.client.close)

    def test_a_conversation_remembers_who_is_who(self):
        for items in (None, [{"type": "message", "role": "user", "content": f"I am {NAME}."}]):
            with self.subTest(items=items):
                conversation = self.client.conversations.create(metadata={"by": EMAIL}, items=items or openai.omit)
                self.assertEqual(conversation.metadata, {"by": EMAIL})
                if items is None:
                    self._respond(conversation, f"I am {NAME}.")
                answer = self._respond(conversation, f"My doctor is {OTHER_NAME}.")
                self.assertEqual(answer, f"You said: I am {NAME}. My doctor is {OTHER_NAME}.")
                self._read(conversation)
        self.recorded()

    def _respond(self, conversation, text):
        answer = self.client.responses.create(model="echo-1", conversation=conversation.id, input=text)
        self.assertEqual(answer.conversation.id, conversation.id)
        return answer.output_text

    def _read(self, conversation):
        """Items are added, listed, read and deleted."""
        conversations = self.client.conversations
        said = {"type": "message", "role": "user", "content": f"{OTHER_NAME} treats {NAME}."}
        (added,) = conversations.items.create(conversation.id, items=[said]).data
        self.assertEqual(added.content[0].text, said["content"])
        listed = [item.content[0].text for item in conversations.items.list(conversation.id, limit=2)]
        self.assertEqual((listed[0], listed[-1]), (f"I am {NAME}.", said["content"]))
        self.assertIn(f"You said: I am {NAME}. My doctor is {OTHER_NAME}.", listed)
        read = conversations.items.retrieve(added.id, conversation_id=conversation.id)
        self.assertEqual(read.content[0].text, said["content"])
        conversations.items.delete(added.id, conversation_id=conversation.id)
        updated = conversations.update(conversation.id, metadata={"by": OTHER_NAME})
        self.assertEqual(updated.metadata, {"by": OTHER_NAME})
        self.assertEqual(conversations.retrieve(conversation.id).metadata, {"by": OTHER_NAME})
        self.assertTrue(conversations.delete(conversation.id).deleted)

    def test_files_come_back_as_they_were_sent(self):
        uploaded = self.client.files.create(file=(f"{EMAIL}.txt", TEXT.encode()), purpose="user_data")
        self.assertEqual(uploaded.filename, f"{EMAIL}.txt")
        self.assertIn(uploaded.id, [file.id for file in self.client.files.list(limit=1)])
        self.assertEqual(self.client.files.retrieve(uploaded.id).filename, f"{EMAIL}.txt")
        self.assertEqual(self.client.files.content(uploaded.id).text, TEXT)
        self.assertTrue(self.client.files.delete(uploaded.id).deleted)
        self.recorded()

    def _ask_about(self, text, *files):
        parts = [{"type": "input_text", "text": text}, *({"type": "input_file", "file_id": file.id} for file in files)]
        items = [{"type": "message", "role": "user", "content": parts}]
        return self.client.responses.create(model="echo-1", input=items)

    def test_nobody_in_a_file_becomes_somebody_beside_it(self):
        upload = lambda text: self.client.files.create(file=("a.txt", text.encode()), purpose="user_data")
        file, other, empty = upload(f"The patient is {NAME}."), upload(f"It is {OTHER_NAME}."), upload("Nobody.")
        answer = self._ask_about(f"I am {OTHER_NAME}.", file, empty)
        self.assertEqual(answer.output_text, f"You said: I am {OTHER_NAME}. They hold: The patient is {NAME}. Nobody.")
        more = self.client.responses.create(model="echo-1", input=f"{NAME}, {OTHER_NAME}", previous_response_id=answer.id)
        self.assertEqual(more.output_text, f"You said: {NAME}, {OTHER_NAME}")
        with self.assertRaisesRegex(openai.UnprocessableEntityError, "masked apart"):
            self._ask_about("Who is who?", file, other)
        self.recorded()

    def test_batches_come_back_line_by_line(self):
        lines = [
            ("/v1/chat/completions", {"model": "echo-1", "messages": [{"role": "user", "content": TEXT}]}),
            ("/v1/responses", {"model": "echo-1", "input": f"Also {OTHER_NAME}."}),
        ]
        lines = [{"custom_id": str(at), "method": "POST", "url": url, "body": body} for at, (url, body) in enumerate(lines)]
        content = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
        file = self.client.files.create(file=("requests.jsonl", content), purpose="batch")
        more = {"completion_window": "24h", "metadata": {"by": EMAIL}}
        batch = self.client.batches.create(input_file_id=file.id, endpoint="/v1/chat/completions", **more)
        self.assertEqual(batch.metadata, {"by": EMAIL})
        batch = self.client.batches.retrieve(batch.id)
        results = [json.loads(line) for line in self.client.files.content(batch.output_file_id).text.splitlines()]
        chat, response = (result["response"]["body"] for result in results)
        self.assertEqual(chat["choices"][0]["message"]["content"], f"You said: {TEXT}")
        self.assertEqual(response["output"][0]["content"][0]["text"], f"You said: Also {OTHER_NAME}.")
        self.recorded()


class Threads(Case):
    def setUp(self):
        super().setUp()
        self.client = openai.OpenAI(base_url=f"{self.gateway.url}/openai/v1", api_key=KEY, max_retries=0)
        self.addCleanup(self.client.close)
        # The SDK calls assistants deprecated.
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("ignore", DeprecationWarning)
        self.threads = self.client.beta.threads
        self.thread = self.threads.create(messages=[{"role": "user", "content": f"I am {NAME}."}])
        self.threads.messages.create(self.thread.id, role="user", content=f"My doctor is {OTHER_NAME}.")
        self.told = f"I am {NAME}. My doctor is {OTHER_NAME}."

    def test_a_run_answers_with_the_people_of_its_thread(self):
        run = self.threads.runs.create(self.thread.id, assistant_id="asst_1", instructions=f"Work for {OTHER_NAME}.")
        self.assertEqual((run.status, run.instructions), ("completed", f"Work for {OTHER_NAME}."))
        messages = list(self.threads.messages.list(self.thread.id, limit=1))
        self.assertEqual([message.content[0].text.value for message in messages][-1], f"You said: {self.told}")
        self._check_citation(messages[-1].content[0].text)
        self.assertTrue(self.threads.delete(self.thread.id).deleted)
        self.recorded()

    def _check_citation(self, text):
        (citation,) = text.annotations
        self.assertEqual(text.value[citation.start_index : citation.end_index], f"said: {self.told}")
        self.assertEqual(citation.text, f"said: {self.told}")

    def test_a_streamed_run_answers_with_the_people_of_its_thread(self):
        said = ""
        with self.threads.runs.stream(thread_id=self.thread.id, assistant_id="asst_1") as stream:
            for event in stream:
                if event.event == "thread.message.delta":
                    said += event.data.delta.content[0].text.value or ""
            (message,) = stream.get_final_messages()
        self.assertEqual((said, message.content[0].text.value), (f"You said: {self.told}",) * 2)
        self._check_citation(message.content[0].text)
        self.recorded()

    def test_tools_of_a_run_get_what_was_said(self):
        tool = {"type": "function", "function": {"name": "file_note", "parameters": {"type": "object", "properties": {}}}}
        run = self.threads.runs.create(self.thread.id, assistant_id="asst_1", tools=[tool])
        for run in (run, self.threads.runs.retrieve(run.id, thread_id=self.thread.id)):
            (call,) = run.required_action.submit_tool_outputs.tool_calls
            self.assertEqual(json.loads(call.function.arguments), {"note": self.told})
        output = {"tool_call_id": call.id, "output": f"Filed for {NAME}, {EMAIL}."}
        run = self.threads.runs.submit_tool_outputs(run.id, thread_id=self.thread.id, tool_outputs=[output])
        self.assertEqual(run.status, "completed")
        step = self.threads.runs.steps.retrieve("step_1", thread_id=self.thread.id, run_id=run.id)
        function = step.step_details.tool_calls[0].function
        self.assertEqual((json.loads(function.arguments), function.output), ({"note": self.told}, output["output"]))
        last = list(self.threads.messages.list(self.thread.id))[-1]
        self.assertEqual(last.content[0].text.value, f"You said: {output['output']}")
        self.recorded()
