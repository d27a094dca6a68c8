"""The items and events of Responses by OpenAI's SDK: calls of shells and patches, summaries, citations, and streams that are
resumed."""

import openai
from harness import EMAIL, NAME, OTHER_NAME, TEXT, Case

KEY = "sk-test-0123456789"
SHELL = {"type": "shell", "environment": {"type": "local"}}


class Items(Case):
    def setUp(self):
        super().setUp()
        self.client = openai.OpenAI(base_url=f"{self.gateway.url}/openai/v1", api_key=KEY, max_retries=0)
        self.addCleanup(self.client.close)

    def _respond(self, stream, **more):
        """A response, and the events of its stream."""
        more = {"model": "echo-1", "store": False, **more}
        if not stream:
            return self.client.responses.create(**more), []
        with self.client.responses.stream(**more) as events:
            seen = list(events)
            return events.get_final_response(), seen

    def _round(self, tool, output, check):
        """Asks for a call, checks it, and brings its output: what is asked next begins as what was asked before."""
        for stream in (False, True):
            with self.subTest(tool=tool["type"], stream=stream):
                history = [{"type": "message", "role": "user", "content": TEXT}]
                answer, events = self._respond(stream, input=history, tools=[tool])
                (call,) = answer.output
                check(call, events)
                history.append(call.model_dump(exclude_none=True, exclude={"parsed_arguments"}))
                history.append(output(call))
                answer, _ = self._respond(stream, input=history, tools=[tool])
                self.assertEqual(answer.output_text, f"You said: Done for {NAME}, {EMAIL}.")
                first, second = self.recorded()
                self.assert_prefix(first, second, "input")

    def test_commands_of_shells_come_back(self):
        def check(call, events):
            self.assertEqual(call.action.commands, [f"cat <<'.'\n{TEXT}\n.", "ls -l"])
            streamed = ["", ""]
            for event in events:
                if event.type == "response.shell_call_command.delta":
                    streamed[event.command_index] += event.delta
                if event.type == "response.shell_call_command.done":
                    self.assertEqual(event.command, call.action.commands[event.command_index])
            self.assertIn(streamed, (call.action.commands, ["", ""]))
            self.assertEqual(bool(events), bool(streamed[0]))

        def output(call):
            done = {"stdout": f"Done for {NAME}, ", "stderr": f"{EMAIL}.", "outcome": {"type": "exit", "exit_code": 0}}
            return {"type": "shell_call_output", "call_id": call.call_id, "max_output_length": 4096, "output": [done]}

        self._round(SHELL, output, check)

    def test_commands_of_local_shells_come_back(self):
        def check(call, _):
            self.assertEqual(call.action.command, ["grep", TEXT, "notes.txt"])
            self.assertEqual((call.action.env, call.action.working_directory), ({"WHO": TEXT}, "/src"))

        def output(call):
            return {"type": "local_shell_call_output", "id": call.call_id, "output": f"Done for {NAME}, {EMAIL}."}

        self._round({"type": "local_shell"}, output, check)

    def test_patches_come_back(self):
        def check(call, _):
            self.assertEqual((call.operation.type, call.operation.path), ("update_file", "notes.txt"))
            self.assertEqual(call.operation.diff, f"@@\n-old\n+{TEXT}\n")

        def output(call):
            done = {"status": "completed", "output": f"Done for {NAME}, {EMAIL}."}
            return {"type": "apply_patch_call_output", "call_id": call.call_id, **done}

        self._round({"type": "apply_patch"}, output, check)

    def test_input_of_custom_tools_comes_back(self):
        def check(call, events):
            self.assertEqual(call.input, TEXT)
            streamed = "".join(event.delta for event in events if event.type == "response.custom_tool_call_input.delta")
            self.assertEqual(streamed, TEXT if events else "")

        def output(call):
            return {"type": "custom_tool_call_output", "call_id": call.call_id, "output": f"Done for {NAME}, {EMAIL}."}

        self._round({"type": "custom", "name": "note", "description": "Notes."}, output, check)

    def test_summaries_stand_for_what_was_said_before_them(self):
        asked = [{"type": "compaction", "compact_threshold": 1000}]
        for stream in (False, True):
            with self.subTest(stream=stream):
                answer, _ = self._respond(stream, input=f"I am {NAME}.", context_management=asked)
                self.assertEqual([item.type for item in answer.output], ["compaction", "message"])
                summary = answer.output[0].model_dump(exclude_none=True)
                self._go_on(summary, stream)

    def test_summaries_that_are_asked_for_stand_for_what_was_said(self):
        answer = self.client.responses.compact(model="echo-1", input=[{"role": "user", "content": f"I am {NAME}."}])
        self.assertEqual(answer.object, "response.compaction")
        self._go_on(answer.output[-1].model_dump(exclude_none=True), False)

    def _go_on(self, summary, stream):
        """Somebody else, behind a summary in which the first one stands."""
        history = [summary, {"type": "message", "role": "user", "content": f"My doctor is {OTHER_NAME}."}]
        answer, _ = self._respond(stream, input=history)
        self.assertEqual(answer.output_text, f"I am {NAME}. You said: My doctor is {OTHER_NAME}.")
        self.assertIn("[PERSON_2]", self.recorded()[-1].text)

    def test_a_summary_that_nobody_knows_is_refused_in_words(self):
        sealed = {"type": "compaction", "encrypted_content": "bm9ib2R5"}
        with self.assertRaisesRegex(openai.UnprocessableEntityError, "state"):
            self._respond(False, input=[sealed, {"type": "message", "role": "user", "content": NAME}])
        self.assertEqual(self.fake.take(), [])

    def test_citations_point_into_the_restored_text(self):
        for stream in (False, True):
            with self.subTest(stream=stream):
                answer, events = self._respond(stream, input=TEXT, tools=[{"type": "web_search"}])
                part = answer.output[0].content[0]
                self.assertEqual(part.text, f"You said: {TEXT} [1]")
                cited = [(part.text, each) for each in part.annotations]
                cited += [(part.text, each.annotation) for each in events if each.type == "response.output_text.annotation.added"]
                for text, citation in cited:
                    citation = citation if isinstance(citation, dict) else citation.model_dump()
                    self.assertEqual(text[citation["start_index"] : citation["end_index"]], f"You said: {TEXT}")
                self.assertEqual(len(cited), 2 if stream else 1)
        self.recorded()

    def test_citations_of_chats_point_into_the_restored_text(self):
        more = {"model": "echo-1", "messages": [{"role": "user", "content": TEXT}], "web_search_options": {}}
        message = self.client.chat.completions.create(**more).choices[0].message
        (citation,) = message.annotations
        citation = citation.url_citation
        self.assertEqual(message.content[citation.start_index : citation.end_index], TEXT)
        said, cited = "", []
        for chunk in self.client.chat.completions.create(**more, stream=True):
            delta = chunk.choices[0].delta if chunk.choices else None
            said += delta.content or "" if delta else ""
            cited += (delta.model_dump().get("annotations") or []) if delta else []
        (citation,) = (each["url_citation"] for each in cited)
        self.assertEqual(said[citation["start_index"] : citation["end_index"]], TEXT)
        self.recorded()

    def test_stored_responses_are_read_listed_cancelled_and_deleted(self):
        queued = self.client.responses.create(model="echo-1", input=TEXT, background=True)
        self.assertEqual(queued.status, "queued")
        stored = self.client.responses.retrieve(queued.id)
        self.assertEqual((stored.status, stored.output_text), ("completed", f"You said: {TEXT}"))
        (item,) = self.client.responses.input_items.list(queued.id)
        self.assertEqual(item.content[0].text, TEXT)
        cancelled = self.client.responses.cancel(queued.id)
        self.assertEqual((cancelled.status, cancelled.output_text), ("cancelled", f"You said: {TEXT}"))
        self.client.responses.delete(queued.id)
        with self.assertRaises(openai.NotFoundError):
            self.client.responses.retrieve(queued.id)
        self.recorded()

    def test_lists_are_read_page_by_page(self):
        items = [{"role": "user", "content": f"{word} {NAME}"} for word in ("One", "Two", "Three")]
        stored = self.client.responses.create(model="echo-1", input=items)
        listed = [item.content[0].text for item in self.client.responses.input_items.list(stored.id, limit=1)]
        self.assertEqual(listed, [item["content"] for item in items])
        self.recorded()

    def test_a_stream_is_resumed_behind_any_event(self):
        with self.client.responses.create(model="echo-1", input=TEXT, stream=True) as stream:
            events = list(stream)
        name = events[0].response.id
        whole = [event.model_dump() for event in events]
        for last in range(-1, len(events)):
            more = {} if last < 0 else {"starting_after": last}
            with self.client.responses.retrieve(name, stream=True, **more) as stream:
                rest = [event.model_dump() for event in stream]
            self.assertEqual(whole[: last + 1] + rest, whole, f"behind {last}")
        self.recorded()
        with self.client.responses.stream(response_id=name, starting_after=3) as stream:
            self.assertEqual(stream.get_final_response().output_text, f"You said: {TEXT}")
