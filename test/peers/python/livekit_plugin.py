"""LiveKit's OpenAI Realtime plugin inside an agent session, with what it sends by itself: typed turns with a tool of the server, a function
of its own and an approval."""

import asyncio
import json
import logging
import sys

import aiohttp
from livekit.agents import Agent, AgentSession, function_tool
from livekit.plugins import openai

URL, KEY, _SOUND, MODALITY, WORDS = sys.argv[1:6]
logging.basicConfig(level=logging.INFO, stream=sys.stderr)


async def main() -> dict:
    calls: list = []
    errors: list[str] = []

    @function_tool
    async def tell_time(zone: str) -> str:
        """Tells the time.

        Args:
            zone: A time zone.
        """
        calls.append(["tell_time", {"zone": zone}])
        return "noon"

    texts: list[str] = []
    async with aiohttp.ClientSession() as http:
        modalities = {} if MODALITY == "audio" else {"modalities": ["text"]}
        model = openai.realtime.RealtimeModel(base_url=URL, api_key=KEY, http_session=http, **modalities)
        session = AgentSession(llm=model)
        session.on("error", lambda event: errors.append(str(event.error)))
        await session.start(Agent(instructions="Be kind.", tools=[tell_time]))
        for words in json.loads(WORDS):
            result = await session.run(user_input=words)
            messages = [
                event.item.text_content
                for event in result.events
                if event.type == "message" and event.item.role == "assistant"
            ]
            texts.extend(text for text in messages if text)
        await session.aclose()
    return {"texts": texts, "calls": calls, "errors": errors}


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 75))))
