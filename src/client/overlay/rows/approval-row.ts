import type { OverlayTexts } from '../../../languages/overlay-texts.js'
import { showHidden } from '../../../text/visible.js'
import type { ApprovalView } from '../../state.js'
import { button, element, setShown } from '../dom.js'
import { icon } from '../icons.js'
import { inputEntries, readableName } from '../tool-words.js'

/** An approval request with its two buttons. */
export class ApprovalRow {
  readonly node: HTMLElement
  readonly #choices: HTMLElement
  readonly #spoken: HTMLElement
  readonly #answer = element('p', { class: 'answered' })

  constructor(
    view: ApprovalView,
    private readonly texts: OverlayTexts,
    answer: (id: string, approve: boolean) => void,
  ) {
    const { approval } = texts
    const question = approval.question(readableName(showHidden(view.name)))
    const approve = button({ class: 'pill main' }, approval.approve)
    const decline = button({ class: 'pill' }, approval.decline)
    approve.addEventListener('click', () => answer(view.id, true))
    decline.addEventListener('click', () => answer(view.id, false))
    this.#choices = element('div', { class: 'choices' }, approve, decline)
    this.#spoken = element('p', { class: 'note' }, approval.spoken)
    const entries = inputEntries(view.input).flatMap(([name, value]) => [
      element('dt', {}, name),
      element('dd', { dir: 'auto' }, value),
    ])
    this.node = element(
      'div',
      { class: 'row approval', role: 'group', 'aria-label': question },
      element('p', { class: 'ask' }, question),
      ...(entries.length > 0 ? [element('dl', {}, ...entries)] : []),
      this.#choices,
      this.#spoken,
      this.#answer,
    )
    this.update(view)
  }

  update({ approved }: ApprovalView): void {
    const isOpen = approved === null
    setShown(this.#choices, isOpen)
    setShown(this.#spoken, isOpen)
    setShown(this.#answer, !isOpen)
    this.node.classList.toggle('settled', !isOpen)
    if (isOpen) return
    const { approval } = this.texts
    this.#answer.replaceChildren(
      icon(approved ? 'check' : 'close'),
      approved ? approval.approved : approval.declined,
    )
  }
}
