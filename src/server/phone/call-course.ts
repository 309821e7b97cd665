import type { AgentTexts } from '../../languages/agent-texts.js'
import type { Clock } from '../../ports.js'
import type { ClientEvent, ConversationItem, RealtimeResponse, ServerEvent } from '../../protocol/events.js'
import type { Agent, AgentSpeech } from '../agent/agent.js'
import { isFarewell } from '../agent/approval-answer.js'
import { decorate } from '../model/decorate.js'
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../model/text-to-speech.js'
import { SentenceSplitter } from '../speech/output/sentences.js'
import { toSpokenText } from '../speech/output/spoken-text.js'

const PLAY_OUT_MS = 600
/** Maximum time from the decision to end a call until it ends, even if someone still speaks. */
const MAX_ENDING_MS = 15_000

interface CallCourseOptions {
  clock: Clock
  locale: AgentTexts
  maxCallMs: number
  silenceMs: number
  /** Speaks a sentence to the caller. Has no effect while a response is in progress. */
  say: (text: string) => void
  send: (event: ClientEvent) => void
  asks: () => boolean
  /** Reports whether the agent is working on a response while the caller is silent. Called often. */
  onWorking: (working: boolean) => void
  hangUp: () => void
}

/** Greets, asks a silent caller, ends after a goodbye or at the limit. Talking ⇄ ending → ended. */
export class CallCourse {
  readonly #options: CallCourseOptions
  #callerSpeaks = false
  #agentSpeaks = false
  #responses = 0
  /** Whether the agent has asked a silent caller a question, and the caller has not spoken or pressed a key since. */
  #asked = false
  /** Whether the caller has said goodbye and the agent has not answered yet. */
  #farewell = false
  #ending = false
  #timeUp = false
  #stopTimer: () => void = () => {}
  #stopLimit: () => void = () => {}
  #stopEnding: () => void = () => {}

  constructor(options: CallCourseOptions) {
    this.#options = options
  }

  start(): void {
    const { clock, maxCallMs, say, locale } = this.#options
    this.#stopLimit = clock.schedule(() => this.#onLimit(), maxCallMs)
    say(locale.phone.greeting)
  }

  get responding(): boolean {
    return this.#responses > 0
  }

  take(event: ServerEvent): void {
    switch (event.type) {
      case 'input_audio_buffer.speech_started':
        this.#callerSpeaks = true
        this.touch()
        break
      case 'input_audio_buffer.speech_stopped':
        this.#callerSpeaks = false
        break
      case 'conversation.item.input_audio_transcription.completed':
        this.#farewell = isFarewell(event.transcript, this.#options.locale)
        break
      case 'output_audio_buffer.started':
        this.#agentSpeaks = true
        break
      case 'output_audio_buffer.stopped':
      case 'output_audio_buffer.cleared':
        this.#agentSpeaks = false
        break
      case 'response.created':
        this.#responses += 1
        break
      case 'response.done':
        this.#responses -= 1
        this.#onResponse(event.response)
        break
      default:
        return
    }
    this.#update()
  }

  touch(): void {
    this.#asked = false
    if (!this.#timeUp) this.#talk()
    this.#update()
  }

  close(): void {
    this.#stopTimer()
    this.#stopLimit()
    this.#stopEnding()
    this.#options.onWorking(false)
  }

  /** Restarts the timer of silence: at its end, the agent speaks, or a call that is ending ends. */
  #update(): void {
    const { clock, silenceMs, hangUp, onWorking } = this.#options
    const isSilent = !this.#callerSpeaks && !this.#agentSpeaks
    this.#stopTimer()
    onWorking(this.responding && !this.#callerSpeaks)
    if (!isSilent || this.responding) return
    this.#stopTimer = this.#ending
      ? clock.schedule(hangUp, PLAY_OUT_MS)
      : clock.schedule(() => this.#onSilence(), this.#timeUp ? 0 : silenceMs)
  }

  #onSilence(): void {
    const { locale, say, send, asks } = this.#options
    if (this.#timeUp) this.#endWith(locale.phone.timeUp)
    else if (this.#asked) this.#endWith(locale.phone.goodbye)
    else {
      this.#asked = true
      // An approval request waits. A new response makes the agent ask for the approval again.
      if (asks()) send({ type: 'response.create' })
      else say(locale.phone.stillThere)
    }
  }

  #onResponse({ output = [], status }: RealtimeResponse): void {
    const { send, locale } = this.#options
    const call = output.find(isHangUp)
    const said = output.findLast(isMessage)
    if (call) {
      const item = { type: 'function_call_output', call_id: call.call_id ?? '', output: 'ok' } as const
      send({ type: 'conversation.item.create', item })
      if (said) this.#end()
      else this.#endWith(locale.phone.goodbye)
    } else if (this.#farewell && status === 'completed') {
      this.#farewell = false
      if (!isQuestion(said)) this.#end()
    }
  }

  #onLimit(): void {
    this.#timeUp = true
    this.#stopEnding = this.#options.clock.schedule(this.#options.hangUp, MAX_ENDING_MS)
    if (this.responding) this.#options.send({ type: 'response.cancel' })
    this.#update()
  }

  #endWith(text: string): void {
    this.#end()
    // `say` has no effect while a response is active. The response that ends now still counts as active until this
    // event is handled.
    queueMicrotask(() => this.#options.say(text))
  }

  #end(): void {
    const { clock, hangUp } = this.#options
    this.#ending = true
    if (this.#timeUp) return
    this.#stopEnding()
    this.#stopEnding = clock.schedule(hangUp, MAX_ENDING_MS)
  }

  #talk(): void {
    this.#ending = false
    this.#stopEnding()
  }
}

const isHangUp = (item: ConversationItem): item is ConversationItem & { type: 'function_call' } =>
  item.type === 'function_call' && item.name === HANG_UP

type AssistantMessage = ConversationItem & { type: 'message'; role: 'assistant' }

const isMessage = (item: ConversationItem): item is AssistantMessage =>
  item.type === 'message' && item.role === 'assistant'

function isQuestion(answer: AssistantMessage | undefined): boolean {
  const text = answer?.content.map((part) => part.transcript ?? part.text ?? '').join('') ?? ''
  return /[?？؟]["'”’»」』)]*$/.test(text.trimEnd())
}

const FILLER_AFTER_MS = 1_500

const HANG_UP = 'hang_up'

export const HANG_UP_TOOL = {
  type: 'function',
  name: HANG_UP,
  description:
    'Hangs up. Use it when the caller wants to end the conversation, right after you said goodbye.',
  parameters: { type: 'object', properties: {} },
}

const INSTRUCTIONS = `You are on the telephone: the user only hears you. Use short sentences, one question at a time, no lists and no \
addresses. Read numbers in groups of digits. Never read out passwords, keys, tokens, full card numbers or long ids; name their last \
four characters when they are needed. When the caller says goodbye, say goodbye and call ${HANG_UP}.`

export class PhoneAgents {
  readonly #greeting: string | undefined
  readonly #made = new WeakMap<Agent, Agent>()

  /** `greeting` replaces the default greeting, which is in the language of the agent. */
  constructor({ greeting }: { greeting: string | undefined }) {
    this.#greeting = greeting
  }

  /** The agent for calls: more instructions, keys for approvals, an earlier filler, kept audio of fixed sentences. */
  of(agent: Agent): Agent {
    const known = this.#made.get(agent)
    if (known) return known
    const { instructions, locale, limits, speech, latest } = agent
    const texts = phoneTexts(locale, this.#greeting)
    const fillerAfterMs = Math.min(limits.fillerAfterMs, FILLER_AFTER_MS)
    const made: Agent = {
      ...agent,
      instructions: [instructions, INSTRUCTIONS].filter(Boolean).join('\n\n'),
      locale: texts,
      limits: { ...limits, fillerAfterMs },
      ...(speech && { speech: { ...speech, tts: rememberSpeech(speech, fixedTexts(texts)) } }),
      latest: latest && (() => this.of(latest())),
    }
    this.#made.set(agent, made)
    return made
  }

  /** Synthesizes the greeting in advance, so that it can start together with the audio of a call. */
  prepare(agent: Agent): void {
    const { speech, locale } = this.of(agent)
    // A failure is ignored here. The next attempt to speak the greeting reports it.
    if (speech) void speakAll(speech, locale.phone.greeting).catch(() => {})
  }
}

async function speakAll({ tts, language }: AgentSpeech, text: string): Promise<void> {
  const { signal } = new AbortController()
  if (!tts) return
  for (const sentence of spokenSentences(text, language))
    for await (const _ of tts.speak({ text: sentence }, { signal }));
}

function phoneTexts(locale: AgentTexts, greeting = locale.phone.greeting): AgentTexts {
  const { phone, approval } = locale
  const { goAhead, again, filler } = phone
  return { ...locale, filler, approval: { ...approval, goAhead, again }, phone: { ...phone, greeting } }
}

function fixedTexts({ phone, approval }: AgentTexts): string[] {
  const { greeting, filler, stillThere, goodbye, timeUp } = phone
  return [greeting, filler, stillThere, goodbye, timeUp, approval.goAhead]
}

/** Maximum number of voices for which audio is kept. A session may choose its own voice. */
const MAX_VOICES = 4

/** Keeps the audio of these texts after its first use, so that greetings start at once. */
function rememberSpeech({ tts, language }: AgentSpeech, texts: readonly string[]): TextToSpeech | null {
  if (!tts) return null
  const sentences = new Set(texts.flatMap((text) => spokenSentences(text, language)))
  const kept = new Map<string, readonly SpeechChunk[]>()
  const most = sentences.size * MAX_VOICES
  return decorate(tts, {
    async *speak(request: SpeechRequest, options) {
      const name = JSON.stringify([request.voice, request.text])
      const known = kept.get(name)
      if (known) yield* known
      else if (!sentences.has(request.text) || kept.size >= most) yield* tts.speak(request, options)
      else {
        const chunks: SpeechChunk[] = []
        for await (const chunk of tts.speak(request, options)) {
          chunks.push(chunk)
          yield chunk
        }
        kept.set(name, chunks)
      }
    },
  })
}

function spokenSentences(text: string, language: string | undefined): string[] {
  const splitter = new SentenceSplitter()
  const sentences = [...splitter.push(text), ...splitter.flush()]
  return sentences.map((sentence) => toSpokenText(sentence, language)).filter(Boolean)
}
