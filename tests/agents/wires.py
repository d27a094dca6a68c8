"""The APIs that the agents speak: results of tools in their requests, answers that call tools."""

import json

import anthropic_wire
import gemini_wire
import openai_wire


def _text(content):
    """The text of a result: a string, or parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


class Messages:
    """Anthropic's Messages API."""

    suffix = "/messages"

    @staticmethod
    def tools(body):
        return [tool["name"] for tool in body.get("tools", [])]

    @staticmethod
    def results(body):
        blocks = [block for message in body["messages"] if isinstance(message["content"], list) for block in message["content"]]
        return [_text(block["content"]) for block in blocks if block["type"] == "tool_result"]

    @staticmethod
    def call(body, number, name, arguments):
        block = {"type": "tool_use", "id": f"toolu_{number:04}", "name": name, "input": arguments}
        return Messages._answer(body, block, "tool_use")

    @staticmethod
    def say(body, text):
        return Messages._answer(body, {"type": "text", "text": text}, "end_turn")

    @staticmethod
    def _answer(body, block, stop):
        answer = anthropic_wire.answered([block], stop)
        return {"events": anthropic_wire.events_of(answer)} if body.get("stream") else {"body": answer}


class Chat:
    """OpenAI's chat completions."""

    suffix = "/chat/completions"

    @staticmethod
    def tools(body):
        return [tool["function"]["name"] for tool in body.get("tools", [])]

    @staticmethod
    def results(body):
        return [_text(message["content"]) for message in body["messages"] if message["role"] == "tool"]

    @staticmethod
    def call(body, number, name, arguments):
        function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
        return openai_wire.chat_answer(None, {"id": f"call_{number:04}", "type": "function", "function": function}, body.get("stream"))

    @staticmethod
    def say(body, text):
        return openai_wire.chat_answer(text, None, body.get("stream"))


class Responses:
    """OpenAI's responses. Arguments that are a string are the input of a custom tool; tools may stand in the input."""

    suffix = "/responses"

    @staticmethod
    def tools(body):
        added = [tool for item in body["input"] if item.get("type") == "additional_tools" for tool in item["tools"]]
        tools = [inner for tool in (*body.get("tools", []), *added) for inner in tool.get("tools", [tool])]
        return [tool.get("name", tool["type"]) for tool in tools]

    @staticmethod
    def results(body):
        kinds = ("function_call_output", "custom_tool_call_output")
        items = body["input"] if isinstance(body["input"], list) else []
        return [_text(item["output"]) for item in items if item.get("type") in kinds]

    @staticmethod
    def call(body, number, name, arguments):
        item = {"id": f"fc_{number:04}", "call_id": f"call_{number:04}", "name": name, "status": "completed"}
        if isinstance(arguments, str):
            item.update(type="custom_tool_call", input=arguments)
        else:
            item.update(type="function_call", arguments=json.dumps(arguments, ensure_ascii=False))
        return Responses._answer(body, item)

    @staticmethod
    def say(body, text):
        return Responses._answer(body, openai_wire.said(text))

    @staticmethod
    def _answer(body, item):
        answer = openai_wire.answered(body, [item])
        return {"events": openai_wire.response_events(answer)} if body.get("stream") else {"body": answer}


class Gemini:
    """Google's generateContent, as a stream."""

    suffix = ":streamGenerateContent"

    @staticmethod
    def tools(body):
        return [each["name"] for tool in body.get("tools", []) for each in tool.get("functionDeclarations", [])]

    @staticmethod
    def results(body):
        parts = [part for content in body["contents"] for part in content["parts"]]
        answers = [part["functionResponse"]["response"] for part in parts if "functionResponse" in part]
        return [answer.get("output", answer.get("error", "")) for answer in answers]

    @staticmethod
    def call(body, number, name, arguments):
        call = {"id": f"call_{number:04}", "name": name, "args": arguments}
        return gemini_wire.streamed({"functionCall": call})

    @staticmethod
    def say(body, text):
        return gemini_wire.streamed({"text": text})


class WholeGemini(Gemini):
    """Google's generateContent, whole."""

    suffix = ":generateContent"

    @staticmethod
    def say(body, text):
        return {"body": gemini_wire.answer([{"text": text}])}


WIRES = (Messages, Chat, Responses, Gemini, WholeGemini)
