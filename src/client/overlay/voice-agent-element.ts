import { english, type OverlayTexts } from '../../languages/overlay-texts.js'
import { browserMemory } from '../client-parts.js'
import type { Mode } from '../client-state.js'
import { type ApiKey, VoiceConfig } from '../config.js'
import { newUuid } from '../ids.js'
import { userLanguage } from '../outgoing.js'
import { VoiceClient } from '../voice-client.js'
import { button, element } from './dom.js'
import { FullScreen } from './full-screen.js'
import { icon } from './icons.js'
import { textsIn } from './load-texts.js'
import { Panel, type Theme } from './panel.js'
import { styledShadow } from './shadow.js'

/** The base class of the element. It is an empty class in server-side rendering, where `HTMLElement` does not exist. */
const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement

/**
 * `<voice-agent server-url="wss://host/ws" app-id="my-shop">`: a button that opens the overlay, or with `embedded`
 * the agent inside the page. `session-id`, `mode`, `theme`, `lang` and `browser-speech` are optional. The key is the
 * property `apiKey`, never an attribute, because markup is no place for a secret.
 */
export class VoiceAgentElement extends Base {
  /** Texts that replace those of `lang`. */
  texts: Partial<OverlayTexts> | undefined
  #apiKey: ApiKey | undefined
  #client: VoiceClient | undefined
  #panel: Panel | undefined
  #screen: FullScreen | undefined
  #shadow: ShadowRoot | undefined
  #words = english

  /** The key, or an async function that returns a fresh one. */
  get apiKey(): ApiKey | undefined {
    return this.#apiKey
  }

  set apiKey(key: ApiKey | undefined) {
    this.#apiKey = key
    if (this.isConnected) this.#start()
  }

  /** The client behind the element, for its events. Throws a `VoiceError` when an attribute or the key is missing. */
  get client(): VoiceClient {
    this.#client ??= new VoiceClient(
      new VoiceConfig({
        serverUrl: this.getAttribute('server-url') ?? '',
        apiKey: this.#apiKey ?? '',
        appId: this.getAttribute('app-id') ?? '',
        browserSpeech: this.hasAttribute('browser-speech'),
      }),
    )
    return this.#client
  }

  connectedCallback(): void {
    // If the page has set `apiKey` before the script was loaded, the element has an own property `apiKey`. This
    // property hides the accessor of the class. So the property is deleted, and its value is stored.
    if (Object.hasOwn(this, 'apiKey')) {
      const { apiKey } = this
      delete (this as { apiKey?: unknown }).apiKey
      this.#apiKey = apiKey
    }
    this.#start()
  }

  disconnectedCallback(): void {
    this.close()
    this.#panel?.dispose()
    this.#panel = undefined
    this.#client?.dispose()
    this.#client = undefined
    this.#shadow?.replaceChildren()
  }

  open(): void {
    if (this.#screen) return
    const { client } = this
    const connected = this.#isEmbedded ? undefined : this.#connect()
    const screen = new FullScreen(document.body, {
      ...this.#look,
      client,
      close: () => this.close(),
      expected: connected ? this.#mode : undefined,
    })
    this.#screen = screen
    connected?.then(() => screen.settle())
  }

  /** Closes the overlay; an embedded conversation continues. */
  close(): void {
    if (!this.#screen) return
    this.#screen.dispose()
    this.#screen = undefined
    if (!this.#isEmbedded) this.#client?.disconnect()
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
    else if (this.#apiKey && !this.#panel) this.#embed(this.#shadow)
  }

  #showButton(shadow: ShadowRoot): void {
    const { theme, texts } = this.#look
    const open = button({ class: 'pill main launch' }, icon('microphone'), element('slot', {}, texts.title))
    open.addEventListener('click', () => this.open())
    shadow.replaceChildren(
      element('span', { class: 'colours', 'data-theme': theme, lang: texts.language }, open),
    )
  }

  #embed(shadow: ShadowRoot): void {
    const root = element('section', { class: 'root embedded', 'aria-labelledby': 'title', tabindex: -1 })
    shadow.replaceChildren(root)
    const connected = this.#connect()
    const panel = new Panel(root, { ...this.#look, client: this.client, expected: this.#mode })
    this.#panel = panel
    connected.then(() => panel.settle())
  }

  /** Always resolves: the panel shows the failure and offers a retry. */
  #connect(): Promise<void> {
    const language = this.#language
    return this.client.connect({ sessionId: this.#sessionId, mode: this.#mode, language }).catch(() => {})
  }

  /** The language of overlay and agent: the attribute `lang`, or else that of the browser. */
  get #language(): string {
    return this.lang || userLanguage()
  }

  get #mode(): Mode {
    return this.getAttribute('mode') === 'text' ? 'text' : 'voice'
  }

  get #isEmbedded(): boolean {
    return this.hasAttribute('embedded')
  }

  get #look(): { texts: OverlayTexts; theme: Theme } {
    const theme = this.getAttribute('theme')
    return {
      texts: { ...this.#words, ...this.texts },
      theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    }
  }

  /**
   * The attribute `session-id`. Without it, the id of the last session of this tab with the app, so that the
   * conversation continues after a reload. If there was no such session, a new id.
   */
  get #sessionId(): string {
    const given = this.getAttribute('session-id')
    if (given) return given
    const place = `voice.element.${this.getAttribute('app-id')}`
    const memory = browserMemory()
    const known = memory.get(place) ?? newUuid()
    memory.set(place, known)
    return known
  }
}

if (typeof customElements !== 'undefined' && !customElements.get('voice-agent'))
  customElements.define('voice-agent', VoiceAgentElement)
