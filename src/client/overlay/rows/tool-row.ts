import type { ToolView } from '../../state.js'
import { element, setAttribute, setText } from '../dom.js'
import { icon } from '../icons.js'
import type { RowLook } from '../look.js'
import { prettyJson, readableName, readableResult, readableTime } from '../tool-words.js'

/** A tool call in words and its state. Developers also see time, arguments and result. */
export class ToolRow {
  readonly node: HTMLElement
  readonly #mark = element('span', { class: 'mark' })
  readonly #state = element('span', { class: 'state' })
  /** Its signs stay in order beside words that are written from right to left. */
  readonly #time = element('bdi')
  readonly #facts = element('div', { class: 'facts' })
  #view: ToolView

  constructor(
    view: ToolView,
    private readonly look: RowLook,
  ) {
    const name = element('span', { class: 'name' }, readableName(view.name))
    const isOpenable = look.audience === 'developer'
    const chip = element(
      isOpenable ? 'summary' : 'div',
      { class: 'chip' },
      this.#mark,
      name,
      this.#state,
      this.#time,
    )
    this.node = element(isOpenable ? 'details' : 'div', { class: 'row tool' }, chip)
    if (isOpenable) {
      chip.append(icon('chevron'))
      this.node.append(this.#facts)
      // Arguments and result may be long, so they are written only when the row is opened.
      this.node.addEventListener('toggle', () => this.#writeFacts())
    }
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
    const { audience, texts } = this.look
    const time = ms === null || status === 'running' || audience === 'user' ? '' : readableTime(ms)
    setText(this.#state, status === 'done' && time ? '' : texts.tool[status])
    setText(this.#time, time)
    this.#writeFacts()
  }

  #writeFacts(): void {
    if (!this.node.hasAttribute('open')) return
    const { input, output } = this.#view
    const { tool } = this.look.texts
    this.#facts.replaceChildren(
      element('div', { class: 'label' }, `${tool.input} · ${this.#view.name}`),
      element('pre', { tabindex: 0 }, prettyJson(input)),
      element('div', { class: 'label' }, tool.result),
      element('pre', { tabindex: 0 }, output === null ? tool.lost : readableResult(output)),
    )
  }
}
