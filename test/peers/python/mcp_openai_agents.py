"""An agent of `openai-agents` over MCP: the tools, a read, a write that stops the run until it is approved."""

import asyncio
import json
import sys

from agents import Agent, Runner, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp
from agents.testing import ScriptedModel, assistant_message, function_call

set_tracing_disabled(True)


def outputs(result) -> list[str]:
    return [json.loads(item.output)["text"] if isinstance(item.output, str) else item.output["text"]
            for item in result.new_items if item.type == "tool_call_output_item"]


async def main() -> dict:
    approve = {"always": {"tool_names": ["delete_pet"]}}
    async with MCPServerStreamableHttp(params={"url": sys.argv[1]}, require_approval=approve) as server:
        model = ScriptedModel(
            [
                [function_call("list_pets", {}, call_id="call_1")],
                [function_call("delete_pet", {"petId": 4}, call_id="call_2")],
                [assistant_message("Done.")],
            ]
        )
        agent = Agent(name="test", model=model, mcp_servers=[server])
        tools = [tool.name for tool in await server.list_tools()]
        stopped = await Runner.run(agent, "List the pets, then delete pet 4.")
        asked = [item.name for item in stopped.interruptions]
        state = stopped.to_state()
        for item in stopped.interruptions:
            state.approve(item)
        result = await Runner.run(agent, state)
        read, write = outputs(result)
        return {"tools": tools, "read": read, "write": write, "asked": asked, "answer": result.final_output}


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 60))))
