"""State that OpenAI keeps: responses, conversations, files, batches, and the threads of assistants."""

import json

import openai_wire
from forms import parts
from openai_wire import NUMBERS, heard, said


def _new(prefix):
    return f"{prefix}{next(NUMBERS)}"


def _page(request, objects):
    """A page of a list, from behind the object that the query names."""
    ids = [each["id"] for each in objects]
    start = ids.index(request.query["after"]) + 1 if "after" in request.query else 0
    end = start + int(request.query.get("limit", 100))
    page = objects[start:end]
    ends = {"first_id": page[0]["id"], "last_id": page[-1]["id"]} if page else {"first_id": None, "last_id": None}
    return {"body": {"object": "list", "data": page, **ends, "has_more": end < len(objects)}}


def _items(given):
    """Items of a request as they are listed."""
    given = [{"role": "user", "content": given}] if isinstance(given, str) else given
    return [_item(each) for each in given]


def _item(given):
    content = given.get("content")
    if isinstance(content, str):
        content = [{"type": "input_text", "text": content}]
    item = {"id": _new("msg_"), "type": "message", "status": "completed", **given}
    return {**item, "content": content} if content is not None else item


class State:
    """All of it. It gives out ids that are never given again."""

    def __init__(self):
        self.responses, self.conversations, self.files, self.batches = {}, {}, {}, {}
        self.threads, self.runs, self.steps = {}, {}, {}

    def wires(self):
        """The wires with their methods and paths, whose groups are their further arguments."""
        return [
            ("POST", r".*/responses", self.respond),
            ("POST", r".*/responses/compact", self.compact),
            ("GET", r".*/responses/(\w+)", self.response),
            ("DELETE", r".*/responses/(\w+)", self.delete_response),
            ("POST", r".*/responses/(\w+)/cancel", self.cancel_response),
            ("GET", r".*/responses/(\w+)/input_items", self.input_items),
            ("POST", r".*/conversations", self.begin_conversation),
            ("GET", r".*/conversations/(\w+)", self.conversation),
            ("POST", r".*/conversations/(\w+)", self.update_conversation),
            ("DELETE", r".*/conversations/(\w+)", self.delete_conversation),
            ("GET", r".*/conversations/(\w+)/items", self.list_items),
            ("POST", r".*/conversations/(\w+)/items", self.add_items),
            ("GET", r".*/conversations/(\w+)/items/(\w+)", self.item),
            ("DELETE", r".*/conversations/(\w+)/items/(\w+)", self.delete_item),
            ("POST", r".*/files", self.upload),
            ("GET", r".*/files", self.list_files),
            ("GET", r".*/files/([\w-]+)", self.file),
            ("GET", r".*/files/([\w-]+)/content", self.content),
            ("DELETE", r".*/files/([\w-]+)", self.delete_file),
            ("POST", r".*/v1/batches", self.begin_batch),
            ("GET", r".*/v1/batches/(\w+)", self.batch),
            ("POST", r".*/threads", self.begin_thread),
            ("DELETE", r".*/threads/(\w+)", self.delete_thread),
            ("POST", r".*/threads/(\w+)/messages", self.add_message),
            ("GET", r".*/threads/(\w+)/messages", self.list_messages),
            ("POST", r".*/threads/(\w+)/runs", self.run),
            ("GET", r".*/threads/(\w+)/runs/(\w+)", self.get_run),
            ("POST", r".*/threads/(\w+)/runs/(\w+)/submit_tool_outputs", self.submit),
            ("GET", r".*/threads/(\w+)/runs/(\w+)/steps/(\w+)", self.step),
        ]

    # Responses.

    def respond(self, request):
        body = request.json
        kept = self.conversations.get(body.get("conversation"))
        answer = openai_wire.response(body)
        if kept is not None:
            kept["items"] += _items(body["input"])
            # The model knows all that was said to it before.
            answer["output"] = [said("You said: " + " ".join(heard(each) for each in kept["items"] if each["role"] == "user"))]
            kept["items"] += answer["output"]
        files = [self.files[name] for name in _file_ids(body)]
        if files:
            answer["output"] = [said(f"{answer['output'][0]['content'][0]['text']} They hold: {_texts(files)}")]
        self.responses[answer["id"]] = (body, answer)
        if body.get("stream"):
            return {"events": openai_wire.response_events(answer)}
        return {"body": {**answer, "output": [], "status": "queued"} if body.get("background") else answer}

    def compact(self, request):
        output = [openai_wire.summary(request.json["input"])]
        return {"body": {"id": _new("resp_"), "object": "response.compaction", "created_at": 1, "output": output}}

    def response(self, request, name):
        if name not in self.responses:
            return _missing()
        _, answer = self.responses[name]
        if request.query.get("stream") != "true":
            return {"body": answer}
        last = int(request.query.get("starting_after", -1))
        events = list(openai_wire.response_events(answer))
        return {"events": [event for event in events if json.loads(event.partition("data: ")[2])["sequence_number"] > last]}

    def delete_response(self, _, name):
        del self.responses[name]
        return {"body": {"id": name, "object": "response", "deleted": True}}

    def cancel_response(self, _, name):
        return {"body": {**self.responses[name][1], "status": "cancelled"}}

    def input_items(self, request, name):
        body, _ = self.responses[name]
        body.setdefault("items", _items(body["input"]))
        return _page(request, body["items"])

    # Conversations.

    def begin_conversation(self, request):
        body = request.json
        if "inputs" in body:
            # Mistral's.
            return None
        name = _new("conv_kept")
        self.conversations[name] = {"metadata": body.get("metadata") or {}, "items": _items(body.get("items") or [])}
        return self.conversation(request, name)

    def conversation(self, _, name):
        if name not in self.conversations:
            return None
        metadata = self.conversations[name]["metadata"]
        return {"body": {"id": name, "object": "conversation", "created_at": 1, "metadata": metadata}}

    def update_conversation(self, request, name):
        if name in self.conversations:
            self.conversations[name]["metadata"] = request.json["metadata"]
        return self.conversation(request, name)

    def delete_conversation(self, _, name):
        del self.conversations[name]
        return {"body": {"id": name, "object": "conversation.deleted", "deleted": True}}

    def list_items(self, request, name):
        return _page(request, self.conversations[name]["items"])

    def add_items(self, request, name):
        new = _items(request.json["items"])
        self.conversations[name]["items"] += new
        return _page(request, new)

    def item(self, _, name, item):
        return {"body": next(each for each in self.conversations[name]["items"] if each["id"] == item)}

    def delete_item(self, request, name, item):
        kept = self.conversations[name]
        kept["items"] = [each for each in kept["items"] if each["id"] != item]
        return self.conversation(request, name)

    # Files and batches.

    def upload(self, request):
        form = parts(request)
        name, content = form["file"]
        return self._kept(name, content, form["purpose"][1].decode())

    def _kept(self, name, content, purpose):
        facts = {"id": _new("file-"), "object": "file", "bytes": len(content), "created_at": 1, "filename": name}
        self.files[facts["id"]] = (content, {**facts, "purpose": purpose, "status": "processed"})
        return self.file(None, facts["id"])

    def file(self, _, name):
        return {"body": self.files[name][1]} if name in self.files else _missing()

    def list_files(self, request):
        return _page(request, [facts for _, facts in self.files.values()])

    def content(self, _, name):
        return {"body": self.files[name][0], "media_type": "application/octet-stream"}

    def delete_file(self, _, name):
        del self.files[name]
        return {"body": {"id": name, "object": "file", "deleted": True}}

    def begin_batch(self, request):
        body = request.json
        content, _ = self.files[body["input_file_id"]]
        results = b"".join(_result(json.loads(line)) for line in content.splitlines())
        output = self._kept("results.jsonl", results, "batch_output")["body"]["id"]
        batch = {"id": _new("batch_"), "object": "batch", "created_at": 1, **body, "status": "validating"}
        self.batches[batch["id"]] = {**batch, "status": "completed", "output_file_id": output}
        return {"body": batch}

    def batch(self, _, name):
        return {"body": self.batches[name]}

    # Threads.

    def begin_thread(self, request):
        name = _new("thread_")
        self.threads[name] = []
        for message in request.json.get("messages") or []:
            self._message(name, message["role"], message["content"])
        return {"body": {"id": name, "object": "thread", "created_at": 1, "metadata": {}}}

    def delete_thread(self, _, name):
        del self.threads[name]
        return {"body": {"id": name, "object": "thread.deleted", "deleted": True}}

    def _message(self, thread, role, text, annotations=()):
        content = [{"type": "text", "text": {"value": text, "annotations": list(annotations)}}]
        message = {"id": _new("msg_"), "object": "thread.message", "thread_id": thread, "role": role, "content": content}
        self.threads[thread].append(message)
        return message

    def add_message(self, request, thread):
        return {"body": self._message(thread, request.json["role"], request.json["content"])}

    def list_messages(self, request, thread):
        return _page(request, self.threads[thread])

    def run(self, request, thread):
        body = request.json
        told = " ".join(each["content"][0]["text"]["value"] for each in self.threads[thread] if each["role"] == "user")
        run = {"id": _new("run_"), "object": "thread.run", "thread_id": thread, "assistant_id": body["assistant_id"]}
        run["instructions"] = body.get("instructions")
        self.runs[run["id"]] = run
        if body.get("tools"):
            name = body["tools"][0]["function"]["name"]
            call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": json.dumps({"note": told})}}
            run["status"] = "requires_action"
            run["required_action"] = {"type": "submit_tool_outputs", "submit_tool_outputs": {"tool_calls": [call]}}
            return {"body": run}
        run["status"] = "completed"
        message = self._answer(thread, f"You said: {told}")
        return {"events": _run_events(run, message)} if body.get("stream") else {"body": run}

    def _answer(self, thread, text):
        cited = {"type": "file_citation", "text": text[4:], "start_index": 4, "end_index": len(text)}
        return self._message(thread, "assistant", text, [{**cited, "file_citation": {"file_id": "file-0"}}])

    def get_run(self, _, __, run):
        return {"body": self.runs[run]}

    def submit(self, request, thread, name):
        run = self.runs[name]
        (call,) = run["required_action"]["submit_tool_outputs"]["tool_calls"]
        (given,) = request.json["tool_outputs"]
        call["function"]["output"] = given["output"]
        step = {"id": "step_1", "object": "thread.run.step", "thread_id": thread, "run_id": name, "type": "tool_calls"}
        self.steps[name] = {**step, "status": "completed", "step_details": {"type": "tool_calls", "tool_calls": [call]}}
        self._answer(thread, f"You said: {given['output']}")
        run.update(status="completed", required_action=None)
        return {"body": run}

    def step(self, _, __, run, ___):
        return {"body": self.steps[run]}


def _missing():
    return {"body": {"error": {"message": "not found", "type": "invalid_request_error", "code": None}}, "status": 404}


def _file_ids(body):
    items = body["input"] if isinstance(body.get("input"), list) else []
    contents = (item.get("content") for item in items)
    found = (part.get("file_id") for content in contents if isinstance(content, list) for part in content)
    return [name for name in found if name]


def _texts(files):
    return " ".join(content.decode() for content, _ in files)


def _result(line):
    answer = openai_wire.response(line["body"]) if line["url"].endswith("/responses") else openai_wire.completed(line["body"])["body"]
    response = {"status_code": 200, "request_id": "req_1", "body": answer}
    return json.dumps({"id": "batch_req_1", "custom_id": line["custom_id"], "response": response, "error": None}).encode() + b"\n"


def _run_events(run, message):
    def event(kind, data):
        return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"

    (part,) = message["content"]
    yield event("thread.run.created", {**run, "status": "queued"})
    yield event("thread.message.created", {**message, "content": []})
    deltas = [{"value": piece} for piece in openai_wire.words(part["text"]["value"])]
    for text in [*deltas, {"annotations": [{"index": 0, **each} for each in part["text"]["annotations"]]}]:
        delta = {"content": [{"index": 0, "type": "text", "text": text}]}
        yield event("thread.message.delta", {"id": message["id"], "object": "thread.message.delta", "delta": delta})
    yield event("thread.message.completed", message)
    yield event("thread.run.completed", run)
    yield "event: done\ndata: [DONE]\n\n"
