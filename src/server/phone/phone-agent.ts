import type { AgentTexts } from '../../languages/agent-texts.js'
import type { Agent } from '../agent/agent.js'
import { decorate } from '../model/decorate.js'
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../model/text-to-speech.js'
import { SentenceSplitter } from '../speech/output/sentences.js'
import { toSpokenText } from '../speech/output/spoken-text.js'

/** If a tool runs longer than this, the caller hears a filler sentence. */
const FILLER_AFTER_MS = 1_500

export const HANG_UP = 'hang_up'

export const HANG_UP_TOOL = {
  type: 'function',
  name: HANG_UP,
  description:
    'Hangs up. Use it when the caller wants to end the conversation, right after you said goodbye.',
  parameters: { type: 'object', properties: {} },
}

/** Instructions for the model, added after the operator's instructions. */
const INSTRUCTIONS = `You are on the telephone: the user only hears you. Use short sentences, one question at a time, no lists and no \
addresses. Read numbers in groups of digits. Never read out passwords, keys, tokens, full card numbers or long ids; name their last \
four characters when they are needed. When the caller says goodbye, say goodbye and call ${HANG_UP}.`

/** Creates the agents for telephone calls: one for each agent of the server. */
export class PhoneAgents {
  readonly #greeting: string | undefined
  readonly #made = new WeakMap<Agent, Agent>()

  /** `greeting` replaces the default greeting, which is in the language of the agent. */
  constructor({ greeting }: { greeting: string | undefined }) {
    this.#greeting = greeting
  }

  /**
   * Returns the agent for telephone calls, made from `agent`. The differences:
   * - The model gets more instructions.
   * - The agent says which keys approve or decline a tool call.
   * - The filler sentence comes earlier.
   * - The audio of fixed sentences is kept.
   */
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
      ...(speech && {
        speech: { ...speech, tts: speech.tts && rememberSpeech(speech.tts, fixedTexts(texts)) },
      }),
      latest: latest && (() => this.of(latest())),
    }
    this.#made.set(agent, made)
    return made
  }

  /** Synthesizes the greeting in advance, so that it can start together with the audio of a call. */
  prepare(agent: Agent): void {
    const { speech, locale } = this.of(agent)
    // A failure is ignored here. The next attempt to speak the greeting reports it.
    if (speech?.tts) void speakAll(speech.tts, locale.phone.greeting).catch(() => {})
  }
}

async function speakAll(tts: TextToSpeech, text: string): Promise<void> {
  const { signal } = new AbortController()
  for (const sentence of spokenSentences(text))
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

/** A synthesizer that keeps the audio of these texts. The greeting then starts without waiting for the service. */
function rememberSpeech(tts: TextToSpeech, texts: readonly string[]): TextToSpeech {
  const sentences = new Set(texts.flatMap(spokenSentences))
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

/** The sentences of a text, in the form in which a synthesizer gets them. */
function spokenSentences(text: string): string[] {
  const splitter = new SentenceSplitter()
  return [...splitter.push(text), ...splitter.flush()].map(toSpokenText).filter(Boolean)
}
