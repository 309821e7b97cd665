"""aiortc as a caller: a typed turn with a tool of the server, a spoken turn, an interruption, and an end by the server."""

import asyncio
import fractions
import json
import math
import sys
import urllib.request

from aiortc import MediaStreamTrack, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from av import AudioFrame

URL, KEY = sys.argv[1:3]
RATE = 48_000
FRAME = RATE // 50
TONE = b"".join(
    int(8_000 * math.sin(2 * math.pi * 300 * at / RATE)).to_bytes(2, "little", signed=True) for at in range(FRAME)
)


class Microphone(MediaStreamTrack):
    """A tone while `loud`, else silence."""

    kind = "audio"
    loud = False
    sent = 0
    began = None

    async def recv(self):
        loop = asyncio.get_running_loop()
        self.began = self.began or loop.time()
        await asyncio.sleep(self.began + self.sent / RATE - loop.time())
        frame = AudioFrame(format="s16", layout="mono", samples=FRAME)
        frame.planes[0].update(TONE if self.loud else bytes(2 * FRAME))
        frame.sample_rate, frame.pts, frame.time_base = RATE, self.sent, fractions.Fraction(1, RATE)
        self.sent += FRAME
        return frame


def post(path: str, body: str = "") -> tuple[str, str]:
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/sdp"}
    request = urllib.request.Request(URL + path, body.encode(), headers, method="POST")
    with urllib.request.urlopen(request) as response:
        return response.read().decode(), response.headers.get("Location", "")


async def main() -> dict:
    events, changed = [], asyncio.Condition()
    heard = {"loud": 0}
    peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    microphone = Microphone()
    peer.addTrack(microphone)
    channel = peer.createDataChannel("oai-events")
    closed = asyncio.Event()

    async def keep(event: dict) -> None:
        async with changed:
            events.append(event)
            changed.notify_all()

    async def listen(track: MediaStreamTrack) -> None:
        while True:
            frame = await track.recv()
            samples = memoryview(bytes(frame.planes[0])).cast("h")
            heard["loud"] += max(samples) > 1_000

    def count(kind: str) -> int:
        return sum(event["type"] == kind for event in events)

    async def until(kind: str, times: int = 1) -> None:
        async with changed:
            await changed.wait_for(lambda: count(kind) >= times)

    channel.on("message", lambda text: asyncio.ensure_future(keep(json.loads(text))))
    channel.on("close", closed.set)
    peer.on("track", lambda track: asyncio.ensure_future(listen(track)))
    await peer.setLocalDescription(await peer.createOffer())
    sdp, location = await asyncio.to_thread(post, "/v1/realtime/calls", peer.localDescription.sdp)
    await peer.setRemoteDescription(RTCSessionDescription(sdp, "answer"))
    await until("session.created")

    content = [{"type": "input_text", "text": "which pets are there?"}]
    item = {"type": "message", "role": "user", "content": content}
    channel.send(json.dumps({"type": "conversation.item.create", "item": item}))
    channel.send(json.dumps({"type": "response.create"}))
    await until("output_audio_buffer.stopped")

    for turn in (1, 2):
        microphone.loud = True
        await until("input_audio_buffer.speech_started", turn)
        microphone.loud = False
        await until("output_audio_buffer.started", turn + 1)
        if turn == 1:
            before = heard["loud"]
            while heard["loud"] < before + 30:
                await asyncio.sleep(0.02)
    await until("output_audio_buffer.stopped", 2)
    await asyncio.to_thread(post, f"{location}/hangup")
    await asyncio.wait_for(closed.wait(), 10)
    await peer.close()
    return {
        "texts": [event["transcript"] for event in events if event["type"] == "response.output_audio_transcript.done"],
        "calls": [],
        "errors": [event["error"]["message"] for event in events if event["type"] == "error"],
        "loud": heard["loud"],
        "events": events,
    }


print(json.dumps(asyncio.run(asyncio.wait_for(main(), 75))))
