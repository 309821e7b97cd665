"""Semantic Kernel's MCP plugin, which cannot ask its user: the tools, a read, a write that is confirmed by its code."""

import asyncio
import json
import re
import sys

from semantic_kernel.connectors.mcp import MCPStreamableHttpPlugin


async def main() -> dict:
    async with MCPStreamableHttpPlugin(name="petshop", url=sys.argv[1], load_prompts=False) as plugin:
        tools = [tool.name for tool in (await plugin.session.list_tools()).tools]
        read = await plugin.list_pets()
        refused = (await plugin.delete_pet(petId=4))[0].text
        code = re.search(r'"confirmation":"([^"]+)"', refused).group(1)
        write = await plugin.confirm_call(confirmation=code)
        return {"tools": tools, "read": read[0].text, "write": write[0].text, "asked": [refused]}


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 60))))
