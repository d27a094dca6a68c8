"""The official MCP SDK on both sides of the gateway: what a server of tools tells is masked, what it is asked restored."""

import asyncio
import json
import socket
import threading
import time
import unittest

import mcp
import uvicorn
from gateway import BASE, Gateway
from harness import CANARIES, CARD, EMAIL, NAME
from mcp.server.mcpserver import MCPServer

CONFIG = (
    BASE
    + """
[[routes]]
name = "tools"
upstreams = ["{upstream}"]
profile = "mcp"
deny_list = [{{ text = "Ada Lovelace", label = "PERSON" }}]
"""
)


class Tools:
    """A server with a tool that finds a customer, and one that writes to an address. `with Tools() as tools:`"""

    def __init__(self):
        self.asked = []
        server = MCPServer("crm")

        @server.tool()
        def find(name: str) -> str:
            """Finds a customer."""
            self.asked.append(name)
            return f"{NAME} <{EMAIL}>, card {CARD}"

        @server.tool()
        def write(to: str, text: str) -> str:
            """Writes a mail."""
            self.asked.append((to, text))
            return f"Sent to {to}."

        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self._server = uvicorn.Server(uvicorn.Config(server.streamable_http_app(), log_level="error", lifespan="on"))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)

    def __enter__(self):
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        self._server.should_exit = True
        self._thread.join(10)


class Mcp(unittest.TestCase):
    def test_results_are_masked_and_arguments_restored(self):
        with Tools() as tools, Gateway(tools.url, CONFIG) as gateway:
            asyncio.run(self._talk(f"{gateway.url}/mcp"))
            self.assertEqual(tools.asked, ["any", (EMAIL, f"Dear {NAME},")])
            for canary in CANARIES:
                self.assertNotIn(canary, gateway.log())

    async def _talk(self, url):
        async with mcp.Client(url) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            self.assertEqual(sorted(names), ["find", "write"])
            found = await client.call_tool("find", {"name": "any"})
            text = found.content[0].text
            for canary in (NAME, EMAIL, CARD):
                self.assertNotIn(canary, text + json.dumps(found.structured_content))
            name, rest = text.split(" <")
            address = rest.split(">")[0]
            self.assertTrue(address.startswith("[EMAIL_ADDRESS:"), address)
            sent = await client.call_tool("write", {"to": address, "text": f"Dear {name},"})
            self.assertNotIn(EMAIL, sent.content[0].text)
