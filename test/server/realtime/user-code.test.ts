import { describe, expect, it } from 'vitest'
import { type Logger, silentLogger } from '../../../src/ports.js'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import { type AppOptions, createApp } from '../../../src/server/app.js'
import type { Recognition, Recognizer, SpeechToText } from '../../../src/server/model/speech-to-text.js'
import type { TurnDetector } from '../../../src/server/model/turn-detector.js'
import type { Vad } from '../../../src/server/model/vad.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { settle } from '../../../src/testing/virtual-clock.js'
import type { ToolFunction, Toolkit } from '../../../src/toolkit/model/tool.js'
import { KEY } from '../../support/app.js'
import { answerText, RawClient } from '../../support/raw-client.js'
import { type HarnessOptions, HummingTts, loudVad, ScriptedStt, SpeechHarness } from '../../support/speech.js'

const thrown = (): never => {
  throw new Error('thrown by the code of a user')
}

// biome-ignore lint/correctness/useYield: it throws before
const later = async function* () {
  await Promise.resolve()
  thrown()
}

const scripted = () => new ScriptedStt(['hello'])

/** A recognizer of which one member throws. */
function recognizer(wrong: Partial<Recognizer> | Partial<Recognition>): SpeechToText {
  const stt = scripted()
  return {
    name: stt.name,
    streams: false,
    createRecognizer: () => {
      const own = stt.createRecognizer()
      return { ...own, begin: (listener) => ({ ...own.begin(listener), ...wrong }), ...wrong }
    },
  }
}

function vad(wrong: object): Vad {
  return { ...loudVad, watch: async (options) => ({ ...(await loudVad.watch(options)), ...wrong }) }
}

const detector = (wrong: object): TurnDetector =>
  ({ name: 'test/wrong', needsWords: true, silenceMs: () => 300, ...wrong }) as TurnDetector

const tool = (wrong: object) =>
  Object.assign(new FakeTool({ name: 'work', effect: 'write' }), wrong) as ToolFunction

/** Calls the tool for the first words of a user, then answers. */
const caller = () =>
  new ScriptedModel(({ history }) => {
    const users = history.filter(({ role }) => role === 'user').length
    return history.at(-1)?.role === 'user' && users === 1 ? [{ call: 'work' }] : [{ say: 'Here I am.' }]
  })

const answering = () => new ScriptedModel(() => [{ say: 'Here I am.' }])

/** A model that is wrong in its first answer. */
function model(wrong: () => never | AsyncIterable<never>): ScriptedModel {
  const right = answering()
  let requests = 0
  const stream: ScriptedModel['stream'] = (request, options) => {
    requests += 1
    return requests === 1 ? (wrong() as never) : right.stream(request, options)
  }
  return Object.assign(answering(), { stream })
}

/** What the client is told: the sentence of the agent, or the code of an `error` event. */
type Told = RegExp | 'error internal' | 'nothing'

describe('code of a user that throws', () => {
  it.each<[place: string, options: Partial<HarnessOptions>, told: Told]>([
    ['call of a tool', { llm: caller(), tools: [tool({ call: thrown })], approve: 'none' }, /Here I am/],
    ['dryRun of a tool, asked about', { llm: caller(), tools: [tool({ dryRun: thrown })] }, 'error internal'],
    [
      'needs of a tool',
      { llm: caller(), tools: [Object.defineProperty(tool({}), 'needs', { get: thrown })], approve: 'none' },
      /Here I am/,
    ],
    ['stream of a model', { llm: model(thrown) }, /Here I am/],
    ['stream of a model, later', { llm: model(later) }, /Here I am/],
    ['stream of a model, no iterable', { llm: model(() => 7 as never) }, /Here I am/],
    ['createRecognizer', { stt: { ...scripted(), streams: false, createRecognizer: thrown } }, /cannot hear/],
    ['begin of a recognizer', { stt: recognizer({ begin: thrown }) }, /cannot hear/],
    ['push of a recognition', { stt: recognizer({ push: thrown }) }, /cannot hear/],
    ['transcribe, at once', { stt: recognizer({ transcribe: thrown }) }, /cannot hear/],
    ['transcribe, later', { stt: recognizer({ transcribe: async () => thrown() }) }, /cannot hear/],
    ['transcribe, no text', { stt: recognizer({ transcribe: async () => 7 as never }) }, /cannot hear/],
    ['close of a recognizer', { stt: recognizer({ close: thrown }) }, /Here I am/],
    ['end of a recognition', { stt: recognizer({ end: thrown }) }, /Here I am/],
    ['watch of a detector', { vad: { name: 'test/wrong', watch: thrown } }, /cannot hear/],
    ['isSpeech of a detector', { vad: vad({ isSpeech: thrown }) }, /cannot hear/],
    ['close of a detector', { vad: vad({ close: thrown }) }, /Here I am/],
    ['silenceMs of turn detection', { detector: detector({ silenceMs: thrown }) }, /cannot hear/],
    ['judgeSound, at once', { detector: detector({ judgeSound: thrown }) }, /Here I am/],
    ['judgeSound, later', { detector: detector({ judgeSound: async () => thrown() }) }, /Here I am/],
    ['speak of a voice, at once', { tts: { name: 'test/wrong', speak: thrown } }, /cannot speak/],
    ['speak of a voice, later', { tts: { name: 'test/wrong', speak: later } }, /cannot speak/],
    ['prepare of a voice', { tts: Object.assign(new HummingTts(), { prepare: thrown }) }, 'error internal'],
    [
      'speak of a voice, no audio',
      {
        tts: {
          name: 'test/wrong',
          speak: async function* () {
            yield 7 as never
          },
        },
      },
      /cannot speak/,
    ],
  ])('%s: ends the turn, and the session goes on', async (_, options, told) => {
    const errors: unknown[] = []
    const logger: Logger = { ...silentLogger, error: (text, fields) => void errors.push({ text, ...fields }) }
    const test = new SpeechHarness({
      llm: answering(),
      stt: scripted(),
      tts: new HummingTts(),
      logger,
      ...options,
    })
    await test.say()
    await test.clock.advance(20_000)
    const failures = test.all('error').map(({ error }) => `error ${error.code}`)
    if (told instanceof RegExp) expect(test.all('response.done').length && said(test)).toMatch(told)
    else expect(failures).toEqual([told])
    if (told === 'error internal')
      expect(errors).toEqual([
        expect.objectContaining({ error: expect.stringContaining('user-code.test.ts') }),
      ])
    test.session.speech.textOnly = true
    test.send({ type: 'conversation.item.create', item: typed('and now?') })
    test.send({ type: 'response.create' })
    await test.clock.advance(20_000)
    expect(test.all('response.output_text.done').at(-1)?.text).toBe('Here I am.')
    test.session.close()
    expect(test.session.ended.aborted).toBe(true)
    await settle()
  })

  it.each(['spoken', 'typed'])('getFunctions of a toolkit, before a %s turn', async (form) => {
    const test = new SpeechHarness({ llm: answering(), stt: scripted(), tts: new HummingTts() })
    test.session.agent.latest = thrown
    if (form === 'spoken') await test.say()
    else {
      test.send({ type: 'conversation.item.create', item: typed('hello') })
      test.send({ type: 'response.create' })
    }
    await test.clock.advance(5_000)
    expect(test.all('error').map(({ error }) => error.code)).toEqual(['internal'])
    test.session.agent.latest = () => test.session.agent
    test.send({ type: 'response.create' })
    await test.clock.advance(5_000)
    expect(said(test)).toContain('Here I am.')
  })

  it('getFunctions of a toolkit that update gets: throws to the caller and changes nothing', () => {
    const session = new AgentSession({ credentials: {}, instructions: 'as before' })
    expect(() => session.update({ instructions: 'new', tools: [{ getFunctions: thrown }] })).toThrow(
      'code of a user',
    )
    expect(session.description.instructions).toBe('as before')
  })
})

describe('an option that throws when a client connects', () => {
  it.each<[option: string, options: (fails: () => boolean) => Partial<AppOptions>]>([
    ['apiKeyValidator', (fails) => ({ apiKeyValidator: () => !fails() || thrown() })],
    ['agentSession', (fails) => ({ agentSession: () => (fails() ? thrown() : new AgentSession(AGENT)) })],
    ['lockSession', (fails) => ({ lockSession: () => fails() && thrown() })],
    ['budgets', (fails) => ({ budgets: () => (fails() ? thrown() : {}) })],
    [
      'forIdentity of a toolkit',
      (fails) => ({ agentSession: withToolkit({ forIdentity: () => (fails() ? thrown() : NO_TOOLS) }) }),
    ],
    [
      'getFunctions of a toolkit',
      (fails) => ({ agentSession: withToolkit({ getFunctions: () => (fails() ? thrown() : []) }) }),
    ],
  ])('%s: refuses this client, and serves the next one', async (_, options) => {
    let fails = false
    const app = createApp({
      apiKeyValidator: () => ({ allow: ['work'] }),
      agentSession: new AgentSession(AGENT),
      ...options(() => fails),
    })
    const { url } = await app.listen({ port: 0 })
    fails = true
    await expect(RawClient.connect(url, { key: KEY })).rejects.toMatchObject({ status: 503 })
    fails = false
    const client = await RawClient.connect(url, { key: KEY })
    expect(answerText(await client.turn('hello'))).toBe('Here I am.')
    await client.close()
    await app.close()
  })
})

const AGENT = { llm: answering(), credentials: {} }
const NO_TOOLS = { getFunctions: () => [] }
const withToolkit = (toolkit: Partial<Toolkit>) => () =>
  new AgentSession({ ...AGENT, tools: [{ ...NO_TOOLS, ...toolkit }] })

const typed = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })

const said = (test: SpeechHarness) =>
  [
    ...test.all('response.output_audio_transcript.done').map(({ transcript }) => transcript),
    ...test.all('response.output_text.done').map(({ text }) => text),
  ].join('\n')
