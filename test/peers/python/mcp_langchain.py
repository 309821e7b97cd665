"""The MCP adapters of LangChain: the tools, a read, a write that they approve when asked."""

import asyncio
import json
import sys

from langchain_mcp_adapters.callbacks import Callbacks
from langchain_mcp_adapters.client import MultiServerMCPClient
from mcp.types import ElicitResult


async def main() -> dict:
    asked: list[str] = []

    async def approve(mcp_context, params, context) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={})

    petshop = {"transport": "streamable_http", "url": sys.argv[1]}
    client = MultiServerMCPClient({"petshop": petshop}, callbacks=Callbacks(on_elicitation=approve))
    tools = {tool.name: tool for tool in await client.get_tools()}
    read = await tools["list_pets"].ainvoke({})
    write = await tools["delete_pet"].ainvoke({"petId": 4})
    return {"tools": list(tools), "read": read[0]["text"], "write": write[0]["text"], "asked": asked}


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 60))))
