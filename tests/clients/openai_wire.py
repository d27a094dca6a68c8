"""Answers in the shapes of OpenAI's APIs."""

import json

from pieces import words

MODEL = "echo-1"
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
    body = request.json
    last = body["messages"][-1]
    said = _text(last.get("content"))
    calls_tool = bool(body.get("tools")) and last["role"] == "user"
    if body.get("stream"):
        return {"events": _chat_events(said, body["tools"][0] if calls_tool else None)}
    message = {"role": "assistant", "content": f"You said: {said}", "refusal": None}
    if calls_tool:
        message = {"role": "assistant", "content": None, "refusal": None, "tool_calls": [_call(body["tools"][0], said)]}
    choice = {
        "index": 0,
        "message": message,
        "logprobs": None,
        "finish_reason": "tool_calls" if calls_tool else "stop",
    }
    return {"body": _completion("chat.completion", [choice], usage=USAGE)}


def _completion(kind, choices, **more):
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": MODEL, "choices": choices, **more}


def _call(tool, said):
    arguments = json.dumps({"note": said, "copies": 1})
    return {"id": "call_1", "type": "function", "function": {"name": tool["function"]["name"], "arguments": arguments}}


def _chat_events(said, tool):
    def chunk(delta, finish=None):
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _completion("chat.completion.chunk", [choice])

    yield from _data(chunk({"role": "assistant", "content": None if tool else ""}))
    if tool:
        call = _call(tool, said)
        arguments = call["function"].pop("arguments")
        call["function"]["arguments"] = ""
        yield from _data(chunk({"tool_calls": [{"index": 0, **call}]}))
        for piece in words(arguments):
            yield from _data(chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}))
    else:
        for piece in words(f"You said: {said}"):
            yield from _data(chunk({"content": piece}))
    yield from _data(chunk({}, "tool_calls" if tool else "stop"))
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


def responses(request):
    """`/v1/responses`."""
    body = request.json
    items = body["input"]
    last = {"role": "user", "content": items} if isinstance(items, str) else items[-1]
    is_result = last.get("type") == "function_call_output"
    said = last["output"] if is_result else _text(last["content"])
    if body.get("tools") and not is_result:
        tool = body["tools"][0]
        arguments = json.dumps({"note": said, "copies": 1})
        item = {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": tool["name"], "status": "completed"}
        item["arguments"] = arguments
    else:
        part = {"type": "output_text", "text": f"You said: {said}", "annotations": [], "logprobs": []}
        item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
    count = sum(1 for each in (items if isinstance(items, list) else [items]))
    answer = _response(body, f"resp_{count}", [item])
    return {"events": _response_events(answer, item)} if body.get("stream") else {"body": answer}


def _response(body, identity, output, status="completed"):
    return {
        "id": identity,
        "object": "response",
        "created_at": 1,
        "status": status,
        "model": MODEL,
        "output": output,
        "instructions": body.get("instructions"),
        "metadata": body.get("metadata") or {},
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": body.get("tools", []),
        "previous_response_id": body.get("previous_response_id"),
    }


def _response_events(answer, item):
    number = iter(range(10_000))

    def event(kind, **members):
        data = {"type": kind, "sequence_number": next(number), **members}
        return f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"

    started = {**answer, "output": [], "status": "in_progress"}
    place = {"item_id": item["id"], "output_index": 0}
    yield event("response.created", response=started)
    yield event("response.in_progress", response=started)
    if item["type"] == "function_call":
        opened = {**item, "arguments": "", "status": "in_progress"}
        yield event("response.output_item.added", output_index=0, item=opened)
        for piece in words(item["arguments"]):
            yield event("response.function_call_arguments.delta", **place, delta=piece)
        yield event(
            "response.function_call_arguments.done", **place, name=item["name"], arguments=item["arguments"]
        )
    else:
        part = item["content"][0]
        place["content_index"] = 0
        yield event("response.output_item.added", output_index=0, item={**item, "content": [], "status": "in_progress"})
        yield event("response.content_part.added", **place, part={**part, "text": ""})
        for piece in words(part["text"]):
            yield event("response.output_text.delta", **place, delta=piece, logprobs=[])
        yield event("response.output_text.done", **place, text=part["text"], logprobs=[])
        yield event("response.content_part.done", **place, part=part)
    yield event("response.output_item.done", output_index=0, item=item)
    yield event("response.completed", response=answer)
