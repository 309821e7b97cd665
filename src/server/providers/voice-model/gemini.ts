import type {
  Content,
  FunctionCall,
  FunctionResponse,
  FunctionResponseScheduling,
  LiveClientMessage,
  LiveClientSetup,
  LiveServerContent,
  LiveServerMessage,
  Modality,
} from '@google/genai'
import { tryParseJson } from '../../../protocol/parse-json.js'
import type { ModelMessage } from '../../model/language-model.js'
import type { VoiceEvent, VoiceLink, VoiceModel, VoiceRules, VoiceSetup } from '../../model/voice-model.js'
import {
  type LinkOptions,
  ModelSocket,
  modelOf,
  newId,
  sayExactly,
  type VoiceModelOptions,
} from './model-socket.js'

const PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
const HEARS = 16_000
const SPEAKS = 24_000
/** A connection lasts ten minutes, and is resumed by the link itself. */
const RENEW_AFTER_MS = 24 * 3_600_000
/** The result of a call in an answer that is not passed on, such as one to words that answer an approval request. */
const NOT_RUN =
  'This call has not run: the user was answering another question. If the user still wants it, call it again.'
/** What makes the model answer when there is nothing new to read. */
const GO_ON = '(Answer now.)'

/**
 * A voice model of Gemini Live, such as `gemini-3.8-live`. The model ends turns, answers by itself and stops itself when
 * the user speaks; an answer that the session does not want is not passed on. It has one conversation, without ids.
 */
export function createGeminiModel(model: VoiceModelOptions): VoiceModel {
  return modelOf(model, {
    traits: {
      work: 'calls',
      formats: [SPEAKS],
      hears: HEARS,
      answersBeside: false,
      needsClock: false,
      renewAfterMs: RENEW_AFTER_MS,
    },
    open: (options) => new GeminiLink(options),
  })
}

/** What the model says now: its answer, or a sentence of `say`. A dropped one is not passed on. */
interface OpenTurn {
  itemId: string
  sayId: string | undefined
  isDropped: boolean
}

class GeminiLink implements VoiceLink {
  readonly #options: LinkOptions
  readonly #setup: VoiceSetup
  readonly #take: (event: VoiceEvent) => void
  #socket: ModelSocket<LiveServerMessage, LiveClientMessage>
  #rules: VoiceRules
  #note = ''
  /** With it, another connection continues this conversation. */
  #handle: string | undefined
  #isLeaving = false
  #open: OpenTurn | undefined
  /** The user's turn, until the model answers it. */
  #user: { itemId: string; text: string; hasEnded: boolean } | undefined
  /** Messages that no answer has used yet. */
  #told: Content[] = []
  #sayings: { id: string; text: string }[] = []
  /** The sentence that was asked for last, until it begins. */
  #saying: string | undefined
  #results: FunctionResponse[] = []
  /** The names of calls without a result, by their ids; no name if the model has withdrawn the call. */
  readonly #calls = new Map<string, { name: string; hasOwnId: boolean; isWithdrawn: boolean }>()
  /** Whether the model answers without being asked: the user has spoken, or it gets results. */
  #willAnswer = false
  #sentMs = 0
  #isActive = false
  /** Whether the turn of the model that it completes next has ended here before. */
  #hasEnded = false

  constructor(options: LinkOptions) {
    const { setup, take } = options
    this.#options = options
    this.#setup = setup
    this.#take = take
    this.#rules = setup.rules
    this.#socket = this.#connect()
    const turns = setup.history.flatMap(contentOf)
    if (turns.length > 0) this.#socket.send({ clientContent: { turns, turnComplete: true } })
  }

  audio(bytes: Uint8Array): void {
    if (this.#setup.turns === null && !this.#isActive)
      this.#socket.send({ realtimeInput: { activityStart: {} } })
    this.#isActive = true
    this.#sentMs += this.#socket.sendAudio(bytes)
  }

  commit(): void {
    if (!this.#isActive) return
    this.#isActive = false
    this.#socket.send({ realtimeInput: { activityEnd: {} } })
    this.#startUser()
    this.#endUser()
  }

  configure(rules: VoiceRules): void {
    this.#rules = rules
    const { systemInstruction, tools = [] } = this.#instructions()
    this.#socket.send({
      contextUpdate: { ...(systemInstruction && { systemInstruction }), tools: { tools } },
    })
  }

  tell(role: 'user' | 'system' | 'assistant', text: string): void {
    this.#told.push(saidBy(role, text))
  }

  note(text: string): void {
    this.#note = text
    const { systemInstruction } = this.#instructions()
    if (systemInstruction) this.#socket.send({ contextUpdate: { systemInstruction } })
  }

  result(callId: string, output: string): void {
    const { name = '', hasOwnId = true, isWithdrawn = true } = this.#calls.get(callId) ?? {}
    this.#calls.delete(callId)
    if (isWithdrawn) {
      this.tell('system', `The result of the call of ${name || callId}: ${output}`)
      return
    }
    // No result is empty: the model would call again.
    const response = { result: tryParseJson(output) ?? (output || 'done') }
    const scheduling = 'WHEN_IDLE' as FunctionResponseScheduling
    if (this.#results.length === 0) queueMicrotask(() => this.#sendResults())
    this.#results.push({ ...(hasOwnId && { id: callId }), name, response, scheduling })
  }

  respond(): void {
    this.#sendResults()
    if (this.#willAnswer && this.#told.length === 0) return
    if (this.#told.length === 0) this.tell('user', GO_ON)
    this.#sendTold()
  }

  cancel(): void {
    if (this.#open) this.#open.isDropped = true
  }

  say(id: string, text: string): void {
    this.#sayings.push({ id, text })
    this.#sayNext()
  }

  /** A sentence that has not begun leaves the next turn of the model to what comes after it. */
  drop(id: string): void {
    this.#sayings = this.#sayings.filter((one) => one.id !== id)
    if (this.#saying === id) this.#saying = undefined
    if (this.#open?.sayId === id) this.#open.isDropped = true
    this.#sayNext()
  }

  close(): void {
    this.#socket.close()
  }

  #connect(): ModelSocket<LiveServerMessage, LiveClientMessage> {
    const mimeType = `audio/pcm;rate=${HEARS}`
    return new ModelSocket({
      ...this.#options,
      path: PATH,
      first: { setup: this.#setupMessage() } satisfies LiveClientMessage,
      audioMessage: (data) => `{"realtimeInput":{"audio":{"data":"${data}","mimeType":"${mimeType}"}}}`,
      onMessage: (message: LiveServerMessage) => this.#takeMessage(message),
      onLost: () => {
        this.#endUser()
        this.#finishUser()
      },
    })
  }

  #setupMessage(): LiveClientSetup {
    const { turns, language, voice, history } = this.#setup
    const { maxOutputTokens } = this.#rules
    const voiceConfig = voice && { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } }
    const isContinued = this.#handle !== undefined
    return {
      model: `models/${this.#options.model.model}`,
      generationConfig: {
        responseModalities: ['AUDIO' as Modality],
        ...(voiceConfig && { speechConfig: voiceConfig }),
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      },
      ...this.#instructions(),
      realtimeInputConfig: {
        automaticActivityDetection: {
          disabled: turns === null,
          ...(turns?.prefix_padding_ms !== undefined && { prefixPaddingMs: turns.prefix_padding_ms }),
          ...(turns?.silence_duration_ms !== undefined && { silenceDurationMs: turns.silence_duration_ms }),
        },
      },
      inputAudioTranscription: language ? { languageCodes: [language] } : {},
      outputAudioTranscription: {},
      contextWindowCompression: { slidingWindow: {} },
      sessionResumption: isContinued ? { handle: this.#handle! } : {},
      ...(!isContinued && history.length > 0 && { historyConfig: { initialHistoryInClientContent: true } }),
    }
  }

  /** The rules with the last note. */
  #instructions(): Pick<LiveClientSetup, 'systemInstruction' | 'tools'> {
    const { instructions, tools, toolChoice } = this.#rules
    const text = [instructions, this.#note].filter(Boolean).join('\n\n')
    const functionDeclarations = tools.map(({ name, description, parameters: parametersJsonSchema }) => ({
      ...{ name, description, parametersJsonSchema },
    }))
    const hasTools = toolChoice !== 'none' && tools.length > 0
    return {
      ...(text && { systemInstruction: { parts: [{ text }] } }),
      ...(hasTools && { tools: [{ functionDeclarations }] }),
    }
  }

  #sendResults(): void {
    const functionResponses = this.#results.splice(0)
    if (functionResponses.length === 0) return
    this.#willAnswer = true
    this.#socket.send({ toolResponse: { functionResponses } })
  }

  #sendTold(): void {
    this.#willAnswer = true
    this.#socket.send({ clientContent: { turns: this.#told.splice(0), turnComplete: true } })
  }

  /** Asks for the next sentence when nothing else is said. */
  #sayNext(): void {
    if (this.#open || this.#saying !== undefined) return
    const next = this.#sayings.shift()
    if (!next) return
    this.#saying = next.id
    const turns = [saidBy('user', sayExactly(next.text))]
    this.#socket.send({ clientContent: { turns, turnComplete: true } })
  }

  /** Several members of a message may be set at once. */
  #takeMessage(message: LiveServerMessage): void {
    const { usageMetadata: usage, sessionResumptionUpdate: resumption, goAway, voiceActivity } = message
    if (message.setupComplete) {
      this.#socket.start()
      this.#take({ type: 'ready' })
    }
    const activity: string | undefined = voiceActivity?.voiceActivityType
    if (activity === 'ACTIVITY_START') this.#startUser()
    if (activity === 'ACTIVITY_END') this.#endUser()
    if (message.serverContent) this.#takeContent(message.serverContent)
    for (const call of message.toolCall?.functionCalls ?? []) this.#takeCall(call)
    if (message.toolCall) this.#endEarly('stop')
    for (const id of message.toolCallCancellation?.ids ?? []) {
      const call = this.#calls.get(id)
      if (call) call.isWithdrawn = true
    }
    if (usage)
      this.#take({
        type: 'usage',
        inputTokens: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
        outputTokens: (usage.responseTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
      })
    if (resumption) this.#handle = resumption.resumable ? resumption.newHandle : undefined
    if (goAway) this.#isLeaving = true
    if (this.#isLeaving) this.#leave(goAway?.timeLeft)
  }

  /** Before the provider ends the connection, another one continues the conversation, as soon as nothing runs. */
  #leave(timeLeft: string | undefined): void {
    if (this.#handle === undefined) {
      if (timeLeft !== undefined) this.#take({ type: 'expiring', ms: Number.parseFloat(timeLeft) * 1000 })
      return
    }
    if (this.#open || this.#user || this.#calls.size > 0) return
    this.#isLeaving = false
    this.#socket.close()
    this.#socket = this.#connect()
  }

  #takeContent(content: LiveServerContent): void {
    const { inputTranscription: input, outputTranscription: output, modelTurn } = content
    // Words may come when the model answers already. Those that interrupt it belong to another turn.
    if (content.interrupted || (input?.text && !this.#user)) this.#startUser()
    if (input?.text && this.#user) {
      this.#user.text += input.text
      this.#take({ type: 'user-text', itemId: this.#user.itemId, text: input.text, final: false })
    }
    if (input?.finished) {
      this.#endUser()
      this.#finishUser()
    }
    if (content.interrupted) this.#endEarly('cancelled')
    if (output?.text) this.#takeOutput({ text: output.text })
    for (const { inlineData, thought } of modelTurn?.parts ?? [])
      if (inlineData?.data && !thought) this.#takeOutput({ bytes: Buffer.from(inlineData.data, 'base64') })
    if (!content.turnComplete) return
    this.#finishUser()
    if (!this.#hasEnded) this.#endTurn('stop')
    this.#hasEnded = false
  }

  #startUser(): void {
    if (this.#user && !this.#user.hasEnded) return
    this.#finishUser()
    this.#user = { itemId: newId('turn'), text: '', hasEnded: false }
    this.#willAnswer = true
    this.#take({ type: 'user-started', itemId: this.#user.itemId, atMs: Math.round(this.#sentMs) })
  }

  /** The turn has ended. Its last words may still follow. */
  #endUser(): void {
    if (!this.#user || this.#user.hasEnded) return
    this.#user.hasEnded = true
    this.#take({ type: 'user-stopped', itemId: this.#user.itemId, atMs: Math.round(this.#sentMs) })
  }

  #finishUser(): void {
    const user = this.#user
    if (!user?.hasEnded) return
    this.#user = undefined
    this.#take({ type: 'user-text', itemId: user.itemId, text: user.text, final: true })
  }

  #takeOutput({ text, bytes }: { text?: string; bytes?: Uint8Array }): void {
    const { itemId, sayId, isDropped } = this.#begin()
    if (isDropped) return
    if (text !== undefined) this.#take({ type: 'text', itemId, delta: text, sayId })
    if (bytes) this.#take({ type: 'audio', itemId, bytes, ...(sayId !== undefined && { sayId }) })
  }

  /** The model speaks or calls, so it takes the turn of the user as ended. */
  #begin(): OpenTurn {
    if (this.#open) return this.#open
    this.#endUser()
    this.#hasEnded = false
    const sayId = this.#saying
    this.#saying = undefined
    if (sayId === undefined) this.#willAnswer = false
    const open: OpenTurn = { itemId: newId('item'), sayId, isDropped: false }
    this.#open = open
    if (sayId === undefined) this.#take({ type: 'started' })
    return open
  }

  #takeCall({ id, name = '', args = {} }: FunctionCall): void {
    const { isDropped, sayId } = this.#begin()
    const callId = id ?? newId('call')
    this.#calls.set(callId, { name, hasOwnId: id !== undefined, isWithdrawn: false })
    // A call that does not run would keep the model waiting.
    if (isDropped) this.result(callId, NOT_RUN)
    else this.#take({ type: 'call', callId, name, arguments: JSON.stringify(args), sayId })
  }

  /** The turn ends with a call, or an interruption. The message that completes it may follow. */
  #endEarly(reason: 'stop' | 'cancelled'): void {
    this.#hasEnded = true
    this.#endTurn(reason)
  }

  /** A turn in which the model has said nothing is that of the sentence that it was asked for. */
  #endTurn(reason: 'stop' | 'cancelled'): void {
    const open = this.#open ?? { sayId: this.#saying, isDropped: true }
    this.#open = undefined
    if (this.#saying === open.sayId) this.#saying = undefined
    if (open.sayId !== undefined) this.#take({ type: 'said', sayId: open.sayId })
    else if (!open.isDropped) this.#take({ type: 'ended', reason })
    this.#sayNext()
  }
}

const saidBy = (role: 'user' | 'system' | 'assistant', text: string): Content => ({
  role: role === 'assistant' ? 'model' : 'user',
  parts: [{ text: role === 'system' ? `(A note of the application: ${text})` : text }],
})

/** A message of the history. A call and its result are told as text, because their ids mean nothing here. */
function contentOf(message: ModelMessage): Content[] {
  if (message.role === 'tool') return [saidBy('system', `result of ${message.name}: ${message.output}`)]
  const calls =
    message.role === 'assistant'
      ? message.toolCalls.map(({ name, arguments: args }) => `[${name} ${args}]`)
      : []
  const text = [message.text.trim(), ...calls].filter(Boolean).join(' ')
  return text ? [saidBy(message.role, text)] : []
}
