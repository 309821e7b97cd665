import type { OverlayTexts } from '../../languages/overlay-texts.js'
import type { ClientState } from '../client-state.js'
import { button, element, setAttribute, setShown } from './dom.js'
import { icon, setIcon } from './icons.js'
import { canStop } from './status.js'

export interface ComposerActions {
  send(text: string): boolean
  stop(): void
  talk(): void
}

const LINE_PX = 47

/** The key code of a key press that an input method handles. */
const IME_KEY = 229

/** Whether a key press sends. Safari's Enter that completes a composed word shows only by its key code. */
export function isSendKey(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>,
): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.keyCode !== IME_KEY
}

/** The message field. Enter sends, Shift+Enter breaks the line; while an IME composes, Enter completes the word. */
export class Composer {
  readonly node: HTMLElement
  readonly #field: HTMLTextAreaElement
  readonly #go: HTMLButtonElement
  readonly #talk: HTMLButtonElement
  #canStop = false

  constructor(
    private readonly texts: OverlayTexts,
    private readonly actions: ComposerActions,
  ) {
    this.#field = element('textarea', {
      rows: 1,
      dir: 'auto',
      placeholder: texts.placeholder,
      'aria-label': texts.placeholder,
      autocomplete: 'off',
      enterkeyhint: 'send',
    })
    this.#talk = button({ class: 'round', 'aria-label': texts.toVoice }, icon('microphone'))
    this.#go = button({ class: 'round go', 'aria-label': texts.send }, icon('send'))
    this.node = element('div', { class: 'composer' }, this.#field, this.#talk, this.#go)
    this.#field.addEventListener('input', () => this.#typed())
    this.#field.addEventListener('keydown', (event) => this.#pressed(event))
    this.#talk.addEventListener('click', () => this.actions.talk())
    this.#go.addEventListener('click', () => this.#act())
    this.#typed()
  }

  update(state: ClientState): void {
    this.#canStop = canStop(state)
    setShown(this.#talk, state.speech.in !== 'none')
    this.#showGo()
  }

  focus(): void {
    this.#field.focus({ preventScroll: true })
  }

  #typed(): void {
    this.#field.style.height = `${LINE_PX}px`
    const { scrollHeight } = this.#field
    if (scrollHeight > LINE_PX) this.#field.style.height = `${scrollHeight}px`
    this.#showGo()
  }

  #showGo(): void {
    const stops = this.#stops
    setIcon(this.#go, stops ? 'stop' : 'send')
    setAttribute(this.#go, 'aria-label', stops ? this.texts.stop : this.texts.send)
    this.#go.disabled = !stops && this.#text === ''
  }

  get #stops(): boolean {
    return this.#canStop && this.#text === ''
  }

  get #text(): string {
    return this.#field.value.trim()
  }

  #pressed(event: KeyboardEvent): void {
    if (!isSendKey(event)) return
    event.preventDefault()
    if (this.#text !== '') this.#act()
  }

  #act(): void {
    const text = this.#text
    if (this.#stops) this.actions.stop()
    this.#field.focus({ preventScroll: true })
    if (text === '' || !this.actions.send(text)) return
    this.#field.value = ''
    this.#typed()
  }
}
