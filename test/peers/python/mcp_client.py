"""The MCP SDK of Python in its newest mode: what the server says of itself, its tools, a read, a write that asks for approval."""

import asyncio
import json
import sys

from mcp import Client
from mcp.types import ElicitResult

URL, MODE = sys.argv[1:3]


async def main() -> dict:
    asked: list[str] = []

    async def approve(context, params) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={})

    async with Client(URL, mode=MODE, elicitation_callback=approve) as client:
        tools = await client.list_tools()
        prompts = await client.list_prompts()
        read = await client.call_tool("list_pets", {})
        write = await client.call_tool("delete_pet", {"petId": 4})
        return {
            "version": client.protocol_version,
            "tools": [tool.name for tool in tools.tools],
            "prompts": [prompt.name for prompt in prompts.prompts],
            "read": read.content[0].text,
            "write": [write.is_error or False, write.content[0].text],
            "asked": asked,
        }


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 60))))
