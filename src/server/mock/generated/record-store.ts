import type { JsonObject } from '../../../toolkit/model/json.js'
import { firstIds, likeId, recordOf, textId } from './make-record.js'
import type { RecordKind } from './record-kinds.js'

/** Maximum number of changed records that are remembered. The oldest are forgotten. */
const MOST_RECORDS = 1_000
/** A record with more characters than this is sent, but not remembered. */
const MAX_RECORD_CHARS = 32_768

/**
 * The records of one run of the mock: those that exist at its start, and those that requests have created or changed.
 */
export class RecordStore {
  /** Changed records by kind and id; `null` for a removed record. */
  readonly #changed = new Map<string, JsonObject | null>()
  readonly #firstIds = new WeakMap<RecordKind, string[]>()

  /**
   * The record with an id. An id that is not known gives a generated record. `undefined` if a request has removed the
   * record.
   */
  get(kind: RecordKind, id: string): JsonObject | undefined {
    const changed = this.#changed.get(keyOf(kind, id))
    return changed === null ? undefined : (changed ?? recordOf(kind, id))
  }

  hasChanged(kind: RecordKind): boolean {
    return this.#changedIds(kind).length > 0
  }

  /** Whether a record is generated: neither a saved example nor a request contains it. */
  isMade(kind: RecordKind, record: JsonObject): boolean {
    const id = textId(record[kind.idName]) ?? ''
    return !kind.saved.includes(record) && !this.#changed.has(keyOf(kind, id))
  }

  /** All records of a kind: those from the start first, then the others in the order of their creation. */
  list(kind: RecordKind): JsonObject[] {
    const ids = new Set([...this.#idsOf(kind), ...this.#changedIds(kind)])
    return [...ids].map((id) => this.get(kind, id)).filter((record) => record !== undefined)
  }

  set(kind: RecordKind, id: string, record: JsonObject): void {
    if (JSON.stringify(record).length <= MAX_RECORD_CHARS) this.#remember(keyOf(kind, id), record)
  }

  remove(kind: RecordKind, id: string): void {
    this.#remember(keyOf(kind, id), null)
  }

  /** An id for a new record. No other record of this kind has this id, and no removed record had it. */
  nextId(kind: RecordKind): string {
    const first = this.#idsOf(kind)
    const known = [...first, ...this.#changedIds(kind)]
    const numbers = known.filter((id) => /^\d{1,12}$/.test(id)).map(Number)
    if (numbers.length === known.length) return String(Math.max(0, ...numbers) + 1)
    for (let at = first.length; ; at++) {
      const id = likeId(kind, at)
      if (!first.includes(id) && !this.#changed.has(keyOf(kind, id))) return id
    }
  }

  #changedIds(kind: RecordKind): string[] {
    const prefix = keyOf(kind, '')
    return [...this.#changed.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
  }

  #idsOf(kind: RecordKind): string[] {
    const known = this.#firstIds.get(kind) ?? firstIds(kind)
    this.#firstIds.set(kind, known)
    return known
  }

  #remember(key: string, record: JsonObject | null): void {
    this.#changed.set(key, record)
    if (this.#changed.size > MOST_RECORDS) this.#changed.delete(this.#changed.keys().next().value!)
  }
}

const keyOf = (kind: RecordKind, id: string) => `${kind.name}\n${id}`
