"""The client of FastMCP: the tools, a read, a write that it approves when asked."""

import asyncio
import json
import sys

from fastmcp import Client


async def main() -> dict:
    asked: list[str] = []

    async def approve(message, response_type, params, context) -> dict:
        asked.append(message)
        return {}

    async with Client(sys.argv[1], elicitation_handler=approve) as client:
        tools = [tool.name for tool in await client.list_tools()]
        read = await client.call_tool("list_pets", {})
        write = await client.call_tool("delete_pet", {"petId": 4})
        return {"tools": tools, "read": read.content[0].text, "write": write.content[0].text, "asked": asked}


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 60))))
