"""The `openai` package of Python: typed turns with a tool of the server, a function of its own and an approval, a spoken turn."""

import asyncio
import base64
import json
import sys

from openai import AsyncOpenAI

URL, KEY, SOUND, _MODALITY, WORDS = sys.argv[1:6]

TELL_TIME = {
    "type": "function",
    "name": "tell_time",
    "description": "Tells the time.",
    "parameters": {"type": "object", "properties": {"zone": {"type": "string"}}},
}


async def main() -> dict:
    texts, calls, errors, spoken, heard = [], [], [], [], []
    audio_bytes = 0
    client = AsyncOpenAI(api_key=KEY, base_url=URL)
    async with client.realtime.connect(model="gpt-realtime") as connection:
        await connection.session.update(
            session={"type": "realtime", "output_modalities": ["text"], "tools": [TELL_TIME]}
        )

        async def turn() -> None:
            nonlocal audio_bytes
            async for event in connection:
                if event.type == "response.output_text.done":
                    texts.append(event.text)
                elif event.type == "response.output_audio.delta":
                    audio_bytes += len(base64.b64decode(event.delta))
                elif event.type == "response.output_audio_transcript.done":
                    spoken.append(event.transcript)
                elif event.type == "conversation.item.input_audio_transcription.completed":
                    heard.append(event.transcript)
                elif event.type == "error":
                    errors.append(event.error.message)
                elif event.type == "response.function_call_arguments.done":
                    calls.append([event.name, json.loads(event.arguments)])
                    await connection.conversation.item.create(
                        item={"type": "function_call_output", "call_id": event.call_id, "output": "noon"}
                    )
                elif event.type == "response.done":
                    if any(item.type == "function_call" for item in event.response.output):
                        await connection.response.create()
                    else:
                        return

        for words in json.loads(WORDS):
            content = [{"type": "input_text", "text": words}]
            await connection.conversation.item.create(
                item={"type": "message", "role": "user", "content": content}
            )
            await connection.response.create()
            await turn()
        await connection.session.update(session={"type": "realtime", "output_modalities": ["audio"]})
        with open(SOUND, "rb") as file:
            await connection.input_audio_buffer.append(audio=base64.b64encode(file.read()).decode())
        await turn()
    return {
        "texts": texts,
        "calls": calls,
        "spoken": spoken,
        "heard": heard,
        "audio": audio_bytes > 0,
        "errors": errors,
    }


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 75))))
