"""Answers in the shapes of Anthropic's Messages API."""

import json

from pieces import words

MODEL = "echo-1"


def _text(content):
    if isinstance(content, str):
        return content
    return "".join(_text(block.get("text") or block.get("content") or "") for block in content)


def count_tokens(request):
    """`/v1/messages/count_tokens`."""
    return {"body": {"input_tokens": len(request.body)}}


def messages(request):
    """`/v1/messages`."""
    body = request.json
    last = body["messages"][-1]["content"]
    said = _text(last)
    is_result = isinstance(last, list) and any(block["type"] == "tool_result" for block in last)
    if body.get("tools") and not is_result:
        tool = {"note": said, "copies": 1}
        block = {"type": "tool_use", "id": "toolu_1", "name": body["tools"][0]["name"], "input": tool}
    else:
        block = {"type": "text", "text": f"You said: {said}"}
    stop = "tool_use" if block["type"] == "tool_use" else "end_turn"
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": [block],
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 3, "output_tokens": 5},
    }
    return {"events": _events(message, block, stop)} if body.get("stream") else {"body": message}


def events(request):
    """The documents of the events of an answer."""
    streaming = type(request)(request.method, request.target, request.headers, json.dumps({**request.json, "stream": True}).encode())
    lines = "".join(messages(streaming)["events"]).split("\n")
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


def _events(message, block, stop):
    def event(kind, **members):
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **members}, ensure_ascii=False)}\n\n"

    yield event("message_start", message={**message, "content": [], "stop_reason": None})
    if block["type"] == "tool_use":
        yield event("content_block_start", index=0, content_block={**block, "input": {}})
        pieces, kind, member = words(json.dumps(block["input"])), "input_json_delta", "partial_json"
    else:
        yield event("content_block_start", index=0, content_block={**block, "text": ""})
        pieces, kind, member = words(block["text"]), "text_delta", "text"
    yield event("ping")
    for piece in pieces:
        yield event("content_block_delta", index=0, delta={"type": kind, member: piece})
    yield event("content_block_stop", index=0)
    yield event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": 5})
    yield event("message_stop")
