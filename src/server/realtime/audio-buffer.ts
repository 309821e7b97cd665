import type { AgentTexts } from '../../languages/agent-texts.js'
import type { Budget } from '../agent/budget.js'
import type { Conversation } from '../agent/conversation.js'
import { bytesPerMs } from '../speech/audio/audio-format.js'
import { mustBe, ProtocolError } from './protocol-error.js'
import type { SessionConfig } from './session-config.js'

/** Counts the seconds of audio that wait for a commit or a transcript. The recognizer keeps the audio itself. */
export class AudioBuffer {
  readonly #maxSeconds: number
  #seconds = 0
  #recognizing = 0

  constructor(maxSeconds: number) {
    this.#maxSeconds = maxSeconds
  }

  decode(base64: string): Uint8Array {
    const audio = Buffer.from(base64, 'base64')
    if (audio.length === 0 && base64.length > 0) throw mustBe('audio', 'base64')
    return audio
  }

  /** Throws if too much audio waits. `waits`: whether the new audio waits for a commit; only then it is counted. */
  count(seconds: number, { waits }: { waits: boolean }): void {
    if (this.#seconds + this.#recognizing + (waits ? seconds : 0) > this.#maxSeconds)
      throw tooMuch(this.#maxSeconds)
    if (waits) this.#seconds += seconds
  }

  /** Counts committed audio as waiting until its transcript is known. */
  recognize(seconds: number, words: Promise<unknown>): Promise<unknown> {
    this.#recognizing += seconds
    return words.finally(() => {
      this.#recognizing -= seconds
    })
  }

  clear(): void {
    this.#seconds = 0
  }

  commit(): number {
    const seconds = this.#seconds
    if (seconds === 0) throw nothingToCommit()
    this.clear()
    return seconds
  }
}

export function nothingToCommit(): ProtocolError {
  const message = 'The audio buffer is empty: append audio before you commit it.'
  return new ProtocolError('input_audio_buffer_commit_empty', message)
}

function tooMuch(maxSeconds: number): ProtocolError {
  const message = `At most ${maxSeconds} seconds of audio wait to be committed and recognized. Commit or clear the buffer, or wait for the words of what was committed.`
  return new ProtocolError('input_audio_buffer_full', message, 'audio')
}

export interface AudioBudgetOptions {
  budgets: readonly Budget[]
  locale: AgentTexts
  config: Pick<SessionConfig, 'inputFormat'>
  speech: { readonly takesAudio: boolean; clear(): void }
  conversation: Pick<Conversation, 'replying' | 'say'>
}

/** Counts user audio, also silence, against budgets. When one is used up, the agent says so once and hears no more. */
export class AudioBudget {
  readonly #options: AudioBudgetOptions
  #said = false
  /** Seconds of the user's audio for which no voice model has charged. */
  #uncharged = 0

  constructor(options: AudioBudgetOptions) {
    this.#options = options
  }

  /** The budget that is used up, if there is one. */
  get spent(): Budget | undefined {
    return this.#options.budgets.find((budget) => budget.exhausted === 'audioMinutes')
  }

  take(bytes: number): boolean {
    const { budgets, config, speech } = this.#options
    if (budgets.length === 0 || !speech.takesAudio) return true
    const { spent } = this
    if (spent) this.#sayOnce(spent)
    else {
      const seconds = bytes / bytesPerMs(config.inputFormat) / 1000
      this.#uncharged += seconds
      this.#spend(seconds)
    }
    return spent === undefined
  }

  /** Counts what a voice model charges for beyond the user's audio: the silence while no microphone sends. */
  charge(seconds: number): void {
    this.#spend(Math.max(0, seconds - this.#uncharged))
    this.#uncharged = Math.max(0, this.#uncharged - seconds)
    if (this.spent) this.#sayOnce(this.spent)
  }

  #spend(seconds: number): void {
    for (const budget of this.#options.budgets) budget.spend({ audioMinutes: seconds / 60 })
  }

  /** Does nothing while a reply is running: when more audio arrives, `take` calls this method again. */
  #sayOnce({ scope }: Budget): void {
    const { conversation, locale, speech } = this.#options
    if (this.#said || conversation.replying) return
    this.#said = true
    speech.clear()
    conversation.say(locale.budgets[scope], { aside: true })
  }
}
