import { createHash } from 'node:crypto'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { literalKind } from '../../../toolkit/semantics/literal-id.js'
import { makeValue } from './make-value.js'
import type { RecordKind } from './record-kinds.js'

/** Number of records of a kind when the mock starts, if the examples show none. */
const FIRST_RECORDS = 3

/**
 * The ids of the records of a kind that exist when the mock starts. They come from the examples. If the examples have
 * none, they come from the paths of requests, and similar ids are added until there are three.
 */
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

/**
 * An id in the style of the collection's ids: a number, a UUID, an ObjectId or a code. Each `at`, from 0 on, gives
 * another id.
 */
export function likeId({ ids, name }: Pick<RecordKind, 'ids' | 'name'>, at: number): string {
  const [sample = '1'] = ids
  const digest = createHash('sha256').update(`${name} ${at}`).digest('hex')
  switch (literalKind(sample)) {
    case 'uuid':
      return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`
    case 'hash':
      return digest.padEnd(sample.length, digest).slice(0, sample.length)
    case 'code':
      return numbered(sample, at + 1)
    default:
      return String(at + 1)
  }
}

/** The record with an id, saved or generated. The same id always gives the same record. */
export function recordOf(kind: RecordKind, id: string): JsonObject {
  const saved = kind.saved.find((record) => textId(record[kind.idName]) === id)
  return saved ?? makeRecord(kind, id)
}

function makeRecord(kind: RecordKind, id: string): JsonObject {
  const index = indexOf(kind, id)
  const known = [...kind.members].filter(([name]) => name !== kind.idName)
  const members = known.some(tells) ? known : [...usualMembers(kind.name), ...known]
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

/** Members that records of a kind usually have, by the words of its name. */
const USUAL_MEMBERS: [pattern: RegExp, members: string[]][] = [
  [
    /\b(balance|payment|transfer|invoice|withdrawal|deposit|payout|refund|transaction|charge|fee|quote|price|pedido|pago|factura)\b/,
    ['amount'],
  ],
  [
    /\b(order|payment|transfer|invoice|withdrawal|deposit|payout|refund|transaction|shipment|delivery|booking|reservation|subscription|request|job|task|run|import|export|build|ticket|issue|application|pedido|reserva)\b/,
    ['status'],
  ],
  [/\b(event|meeting|appointment|booking|reservation|visit|cita|reserva)\b/, ['date']],
  [/\b(user|customer|client|member|employee|contact|usuario|cliente)\b/, ['email']],
]

/**
 * The members of a record if the collection shows no members for its kind. They are `name` and the members that such
 * records usually have.
 */
function usualMembers(kind: string): [string, JsonValue[]][] {
  const usual = USUAL_MEMBERS.flatMap(([pattern, names]) => (pattern.test(kind) ? names : []))
  return ['name', ...usual].map((name) => [name, []])
}

/**
 * A number that decides which values a record gets: from its numeric id, the position of its id among the known ids, or
 * a hash of its id.
 */
function indexOf(kind: RecordKind, id: string): number {
  if (isNumber(id) && kind.ids.every(isNumber)) return Math.max(0, Number(id) - 1)
  const at = [...new Set([...firstIds(kind), ...kind.ids])].indexOf(id)
  if (at >= 0) return at
  return FIRST_RECORDS + (createHash('sha256').update(id).digest().readUInt16BE(0) % 90)
}

const isNumber = (id: string) => /^\d{1,6}$/.test(id)

/** An id as it appears in JSON: a number if the known ids are numbers. */
export function typedId(kind: RecordKind, id: string): JsonValue {
  const samples = kind.members.get(kind.idName) ?? []
  const isText = samples.some(
    (sample) => typeof sample === 'string' && sample !== '' && !/^\d+$/.test(sample),
  )
  return /^\d{1,15}$/.test(id) && !isText ? Number(id) : id
}

/** An id as text; `undefined` if the value cannot be an id. */
export function textId(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** A code with another number at its end: `ORD-17` and 3 give `ORD-03`. Each number gives another code, so a search for a free id ends. */
function numbered(code: string, number: number): string {
  const head = trimEndOf(code, '0123456789')
  if (head === code) return `${code}-${number}`
  return head + String(number).padStart(code.length - head.length, '0')
}
