import type { ClientState } from '../client-state.js'
import type { ApprovalView, MessageView, ToolView, ViewItem } from '../state.js'
import { button, element, setShown, setText } from './dom.js'
import { icon } from './icons.js'
import { RowGroups } from './row-groups.js'
import { ApprovalRow } from './rows/approval-row.js'
import { MessageRow } from './rows/message-row.js'
import { ToolRow } from './rows/tool-row.js'
import type { OverlayTexts } from './texts.js'

/** A row on screen with the item it shows; the item is replaced, never changed, so identity tells whether there is anything to do. */
type Shown =
  | { kind: 'message'; item: MessageView; row: MessageRow }
  | { kind: 'tool'; item: ToolView; row: ToolRow }
  | { kind: 'approval'; item: ApprovalView; row: ApprovalRow }

/** Within so many pixels of the end, new text is followed. */
const FOLLOW_WITHIN_PX = 80
const HEARD_ID = 'heard'

/** The history: one row an item, updated by id and never drawn anew as a whole. */
export class Conversation {
  readonly node: HTMLElement
  readonly #scroll: HTMLElement
  readonly #rows = element('div', { class: 'rows column' })
  readonly #hint = element('p')
  readonly #empty: HTMLElement
  readonly #waits = element('div', { class: 'waits', 'aria-hidden': 'true' }, ...dots())
  readonly #heard: MessageRow
  readonly #jump: HTMLButtonElement
  readonly #shown = new Map<string, Shown>()
  readonly #groups: RowGroups
  #isFollowing = true
  #scrollTop = 0

  constructor(
    private readonly texts: OverlayTexts,
    private readonly answer: (id: string, approve: boolean) => void,
  ) {
    this.#empty = element('div', { class: 'empty' }, element('h3', {}, texts.greeting), this.#hint)
    this.#heard = new MessageRow(heardView(''), texts)
    this.#jump = button({ class: 'round jump', 'aria-label': texts.latest }, icon('down'))
    this.#rows.append(this.#empty, this.#heard.node, this.#waits)
    this.#groups = new RowGroups(this.#empty)
    this.#scroll = element(
      'div',
      { class: 'scroll', role: 'log', 'aria-live': 'off', 'aria-label': texts.conversation, tabindex: 0 },
      this.#rows,
    )
    this.node = element('div', { class: 'middle' }, this.#scroll, this.#jump)
    this.#scroll.addEventListener('scroll', () => this.#follow(), { passive: true })
    this.#jump.addEventListener('click', () => this.scrollToEnd())
    // Rows get their true height only when they come into view.
    const resized = new ResizeObserver(() => this.#isFollowing && this.scrollToEnd())
    resized.observe(this.#scroll)
    resized.observe(this.#rows)
  }

  update(state: ClientState): void {
    const { items, heard, mode } = state
    this.#sync(items)
    const last = items.at(-1)
    const isEmpty = items.length === 0 && heard === ''
    setShown(this.#empty, isEmpty)
    if (isEmpty) setText(this.#hint, mode === 'voice' ? this.texts.greetingVoice : this.texts.greetingText)
    this.#heard.update(heardView(isHeardShown(last) ? '' : heard))
    setShown(this.#waits, state.connection === 'open' && state.agent === 'thinking' && !isMoving(last))
    if (this.#isFollowing) this.scrollToEnd()
    else setShown(this.#jump, true)
  }

  /** Shows the newest and follows it from now on. */
  scrollToEnd(): void {
    this.#isFollowing = true
    setShown(this.#jump, false)
    this.#scroll.scrollTop = this.#scroll.scrollHeight
  }

  /** The first open question, for the keyboard to go to. */
  get openQuestion(): HTMLElement | null {
    return this.#rows.querySelector('.approval:not(.settled) button')
  }

  /** Where the keyboard goes when what it was on has disappeared. */
  focus(): void {
    this.#scroll.focus({ preventScroll: true })
  }

  #sync(items: readonly ViewItem[]): void {
    const ids = new Set(items.map(({ id }) => id))
    for (const [id, { row }] of this.#shown) {
      if (ids.has(id)) continue
      row.node.remove()
      this.#shown.delete(id)
    }
    for (const [index, item] of items.entries()) {
      const shown = this.#shown.get(item.id)
      if (shown && shown.item !== item) this.#update(shown, item)
      const { node } = shown?.kind === item.kind ? shown.row : this.#add(item)
      this.#groups.put(node, index)
    }
    this.#groups.trim(items.length)
  }

  #add(item: ViewItem): { node: HTMLElement } {
    this.#shown.get(item.id)?.row.node.remove()
    const shown = this.#rowFor(item)
    this.#shown.set(item.id, shown)
    return shown.row
  }

  #rowFor(item: ViewItem): Shown {
    if (item.kind === 'message') return { kind: 'message', item, row: new MessageRow(item, this.texts) }
    if (item.kind === 'tool') return { kind: 'tool', item, row: new ToolRow(item, this.texts) }
    return { kind: 'approval', item, row: new ApprovalRow(item, this.texts, this.answer) }
  }

  #update(shown: Shown, item: ViewItem): void {
    if (shown.kind === 'message' && item.kind === 'message') shown.row.update(item)
    if (shown.kind === 'tool' && item.kind === 'tool') shown.row.update(item)
    if (shown.kind === 'approval' && item.kind === 'approval') shown.row.update(item)
    shown.item = item
  }

  /** Only a person scrolls up; what else moves the end away is new text. */
  #follow(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll
    if (scrollHeight - scrollTop - clientHeight < FOLLOW_WITHIN_PX) this.#isFollowing = true
    else if (scrollTop < this.#scrollTop) this.#isFollowing = false
    this.#scrollTop = scrollTop
    if (this.#isFollowing) setShown(this.#jump, false)
  }
}

/** Words that are being said, before the server has an item for them. */
function heardView(text: string): MessageView {
  return { kind: 'message', id: HEARD_ID, role: 'user', text, partial: true, interrupted: false }
}

/** Whether the last row shows what is being said already. */
function isHeardShown(last: ViewItem | undefined): boolean {
  return last?.kind === 'message' && last.role === 'user' && last.partial && last.text !== ''
}

/** Whether the last row shows by itself that something goes on. */
function isMoving(last: ViewItem | undefined): boolean {
  if (last?.kind === 'message') return last.role === 'assistant' && last.partial && last.text !== ''
  return last?.kind === 'tool' && last.status === 'running'
}

function dots(): HTMLElement[] {
  return [0, 1, 2].map(() => element('i'))
}
