"""An AG2 agent with the toolkit of an MCP server, which does not ask its user: the tools, a read, a write that is confirmed by its code."""

import asyncio
import json
import re
import sys

from ag2 import Agent
from ag2.events import ToolCallEvent, ToolResultEvent
from ag2.testing import TestConfig
from ag2.tools import MCPToolkit


async def main() -> dict:
    toolkit = MCPToolkit(sys.argv[1])
    agent = Agent("test", tools=[toolkit])
    outputs: list[str] = []
    tools: list[str] = []

    async def call(name: str, arguments: dict) -> str:
        call = ToolCallEvent(name=name, arguments=json.dumps(arguments))
        model = TestConfig(call, "Done.", raise_tool_errors=False)
        reply = await agent.ask("Go on.", config=model)
        tools[:] = [schema.function.name for schema in await toolkit.schemas(reply.context)]
        for event in await reply.context.stream.history.get_events():
            if isinstance(event, ToolResultEvent):
                outputs.append("".join(getattr(part, "content", "") for part in event.result.parts))
        return outputs[-1]

    read = await call("list_pets", {})
    refused = await call("delete_pet", {"petId": 4})
    code = re.search(r'"confirmation":"([^"]+)"', refused).group(1)
    write = await call("confirm_call", {"confirmation": code})
    return {"tools": tools, "read": read, "write": write, "asked": [refused]}


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 60))))
