"""Answers in the shapes of Amazon Bedrock, with its binary event stream."""

import base64
import json
import struct
import zlib

import anthropic_wire
from pieces import words

EVENTS = "application/vnd.amazon.eventstream"


def _message(event, document):
    """One binary message."""
    headers = b""
    names = ((":event-type", event), (":content-type", "application/json"), (":message-type", "event"))
    for name, value in names:
        headers += bytes([len(name)]) + name.encode() + b"\x07" + struct.pack(">H", len(value)) + value.encode()
    payload = json.dumps(document, ensure_ascii=False).encode()
    head = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    message = head + struct.pack(">I", zlib.crc32(head)) + headers + payload
    return message + struct.pack(">I", zlib.crc32(message))


def _block(body):
    content = body["messages"][-1]["content"]
    results = [part["toolResult"]["content"][0]["text"] for part in content if "toolResult" in part]
    said = results[0] if results else "".join(part.get("text", "") for part in content)
    tools = body.get("toolConfig", {}).get("tools")
    if tools and not results:
        name = tools[0]["toolSpec"]["name"]
        return {"toolUse": {"toolUseId": "t1", "name": name, "input": {"note": said, "copies": 1}}}
    return {"text": f"You said: {said}"}


USAGE = {"inputTokens": 3, "outputTokens": 5, "totalTokens": 8}


def converse(request):
    """`/converse`."""
    block = _block(request.json)
    stop = "tool_use" if "toolUse" in block else "end_turn"
    message = {"role": "assistant", "content": [block]}
    return {"body": {"output": {"message": message}, "stopReason": stop, "usage": USAGE, "metrics": {"latencyMs": 1}}}


def converse_stream(request):
    """`/converse-stream`."""
    return {"events": _converse_events(_block(request.json)), "media_type": EVENTS}


def _converse_events(block):
    yield _message("messageStart", {"role": "assistant"})
    if "toolUse" in block:
        use = block["toolUse"]
        start = {"toolUse": {"toolUseId": "t1", "name": use["name"]}}
        yield _message("contentBlockStart", {"contentBlockIndex": 0, "start": start})
        deltas = [{"toolUse": {"input": piece}} for piece in words(json.dumps(use["input"]))]
    else:
        deltas = [{"text": piece} for piece in words(block["text"])]
    for delta in deltas:
        yield _message("contentBlockDelta", {"contentBlockIndex": 0, "delta": delta, "p": "abcdef"})
    yield _message("contentBlockStop", {"contentBlockIndex": 0})
    yield _message("messageStop", {"stopReason": "tool_use" if "toolUse" in block else "end_turn"})
    yield _message("metadata", {"usage": USAGE, "metrics": {"latencyMs": 1}})


def invoke(request):
    """`/invoke` of a model of Anthropic's."""
    return anthropic_wire.messages(request)


def invoke_stream(request):
    """`/invoke-with-response-stream` of a model of Anthropic's."""
    events = anthropic_wire.events(request)
    chunks = [{"bytes": base64.b64encode(json.dumps(event, ensure_ascii=False).encode()).decode()} for event in events]
    return {"events": [_message("chunk", chunk) for chunk in chunks], "media_type": EVENTS}
