"""Answers in the shapes of Ollama's own API."""

import json

from pieces import words

HEAD = {"model": "echo-1", "created_at": "2026-01-01T00:00:00Z"}


def _lines(*objects):
    return {"events": [json.dumps(each, ensure_ascii=False) + "\n" for each in objects], "media_type": "application/x-ndjson"}


def chat(request):
    """`/api/chat`."""
    body = request.json
    last = body["messages"][-1]
    message = {"role": "assistant", "content": f"You said: {last['content']}"}
    if body.get("tools") and last["role"] == "user":
        function = {"name": body["tools"][0]["function"]["name"], "arguments": {"note": last["content"], "copies": 1}}
        message = {"role": "assistant", "content": "", "tool_calls": [{"function": function}]}
    done = {"done": True, "done_reason": "stop"}
    if body.get("stream", True) is False:
        return {"body": {**HEAD, "message": message, **done}}
    if message["content"]:
        pieces = [{"role": "assistant", "content": piece} for piece in words(message["content"])]
    else:
        pieces = [message]
    lines = [{**HEAD, "message": piece, "done": False} for piece in pieces]
    return _lines(*lines, {**HEAD, "message": {"role": "assistant", "content": ""}, **done})


def generate(request):
    """`/api/generate`."""
    said = f"You said: {request.json['prompt']}"
    done = {"done": True, "done_reason": "stop"}
    if request.json.get("stream", True) is False:
        return {"body": {**HEAD, "response": said, **done}}
    lines = [{**HEAD, "response": piece, "done": False} for piece in words(said)]
    return _lines(*lines, {**HEAD, "response": "", **done})


def embed(request):
    """`/api/embed`."""
    return {"body": {"model": "echo-1", "embeddings": [[0.5, -0.25]] * len(request.json["input"])}}
