"""Semantic Kernel's `OpenAIRealtimeWebsocket`: text, a tool of the server, a function of its own, an approval of the server by words."""

import asyncio
import json
import logging
import sys

from openai import AsyncOpenAI
from semantic_kernel import Kernel
from semantic_kernel.connectors.ai import FunctionChoiceBehavior
from semantic_kernel.connectors.ai.open_ai import (
    ListenEvents,
    OpenAIRealtimeExecutionSettings,
    OpenAIRealtimeWebsocket,
    SendEvents,
)
from semantic_kernel.contents import RealtimeTextEvent, TextContent
from semantic_kernel.contents.realtime_events import RealtimeEvent
from semantic_kernel.functions import kernel_function

URL, KEY, _SOUND, _MODALITY, WORDS = sys.argv[1:6]
logging.basicConfig(level=logging.INFO, stream=sys.stderr)
calls: list = []


class Clock:
    @kernel_function(name="tell_time", description="Tells the time.")
    def tell_time(self, zone: str) -> str:
        calls.append(["tell_time", {"zone": zone}])
        return "noon"


async def main() -> dict:
    texts, errors = [], []
    kernel = Kernel()
    kernel.add_plugin(Clock(), "clock")
    settings = OpenAIRealtimeExecutionSettings(
        instructions="Be kind.", output_modalities=["text"], function_choice_behavior=FunctionChoiceBehavior.Auto()
    )
    client = AsyncOpenAI(api_key=KEY, base_url=URL)
    realtime = OpenAIRealtimeWebsocket(ai_model_id="gpt-realtime", client=client)

    async def watch() -> None:
        async for event in realtime.receive():
            if event.service_type == ListenEvents.RESPONSE_TEXT_DONE:
                texts.append(event.service_event.text)
            elif event.service_type == ListenEvents.ERROR:
                errors.append(event.service_event.error.message)

    async with realtime(settings=settings, kernel=kernel):
        watching = asyncio.create_task(watch())
        for number, words in enumerate(json.loads(WORDS)):
            await realtime.send(
                RealtimeTextEvent(service_type=SendEvents.CONVERSATION_ITEM_CREATE, text=TextContent(text=words))
            )
            await realtime.send(RealtimeEvent(service_type=SendEvents.RESPONSE_CREATE))
            while len(texts) <= number and not errors:
                await asyncio.sleep(0.02)
        watching.cancel()
    return {"texts": texts, "calls": calls, "errors": errors}


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 60))))
