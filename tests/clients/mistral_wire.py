"""Answers in the shapes of Mistral's conversations."""

import json

from pieces import words


def conversations(request):
    """`/v1/conversations`, and one by its id."""
    body = request.json
    inputs = body["inputs"]
    last = {"content": inputs} if isinstance(inputs, str) else inputs[-1]
    is_result = last.get("type") == "function.result"
    said = last["result"] if is_result else last["content"]
    entry = {"object": "entry", "type": "message.output", "id": "msg_1", "role": "assistant", "content": f"You said: {said}"}
    if body.get("tools") and not is_result:
        name = body["tools"][0]["function"]["name"]
        entry = {"object": "entry", "type": "function.call", "id": "fc_1", "tool_call_id": "c1", "name": name}
        entry["arguments"] = json.dumps({"note": said, "copies": 1})
    if body.get("stream"):
        return {"events": _events(entry)}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    answer = {"object": "conversation.response", "conversation_id": "conv_1", "outputs": [entry], "usage": usage}
    return {"body": answer}


def _events(entry):
    def event(kind, **members):
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **members}, ensure_ascii=False)}\n\n"

    yield event("conversation.response.started", conversation_id="conv_1")
    if entry["type"] == "function.call":
        place = {"id": "fc_1", "tool_call_id": "c1", "name": entry["name"], "output_index": 0}
        for piece in words(entry["arguments"]):
            yield event("function.call.delta", **place, arguments=piece)
    else:
        place = {"id": "msg_1", "role": "assistant", "output_index": 0, "content_index": 0}
        for piece in words(entry["content"]):
            yield event("message.output.delta", **place, content=piece)
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    yield event("conversation.response.done", usage=usage)
