import type { OverlayTexts } from '../../../languages/overlay-texts.js'
import type { ToolView } from '../../state.js'
import { element, setAttribute, setText } from '../dom.js'
import { icon } from '../icons.js'
import { prettyJson, readableName, readableResult, readableTime } from '../tool-words.js'

/** A tool call. When folded, it shows name, state and time; when open, also arguments and result. */
export class ToolRow {
  readonly node: HTMLDetailsElement
  readonly #mark = element('span', { class: 'mark' })
  readonly #state = element('span', { class: 'state' })
  readonly #facts = element('div', { class: 'facts' })
  #view: ToolView

  constructor(
    view: ToolView,
    private readonly texts: OverlayTexts,
  ) {
    const name = element('span', { class: 'name' }, readableName(view.name))
    const summary = element('summary', {}, this.#mark, name, this.#state, icon('chevron'))
    this.node = element('details', { class: 'row tool' }, summary, this.#facts)
    // Arguments and result may be long, so they are written only when the user opens the row.
    this.node.addEventListener('toggle', () => this.#writeFacts())
    this.#view = view
    this.update(view)
  }

  update(view: ToolView): void {
    this.#view = view
    const { status, ms } = view
    if (this.node.dataset.status !== status) {
      this.#mark.replaceChildren(
        status === 'running'
          ? element('span', { class: 'ring' })
          : icon(status === 'done' ? 'check' : 'failed'),
      )
      setAttribute(this.node, 'data-status', status)
    }
    const time = ms === null || status === 'running' ? '' : readableTime(ms)
    const word = this.texts.tool[status]
    setText(this.#state, status === 'done' && time ? time : [word, time].filter(Boolean).join(' · '))
    this.#writeFacts()
  }

  #writeFacts(): void {
    if (!this.node.open) return
    const { input, output } = this.#view
    const { tool } = this.texts
    this.#facts.replaceChildren(
      element('div', { class: 'label' }, `${tool.input} · ${this.#view.name}`),
      element('pre', { tabindex: 0 }, prettyJson(input)),
      element('div', { class: 'label' }, tool.result),
      element('pre', { tabindex: 0 }, output === null ? tool.lost : readableResult(output)),
    )
  }
}
