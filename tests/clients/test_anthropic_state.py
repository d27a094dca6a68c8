"""Threads, summaries, batches, files and citations of Anthropic's SDK."""

import anthropic
from harness import EMAIL, NAME, OTHER_NAME, TEXT, Case

KEY = "sk-ant-test-0123456789"
TOOL = {"name": "file_note", "description": "Files a note.", "input_schema": {"type": "object", "properties": {}}}


def user(content):
    return {"role": "user", "content": content}


class State(Case):
    def setUp(self):
        super().setUp()
        self.client = anthropic.Anthropic(base_url=f"{self.gateway.url}/anthropic", api_key=KEY, max_retries=0)
        self.addCleanup(self.client.close)

    def _message(self, stream, **more):
        more = {"model": "echo-1", "max_tokens": 100, **more}
        if not stream:
            return self.client.beta.messages.create(**more)
        with self.client.beta.messages.stream(**more) as events:
            return events.get_final_message()

    def test_threads_remember_who_is_who(self):
        for stream in (False, True):
            with self.subTest(stream=stream):
                first = self._message(stream, messages=[user(f"I am {NAME}.")], thread={"type": "create"})
                thread = {"type": "continue", "previous_message_id": first.id}
                second = self._message(stream, messages=[user(f"My doctor is {OTHER_NAME}.")], thread=thread)
                expected = f"You said: My doctor is {OTHER_NAME}. I am {NAME}. You said: I am {NAME}."
                self.assertEqual(second.content[0].text, expected)
                self.assertIn("[PERSON_2]", self.recorded()[-1].text)

    def test_threads_of_the_sdk_send_new_messages_alone(self):
        thread = self.client.beta.messages.thread(model="echo-1", max_tokens=100, messages=[user(f"I am {NAME}.")])
        thread.send()
        answer = thread.send(user(f"My doctor is {OTHER_NAME}."))
        self.assertIn(f"My doctor is {OTHER_NAME}. I am {NAME}.", answer.content[0].text)
        first, second = self.recorded()
        self.assertIn("[PERSON_1]", first.text)
        self.assertEqual([each["content"] for each in second.json["messages"]], ["My doctor is [PERSON_2]."])

    def test_a_thread_that_nobody_knows_is_refused_in_words(self):
        thread = {"type": "continue", "previous_message_id": "msg_nobody"}
        with self.assertRaisesRegex(anthropic.UnprocessableEntityError, "state"):
            self._message(False, messages=[user(NAME)], thread=thread)
        self.assertEqual(self.fake.take(), [])

    def test_summaries_stand_for_what_was_said_before_them(self):
        asked = (
            {"context_management": {"edits": [{"type": "compact_20260112"}]}},
            {"compaction": {"type": "summarize"}},
        )
        for stream in (False, True):
            for number, more in enumerate(asked):
                with self.subTest(stream=stream, **more):
                    # A summary's text is its name, so no two conversations have one in common.
                    first = self._message(stream, messages=[user(f"I am {NAME}, {stream} {number}.")], **more)
                    summary = first.content[0]
                    self.assertEqual(summary.type, "compaction")
                    said = {"role": "assistant", "content": [summary.model_dump(exclude_none=True)]}
                    second = self._message(stream, messages=[said, user(f"My doctor is {OTHER_NAME}.")])
                    expected = f"You said: My doctor is {OTHER_NAME}. Summary: I am {NAME}, {stream} {number}."
                    self.assertEqual(second.content[0].text, expected)
                    self.assertIn("[PERSON_2]", self.recorded()[-1].text)

    def test_citations_point_into_the_documents(self):
        texts = [f"Report of {NAME}.", f"{OTHER_NAME} wrote to {EMAIL}."]
        source = lambda text: {"type": "text", "media_type": "text/plain", "data": text}
        documents = [{"type": "document", "source": source(text), "citations": {"enabled": True}} for text in texts]
        for stream in (False, True):
            with self.subTest(stream=stream):
                answer = self._message(stream, messages=[user([*documents, {"type": "text", "text": "What do they say?"}])])
                block = answer.content[0]
                self.assertEqual(block.text, f"It says: {' '.join(texts)}")
                cited = [(each.cited_text, each.start_char_index, each.end_char_index) for each in block.citations]
                self.assertEqual(cited, [(text, 0, len(text)) for text in texts])
        self.recorded()

    def test_results_of_batches_are_read_through_the_gateway(self):
        params = {"model": "echo-1", "max_tokens": 100}
        requests = [
            {"custom_id": "a", "params": {**params, "messages": [user(TEXT)]}},
            {"custom_id": "b", "params": {**params, "messages": [user(f"Also {OTHER_NAME}.")], "tools": [TOOL]}},
        ]
        for batches in (self.client.messages.batches, self.client.beta.messages.batches):
            begun = batches.create(requests=requests)
            self.assertEqual(batches.retrieve(begun.id).processing_status, "ended")
            self.assertIn(begun.id, [batch.id for batch in batches.list()])
            first, second = (line.result.message.content[0] for line in batches.results(begun.id))
            self.assertEqual(first.text, f"You said: {TEXT}")
            self.assertEqual(second.input, {"note": f"Also {OTHER_NAME}.", "copies": 1})
        targets = [request.target for request in self.recorded()]
        self.assertTrue(any(target.partition("?")[0].endswith("/results") for target in targets), targets)

    def test_files_come_back_as_they_were_sent(self):
        files = self.client.beta.files
        uploaded = files.upload(file=(f"{EMAIL}.txt", TEXT.encode(), "text/plain"))
        self.assertEqual(uploaded.filename, f"{EMAIL}.txt")
        self.assertIn(uploaded.id, [file.id for file in files.list()])
        self.assertEqual(files.retrieve_metadata(uploaded.id).filename, f"{EMAIL}.txt")
        self.assertEqual(files.download(uploaded.id).text(), TEXT)
        files.delete(uploaded.id)
        self.recorded()
