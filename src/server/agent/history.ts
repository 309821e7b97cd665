import { VoiceError } from '../../errors.js'
import { jsonBytes, type MemoryAccount, uncounted } from '../model/session-limits.js'
import type { Item } from './events.js'

/** The items of one conversation in their order. Whatever a model is told comes from here. */
export class History {
  readonly #items: Item[] = []
  readonly #byId = new Map<string, { item: Item; bytes: number }>()
  readonly #memory: MemoryAccount
  #bytes = 0
  /** Items a person saw and a model is not told: fillers, failure sentences, the rest of a broken step. */
  readonly #aside = new Set<string>()

  constructor(memory: MemoryAccount = uncounted) {
    this.#memory = memory
  }

  /** The bytes of all items, as JSON. */
  get bytes(): number {
    return this.#bytes
  }

  /** The bytes of an item, as JSON. */
  bytesOf(id: string): number {
    return this.#byId.get(id)?.bytes ?? 0
  }

  /** The items, oldest first. */
  get items(): readonly Item[] {
    return this.#items
  }

  /** The items a model is told about. */
  get told(): Item[] {
    return this.#items.filter((item) => !this.#aside.has(item.id))
  }

  /** Puts an item at the end, or after the named one (`root` is the front). Returns the id before it. */
  add(item: Item, afterId?: string | null): string | null {
    if (this.get(item.id)) {
      throw new VoiceError('item-exists', `The conversation has an item "${item.id}" already.`)
    }
    const at = afterId === undefined || afterId === null ? this.#items.length : this.#placeAfter(afterId)
    this.#items.splice(at, 0, item)
    this.#keep(item)
    return this.#items[at - 1]?.id ?? null
  }

  #placeAfter(id: string): number {
    if (id === 'root') return 0
    const at = this.#indexOf(id)
    if (at < 0)
      throw new VoiceError('item-not-found', `There is no item "${id.slice(0, 80)}" to put this one after.`)
    return at + 1
  }

  get(id: string): Item | undefined {
    return this.#byId.get(id)?.item
  }

  /** The id of the item before this one; `null` at the front. */
  previousOf(id: string): string | null {
    return this.#items[this.#indexOf(id) - 1]?.id ?? null
  }

  /** Puts the new state of an item in the place of the old. */
  replace(item: Item): void {
    const at = this.#indexOf(item.id)
    if (at < 0) return
    this.#items[at] = item
    this.#keep(item)
  }

  delete(id: string): boolean {
    const { bytes } = this.#byId.get(id) ?? {}
    if (bytes === undefined) return false
    this.#byId.delete(id)
    this.#count(-bytes)
    this.#items.splice(this.#indexOf(id), 1)
    this.#aside.delete(id)
    return true
  }

  #keep(item: Item): void {
    const bytes = jsonBytes(item)
    this.#count(bytes - this.bytesOf(item.id))
    this.#byId.set(item.id, { item, bytes })
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    this.#memory.add(bytes)
  }

  /** Searched from the end, where what is asked for mostly is. */
  #indexOf(id: string): number {
    return this.#items.findLastIndex((item) => item.id === id)
  }

  /** The ids of the items a model is not told. */
  get aside(): string[] {
    return [...this.#aside]
  }

  /** Keeps an item from the model, while people keep seeing it. */
  setAside(id: string): void {
    this.#aside.add(id)
  }

  /** Calls of the client's functions that have no output yet. */
  get waitingCalls(): number {
    const outputs = new Set(
      this.#items.flatMap((item) => (item.type === 'function_call_output' ? [item.call_id] : [])),
    )
    const isWaiting = (item: Item) => item.type === 'function_call' && !outputs.has(item.call_id ?? '')
    return this.#items.filter(isWaiting).length
  }

  /** Whether a function of the client was called and has no output yet. */
  waitsForOutput(callId: string): boolean {
    const of = (type: Item['type']) => (item: Item) =>
      item.type === type && 'call_id' in item && item.call_id === callId
    return this.#items.some(of('function_call')) && !this.#items.some(of('function_call_output'))
  }

  /** The text of the agent's last message; empty before there is one. */
  lastAnswer(): string {
    const last = this.#items.findLast((item) => item.type === 'message' && item.role === 'assistant')
    return last ? textOf(last) : ''
  }

  /** What the user has said last, with what they said before it, since "and the second one?" says little alone. */
  recentUserText(): string {
    return this.#items.filter(isUserMessage).slice(-2).reverse().map(textOf).join(' ')
  }

  /** What the user has said since the agent last spoke or acted: the messages of one turn. */
  turnText(): string {
    const last = this.#items.findLastIndex(isUserMessage)
    const before = this.#items.slice(0, last + 1).findLastIndex((item) => !isUserMessage(item))
    return this.#items
      .slice(before + 1, last + 1)
      .map(textOf)
      .join(' ')
  }

  /** What tools have answered, oldest first. */
  outputs(): string[] {
    return this.#items.flatMap((item) =>
      'output' in item && typeof item.output === 'string' ? [item.output] : [],
    )
  }

  /** The words of some items, as far as they are still there. */
  textOfItems(ids: readonly string[]): string {
    const found = ids.flatMap((id) => this.get(id) ?? [])
    return found.map(textOf).join(' ').trim()
  }
}

const isUserMessage = (item: Item) => item.type === 'message' && item.role === 'user'

/** The words of a message, typed or transcribed. */
export function textOf(item: Item): string {
  if (item.type !== 'message') return ''
  return item.content
    .map((part) => part.text ?? ('transcript' in part ? part.transcript : undefined) ?? '')
    .filter(Boolean)
    .join(' ')
}
