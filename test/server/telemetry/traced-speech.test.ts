import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { describe, expect, it } from 'vitest'
import type { Agent } from '../../../src/server/agent/agent.js'
import { SpeechError } from '../../../src/server/model/speech-error.js'
import type { TextToSpeech } from '../../../src/server/model/text-to-speech.js'
import { speakSentence } from '../../../src/server/speech/output/speak-sentence.js'
import { SessionSpans, type SpeechWork, tracedAgent } from '../../../src/server/telemetry/session-spans.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { testAgent } from '../../support/agent.js'
import { startServer } from '../../support/app.js'
import { HummingTts, loudVad, ScriptedStt, tone } from '../../support/speech.js'

const START = 1_700_000_000_000

function watched(speech: { stt?: ScriptedStt; tts?: TextToSpeech }) {
  const clock = new VirtualClock(START)
  const works: SpeechWork[] = []
  const base: Agent = {
    ...testAgent({ models: [new ScriptedModel([])] }),
    speech: {
      stt: speech.stt ?? null,
      tts: speech.tts ?? null,
      vad: loudVad,
      turnDetector: { name: 'test', needsWords: false, silenceMs: () => 500 },
    },
  }
  const agent = tracedAgent(base, { clock, onWork: (work) => works.push(work) })
  return { clock, works, agent, base }
}

describe('an agent whose speech is traced', () => {
  it.each([
    ['words', 'hello', undefined],
    [
      'a failure',
      new SpeechError('rate-limited', { provider: 'test/ears', message: 'HTTP 429' }),
      'rate-limited',
    ],
  ])('tells what a recognizer did that came to %s', async (_, answer, failure) => {
    const { clock, works, agent } = watched({ stt: new ScriptedStt([answer]) })
    const recognizer = agent.speech!.stt!.createRecognizer()
    const stretch = recognizer.begin({ onPartial() {} })
    stretch.push(new Int16Array(16_000))
    await clock.advance(200)
    const words = await stretch.transcribe(new AbortController().signal).catch(() => 'failed')
    expect(words).toBe(failure ? 'failed' : 'hello')
    expect(works).toEqual([
      {
        ...{ stage: 'stt', engine: 'test/ears:en', startedAt: START + 200, ms: 0, audioMs: 1_000 },
        ...{ isCut: false, ...(failure && { failure }) },
      },
    ])
  })

  it('tells what a voice did, with the time of its first sound', async () => {
    const slow: TextToSpeech = {
      name: 'test/voice',
      async *speak() {
        await new Promise<void>((resolve) => void clock.schedule(resolve, 300))
        yield { pcm: tone(100, 24_000), rate: 24_000 }
        await new Promise<void>((resolve) => void clock.schedule(resolve, 200))
        yield { pcm: tone(100, 24_000), rate: 24_000 }
      },
    }
    const { clock, works, agent } = watched({ tts: slow })
    const all = (async () => {
      for await (const _ of agent.speech!.tts!.speak(
        { text: 'Hi.' },
        { signal: new AbortController().signal },
      ));
    })()
    await clock.advance(1_000)
    await all
    expect(works).toEqual([
      {
        ...{ stage: 'tts', engine: 'test/voice', startedAt: START, ms: 500, firstAudioMs: 300 },
        ...{ audioMs: 200, isCut: false },
      },
    ])
  })

  it('tells once of a voice that was cut off, though nobody asks it for the rest', async () => {
    const { works, agent } = watched({ tts: new HummingTts() })
    const stop = new AbortController()
    const speaking = agent.speech!.tts!.speak({ text: 'Hi.' }, { signal: stop.signal })
    await speaking[Symbol.asyncIterator]().next()
    stop.abort()
    expect(works).toMatchObject([{ stage: 'tts', audioMs: 180, isCut: true }])
  })

  it('tells of a voice that fell silent as a failure, not as an interruption', async () => {
    const silent: TextToSpeech = {
      name: 'test/voice',
      async *speak() {
        yield { pcm: tone(100, 24_000), rate: 24_000 }
        await new Promise(() => {})
      },
    }
    const { clock, works, agent } = watched({ tts: silent })
    const { signal } = new AbortController()
    const format = 24_000
    const speaking = (async () => {
      const options = { tts: agent.speech!.tts!, format, voice: undefined, clock, signal }
      for await (const _ of speakSentence('Hi there.', options));
    })()
    const failed = speaking.catch((error: SpeechError) => error.failure)
    await clock.advance(20_000)
    expect(await failed).toBe('timeout')
    expect(works).toMatchObject([{ stage: 'tts', audioMs: 100, isCut: false, failure: 'timeout' }])
  })

  it('stays the same agent until it is changed, and is traced then, too', () => {
    const { base, clock } = watched({ tts: new HummingTts() })
    let latest = base
    base.latest = () => latest
    const agent = tracedAgent(base, { clock, onWork: () => {} })
    expect(agent.latest!()).toBe(agent)
    latest = { ...base, instructions: 'Others.' }
    latest.latest = () => latest
    const changed = agent.latest!()
    expect(changed.instructions).toBe('Others.')
    expect(changed.latest!()).toBe(changed)
    expect(changed.speech!.tts).not.toBe(base.speech!.tts)
  })
})

it('speech has spans: what was heard in its session, what is said in its turn, also when that is over', () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const api = { trace, ROOT_CONTEXT, SpanStatusCode }
  const spans = new SessionSpans({ api, tracer: provider.getTracer('test') }, 'session-1')
  const work = { startedAt: START, ms: 400, audioMs: 1_500, isCut: false }
  spans.speechEnded({ ...work, stage: 'stt', engine: 'deepgram/nova-3:en' })
  spans.turnStarted({ replyId: 'resp_1', outOfBand: false })
  spans.turnStarted({ replyId: 'resp_2', outOfBand: true })
  const usage = { inputTokens: 1, outputTokens: 1 }
  spans.turnEnded('resp_1', { status: 'completed', usage })
  spans.speechEnded({ ...work, stage: 'tts', engine: 'openai/gpt-4o-mini-tts:alloy', firstAudioMs: 250 })
  spans.speechEnded({ ...work, stage: 'tts', engine: 'kokoro', failure: 'timeout', isCut: true })
  spans.close()
  const finished = exporter.getFinishedSpans()
  const named = (name: string) => finished.find((span) => span.name === name) as ReadableSpan
  const parentOf = (name: string) =>
    finished.find((span) => span.spanContext().spanId === named(name).parentSpanContext?.spanId)?.name
  expect(parentOf('speech_to_text nova-3')).toBe('voice.session')
  expect(parentOf('text_to_speech gpt-4o-mini-tts')).toBe('invoke_agent')
  expect(named('speech_to_text nova-3').attributes).toEqual({
    'gen_ai.conversation.id': 'session-1',
    'gen_ai.operation.name': 'speech_to_text',
    'gen_ai.provider.name': 'deepgram',
    'gen_ai.request.model': 'nova-3',
    'gen_ai.output.type': 'text',
    'voice.audio.seconds': 1.5,
    'voice.stt.language': 'en',
  })
  expect(named('text_to_speech gpt-4o-mini-tts').attributes).toMatchObject({
    'gen_ai.output.type': 'speech',
    'voice.tts.voice': 'alloy',
    'voice.tts.first_audio_seconds': 0.25,
  })
  expect(named('speech_to_text nova-3').duration).toEqual([0, 400_000_000])
  expect(named('text_to_speech kokoro')).toMatchObject({
    status: { code: SpanStatusCode.ERROR },
    attributes: { 'gen_ai.provider.name': 'kokoro', 'error.type': 'timeout', 'voice.cut': true },
  })
})

it('a server whose process traces shows what its voice says below the turn', async () => {
  const exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  )
  const llm = new ScriptedModel([[{ say: 'There are three.' }]])
  const server = await startServer({ llm, tts: new HummingTts() })
  try {
    const client = await server.connect()
    await client.turn('how many pets')
    await server.close()
    const finished = exporter.getFinishedSpans()
    const parentOf = (name: string) => {
      const parent = finished.find((span) => span.name === name)?.parentSpanContext?.spanId
      return finished.find((span) => span.spanContext().spanId === parent)?.name
    }
    expect(parentOf('text_to_speech voice')).toBe('invoke_agent')
    expect(parentOf('invoke_agent')).toBe('voice.session')
    expect(JSON.stringify(finished.map(({ attributes }) => attributes))).not.toMatch(/three|many/)
  } finally {
    await server.close()
    trace.disable()
  }
})
