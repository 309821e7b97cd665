import type { AgentTexts } from '../../languages/agent-texts.js'
import type { Budget } from '../agent/budget.js'
import type { Conversation } from '../agent/conversation.js'
import { bytesPerMs } from '../speech/audio/audio-format.js'
import type { SessionConfig } from './session-config.js'
import type { SpeechChannel } from './speech-channel.js'

export interface AudioBudgetOptions {
  budgets: readonly Budget[]
  locale: AgentTexts
  config: Pick<SessionConfig, 'inputFormat'>
  speech: Pick<SpeechChannel, 'hears' | 'clear'>
  conversation: Pick<Conversation, 'replying' | 'say'>
}

/**
 * Counts user audio, including silence, against budgets that limit minutes of audio. When a budget is used up, the
 * agent says so once and ignores further audio.
 */
export class AudioBudget {
  readonly #options: AudioBudgetOptions
  #said = false

  constructor(options: AudioBudgetOptions) {
    this.#options = options
  }

  /**
   * Counts audio and returns true. Returns false if a budget is used up. Without a recognizer, counts nothing and
   * returns true.
   */
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

  /**
   * Makes the agent say once that the budget is used up. Does nothing while a reply is running: when more audio
   * arrives, `take` calls this method again.
   */
  #sayOnce({ scope }: Budget): void {
    const { conversation, locale, speech } = this.#options
    if (this.#said || conversation.replying) return
    this.#said = true
    speech.clear()
    conversation.say(locale.budgets[scope], { aside: true })
  }
}
