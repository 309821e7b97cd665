import type { Budget } from '../agent/budget.js'
import type { Conversation } from '../agent/conversation.js'
import type { Locale } from '../locales/locale.js'
import { bytesPerMs } from '../speech/audio/audio-format.js'
import type { SessionConfig } from './session-config.js'
import type { SpeechChannel } from './speech-channel.js'

/** What the sound of a session acts on. */
export interface SoundBudgetOptions {
  budgets: readonly Budget[]
  locale: Locale
  config: Pick<SessionConfig, 'inputFormat'>
  speech: Pick<SpeechChannel, 'hears' | 'clear'>
  conversation: Pick<Conversation, 'replying' | 'say'>
}

/**
 * Counts the sound that is heard from a user, silence included, for whoever has a budget of audio minutes. When one is used up, that is
 * said once, and nothing more is heard.
 */
export class SoundBudget {
  readonly #options: SoundBudgetOptions
  #said = false

  constructor(options: SoundBudgetOptions) {
    this.#options = options
  }

  /** Whether some sound may still be heard; it is spent then. Without ears nothing is counted. */
  take(bytes: number): boolean {
    const { budgets, config, speech } = this.#options
    if (budgets.length === 0 || !speech.hears) return true
    const spent = budgets.find((budget) => budget.exhausted === 'audioMinutes')
    if (spent) this.#sayOnce(spent)
    else {
      const audioMinutes = bytes / bytesPerMs(config.inputFormat) / 60_000
      for (const budget of budgets) budget.spend({ audioMinutes })
    }
    return spent === undefined
  }

  /** A reply that is under way is not cut off; the sentence waits for its end. */
  #sayOnce({ scope }: Budget): void {
    const { conversation, locale, speech } = this.#options
    if (this.#said || conversation.replying) return
    this.#said = true
    speech.clear()
    conversation.say(locale.budgets[scope], { aside: true })
  }
}
