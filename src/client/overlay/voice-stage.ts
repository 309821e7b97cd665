import type { OverlayTexts } from '../../languages/overlay-texts.js'
import type { ClientState } from '../client-state.js'
import { button, element, setAttribute, setShown, setText } from './dom.js'
import { icon, setIcon } from './icons.js'
import { canStop } from './status.js'

export interface StageActions {
  stop(): void
  setMuted(isMuted: boolean): void
  type(): void
}

/** Voice mode: the orb, which moves with the user's voice and stops the response, between two buttons. */
export class VoiceStage {
  readonly node: HTMLElement
  readonly #orb: HTMLButtonElement
  readonly #mute: HTMLButtonElement
  readonly #keyboard: HTMLButtonElement
  readonly #hint = element('p', { class: 'hint' })
  #isMuted = false
  #level = 0

  constructor(
    private readonly texts: OverlayTexts,
    actions: StageActions,
  ) {
    this.#mute = button({ class: 'round' }, icon('microphone'))
    this.#orb = button({ class: 'orb', 'aria-label': texts.stop })
    this.#keyboard = button(
      { class: 'round', 'aria-label': texts.toText, title: texts.toText },
      icon('keyboard'),
    )
    const controls = element('div', { class: 'voice' }, this.#mute, this.#orb, this.#keyboard)
    this.node = element('div', {}, controls, this.#hint)
    this.#mute.addEventListener('click', () => actions.setMuted(!this.#isMuted))
    this.#orb.addEventListener('click', () => actions.stop())
    this.#keyboard.addEventListener('click', () => actions.type())
  }

  update(state: ClientState): void {
    const { microphone } = state
    const isBusy = canStop(state)
    const isSpeaking = isBusy && state.agent === 'speaking'
    this.#isMuted = microphone === 'muted'
    if (isSpeaking) setIcon(this.#orb, 'stop')
    else if (this.#orb.dataset.icon) this.#clearOrb()
    this.#orb.disabled = !isBusy
    setAttribute(this.#orb, 'aria-hidden', String(!isBusy))
    setIcon(this.#mute, this.#isMuted ? 'muted' : 'microphone')
    const name = this.#isMuted ? this.texts.unmute : this.texts.mute
    setAttribute(this.#mute, 'aria-label', name)
    setAttribute(this.#mute, 'title', name)
    setAttribute(this.#mute, 'aria-pressed', String(this.#isMuted))
    this.#mute.disabled = microphone !== 'on' && microphone !== 'muted'
    const isBrowser = state.speech.in === 'browser'
    setShown(this.#hint, isBrowser)
    if (isBrowser) setText(this.#hint, this.texts.browserSpeech)
  }

  /** Shows the loudness of the microphone, from 0 to 1. The shown loudness rises at once and falls gradually. */
  setLevel(level: number): void {
    const next = Math.max(level, this.#level * 0.85)
    if (Math.abs(next - this.#level) < 0.005) return
    this.#level = next
    this.#orb.style.setProperty('--level', next.toFixed(3))
  }

  #clearOrb(): void {
    this.#orb.replaceChildren()
    delete this.#orb.dataset.icon
  }
}
