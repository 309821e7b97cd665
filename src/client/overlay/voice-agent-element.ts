import { english, type OverlayTexts } from '../../languages/overlay-texts.js'
import { browserAudio } from '../audio/browser-audio.js'
import type { VoiceEvents } from '../client-events.js'
import { browserMemory } from '../client-parts.js'
import type { Mode } from '../client-state.js'
import { type ApiKey, VoiceConfig } from '../config.js'
import { userLanguage } from '../outgoing.js'
import { VoiceClient } from '../voice-client.js'
import { button, element } from './dom.js'
import { openFullScreen } from './full-screen.js'
import { icon } from './icons.js'
import { textsIn, withOwn } from './load-texts.js'
import { Panel, type PanelOptions } from './panel.js'
import { styledShadow } from './shadow.js'

/** What a page gives the element as properties, because an attribute cannot hold it. */
interface Given {
  apiKey?: ApiKey | undefined
  texts?: Partial<OverlayTexts> | undefined
  suggestions?: readonly string[] | undefined
}

const GIVEN = ['apiKey', 'texts', 'suggestions'] as const

/** The attributes that decide to whom the element is connected. */
const ADDRESS = ['server-url', 'app-id', 'browser-speech']

/** The events of the client that the element passes on as DOM events, with the value as `detail`. */
const PASSED = ['state', 'transcript', 'reply', 'tool', 'approval', 'connection', 'error'] as const

/** The DOM events of `<voice-agent>`. They do not bubble. */
export type VoiceAgentEventMap = HTMLElementEventMap & {
  [K in (typeof PASSED)[number]]: CustomEvent<VoiceEvents[K]>
} & { open: CustomEvent<undefined>; close: CustomEvent<undefined> }

/** An element with the types of these events. */
interface TypedElement {
  addEventListener<K extends keyof VoiceAgentEventMap>(
    type: K,
    listener: (event: VoiceAgentEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
}

const Base = (typeof HTMLElement === 'undefined' ? class {} : HTMLElement) as new () => TypedElement &
  HTMLElement

/**
 * `<voice-agent server-url="wss://host/ws" app-id="my-shop">`: a button that opens the overlay, or with `embedded`
 * the agent inside the page. With `corner`, the button stays in the lower corner of the window: at the end of a line,
 * or with `corner="start"` at its start; where the window is large enough, it opens a panel there, beside the page. `session-id`, `mode`, `theme`, `audience`, `lang` and `browser-speech` are
 * optional. The key is the property `apiKey`, never an attribute, because markup is no place for a secret.
 */
export class VoiceAgentElement extends Base {
  static readonly observedAttributes = [
    ...ADDRESS,
    'session-id',
    'mode',
    'theme',
    'audience',
    'lang',
    'embedded',
    'corner',
  ]

  readonly #given: Given = {}
  #client: VoiceClient | undefined
  #panel: Panel | undefined
  #screen: { dispose(): void } | undefined
  #shadow: ShadowRoot | undefined
  #words = english

  /** The key, or an async function that returns a fresh one. */
  get apiKey(): ApiKey | undefined {
    return this.#given.apiKey
  }

  set apiKey(key: ApiKey | undefined) {
    this.#given.apiKey = key
    if (this.isConnected) this.#start()
  }

  /** Texts that replace those of `lang`. An open overlay keeps its texts. */
  get texts(): Partial<OverlayTexts> | undefined {
    return this.#given.texts
  }

  set texts(texts: Partial<OverlayTexts> | undefined) {
    this.#give({ texts })
  }

  /** Questions as buttons in an empty conversation; a click sends the text. An open overlay keeps its questions. */
  get suggestions(): readonly string[] | undefined {
    return this.#given.suggestions
  }

  set suggestions(suggestions: readonly string[] | undefined) {
    this.#give({ suggestions })
  }

  /** The client behind the element, for its events. Throws a `VoiceError` when an attribute or the key is missing. */
  get client(): VoiceClient {
    this.#client ??= this.#createClient()
    return this.#client
  }

  connectedCallback(): void {
    // What the page has set before the script was loaded are own properties of the element, which hide the accessors of
    // the class. So they are deleted, and their values are stored.
    for (const name of GIVEN) {
      if (!Object.hasOwn(this, name)) continue
      Object.assign(this.#given, { [name]: this[name] })
      delete (this as Given)[name]
    }
    this.#start()
  }

  disconnectedCallback(): void {
    this.close()
    this.#leave()
    this.#shadow?.replaceChildren()
  }

  /** Draws the element anew; another address or app is another conversation. An open overlay keeps its look. */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after) return
    if (ADDRESS.includes(name)) {
      this.close()
      this.#leave()
    }
    this.#renew()
  }

  /** Opens the overlay. Call it inside a click. */
  open(): void {
    if (this.#screen) return
    this.#screen = openFullScreen(document.body, {
      ...this.#look,
      client: this.client,
      language: this.#language,
      sessionId: this.#sessionId,
      // An embedded conversation goes on as it is.
      mode: this.#isEmbedded ? this.client.state.mode : this.#mode,
      corner: this.getAttribute('corner') ?? undefined,
      close: () => this.close(),
    })
    this.dispatchEvent(new CustomEvent('open'))
  }

  /** Closes the overlay; an embedded conversation continues. */
  close(): void {
    if (!this.#screen) return
    this.#screen.dispose()
    this.#screen = undefined
    if (!this.#isEmbedded) this.#client?.disconnect()
    this.dispatchEvent(new CustomEvent('close'))
  }

  #createClient(): VoiceClient {
    const config = new VoiceConfig({
      serverUrl: this.getAttribute('server-url') ?? '',
      apiKey: this.apiKey ?? '',
      appId: this.getAttribute('app-id') ?? '',
      browserSpeech: this.hasAttribute('browser-speech'),
    })
    const client = new VoiceClient(config, { audio: browserAudio })
    for (const name of PASSED)
      client.on(name, (detail) => this.dispatchEvent(new CustomEvent(name, { detail })))
    return client
  }

  /** Draws an embedded agent anew if its look changes; many pages set equal values again and again. */
  #give(given: Given): void {
    const before = JSON.stringify(this.#given)
    if (JSON.stringify(Object.assign(this.#given, given)) !== before) this.#renew()
  }

  #renew(): void {
    this.#unembed()
    if (this.isConnected) this.#start()
  }

  #leave(): void {
    this.#unembed()
    this.#client?.dispose()
    this.#client = undefined
  }

  #unembed(): void {
    this.#panel?.dispose()
    this.#panel = undefined
  }

  #start(): void {
    const words = textsIn(this.#language, this.getAttribute('server-url') ?? '')
    if (words instanceof Promise) words.then((loaded) => this.isConnected && this.#render(loaded))
    else this.#render(words)
  }

  #render(words: OverlayTexts): void {
    this.#words = words
    this.#shadow ??= styledShadow(this)
    this.toggleAttribute('data-embedded', this.#isEmbedded)
    if (!this.#isEmbedded) this.#showButton(this.#shadow)
    else if (this.apiKey && !this.#panel) this.#embed(this.#shadow)
  }

  #showButton(shadow: ShadowRoot): void {
    const { theme, texts } = this.#look
    const open = button(
      { class: 'pill main launch', part: 'launcher' },
      icon(this.#mode === 'voice' ? 'microphone' : 'keyboard'),
      element('slot', {}, texts.title),
    )
    open.addEventListener('click', () => this.open())
    shadow.replaceChildren(
      element('span', { class: 'colours', 'data-theme': theme, lang: texts.language }, open),
    )
  }

  #embed(shadow: ShadowRoot): void {
    const root = element('section', {
      class: 'root embedded',
      part: 'panel',
      'aria-labelledby': 'title',
      tabindex: -1,
    })
    shadow.replaceChildren(root)
    const mode = this.#mode
    const connected = this.client.connect({ sessionId: this.#sessionId, mode, language: this.#language })
    const panel = new Panel(root, { ...this.#look, client: this.client, expected: mode })
    this.#panel = panel
    // The error is ignored here: the panel shows the failure and offers a retry.
    connected.catch(() => {}).then(() => panel.settle())
  }

  get #language(): string {
    return this.lang || userLanguage()
  }

  get #mode(): Mode {
    return this.getAttribute('mode') === 'text' ? 'text' : 'voice'
  }

  get #isEmbedded(): boolean {
    return this.hasAttribute('embedded')
  }

  get #look(): Pick<PanelOptions, 'texts' | 'theme' | 'audience' | 'suggestions'> {
    const theme = this.getAttribute('theme')
    return {
      texts: withOwn(this.#words, this.texts),
      theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
      audience: this.getAttribute('audience') === 'developer' ? 'developer' : 'user',
      suggestions: this.suggestions ?? [],
    }
  }

  /** `session-id`, else the last session of this tab with the app, else a new id. */
  get #sessionId(): string {
    return this.getAttribute('session-id') || browserMemory().sessionOf(this.getAttribute('app-id') ?? '')
  }
}

/** Registers `<voice-agent>`, once; does nothing where there are no custom elements. */
export function defineVoiceAgent(): void {
  if (typeof customElements !== 'undefined' && !customElements.get('voice-agent'))
    customElements.define('voice-agent', VoiceAgentElement)
}

declare global {
  interface HTMLElementTagNameMap {
    'voice-agent': VoiceAgentElement
  }
}
