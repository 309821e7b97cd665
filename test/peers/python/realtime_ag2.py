"""AG2's `LiveAgent`, which takes speech only: a spoken turn with a tool of the server, one with a function of its own."""

import asyncio
import json
import sys
from unittest.mock import MagicMock

# Microphone and speaker of the machine stay unused, and PortAudio may be missing.
sys.modules["sounddevice"] = MagicMock()

from ag2.events import ModelResponse, RecordedAudioEvent, TranscriptionCompletedEvent
from ag2.live import LiveAgent
from ag2.live.openai import RealTimeConfig, TextOutput
from ag2.tools import tool
from openai import AsyncOpenAI

URL, KEY, SOUND, _MODALITY, WORDS = sys.argv[1:6]


async def main() -> dict:
    texts, calls, heard = [], [], []

    @tool
    async def tell_time(zone: str) -> str:
        """Tells the time."""
        calls.append(["tell_time", {"zone": zone}])
        return "noon"

    client = AsyncOpenAI(api_key=KEY, base_url=URL)
    config = RealTimeConfig("gpt-realtime", output=TextOutput(), client=client)
    agent = LiveAgent("test", "Be kind.", config=config, tools=[tell_time])
    with open(SOUND, "rb") as file:
        sound = file.read()
    async with agent.run() as context:
        context.stream.where(ModelResponse).subscribe(lambda event: texts.append(event.content) if event.content else None)
        context.stream.where(TranscriptionCompletedEvent).subscribe(lambda event: heard.append(event.content))
        for number in range(len(json.loads(WORDS))):
            await context.send(RecordedAudioEvent(sound))
            while len(texts) <= number:
                await asyncio.sleep(0.02)
    return {"texts": texts, "calls": calls, "heard": heard, "errors": []}


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 60))))
