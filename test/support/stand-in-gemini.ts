import type { LiveClientMessage, LiveServerMessage } from '@google/genai'
import type { WebSocket } from 'ws'
import { packageTypes } from './package-events.js'
import {
  type Action,
  type Cue,
  StandInSession,
  type StandInVoiceModel,
  standInVoiceModel,
  toneOf,
  type VoiceScript,
} from './voice-script.js'

const PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

type FromServer = Omit<LiveServerMessage, 'text' | 'data'>

/** Read with this file, because it takes some seconds. */
const [wrongFromClient, wrongFromServer] = packageTypes('@google/genai', [
  'of.LiveClientMessage',
  "Omit<of.LiveServerMessage, 'text' | 'data'>",
]) as [(value: object) => string[], (value: object) => string[]]

export interface StandInGeminiOptions {
  script: VoiceScript
}

/** A server in the place of Gemini Live. Messages are checked against the types of `@google/genai`. */
export async function standInGemini(
  options: StandInGeminiOptions,
): Promise<StandInVoiceModel<StandInGeminiSession>> {
  const server = await standInVoiceModel<StandInGeminiSession>({
    open: (socket, url, { broken }) =>
      url.pathname === PATH ? new StandInGeminiSession(socket, { ...options, broken }) : undefined,
  })
  return Object.defineProperty(server, 'baseUrl', { value: server.baseUrl.replace(/\/v1$/, '') })
}

/** One connection to the stand-in for Gemini Live. It answers every turn by itself. */
export class StandInGeminiSession extends StandInSession<LiveClientMessage> {
  readonly #script: VoiceScript
  setup: NonNullable<LiveClientMessage['setup']> | undefined
  /** The conversation as text. */
  readonly told: string[] = []
  readonly #calls = new Map<string, string>()
  /** The results since the last answer. */
  #outputs: { name: string; output: string }[] = []
  #isHeld = false
  #hasHistory = true

  constructor(socket: WebSocket, { script, broken }: StandInGeminiOptions & { broken: string[] }) {
    super(socket, { broken, silenceMs: 500 })
    this.#script = script
    this.ear.format = 16_000
  }

  get toldBefore(): string[] {
    const first = this.setup?.historyConfig?.initialHistoryInClientContent
    return first ? textsOf(this.received.find(({ clientContent }) => clientContent)?.clientContent) : []
  }

  deny(): void {
    this.drop(1008, 'You exceeded your current quota.')
  }

  /** Sends any message of the server. */
  say(message: FromServer): void {
    this.broken.push(...wrongFromServer(message).map((complaint) => `the stand-in: ${complaint}`))
    this.send(message)
  }

  /** Ends a held sentence. */
  finish(): void {
    this.#isHeld = false
    this.say({ serverContent: { generationComplete: true } })
    this.say({ serverContent: { turnComplete: true } })
  }

  take(message: LiveClientMessage): void {
    this.broken.push(...wrongFromClient(message))
    if (Object.keys(message).length !== 1) this.broken.push('a message has one member')
    if (!this.setup && !message.setup) this.broken.push('the setup comes first')
    if (message.setup) this.#start(message.setup)
    else if (message.realtimeInput) this.#listen(message.realtimeInput)
    else if (message.clientContent) this.#read(message.clientContent)
    else if (message.toolResponse) this.#takeResults(message.toolResponse)
  }

  #start(setup: NonNullable<LiveClientMessage['setup']>): void {
    this.setup = setup
    this.#hasHistory = setup.historyConfig?.initialHistoryInClientContent !== true
    this.say({ setupComplete: {} })
    const newHandle = `handle_${setup.sessionResumption?.handle ?? 'first'}`
    this.say({ sessionResumptionUpdate: { newHandle, resumable: true } })
  }

  #listen({ audio }: NonNullable<LiveClientMessage['realtimeInput']>): void {
    if (!audio?.data) return
    if (audio.mimeType !== 'audio/pcm;rate=16000') this.broken.push(`audio of the type ${audio.mimeType}`)
    const { started, ended } = this.ear.push(Buffer.from(audio.data, 'base64'))
    if (started && this.#isHeld) {
      this.#isHeld = false
      this.say({ serverContent: { interrupted: true } })
      this.say({ serverContent: { turnComplete: true } })
    }
    if (ended === undefined) return
    for (const text of ended.split(/(?<= )/)) this.say({ serverContent: { inputTranscription: { text } } })
    this.#act({ said: ended })
  }

  #read(content: NonNullable<LiveClientMessage['clientContent']>): void {
    const texts = textsOf(content)
    this.told.push(...texts)
    if (!content.turnComplete) return
    if (this.#hasHistory) this.#act(cueOf(texts.at(-1) ?? ''))
    this.#hasHistory = true
  }

  #takeResults({ functionResponses }: NonNullable<LiveClientMessage['toolResponse']>): void {
    const results = [functionResponses ?? []].flat().map(({ id = '', response = {} }) => {
      const name = this.#calls.get(id)
      if (name === undefined) this.broken.push(`no call ${id} waits for a result`)
      this.#calls.delete(id)
      return { name: name ?? '', output: JSON.stringify(response) }
    })
    this.#outputs.push(...results)
    if (this.#calls.size === 0) this.#act({ outputs: this.#outputs.splice(0) })
  }

  #act(cue: Cue): void {
    const actions = this.#script(cue)
    const calls = actions.flatMap((action) => ('call' in action ? [action] : []))
    for (const action of actions) if ('say' in action) this.#speak(action)
    if (calls.length > 0) {
      const functionCalls = calls.map(({ call: name, arguments: args = {} }) => {
        const id = this.newId('call')
        this.#calls.set(id, name)
        return { id, name, args: args as Record<string, unknown> }
      })
      this.say({ toolCall: { functionCalls } })
    }
    this.say({ usageMetadata: { promptTokenCount: 20, responseTokenCount: 10 } })
    if (!this.#isHeld) this.finish()
  }

  #speak({ say: text, held = false }: Extract<Action, { say: string }>): void {
    this.#isHeld = held
    this.say({ serverContent: { outputTranscription: { text } } })
    const data = Buffer.from(toneOf(text)).toString('base64')
    const inlineData = { data, mimeType: 'audio/pcm;rate=24000' }
    this.say({ serverContent: { modelTurn: { role: 'model', parts: [{ inlineData }] } } })
  }
}

const textsOf = ({ turns = [] }: LiveClientMessage['clientContent'] & object = {}) =>
  turns.map(({ parts = [] }) => parts.map(({ text = '' }) => text).join(''))

/** What a text asks the model for: to say a sentence, to read a note, or to answer. */
const cueOf = (text: string): Cue => (/^(Say exactly|\(A note)/.test(text) ? { told: text } : { said: text })
