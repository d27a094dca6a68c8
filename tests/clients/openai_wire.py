"""Answers in the shapes of OpenAI's APIs."""

import base64
import itertools
import json

from pieces import words

MODEL = "echo-1"
# Numbers of ids, each given once.
NUMBERS = itertools.count(1)
USAGE = {"prompt_tokens": 3, "completion_tokens": 5, "total_tokens": 8}


def _text(content):
    """The text of a message's content: a string, or parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content or [])


def _data(*objects):
    for each in objects:
        yield f"data: {json.dumps(each, ensure_ascii=False)}\n\n"


def chat(request):
    """`/v1/chat/completions`."""
    return completed(request.json)


def completed(body):
    """The answer to a chat."""
    last = body["messages"][-1]
    said = _text(last.get("content"))
    calls_tool = bool(body.get("tools")) and last["role"] == "user"
    call = _call(body["tools"][0], said) if calls_tool else None
    return chat_answer(f"You said: {said}", call, body.get("stream"), "web_search_options" in body)


def chat_answer(text, call, streamed, cites=False):
    """A completion that calls a tool or, without a call, is a text, whole or as a stream."""
    if streamed:
        return {"events": _chat_events(text, call, cites)}
    message = {"role": "assistant", "content": None if call else text, "refusal": None}
    if call:
        message["tool_calls"] = [call]
    elif cites:
        message["annotations"] = [_citation(text)]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "tool_calls" if call else "stop"}
    return {"body": _completion("chat.completion", [choice], usage=USAGE)}


def _completion(kind, choices, **more):
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": MODEL, "choices": choices, **more}


def _call(tool, said):
    arguments = json.dumps({"note": said, "copies": 1})
    return {"id": "call_1", "type": "function", "function": {"name": tool["function"]["name"], "arguments": arguments}}


def _citation(text):
    """A citation of everything behind the first words."""
    source = {"url": "https://example.com/a", "title": "A source"}
    return {"type": "url_citation", "url_citation": {**source, "start_index": len("You said: "), "end_index": len(text)}}


def _chat_events(text, call, cites):
    def chunk(delta, finish=None):
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _completion("chat.completion.chunk", [choice])

    yield from _data(chunk({"role": "assistant", "content": None if call else ""}))
    if call:
        arguments = call["function"]["arguments"]
        opened = {**call, "function": {**call["function"], "arguments": ""}}
        yield from _data(chunk({"tool_calls": [{"index": 0, **opened}]}))
        for piece in words(arguments):
            yield from _data(chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}))
    else:
        for piece in words(text):
            yield from _data(chunk({"content": piece}))
        if cites:
            yield from _data(chunk({"annotations": [_citation(text)]}))
    yield from _data(chunk({}, "tool_calls" if call else "stop"))
    yield from _data(_completion("chat.completion.chunk", [], usage=USAGE))
    yield "data: [DONE]\n\n"


def completions(request):
    """`/v1/completions`."""
    said = request.json["prompt"]
    choice = {"index": 0, "text": f"You said: {said}", "logprobs": None, "finish_reason": "stop"}
    return {"body": _completion("text_completion", [choice], usage=USAGE)}


def embeddings(request):
    """`/v1/embeddings`."""
    inputs = request.json["input"]
    count = 1 if isinstance(inputs, str) else len(inputs)
    data = [{"object": "embedding", "index": index, "embedding": [0.5, -0.25]} for index in range(count)]
    return {"body": {"id": "emb-1", "object": "list", "data": data, "model": MODEL, "usage": {"prompt_tokens": 1, "total_tokens": 1}}}


def moderations(request):
    """`/v1/moderations`."""
    result = {"flagged": False, "categories": {}, "category_scores": {}, "category_applied_input_types": {}}
    return {"body": {"id": "modr-1", "model": MODEL, "results": [result]}}


def response(body):
    """The answer of `/v1/responses` to the body of a request."""
    items = body.get("input") or []
    last = {"role": "user", "content": items} if isinstance(items, str) else items[-1]
    tool = next(iter(body.get("tools") or []), None)
    if tool is None or last.get("type", "message") != "message":
        output = [said(f"You said: {heard(last)}")]
    else:
        output = [TOOLS[tool["type"]](tool, heard(last))]
    # The provider sums up what it was told before; the summary is the client's to keep.
    if body.get("context_management"):
        output.insert(0, summary(items))
    known = [recalled(item) for item in items if isinstance(item, dict) and item.get("type") == "compaction"]
    if known:
        output = [said(f"{known[-1]} You said: {heard(last)}")]
    return answered(body, output)


def heard(item):
    """The text of an item of input."""
    kind = item.get("type", "message")
    if kind == "shell_call_output":
        return "".join(part["stdout"] + part["stderr"] for part in item["output"])
    return _text(item["output"] if kind.endswith("_output") else item["content"])


def said(text, annotations=()):
    """A message of the model."""
    part = {"type": "output_text", "text": text, "annotations": list(annotations), "logprobs": []}
    return {"id": f"msg_{next(NUMBERS)}", "type": "message", "role": "assistant", "status": "completed", "content": [part]}


def summary(items):
    """A compaction item: what it stands for is the provider's alone to read."""
    told = items if isinstance(items, str) else " ".join(heard(item) for item in items if "content" in item)
    number = next(NUMBERS)
    sealed = base64.b64encode(f"{number} {told}".encode()).decode()
    return {"id": f"cmp_{number}", "type": "compaction", "encrypted_content": sealed}


def recalled(item):
    """What a compaction item stands for."""
    return base64.b64decode(item["encrypted_content"]).decode().partition(" ")[2]


def _called(kind, prefix, **members):
    number = next(NUMBERS)
    return {"id": f"{prefix}_{number}", "type": kind, "call_id": f"call_{number}", "status": "completed", **members}


def _cited(_tool, text):
    text = f"You said: {text} [1]"
    source = {"type": "url_citation", "url": "https://example.com/a", "title": "A source"}
    return said(text, [{**source, "start_index": text.index("You said"), "end_index": len(text) - len(" [1]")}])


# The calls of a model by the kinds of tools, with what it was told in them.
TOOLS = {
    "function": lambda tool, text: _called(
        "function_call", "fc", name=tool["name"], arguments=json.dumps({"note": text, "copies": 1})
    ),
    "custom": lambda tool, text: _called("custom_tool_call", "ctc", name=tool["name"], input=text),
    "shell": lambda _, text: _called(
        "shell_call", "sh", action={"commands": [f"cat <<'.'\n{text}\n.", "ls -l"], "timeout_ms": 1000}
    ),
    "local_shell": lambda _, text: _called(
        "local_shell_call",
        "lsh",
        action={"type": "exec", "command": ["grep", text, "notes.txt"], "env": {"WHO": text}, "working_directory": "/src"},
    ),
    "apply_patch": lambda _, text: _called(
        "apply_patch_call", "apc", operation={"type": "update_file", "path": "notes.txt", "diff": f"@@\n-old\n+{text}\n"}
    ),
    "web_search": _cited,
}


def answered(body, output):
    """A response of these items."""
    return {
        "id": f"resp_{next(NUMBERS)}",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": MODEL,
        "output": output,
        "instructions": body.get("instructions"),
        "metadata": body.get("metadata") or {},
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": body.get("tools", []),
        "previous_response_id": body.get("previous_response_id"),
        "conversation": {"id": body["conversation"]} if isinstance(body.get("conversation"), str) else None,
    }


def response_events(answer):
    """The events of an answer."""
    number = iter(range(10_000))

    def event(kind, **members):
        data = {"type": kind, "sequence_number": next(number), **members}
        return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"

    started = {**answer, "output": [], "status": "in_progress"}
    yield event("response.created", response=started)
    yield event("response.in_progress", response=started)
    for index, item in enumerate(answer["output"]):
        place = {"item_id": item["id"], "output_index": index}
        yield event("response.output_item.added", output_index=index, item=_opened(item))
        for kind, members in PARTS.get(item["type"], lambda _: ())(item):
            yield event(f"response.{kind}", **place, **members)
        yield event("response.output_item.done", output_index=index, item=item)
    yield event("response.completed", response=answer)


def _opened(item):
    """An item as its first event has it."""
    empty = {"arguments": "", "input": "", "content": []}
    opened = {name: empty.get(name, value) for name, value in item.items()}
    if item["type"] == "shell_call":
        opened["action"] = {**item["action"], "commands": []}
    return {**opened, "status": "in_progress"} if "status" in item else opened


def _parts_of_a_call(item):
    for piece in words(item["arguments"]):
        yield "function_call_arguments.delta", {"delta": piece}
    yield "function_call_arguments.done", {"name": item["name"], "arguments": item["arguments"]}


def _parts_of_input(item):
    for piece in words(item["input"]):
        yield "custom_tool_call_input.delta", {"delta": piece}
    yield "custom_tool_call_input.done", {"input": item["input"]}


def _parts_of_commands(item):
    for index, command in enumerate(item["action"]["commands"]):
        place = {"command_index": index}
        yield "shell_call_command.added", {**place, "command": ""}
        for piece in words(command):
            yield "shell_call_command.delta", {**place, "delta": piece}
        yield "shell_call_command.done", {**place, "command": command}


def _parts_of_a_message(item):
    part = item["content"][0]
    place = {"content_index": 0}
    yield "content_part.added", {**place, "part": {**part, "text": "", "annotations": []}}
    for piece in words(part["text"]):
        yield "output_text.delta", {**place, "delta": piece, "logprobs": []}
    for index, annotation in enumerate(part["annotations"]):
        yield "output_text.annotation.added", {**place, "annotation_index": index, "annotation": annotation}
    yield "output_text.done", {**place, "text": part["text"], "logprobs": []}
    yield "content_part.done", {**place, "part": part}


# The events of an item between its first and its last.
PARTS = {
    "function_call": _parts_of_a_call,
    "custom_tool_call": _parts_of_input,
    "shell_call": _parts_of_commands,
    "message": _parts_of_a_message,
}
