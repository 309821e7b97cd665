"""Pipecat's OpenAI Realtime service, with what it sends by itself: typed turns with a tool of the server, a function of its own
and an approval, a spoken turn."""

import asyncio
import json
import sys

from loguru import logger
from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
from pipecat.adapters.llm.schemas.tools_schema import ToolsSchema
from pipecat.frames.frames import (
    ErrorFrame,
    Frame,
    InputAudioRawFrame,
    LLMFullResponseEndFrame,
    LLMMessagesAppendFrame,
    LLMRunFrame,
    LLMTextFrame,
    TTSAudioRawFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.services.openai.realtime import events
from pipecat.services.openai.realtime.llm import OpenAIRealtimeLLMService
from pipecat.workers.runner import WorkerRunner

URL, KEY, SOUND, MODALITY, WORDS = sys.argv[1:6]

logger.remove()
logger.add(sys.stderr, level="DEBUG")

TELL_TIME = FunctionSchema(
    name="tell_time", description="Tells the time.", properties={"zone": {"type": "string"}}, required=[]
)


class Watch(FrameProcessor):
    """Stands at the end of the pipeline and notes what comes out of it."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.errors: list[str] = []
        self.audio_bytes = 0
        self.ended = asyncio.Queue()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, LLMTextFrame):
            self.text += frame.text
        elif isinstance(frame, TTSAudioRawFrame):
            self.audio_bytes += len(frame.audio)
        elif isinstance(frame, LLMFullResponseEndFrame):
            if self.text:
                self.ended.put_nowait(None)
        await self.push_frame(frame, direction)


async def main() -> dict:
    first, *others = json.loads(WORDS)
    calls: list = []

    async def tell_time(params) -> None:
        calls.append([params.function_name, dict(params.arguments)])
        await params.result_callback("noon")

    settings = OpenAIRealtimeLLMService.Settings(
        system_instruction="Be kind.",
        session_properties=events.SessionProperties(output_modalities=[MODALITY]),
    )
    llm = OpenAIRealtimeLLMService(api_key=KEY, base_url=URL, settings=settings)
    llm.register_function("tell_time", tell_time)
    context = LLMContext(
        [{"role": "user", "content": first}], ToolsSchema(standard_tools=[TELL_TIME])
    )
    aggregators = LLMContextAggregatorPair(context)
    watch = Watch()
    pipeline = Pipeline([aggregators.user(), llm, watch, aggregators.assistant()])
    worker = PipelineWorker(pipeline, params=PipelineParams(), enable_rtvi=False)

    @worker.event_handler("on_pipeline_error")
    async def on_error(_worker, frame: ErrorFrame) -> None:
        watch.errors.append(frame.error)

    texts: list[str] = []

    async def answered() -> None:
        await watch.ended.get()
        # Pipecat's own interruption may come late; it then ends the answer for Pipecat before the server has sent all of it.
        while llm._response_active:
            await asyncio.sleep(0.01)
        texts.append(watch.text)
        watch.text = ""
        watch.ended = asyncio.Queue()

    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    running = asyncio.create_task(runner.run())

    await worker.queue_frames([LLMRunFrame()])
    await answered()
    for words in others:
        # Behind the user aggregator: a realtime service takes typed words only there.
        message = {"role": "user", "content": words}
        await llm.queue_frame(LLMMessagesAppendFrame(messages=[message], run_llm=True))
        await answered()
    if MODALITY == "audio":
        with open(SOUND, "rb") as file:
            sound = file.read()
        for at in range(0, len(sound), 960):
            frame = InputAudioRawFrame(audio=sound[at : at + 960], sample_rate=24000, num_channels=1)
            await worker.queue_frames([frame])
        await answered()
    heard = [m.get("content") for m in context.get_messages() if m.get("role") == "user"]
    await worker.cancel()
    await asyncio.wait([running], timeout=5)
    return {
        "texts": texts,
        "calls": calls,
        "heard": heard,
        "audio": watch.audio_bytes > 0,
        "errors": watch.errors,
    }


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 75))))
