"""Answers in the shapes of Anthropic's Messages API."""

import itertools
import json

from pieces import words

MODEL = "echo-1"
# Numbers of ids, each given once.
NUMBERS = itertools.count(1)


def _text(content):
    if isinstance(content, str):
        return content
    texts = (block for block in content if block["type"] in ("text", "tool_result"))
    return "".join(_text(block.get("text") or block.get("content") or "") for block in texts)


def count_tokens(request):
    """`/v1/messages/count_tokens`."""
    return {"body": {"input_tokens": len(request.body)}}


def messages(request):
    """`/v1/messages`."""
    answer = message(request.json)
    return {"events": events_of(answer)} if request.json.get("stream") else {"body": answer}


def message(body, earlier=()):
    """The answer to the body of a request, in a thread with the messages before it."""
    last = body["messages"][-1]["content"]
    said = _text(last)
    blocks = [] if isinstance(last, str) else last
    is_result = any(block["type"] == "tool_result" for block in blocks)
    documents = [block for block in blocks if block["type"] == "document"]
    told = " ".join(_text(each["content"]) for each in [*earlier, *body["messages"]])
    stop = "end_turn"
    if body.get("compaction"):
        content, stop = [summary(told)], "compaction"
    elif body.get("tools") and not is_result:
        tool = {"note": said, "copies": 1}
        content = [{"type": "tool_use", "id": "toolu_1", "name": body["tools"][0]["name"], "input": tool}]
        stop = "tool_use"
    elif documents and documents[0].get("citations"):
        content = [_cited(documents)]
    else:
        known = [_text(each["content"]) for each in earlier] + _recalled(body["messages"])
        content = [{"type": "text", "text": " ".join([f"You said: {said}", *known])}]
    if body.get("context_management"):
        content.insert(0, summary(told))
    return answered(content, stop)


def answered(content, stop):
    """A message of these blocks."""
    return {
        "id": f"msg_{next(NUMBERS)}",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 3, "output_tokens": 5},
    }


def summary(told):
    """A block that stands for what was said."""
    return {"type": "compaction", "content": f"Summary: {told}", "signature": "c2lnbmVk"}


def _recalled(messages):
    """What the blocks of the messages stand for."""
    blocks = [block for each in messages if isinstance(each["content"], list) for block in each["content"]]
    return [block["content"] for block in blocks if block["type"] == "compaction"]


def _cited(documents):
    """A text with a citation of the whole of each document."""
    texts = [document["source"]["data"] for document in documents]
    cited = [
        {
            "type": "char_location",
            "cited_text": text,
            "document_index": index,
            "document_title": None,
            "start_char_index": 0,
            "end_char_index": len(text),
        }
        for index, text in enumerate(texts)
    ]
    return {"type": "text", "text": "It says: " + " ".join(texts), "citations": cited}


def events(request):
    """The documents of the events of an answer."""
    lines = "".join(events_of(message(request.json))).split("\n")
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]


def events_of(answer):
    """The events of an answer, as they are sent."""
    def event(kind, **members):
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **members}, ensure_ascii=False)}\n\n"

    yield event("message_start", message={**answer, "content": [], "stop_reason": None})
    yield event("ping")
    for index, block in enumerate(answer["content"]):
        opened, deltas = _pieces(block)
        yield event("content_block_start", index=index, content_block=opened)
        for delta in deltas:
            yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    delta = {"stop_reason": answer["stop_reason"], "stop_sequence": None}
    yield event("message_delta", delta=delta, usage={"output_tokens": 5})
    yield event("message_stop")


def _pieces(block):
    """A block as its first event has it, and its deltas."""
    if block["type"] == "tool_use":
        pieces = words(json.dumps(block["input"]))
        return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    if block["type"] == "compaction":
        return {**block, "content": None}, [{"type": "compaction_delta", "content": block["content"]}]
    cited = [{"type": "citations_delta", "citation": citation} for citation in block.get("citations", ())]
    texts = [{"type": "text_delta", "text": piece} for piece in words(block["text"])]
    opened = {**block, "text": ""}
    return ({**opened, "citations": []} if cited else opened), cited + texts
