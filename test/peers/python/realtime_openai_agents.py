"""The `openai-agents` package of Python in a Realtime session: text, a tool of the server, a function of its own that it approves, an approval of the
server by words."""

import asyncio
import json
import sys

from agents import function_tool
from agents.realtime import RealtimeAgent, RealtimeRunner

URL, KEY, _SOUND, _MODALITY, WORDS = sys.argv[1:6]


async def main() -> dict:
    texts, calls, errors, asked = [], [], [], []

    @function_tool(needs_approval=True)
    def tell_time(zone: str) -> str:
        """Tells the time."""
        calls.append(["tell_time", {"zone": zone}])
        return "noon"

    agent = RealtimeAgent(name="test", instructions="Be kind.", tools=[tell_time])
    settings = {"model_settings": {"output_modalities": ["text"]}}
    session = await RealtimeRunner(agent, config=settings).run(model_config={"url": URL, "api_key": KEY})

    async def watch() -> None:
        async for event in session:
            if event.type == "tool_approval_required":
                asked.append(event.tool.name)
                await session.approve_tool_call(event.call_id)
            elif event.type == "error":
                errors.append(str(event.error))
            elif event.type == "history_updated" or event.type == "history_added":
                items = [event.item] if event.type == "history_added" else event.history
                for item in items:
                    if item.type != "message" or item.role != "assistant" or item.status != "completed":
                        continue
                    text = "".join(part.text or "" for part in item.content if part.type == "text")
                    if text and text not in texts:
                        texts.append(text)

    async with session:
        watching = asyncio.create_task(watch())
        for number, words in enumerate(json.loads(WORDS)):
            await session.send_message(words)
            while len(texts) <= number:
                await asyncio.sleep(0.02)
        watching.cancel()
    return {"texts": texts, "calls": calls, "asked": asked, "errors": errors}


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 60))))
