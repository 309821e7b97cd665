import type { OverlayTexts } from '../../languages/overlay-texts.js'
import type { ClientState } from '../client-state.js'
import { type MessageView, userView, type ViewItem } from '../state.js'
import { button, element, setShown, setText } from './dom.js'
import { icon } from './icons.js'
import type { RowLook } from './look.js'
import { MessageText } from './message-text.js'
import { type ApprovalActions, ApprovalRow } from './rows/approval-row.js'
import { ToolRow } from './rows/tool-row.js'
import { isSameEntry, type ShownEntry, shownEntries } from './shown-entries.js'
import { hearsWithoutWords, hintOf, isBeingHeard } from './status.js'

/** A row that draws an entry, and again when the entry has changed. */
interface Row<Entry> {
  readonly node: HTMLElement
  update(entry: Entry): void
}

interface ShownRow {
  item: ShownEntry
  row: Row<never>
}

interface ConversationLook extends RowLook {
  suggestions: readonly string[] | undefined
}

const FOLLOW_WITHIN_PX = 80
/** The upper edge of the view, where its content fades. */
const FADED_PX = 20
const HEARD_ID = 'heard'

/** Shows the history with one row for each item. A change updates only the row of the item that has changed. */
export class ConversationView {
  readonly node: HTMLElement
  readonly #scroll: HTMLElement
  readonly #rows = element('div', { class: 'rows column' })
  readonly #hint = element('p')
  readonly #empty: HTMLElement
  readonly #waits = element('div', { class: 'waits', 'aria-hidden': 'true' }, ...dots())
  readonly #heard: MessageRow
  readonly #jump: HTMLButtonElement
  readonly #shown = new Map<string, ShownRow>()
  readonly #groups: RowGroups
  #isFollowing = true
  #scrollTop = 0

  constructor(
    private readonly look: ConversationLook,
    private readonly actions: ApprovalActions & { suggest: (text: string) => void },
  ) {
    const { texts, suggestions = [] } = look
    const suggested = suggestions.map((text) => {
      const suggestion = button({ class: 'pill', dir: 'auto' }, text)
      suggestion.addEventListener('click', () => actions.suggest(text))
      return suggestion
    })
    this.#empty = element(
      'div',
      { class: 'empty' },
      ...[element('h3', {}, texts.greeting), this.#hint, element('div', {}, ...suggested)],
    )
    this.#heard = new MessageRow(userView(HEARD_ID, ''), texts)
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
    // A row gets its final height only when it comes into view. If the view follows new text, it then scrolls to the
    // end.
    const resized = new ResizeObserver(() => this.#isFollowing && this.scrollToEnd())
    resized.observe(this.#scroll)
    resized.observe(this.#rows)
  }

  update(state: ClientState): void {
    const { items, heard } = state
    this.#sync(shownEntries(items))
    const last = items.at(-1)
    const isHearing = hearsWithoutWords(state)
    const isEmpty = items.length === 0 && heard === '' && !isHearing
    setShown(this.#empty, isEmpty)
    if (isEmpty) setText(this.#hint, hintOf(state, this.look.texts))
    this.#heard.update(userView(HEARD_ID, isBeingHeard(last) ? '' : isHearing ? '…' : heard))
    this.#heard.node.classList.toggle('wordless', isHearing)
    setShown(this.#waits, state.connection === 'open' && state.agent === 'thinking' && !isMoving(last))
    if (this.#isFollowing) this.scrollToEnd()
  }

  scrollToEnd(): void {
    this.#isFollowing = true
    setShown(this.#jump, false)
    this.#scroll.scrollTop = this.#empty.hidden ? (this.#startOfQuestion ?? this.#scroll.scrollHeight) : 0
  }

  /** Where an open question begins that is higher than the view: a user must have seen what they allow. */
  get #startOfQuestion(): number | undefined {
    const { scrollTop } = this.#scroll
    const question = this.openQuestion?.closest('.approval')?.getBoundingClientRect()
    const view = this.#scroll.getBoundingClientRect()
    if (!question || question.height <= view.height) return undefined
    // Who reads on is not brought back.
    return Math.max(scrollTop, scrollTop + question.top - view.top - FADED_PX)
  }

  get openQuestion(): HTMLElement | null {
    return this.#rows.querySelector('.approval .choices:not([hidden]) button')
  }

  focus(): void {
    this.#scroll.focus({ preventScroll: true })
  }

  #sync(items: readonly ShownEntry[]): void {
    const ids = new Set(items.map(({ id }) => id))
    for (const [id, { row }] of this.#shown) {
      if (ids.has(id)) continue
      row.node.remove()
      this.#shown.delete(id)
    }
    for (const [index, item] of items.entries()) {
      const before = this.#shown.get(item.id)
      const shown = before?.item.kind === item.kind ? before : this.#add(item)
      if (!isSameEntry(shown.item, item)) shown.row.update(item as never)
      shown.item = item
      this.#groups.put(shown.row.node, index)
    }
    this.#groups.trim(items.length)
  }

  #add(item: ShownEntry): ShownRow {
    this.#shown.get(item.id)?.row.node.remove()
    const shown = { item, row: this.#rowFor(item) }
    this.#shown.set(item.id, shown)
    return shown
  }

  #rowFor(item: ShownEntry): Row<never> {
    const { look, actions } = this
    if (item.kind === 'message') return new MessageRow(item, look.texts)
    return item.kind === 'tool' ? new ToolRow(item, look) : new ApprovalRow(item, look, actions)
  }

  /** Stops following when the position moves up, which only the user does. */
  #follow(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll
    if (scrollHeight - scrollTop - clientHeight < FOLLOW_WITHIN_PX) this.#isFollowing = true
    else if (scrollTop < this.#scrollTop) this.#isFollowing = false
    this.#scrollTop = scrollTop
    setShown(this.#jump, !this.#isFollowing)
  }
}

function isMoving(last: ViewItem | undefined): boolean {
  if (last?.kind === 'message') return last.role === 'assistant' && last.partial && last.text !== ''
  return last?.kind === 'tool' && last.status === 'running'
}

function dots(): HTMLElement[] {
  return [0, 1, 2].map(() => element('i'))
}

/** A message. Partial text looks provisional until it is final. */
class MessageRow {
  readonly node: HTMLElement
  readonly #text = new MessageText()
  readonly #note: HTMLElement

  constructor(view: MessageView, texts: OverlayTexts) {
    const isUser = view.role === 'user'
    this.#note = element('p', { class: 'note' }, isUser ? texts.unsent : texts.interrupted)
    this.node = element(
      'div',
      { class: `row ${view.role}`, role: 'article' },
      element('span', { class: 'unseen' }, `${isUser ? texts.you : texts.agent}: `),
      isUser ? element('div', { class: 'bubble' }, this.#text.node) : this.#text.node,
      this.#note,
    )
    this.update(view)
  }

  update({ text, partial, interrupted, waits }: MessageView): void {
    this.#text.set(text)
    this.node.classList.toggle('partial', partial)
    this.node.classList.toggle('interrupted', interrupted)
    // The class marks a message that the server has not confirmed. The style sheet shows the note below such a message
    // only while the connection is down.
    this.node.classList.toggle('unsent', waits === true)
    setShown(this.node, text !== '')
    setShown(this.#note, interrupted || waits === true)
  }
}

const ROWS_A_GROUP = 50

/** Rows in groups, which browsers check at every frame: for single rows, that costs more than it saves. */
class RowGroups {
  #groups: HTMLElement[] = []

  /** `before` is the element above the first group. */
  constructor(private readonly before: Element) {}

  /** Puts a row at its index; call it for all rows in order. A row already in place is not touched. */
  put(row: Element, index: number): void {
    const group = this.#groups[Math.floor(index / ROWS_A_GROUP)] ?? this.#addGroup()
    const there = group.children[index % ROWS_A_GROUP]
    if (there !== row) group.insertBefore(row, there ?? null)
  }

  /** Removes the groups at the end that are not needed for `count` rows. */
  trim(count: number): void {
    for (const group of this.#groups.splice(Math.ceil(count / ROWS_A_GROUP))) group.remove()
  }

  #addGroup(): HTMLElement {
    const group = element('div', { class: 'group' })
    const last = this.#groups.at(-1) ?? this.before
    last.after(group)
    this.#groups.push(group)
    return group
  }
}
