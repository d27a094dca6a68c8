"""Answers in the shapes of Gemini's APIs."""

import json

from pieces import words

MODEL = "echo-1"


def _data(*objects):
    for each in objects:
        yield f"data: {json.dumps(each, ensure_ascii=False)}\r\n\r\n"


def _said(body):
    """What is said last, and whether it is a tool's result."""
    parts = body["contents"][-1]["parts"]
    results = [part["functionResponse"]["response"] for part in parts if "functionResponse" in part]
    if results:
        return results[0]["result"], True
    return "".join(part.get("text", "") for part in parts), False


def answer(parts, finish="STOP"):
    candidate = {"content": {"role": "model", "parts": parts}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    usage = {"promptTokenCount": 3, "candidatesTokenCount": 5, "totalTokenCount": 8}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": MODEL, "responseId": "r1"}


def _parts(body):
    said, is_result = _said(body)
    if body.get("tools") and not is_result:
        name = body["tools"][0]["functionDeclarations"][0]["name"]
        return [{"functionCall": {"name": name, "args": {"note": said, "copies": 1}}}]
    return [{"text": f"You said: {said}"}]


def generate(request):
    """`:generateContent`."""
    return {"body": answer(_parts(request.json))}


def stream(request):
    """`:streamGenerateContent?alt=sse`."""
    (part,) = _parts(request.json)
    return streamed(part)


def streamed(part):
    """An answer of one part, as a stream."""
    if "text" not in part:
        return {"events": _data(answer([part]))}
    pieces = [answer([{"text": piece}], None) for piece in words(part["text"])]
    return {"events": _data(*pieces, answer([{"text": ""}]))}


def count_tokens(request):
    """`:countTokens`."""
    return {"body": {"totalTokens": len(request.body)}}


def embed(request):
    """`:embedContent` and `:batchEmbedContents`."""
    count = len(request.json.get("requests", [0]))
    return {"body": {"embeddings": [{"values": [0.5, -0.25]}] * count}}


def interactions(request):
    """`/interactions`."""
    body = request.json
    last = body["input"]
    last = last[-1] if isinstance(last, list) else last
    is_result = isinstance(last, dict) and last.get("type") == "function_result"
    said = last["result"] if is_result else _text(last)
    if body.get("tools") and not is_result:
        step = {"type": "function_call", "id": "c1", "name": body["tools"][0]["name"]}
        step["arguments"] = {"note": said, "copies": 1}
    else:
        step = {"type": "model_output", "content": [{"type": "text", "text": f"You said: {said}"}]}
    status = "requires_action" if step["type"] == "function_call" else "completed"
    answer = {"id": "v1_1", "object": "interaction", "model": MODEL, "status": status, "steps": [step], "usage": {}}
    return {"events": _steps(answer, step)} if body.get("stream") else {"body": answer}


def _text(content):
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_text(each) for each in content)
    return content.get("text") or _text(content.get("content", ""))


def _steps(answer, step):
    def event(kind, **members):
        return f"event: {kind}\ndata: {json.dumps({'event_type': kind, **members}, ensure_ascii=False)}\n\n"

    opened = {**answer, "steps": [], "status": "in_progress"}
    yield event("interaction.created", interaction=opened)
    if step["type"] == "function_call":
        yield event("step.start", index=0, step={**step, "arguments": {}})
        for piece in words(json.dumps(step["arguments"])):
            yield event("step.delta", index=0, delta={"type": "arguments_delta", "arguments": piece})
    else:
        yield event("step.start", index=0, step={"type": "model_output"})
        for piece in words(step["content"][0]["text"]):
            yield event("step.delta", index=0, delta={"type": "text", "text": piece})
    yield event("step.stop", index=0)
    yield event("interaction.completed", interaction={**answer, "steps": []})
    yield "event: done\ndata: [DONE]\n\n"
