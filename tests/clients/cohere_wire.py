"""Answers in the shapes of Cohere's API, version 2."""

import json

from pieces import words


def _text(content):
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or json.dumps(part.get("document", {}).get("data", "")) for part in content or [])


def _message(body):
    last = body["messages"][-1]
    said = _text(last["content"])
    if body.get("tools") and last["role"] == "user":
        arguments = json.dumps({"note": said, "copies": 1})
        name = body["tools"][0]["function"]["name"]
        call = {"id": "c1", "type": "function", "function": {"name": name, "arguments": arguments}}
        return {"role": "assistant", "tool_plan": f"I file: {said}", "tool_calls": [call]}
    return {"role": "assistant", "content": [{"type": "text", "text": f"You said: {said}"}]}


def chat(request):
    """`/v2/chat`."""
    message = _message(request.json)
    reason = "TOOL_CALL" if "tool_calls" in message else "COMPLETE"
    if request.json.get("stream"):
        return {"events": _events(message, reason)}
    return {"body": {"id": "x", "finish_reason": reason, "message": message, "usage": {}}}


def _events(message, reason):
    def event(kind, **members):
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **members}, ensure_ascii=False)}\n\n"

    empty = {"role": "assistant", "content": [], "tool_plan": "", "tool_calls": [], "citations": []}
    yield event("message-start", id="x", delta={"message": empty})
    for piece in words(message.get("tool_plan", "")):
        yield event("tool-plan-delta", delta={"message": {"tool_plan": piece}})
    for index, call in enumerate(message.get("tool_calls", [])):
        opened = {**call, "function": {**call["function"], "arguments": ""}}
        yield event("tool-call-start", index=index, delta={"message": {"tool_calls": opened}})
        for piece in words(call["function"]["arguments"]):
            function = {"arguments": piece}
            yield event("tool-call-delta", index=index, delta={"message": {"tool_calls": {"function": function}}})
        yield event("tool-call-end", index=index)
    for index, part in enumerate(message.get("content", [])):
        start = {"message": {"content": {"type": "text", "text": ""}}}
        yield event("content-start", index=index, delta=start)
        for piece in words(part["text"]):
            yield event("content-delta", index=index, delta={"message": {"content": {"text": piece}}})
        yield event("content-end", index=index)
    yield event("message-end", id="x", delta={"finish_reason": reason, "usage": {}})


def embed(request):
    """`/v2/embed`."""
    texts = request.json["texts"]
    return {"body": {"id": "x", "embeddings": {"float": [[0.5, -0.25]] * len(texts)}, "texts": texts, "meta": {}}}


def rerank(request):
    """`/v2/rerank`."""
    results = [{"index": at, "relevance_score": 0.5} for at in range(len(request.json["documents"]))]
    return {"body": {"id": "x", "results": results, "meta": {}}}
