import { createHash } from 'node:crypto'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isCredentialLike } from '../../../toolkit/secrets/credential-name.js'
import { isAmbiguousKey } from '../../../toolkit/secrets/machine-key.js'
import { isIdName, singularOf } from '../../../toolkit/semantics/id-names.js'
import { literalKind } from '../../../toolkit/semantics/literal-id.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { MockRequest } from '../compare-request.js'
import type { PathMatch } from '../path-pattern.js'
import { bodyOf, type Classified } from './classify.js'
import { makeValue, usualMembersOf, uuidOf } from './make-value.js'
import type { RecordKind } from './record-kinds.js'

const FIRST_RECORDS = 3

/** The ids at the start, from examples or paths, with similar ones up to three. */
export function firstIds(kind: RecordKind): string[] {
  if (kind.saved.length > 0) {
    const saved = kind.saved.flatMap((record) => textId(record[kind.idName]) ?? [])
    if (saved.length > 0) return [...new Set(saved)]
  }
  const ids = [...new Set(kind.ids)].slice(0, FIRST_RECORDS)
  const isNumbers = ids.every((id) => /^\d+$/.test(id))
  for (let at = 0; ids.length < FIRST_RECORDS; at++) {
    const id = likeId(kind, at)
    if (!ids.includes(id)) ids.push(id)
  }
  return isNumbers ? ids.sort((a, b) => Number(a) - Number(b)) : ids
}

/** An id like those of the collection, a different one for each `at`. */
export function likeId({ ids, name }: Pick<RecordKind, 'ids' | 'name'>, at: number): string {
  const [sample = '1'] = ids
  const text = `${name} ${at}`
  switch (literalKind(sample)) {
    case 'uuid':
      return uuidOf(text)
    case 'hash':
      return ''.padEnd(sample.length, uuidOf(text).replaceAll('-', ''))
    case 'code':
      return numbered(sample, at + 1)
    default:
      return String(at + 1)
  }
}

function recordOf(kind: RecordKind, id: string): JsonObject {
  const saved = kind.saved.find((record) => textId(record[kind.idName]) === id)
  return saved ?? makeRecord(kind, id)
}

function makeRecord(kind: RecordKind, id: string): JsonObject {
  const index = indexOf(kind, id)
  const known = [...kind.members].filter(([name]) => name !== kind.idName)
  const usual = usualMembersOf(kind.name).map((name): [string, JsonValue[]] => [name, []])
  const members = known.some(tells) ? known : [...usual, ...known]
  const made = members.map(([name, samples]): [string, JsonValue] => [
    name,
    makeValue({ name, samples, index, noun: kind.name }),
  ])
  return { [kind.idName]: typedId(kind, id), ...Object.fromEntries(made) }
}

/** Whether a member tells something about a record: it is not just the id of another record. */
function tells([name, samples]: [string, JsonValue[]]): boolean {
  const isId = (sample: JsonValue) => /^(uuid|hash)$/.test(String(literalKind(String(sample))))
  return !isIdName(name) && !(samples.length > 0 && samples.every(isId))
}

/** Decides which values a record gets: its numeric id, the position of its id, or a hash. */
export function indexOf(kind: RecordKind, id: string): number {
  if (isNumber(id) && kind.ids.every(isNumber)) return Math.max(0, Number(id) - 1)
  const at = [...new Set([...firstIds(kind), ...kind.ids])].indexOf(id)
  if (at >= 0) return at
  return FIRST_RECORDS + (createHash('sha256').update(id).digest().readUInt16BE(0) % 90)
}

const isNumber = (id: string) => /^\d{1,6}$/.test(id)

export function typedId(kind: RecordKind, id: string): JsonValue {
  const samples = kind.members.get(kind.idName) ?? []
  const isText = samples.some(
    (sample) => typeof sample === 'string' && sample !== '' && !/^\d+$/.test(sample),
  )
  return /^\d{1,15}$/.test(id) && !isText ? Number(id) : id
}

export function textId(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** A code with another number at its end: `ORD-17` and 3 give `ORD-03`. Each number gives another code, so a search for a free id ends. */
function numbered(code: string, number: number): string {
  const head = trimEndOf(code, '0123456789')
  if (head === code) return `${code}-${number}`
  return head + String(number).padStart(code.length - head.length, '0')
}

const MOST_RECORDS = 1_000
const MAX_RECORD_CHARS = 32_768

/** The records of one run: those at its start, and what requests have made of them. */
export class RecordStore {
  readonly #changed = new Map<string, JsonObject | null>()
  readonly #firstIds = new WeakMap<RecordKind, string[]>()

  /** The record with an id; a generated one for an unknown id, `undefined` if it was removed. */
  get(kind: RecordKind, id: string): JsonObject | undefined {
    const changed = this.#changed.get(keyOf(kind, id))
    return changed === null ? undefined : (changed ?? recordOf(kind, id))
  }

  changed(kind: RecordKind, id: string): JsonObject | undefined {
    return this.#changed.get(keyOf(kind, id)) ?? undefined
  }

  hasChanged(kind: RecordKind): boolean {
    return this.#changedIds(kind).length > 0
  }

  isMade(kind: RecordKind, record: JsonObject): boolean {
    const id = textId(record[kind.idName]) ?? ''
    return !kind.saved.includes(record) && !this.#changed.has(keyOf(kind, id))
  }

  /** All records of a kind: those from the start first, then the others in the order of their creation. */
  list(kind: RecordKind): JsonObject[] {
    return this.ids(kind).flatMap((id): JsonObject[] => {
      const record = this.get(kind, id)
      return record ? [record] : []
    })
  }

  ids(kind: RecordKind): string[] {
    return [...new Set([...this.#idsOf(kind), ...this.#changedIds(kind)])]
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

export function idIn(
  request: MockRequest,
  { known, path, kind }: { known: Classified; path: PathMatch; kind: RecordKind },
): string | undefined {
  if (known.idIndex !== undefined) return path.values[known.idIndex]
  const isOwn = (name: string) =>
    name === kind.idName ||
    /^_?id$/i.test(name) ||
    (isIdName(name) && wordsOf(name).includes(singularOf(kind.name)))
  const query = request.query.find(([name, value]) => isOwn(name) && value !== '')?.[1]
  if (query !== undefined || known.role === 'create') return query
  const [, value] = Object.entries(bodyOf(request)).find(([name]) => isOwn(name)) ?? []
  return textId(value)
}

/** What all records of a list have, by its query or path: `?status=open`, `/products/category/4`, `/users/7/orders`. */
export function filtersOf(
  request: MockRequest,
  { kind, known, path }: { kind: RecordKind; known: Classified; path: PathMatch },
): JsonObject {
  const parameters = known.route.pattern.segments.flatMap((segment) =>
    'matches' in segment ? [segment.name] : [],
  )
  const said = [
    ...parameters.map((name, at): [string, string] => [name, path.values[at] ?? '']),
    ...request.query,
  ]
  const names = [...kind.members.keys()].filter((name) => name !== kind.idName)
  return Object.fromEntries(
    said.flatMap(([name, value]): [string, JsonValue][] => {
      const member = names.find((one) => wordsOf(one).join() === wordsOf(name).join())
      if (member === undefined || value === '') return []
      const isNumber = kind.members.get(member)!.some((sample) => typeof sample === 'number')
      return [[member, isNumber && Number.isFinite(Number(value)) ? Number(value) : value]]
    }),
  )
}

const isSecret = (name: string, value: JsonValue) => isCredentialLike(name) || isAmbiguousKey(name, value)

/** The values that a request sends, without secrets such as passwords: records never show them. */
export function withoutSecrets(sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isSecret(name, value)))
}

/** The changes by the body, or else by the query: `PATCH /orders/1/status?status=paid`. */
export function changesIn(request: MockRequest, kind: RecordKind): JsonObject {
  const sent = withoutSecrets(bodyOf(request))
  if (Object.keys(sent).length > 0) return sent
  const query = request.query.filter(([name, value]) => name !== kind.idName && !isSecret(name, value))
  return Object.fromEntries(query.slice(0, 20))
}
