import { VoiceError } from '../../errors.js'
import { freeName } from '../../text/free-name.js'
import { oncePer } from '../../toolkit/model/lazy.js'
import type { TalkClues } from '../../toolkit/search/tool-selection.js'
import { jsonBytes, type MemoryAccount, type SessionLimits, uncounted } from '../model/session-limits.js'
import type { Fact, HistoryItem, ModelAnswer } from './events.js'

const MAX_DELETED = 64

const MAX_CLUES = 4
const MAX_CLUE_CHARS = 20_000
const ID_MEMBER = /"(\w{1,60}(?:_id|Id|ID))":/g

export interface ToolOutput {
  /** The name of the tool. `''` for a function of a client. */
  tool: string
  text: string
}

/** The size of an item as JSON, in bytes. An item is never modified, but replaced by a new object. */
export const itemBytes = oncePer((item: HistoryItem) => jsonBytes(item))

export class History {
  readonly #items: HistoryItem[] = []
  readonly #byId = new Map<string, { item: HistoryItem; bytes: number }>()
  readonly #memory: MemoryAccount
  #bytes = 0
  /** Ids of items that users see but models do not: fillers, failure sentences, output of a failed step. */
  readonly #aside = new Set<string>()
  #deleted: readonly string[] = []
  readonly #openTexts = new Map<string, string>()
  /** The answers in order, each with its size in bytes when it was added. */
  readonly #answers = new Map<ModelAnswer, number>()

  constructor(memory: MemoryAccount = uncounted) {
    this.#memory = memory
  }

  take(fact: Fact): void {
    if (fact.type === 'item-added') this.add(fact.item, fact.afterId)
    else if (fact.type === 'item-deleted') this.delete(fact.item.id)
    else if (fact.type === 'item-hidden') this.setAside(fact.itemId)
    else if (fact.type === 'model-answered') this.addAnswer(fact.answer)
    else if (fact.type === 'text-delta')
      this.#openTexts.set(fact.itemId, this.openText(fact.itemId) + fact.delta)
    else if (fact.type === 'text-retracted' || fact.type === 'text-done') this.#openTexts.delete(fact.itemId)
    else if (fact.type === 'item-done' || fact.type === 'item-changed' || fact.type === 'arguments-done')
      this.replace(fact.item)
  }

  /** The text so far of a message that is still written. */
  openText(itemId: string): string {
    return this.#openTexts.get(itemId) ?? ''
  }

  get bytes(): number {
    return this.#bytes
  }

  bytesOf(id: string): number {
    return this.#byId.get(id)?.bytes ?? 0
  }

  get items(): readonly HistoryItem[] {
    return this.#items
  }

  get forModels(): HistoryItem[] {
    return this.#items.filter((item) => !this.#aside.has(item.id))
  }

  get answers(): readonly ModelAnswer[] {
    return [...this.#answers.keys()]
  }

  /** Its calls get their items later. A call with an id that was used before gets another one. */
  addAnswer(answer: ModelAnswer): void {
    const taken = new Set(this.answers.flatMap(({ calls }) => calls.map(({ callId }) => callId)))
    for (const call of answer.calls) {
      call.callId = freeName(call.callId, (id) => !taken.has(id))
      taken.add(call.callId)
    }
    const bytes = jsonBytes(answer)
    this.#answers.set(answer, bytes)
    this.#count(bytes)
  }

  #dropAnswers(): void {
    const isGone = (itemId: string | undefined) => itemId !== undefined && !this.#byId.has(itemId)
    for (const [answer, bytes] of this.#answers) {
      if (!answer.texts.every(isGone) || !answer.calls.every(({ itemId }) => isGone(itemId))) continue
      this.#answers.delete(answer)
      this.#count(-bytes)
    }
  }

  add(item: HistoryItem, afterId?: string | null): void {
    if (this.get(item.id)) {
      throw new VoiceError('item-exists', `The conversation has an item "${item.id}" already.`)
    }
    const at = afterId === undefined || afterId === null ? this.#items.length : this.#placeAfter(afterId)
    this.#items.splice(at, 0, item)
    this.#keep(item)
  }

  #placeAfter(id: string): number {
    if (id === 'root') return 0
    const at = this.#indexOf(id)
    if (at < 0)
      throw new VoiceError('item-not-found', `There is no item "${id.slice(0, 80)}" to put this one after.`)
    return at + 1
  }

  get(id: string): HistoryItem | undefined {
    return this.#byId.get(id)?.item
  }

  previousOf(id: string): string | null {
    return this.#items[this.#indexOf(id) - 1]?.id ?? null
  }

  replace(item: HistoryItem): void {
    const at = this.#indexOf(item.id)
    if (at < 0) return
    this.#items[at] = item
    this.#keep(item)
  }

  delete(id: string): void {
    const { bytes } = this.#byId.get(id) ?? {}
    if (bytes === undefined) return
    this.#byId.delete(id)
    this.#count(-bytes)
    this.#items.splice(this.#indexOf(id), 1)
    this.#aside.delete(id)
    this.#dropAnswers()
    this.#deleted = [...this.#deleted, id].slice(-MAX_DELETED)
  }

  /** Whether an item is one of the last 64 deleted ones. A client that still plays such an item may refer to it. */
  wasDeleted(id: string): boolean {
    return this.#deleted.includes(id)
  }

  #keep(item: HistoryItem): void {
    const bytes = itemBytes(item)
    this.#count(bytes - this.bytesOf(item.id))
    this.#byId.set(item.id, { item, bytes })
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    this.#memory.add(bytes)
  }

  /** Searches from the end, because recent items are needed most often. */
  #indexOf(id: string): number {
    return this.#items.findLastIndex((item) => item.id === id)
  }

  get aside(): string[] {
    return [...this.#aside]
  }

  isAside(id: string): boolean {
    return this.#aside.has(id)
  }

  setAside(id: string): void {
    this.#aside.add(id)
  }

  get waitingCalls(): number {
    const outputs = new Set(
      this.#items.flatMap((item) => (item.type === 'function_call_output' ? [item.call_id] : [])),
    )
    const isWaiting = (item: HistoryItem) => item.type === 'function_call' && !outputs.has(item.call_id ?? '')
    return this.#items.filter(isWaiting).length
  }

  waitsForOutput(callId: string): boolean {
    const of = (type: HistoryItem['type']) => (item: HistoryItem) =>
      item.type === type && 'call_id' in item && item.call_id === callId
    return this.#items.some(of('function_call')) && !this.#items.some(of('function_call_output'))
  }

  lastAnswer(): string {
    const last = this.#items.findLast((item) => item.type === 'message' && item.role === 'assistant')
    return last ? textOf(last) : ''
  }

  /** The last messages of the user, the latest first. "And the second one?" needs the message before it. */
  recentUserText(messages = 2): string {
    return this.#items.filter(isUserMessage).slice(-messages).reverse().map(textOf).join(' ')
  }

  clues(): TalkClues {
    const users = this.#items.filter(isUserMessage).map(textOf)
    const calls = this.#items.filter((item) => item.type === 'mcp_call').reverse()
    const outputs = calls.slice(0, MAX_CLUES).map(({ output }) => (output ?? '').slice(0, MAX_CLUE_CHARS))
    const ids = outputs.flatMap((text) => [...text.matchAll(ID_MEMBER)].map(([, name = '']) => name))
    return {
      words: this.recentUserText(),
      earlier: users.slice(-2 - MAX_CLUES, -2).join(' '),
      used: [...new Set(calls.map(({ name }) => name))],
      ids: new Set(ids),
    }
  }

  /** The text of the user's latest message. If other user messages directly precede it, their text comes first. */
  turnText(): string {
    const last = this.#items.findLastIndex(isUserMessage)
    const before = this.#items.slice(0, last + 1).findLastIndex((item) => !isUserMessage(item))
    return this.#items
      .slice(before + 1, last + 1)
      .map(textOf)
      .join(' ')
  }

  /** The results of tools, the latest last. */
  outputs(): ToolOutput[] {
    return this.#items.flatMap((item) => {
      if (!('output' in item) || typeof item.output !== 'string') return []
      return { tool: 'name' in item ? item.name : '', text: item.output }
    })
  }

  textOfItems(ids: readonly string[]): string {
    const found = ids.flatMap((id) => this.get(id) ?? [])
    return found.map(textOf).join(' ').trim()
  }
}

export const isUserMessage = (item: HistoryItem) => item.type === 'message' && item.role === 'user'

export function textOf(item: HistoryItem | undefined): string {
  if (item?.type !== 'message') return ''
  return item.content
    .map((part) => part.text ?? ('transcript' in part ? part.transcript : undefined) ?? '')
    .filter(Boolean)
    .join(' ')
}

/** When items are dropped, the history shrinks to this fraction of its limits, so that the next drop is not needed soon. */
const REFILL = 0.8

type HistoryRoom = Pick<SessionLimits, 'maxItems' | 'maxHistoryBytes'>

export function hasRoom(
  history: History,
  { items, bytes }: { items: number; bytes: number },
  limits: HistoryRoom,
): boolean {
  return history.items.length + items <= limits.maxItems && history.bytes + bytes <= limits.maxHistoryBytes
}

/** The items to drop for a new one of this size: whole turns, oldest first, but not the last turn. */
export function itemsToDrop(history: History, bytes: number, limits: HistoryRoom): HistoryItem[] {
  if (hasRoom(history, { items: 1, bytes }, limits)) return []
  const { items } = history
  const last = startOfLastTurn(items)
  const target = { items: limits.maxItems * REFILL, bytes: limits.maxHistoryBytes * REFILL - bytes }
  let left = { items: items.length, bytes: history.bytes }
  let at = 0
  while (
    at < last &&
    (left.items > target.items || left.bytes > target.bytes || !isUserMessage(items[at]!))
  ) {
    left = { items: left.items - 1, bytes: left.bytes - history.bytesOf(items[at]!.id) }
    at += 1
  }
  return items.slice(0, at)
}

function startOfLastTurn(items: readonly HistoryItem[]): number {
  return Math.max(0, items.findLastIndex(isUserMessage))
}
