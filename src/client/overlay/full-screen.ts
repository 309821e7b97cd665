import type { OverlayTexts } from '../../languages/overlay-texts.js'
import { userLanguage } from '../outgoing.js'
import type { VoiceClient } from '../voice-client.js'
import { element } from './dom.js'
import { textsIn, withOwn } from './load-texts.js'
import type { OverlayLook } from './look.js'
import { Panel, type PanelOptions } from './panel.js'
import { styledShadow } from './shadow.js'

/** The open overlay. There is only one, because two would compete for the screen and the microphone. */
let current: { screen: FullScreen; close: () => void } | undefined

export interface OpenOptions extends OverlayLook {
  client: VoiceClient
  sessionId: string
  /** The lower corner of the window in which to open if there is room: `start`, or the one where lines end. */
  corner?: string | undefined
  /** Called when the user closes the overlay, or when another one opens. */
  close: () => void
}

/** Opens overlay and connection; call it in a click, which then permits microphone and audio. */
export function openFullScreen(
  container: Element,
  { language, texts, mode = 'voice', ...options }: OpenOptions,
): { dispose(): void } {
  const { client, sessionId } = options
  const connected = client.connect({ sessionId, mode, ...(language && { language }) })
  let screen: FullScreen | undefined
  let isWanted = true
  const draw = (own: OverlayTexts) => {
    if (!isWanted) return
    const drawn = new FullScreen(container, { ...options, texts: withOwn(own, texts), expected: mode })
    screen = drawn
    // The error is ignored here: the panel shows the failure and offers a retry.
    connected.catch(() => {}).then(() => drawn.settle())
  }
  const own = textsIn(language ?? userLanguage(), client.config.serverUrl)
  if (own instanceof Promise) own.then(draw)
  else draw(own)
  return {
    dispose() {
      isWanted = false
      screen?.dispose()
    },
  }
}

/** The least window that has room for a panel beside the page. */
const ROOMY = '(min-width: 640px) and (min-height: 481px)'

/**
 * A panel over the whole page: a modal dialog, so the browser keeps the focus inside and the page behind inert. Or a
 * panel in a corner, beside which the page stays usable.
 */
export class FullScreen {
  readonly host = element('div', { class: 'voice-agent-overlay' })
  readonly #panel: Panel
  readonly #unfit: () => void
  readonly #before: Element | null

  /** Opens the overlay in place of an open one. Calls `options.close` when it is cancelled or replaced. */
  constructor(container: Element, options: PanelOptions & Pick<OpenOptions, 'corner' | 'close'>) {
    current?.close()
    this.#before = document.activeElement
    current = { screen: this, close: options.close }
    const corner = matchMedia(ROOMY).matches ? options.corner : undefined
    const dialog = element('dialog', { class: 'root', 'aria-labelledby': 'title', tabindex: -1 })
    styledShadow(this.host).append(dialog)
    this.#panel = new Panel(dialog, options)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      options.close()
    })
    container.append(this.host)
    if (corner === undefined) dialog.showModal()
    else {
      this.host.setAttribute('corner', corner)
      // Only modal dialogs know this key.
      dialog.addEventListener('keydown', ({ key }) => key === 'Escape' && options.close())
      dialog.show()
    }
    this.#unfit = fitVisibleViewport(dialog)
    this.#panel.focus()
  }

  /** See {@link Panel.settle}. */
  settle(): void {
    this.#panel.settle()
  }

  /** Removes the overlay and restores the keyboard focus. */
  dispose(): void {
    if (current?.screen === this) current = undefined
    this.#unfit()
    this.#panel.dispose()
    const isLeft = ![this.host, document.body].includes(document.activeElement as HTMLElement)
    this.host.remove()
    if (this.#before instanceof HTMLElement && !isLeft) this.#before.focus({ preventScroll: true })
  }
}

/** Keeps an element above on-screen keyboards, which only `visualViewport` knows. Returns what stops it. */
function fitVisibleViewport(node: HTMLElement): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const keepUp = () => {
    // While the user zooms in, the page is larger than the screen on purpose, so its size stays.
    if (viewport.scale > 1.01) return
    node.style.setProperty('--visible-height', `${viewport.height}px`)
    node.style.setProperty('--visible-top', `${viewport.offsetTop}px`)
  }
  keepUp()
  viewport.addEventListener('resize', keepUp)
  viewport.addEventListener('scroll', keepUp)
  return () => {
    viewport.removeEventListener('resize', keepUp)
    viewport.removeEventListener('scroll', keepUp)
  }
}
