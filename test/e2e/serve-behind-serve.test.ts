import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Running, voiceUntil } from '../support/cli.js'
import { collectionOf, soundItem } from '../support/small-collection.js'
import { tone } from '../support/speech.js'
import { choice, DONE } from '../support/stand-in-provider.js'
import { type SpeechRequestSeen, standInSpeech } from '../support/stand-in-speech.js'

const PETS = 'examples/petshop/postman.json'

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** What the language model got last. */
let seen: { messages: { role: string; content?: string }[]; tools?: { function: { name: string } }[] }

/** Recognizer, voice and language model of the first server. The model calls a tool of the second one. */
function answer({ url, body }: SpeechRequestSeen, response: ServerResponse): void {
  if (url.endsWith('/transcriptions')) response.end(JSON.stringify({ text: 'which pets are there' }))
  else if (url.endsWith('/speech')) response.end(tone(600, 24_000))
  else if (url.endsWith('/chat/completions')) {
    seen = JSON.parse(String(body))
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const hasResult = seen.messages.some(({ role }) => role === 'tool')
    const call = { index: 0, id: 'call_1', function: { name: 'list_pets', arguments: '{}' } }
    const piece = hasResult ? { content: 'There are some pets.' } : { tool_calls: [call] }
    response.end(choice(piece) + choice({}, hasResult ? 'stop' : 'tool_calls') + DONE)
  } else response.writeHead(404).end('{}')
}

async function serve(flags: string[], env: Record<string, string>): Promise<Running & { port: string }> {
  const args = ['serve', '--host', '127.0.0.1', '--port', '0', ...flags]
  const running = await voiceUntil(/ws:\/\/[^\s/]*:(\d+)/, args, { env: { VOICE_API_KEY: 'key', ...env } })
  closing.push(() => running.stop())
  return { ...running, port: running.match[1]! }
}

it('is the voice model of another server, whose tools it calls', async () => {
  const engines = await standInSpeech({ answer })
  closing.push(() => engines.close())
  const { baseUrl } = engines
  const env = { STT_BASE_URL: baseUrl, TTS_BASE_URL: baseUrl, LLM_BASE_URL: baseUrl }
  const speech = [
    '--llm',
    'openai/m',
    '--stt',
    'openai/ears:en',
    '--tts',
    'openai/voice',
    '--vad',
    'energy/v1',
  ]
  const folder = await mkdtemp(join(tmpdir(), 'voice-'))
  closing.push(() => rm(folder, { recursive: true }))
  const weather = join(folder, 'weather.json')
  await writeFile(weather, JSON.stringify(collectionOf([soundItem({ name: 'Get weather' })])))
  const first = await serve([weather, '--mock', ...speech], env)
  const second = await serve([PETS, '--mock', '--voice-model', 'openai/voice'], {
    VOICE_MODEL_BASE_URL: `http://127.0.0.1:${first.port}/v1`,
    VOICE_MODEL_API_KEY: 'demo-api-key',
  })
  const socket = new WebSocket(`ws://127.0.0.1:${second.port}/v1/realtime`, {
    headers: { authorization: 'Bearer demo-api-key' },
  })
  closing.push(async () => socket.close())
  const events: { type: string; [field: string]: unknown }[] = []
  socket.on('message', (data) => events.push(JSON.parse(String(data))))
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (audio: Uint8Array) =>
    socket.send(
      JSON.stringify({ type: 'input_audio_buffer.append', audio: Buffer.from(audio).toString('base64') }),
    )
  send(tone(800, 24_000))
  const microphone = setInterval(() => send(new Uint8Array(4_800)), 100)
  closing.push(async () => clearInterval(microphone))
  const said = () =>
    events.flatMap(({ type, transcript }) =>
      type === 'response.output_audio_transcript.done' ? [transcript] : [],
    )
  await expect.poll(said, { timeout: 20_000 }).toContain('There are some pets.')
  const types = events.map(({ type }) => type)
  expect(types).toContain('response.mcp_call.completed')
  expect(types).toContain('response.output_audio.delta')
  const heard = events.find(({ type }) => type === 'conversation.item.input_audio_transcription.completed')
  expect(heard?.transcript).toBe('which pets are there')
  const result = seen.messages.find(({ role }) => role === 'tool')
  expect(result?.content).toContain('name')
}, 120_000)
