import type { OverlayTexts } from '../../../languages/overlay-texts.js'
import { capitalize } from '../../../text/capitalize.js'
import { fillText } from '../../../text/fill-text.js'
import { showHidden } from '../../../text/visible.js'
import type { ApprovalView } from '../../state.js'
import { button, element, setAttribute, setShown, setText } from '../dom.js'
import { icon } from '../icons.js'
import type { RowLook } from '../look.js'
import type { QuestionView } from '../shown-entries.js'
import { inputEntries, readableName } from '../tool-words.js'

export interface ApprovalActions {
  answer: (id: string, approve: boolean) => void
  answerAll: (approve: boolean) => void
}

/** The approval requests of one question: each with its own buttons, and several also with buttons for all of them. */
export class ApprovalRow {
  readonly node = element('div', { class: 'row approval', role: 'group' })
  readonly #heading = element('p', { class: 'ask' })
  readonly #calls = element('ul', { class: 'calls' })
  readonly #approveAll: HTMLButtonElement
  readonly #declineAll: HTMLButtonElement
  readonly #forAll: HTMLElement
  readonly #note = element('p', { class: 'note spoken' })
  #parts: CallPart[] = []

  constructor(
    view: QuestionView,
    private readonly look: RowLook,
    private readonly actions: ApprovalActions,
  ) {
    this.#approveAll = button({ class: 'pill main' })
    this.#declineAll = button({ class: 'pill' })
    this.#approveAll.addEventListener('click', () => actions.answerAll(true))
    this.#declineAll.addEventListener('click', () => actions.answerAll(false))
    this.#forAll = element('div', { class: 'choices all' }, this.#approveAll, this.#declineAll)
    this.node.append(this.#heading, this.#calls, this.#forAll, this.#note)
    this.update(view)
  }

  update({ requests }: QuestionView): void {
    const { texts } = this.look
    const isOne = requests.length === 1
    if (!this.#isDrawn(requests)) {
      this.#parts = requests.map(
        (view) => new CallPart(view, { look: this.look, actions: this.actions, isOne }),
      )
      this.#calls.replaceChildren(...this.#parts.map(({ node }) => node))
    }
    for (const [at, part] of this.#parts.entries()) part.update(requests[at]!)
    const { heading, approveAll, declineAll, note, isForAll, destroysAny } = questionWords(requests, texts)
    setText(this.#heading, heading)
    setAttribute(this.node, 'aria-label', heading || callText(requests[0]!, texts))
    setText(this.#approveAll, approveAll)
    setText(this.#declineAll, declineAll)
    this.#approveAll.classList.toggle('danger', destroysAny)
    setShown(this.#heading, !isOne)
    setShown(this.#forAll, isForAll)
    setText(this.#note, note)
    setShown(this.#note, note !== '')
    this.node.classList.toggle('several', !isOne)
    this.node.classList.toggle('settled', note === '')
  }

  #isDrawn(requests: readonly ApprovalView[]): boolean {
    return (
      requests.length === this.#parts.length && this.#parts.every((part, at) => part.shows(requests[at]!))
    )
  }
}

export function callText({ name, question }: ApprovalView, texts: OverlayTexts): string {
  return question?.text ?? fillText(texts.approval.question, { tool: readableName(showHidden(name)) })
}

/** What a question of one or several requests says, and which buttons it has. `heading` is empty for one request. */
export function questionWords(requests: readonly ApprovalView[], { approval }: OverlayTexts) {
  const waiting = requests.filter(({ approved }) => approved === null)
  const isWhole = waiting.length === requests.length
  return {
    heading: requests.length === 1 ? '' : fillText(approval.several, { count: requests.length }),
    approveAll: isWhole ? approval.approveAll : approval.approveRest,
    declineAll: isWhole ? approval.declineAll : approval.declineRest,
    /** How the user may answer; empty when all is answered. */
    note: waiting.length === 0 ? '' : isWhole ? approval.spoken : approval.awaited,
    isForAll: waiting.length > 1,
    destroysAny: waiting.some(destroys),
  }
}

export const destroys = ({ question }: ApprovalView) => question?.destructive === true

class CallPart {
  /** The words of the question decide the direction of all that stands around them. */
  readonly node = element('li', { class: 'call', dir: 'auto' })
  readonly #choices: HTMLElement
  readonly #answer = element('p', { class: 'answered' })
  readonly #texts: OverlayTexts

  constructor(
    private readonly view: ApprovalView,
    { look, actions, isOne }: { look: RowLook; actions: ApprovalActions; isOne: boolean },
  ) {
    const { texts } = look
    this.#texts = texts
    const { approval } = texts
    const text = callText(view, texts)
    const choice = (label: string, colour: string, approve: boolean) => {
      const name = isOne ? undefined : `${label}: ${text}`
      const made = button({ class: `pill ${colour}`, 'aria-label': name }, label)
      made.addEventListener('click', () => actions.answer(view.id, approve))
      return made
    }
    this.#choices = element(
      'div',
      { class: 'choices' },
      choice(approval.approve, destroys(view) ? 'danger' : isOne ? 'main' : '', true),
      choice(approval.decline, '', false),
    )
    const ask = element('p', { class: isOne ? 'ask' : 'what' }, text)
    this.node.append(ask, ...valuesOf(view, look), this.#choices, this.#answer)
  }

  shows({ id, question }: ApprovalView): boolean {
    return id === this.view.id && question === this.view.question
  }

  update(view: ApprovalView): void {
    const isOpen = view.approved === null
    setShown(this.#choices, isOpen)
    setShown(this.#answer, !isOpen)
    if (isOpen) return
    this.#answer.replaceChildren(icon(view.approved ? 'check' : 'close'), answerText(view, this.#texts))
  }
}

/** The answer to a request in a word or two: "Allowed". */
export function answerText({ approved, lapsed }: ApprovalView, { approval }: OverlayTexts): string {
  return approved ? approval.approved : lapsed ? approval.lapsed : approval.declined
}

/** What a call sends, in the agent's words if it has any. A remark has no name. */
export function sentBy({ input, question }: ApprovalView): (readonly [name: string, value: string])[] {
  if (!question) return inputEntries(input)
  const said = question.fields.map(({ name, value }) => [capitalize(name), value] as const)
  return question.note ? [...said, ['', question.note]] : said
}

/** The values of a call. Developers also see the request. */
function valuesOf(view: ApprovalView, { texts, audience }: RowLook): HTMLElement[] {
  const { name, input, question } = view
  const lines = sentBy(view)
  const remarks = lines.filter(([name]) => name === '')
  const said = [
    ...listOf(lines.filter(([name]) => name !== '')),
    ...remarks.map(([, text]) => element('p', { class: 'remark', dir: 'auto' }, text)),
  ]
  if (audience === 'user' || !question) return said
  const line = element('code', {}, [showHidden(name), question.request ?? ''].filter(Boolean).join(' · '))
  const summary = element('summary', {}, texts.approval.details)
  return [...said, element('details', { class: 'sent' }, summary, line, ...listOf(inputEntries(input)))]
}

function listOf(entries: readonly (readonly [name: string, value: string])[]): HTMLElement[] {
  const rows = entries.flatMap(([name, value]) => [
    element('dt', {}, name),
    // A value has the direction of its own words, and the place that the card's direction gives it.
    element('dd', {}, element('bdi', {}, value)),
  ])
  return rows.length > 0 ? [element('dl', {}, ...rows)] : []
}
