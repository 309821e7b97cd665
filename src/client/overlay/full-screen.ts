import { element } from './dom.js'
import { Panel, type PanelOptions } from './panel.js'
import { styledShadow } from './shadow.js'
import { fitVisibleViewport } from './viewport.js'

/** The one that is open. Two at once would fight for the screen and for the microphone. */
let current: { screen: FullScreen; close: () => void } | undefined

/** A panel over the whole page: a modal dialog, so the browser itself keeps the keyboard inside and the page behind still. */
export class FullScreen {
  readonly host = element('div', { class: 'voice-agent-overlay' })
  readonly #panel: Panel
  readonly #unfit: () => void
  readonly #before: Element | null

  /** Opens, and closes the one that was open. `close` is asked when the person, or another overlay, wants this one gone. */
  constructor(container: Element, options: PanelOptions & { close: () => void }) {
    current?.close()
    this.#before = document.activeElement
    current = { screen: this, close: options.close }
    const dialog = element('dialog', { class: 'root', 'aria-labelledby': 'title', tabindex: -1 })
    styledShadow(this.host).append(dialog)
    this.#panel = new Panel(dialog, options)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      options.close()
    })
    container.append(this.host)
    dialog.showModal()
    this.#unfit = fitVisibleViewport(dialog)
    this.#panel.focus()
  }

  /** See {@link Panel.settle}. */
  settle(): void {
    this.#panel.settle()
  }

  /** Takes everything away and gives the keyboard back to what had it. */
  dispose(): void {
    if (current?.screen === this) current = undefined
    this.#unfit()
    this.#panel.dispose()
    this.host.remove()
    if (this.#before instanceof HTMLElement) this.#before.focus({ preventScroll: true })
  }
}
