"""State that Anthropic keeps: threads of messages, batches and files."""

import json

import anthropic_wire
from anthropic_wire import NUMBERS
from forms import parts


class State:
    """All of it. It gives out ids that are never given again."""

    def __init__(self):
        self.threads, self.batches, self.files = {}, {}, {}

    def wires(self):
        """The wires with their methods and paths, whose groups are their further arguments; `None`: not Anthropic's."""
        return [
            ("POST", r"/v1/messages", self.message),
            ("POST", r"/v1/messages/batches", self.begin_batch),
            ("GET", r"/v1/messages/batches", self.list_batches),
            ("GET", r"/v1/messages/batches/(\w+)", self.batch),
            ("GET", r"/v1/messages/batches/(\w+)/results", self.results),
            ("POST", r"/v1/files", self.upload),
            ("GET", r"/v1/files", self.list_files),
            ("GET", r"/v1/files/(file_\w+)", self.file),
            ("GET", r"/v1/files/(file_\w+)/content", self.content),
            ("DELETE", r"/v1/files/(file_\w+)", self.delete_file),
        ]

    def message(self, request):
        body = request.json
        if "thread" not in body:
            return None
        earlier = self.threads.get(body["thread"].get("previous_message_id"), [])
        answer = anthropic_wire.message(body, earlier)
        said = {"role": "assistant", "content": answer["content"]}
        self.threads[answer["id"]] = [*earlier, *body["messages"], said]
        return {"events": anthropic_wire.events_of(answer)} if body.get("stream") else {"body": answer}

    def begin_batch(self, request):
        name = f"msgbatch_{next(NUMBERS)}"
        self.batches[name] = request.json["requests"]
        return {"body": self._batch(name, "in_progress", None)}

    def _batch(self, name, status, results):
        counts = {"processing": 0, "succeeded": len(self.batches[name]), "errored": 0, "canceled": 0, "expired": 0}
        facts = {"id": name, "type": "message_batch", "processing_status": status, "request_counts": counts}
        return {**facts, "created_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-02T00:00:00Z", "results_url": results}

    def batch(self, _, name):
        url = f"https://api.anthropic.com/v1/messages/batches/{name}/results"
        return {"body": self._batch(name, "ended", url)}

    def list_batches(self, request):
        data = [self.batch(request, name)["body"] for name in self.batches]
        return {"body": {"data": data, "has_more": False, "first_id": data[0]["id"], "last_id": data[-1]["id"]}}

    def results(self, _, name):
        def line(each):
            result = {"type": "succeeded", "message": anthropic_wire.message(each["params"])}
            return json.dumps({"custom_id": each["custom_id"], "result": result}, ensure_ascii=False) + "\n"

        body = "".join(line(each) for each in self.batches[name])
        return {"body": body.encode(), "media_type": "application/binary"}

    def upload(self, request):
        if "anthropic-version" not in request.headers:
            return None
        name, content = parts(request)["file"]
        facts = {"id": f"file_{next(NUMBERS)}", "type": "file", "filename": name, "mime_type": "text/plain"}
        self.files[facts["id"]] = (content, {**facts, "size_bytes": len(content), "created_at": "2026-01-01T00:00:00Z"})
        return {"body": self.files[facts["id"]][1]}

    def list_files(self, request):
        if "anthropic-version" not in request.headers:
            return None
        return {"body": {"data": [facts for _, facts in self.files.values()], "has_more": False}}

    def file(self, _, name):
        return {"body": self.files[name][1]}

    def content(self, _, name):
        return {"body": self.files[name][0], "media_type": "text/plain"}

    def delete_file(self, _, name):
        del self.files[name]
        return {"body": {"id": name, "type": "file_deleted"}}
