import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isCredentialLike } from '../../../toolkit/secrets/credential-name.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { literalKind } from '../../../toolkit/semantics/literal-id.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import { isSuccess, type Route } from '../routes.js'
import { type Classified, objectIn, type ScriptFacts, sentObject } from './classify.js'
import { isEmptySample } from './make-value.js'

export interface RecordKind {
  name: string
  idName: string
  ids: string[]
  members: Map<string, JsonValue[]>
  saved: JsonObject[]
}

const MOST_SAMPLES = 8

/** What examples, bodies, scripts and paths show about the records of each kind. */
export function recordKindsOf(classified: Classified[]): Map<string, RecordKind> {
  const kinds = new Map<string, RecordKind>()
  // Requests that only read come first, because a record in their examples exists when the mock starts. A record in the
  // example of a `create` request exists only after that request. So examples of writes count only if no read shows a
  // record.
  const readsFirst = [...classified].sort((left, right) => Number(isWrite(left)) - Number(isWrite(right)))
  for (const one of readsFirst) {
    if (one.role === 'login') continue
    const known = kinds.get(one.kind) ?? newKind(one.kind)
    kinds.set(one.kind, known)
    learn(known, one)
  }
  for (const kind of kinds.values()) kind.idName = idNameOf(kind, classified)
  for (const [name, kind] of kinds) kinds.set(name, sameAs(kind, kinds))
  return kinds
}

const PEOPLE = /^(user|usuario|utilisateur|customer|client|member|account|pengguna|benutzer|kullanici)$/

export function peopleOf(kinds: ReadonlyMap<string, RecordKind>): RecordKind | undefined {
  return [...kinds.values()].find(({ name, members }) => PEOPLE.test(name) && members.size > 0)
}

/** The kind that another name means: `product` for `top product`, `yazar` for `yazarlar`, `user` for `registration`. */
function sameAs(kind: RecordKind, kinds: ReadonlyMap<string, RecordKind>): RecordKind {
  if (/^(register|registration|signup|sign up|registro|cadastro)$/.test(kind.name))
    return peopleOf(kinds) ?? kind
  if (kind.members.size > 0) return kind
  const last = kinds.get(kind.name.split(' ').at(-1)!)
  if (last && last.members.size > 0) return last
  return [...kinds.values()].find((one) => one.members.size > 0 && areAlike(one.name, kind.name)) ?? kind
}

/** Whether two words differ only in their endings, as singular and plural do in most languages. */
function areAlike(one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same >= 4 && one.length - same <= 3 && other.length - same <= 3
}

export function newKind(name: string): RecordKind {
  return { name, idName: 'id', ids: [], members: new Map(), saved: [] }
}

const isWrite = ({ role }: Classified) => role === 'create' || role === 'change' || role === 'remove'

function learn(kind: RecordKind, classified: Classified): void {
  const { route, role, idIndex, facts } = classified
  const isShown = !isWrite(classified) || kind.saved.length === 0
  for (const { status, body } of route.examples) {
    const value = isSuccess(status) && role !== 'document' ? objectIn(body, route.scope) : undefined
    for (const record of recordsIn(value)) {
      if (isShown && kind.saved.length < 50) kind.saved.push(record)
      addMembers(kind, record)
    }
  }
  if (role === 'create' || role === 'change') addMembers(kind, sentObject(route) ?? {})
  for (const pointer of facts.members) {
    const name = pointer.split('/').at(-1)!
    const isOwn = name !== '' && !/^\d+$/.test(name) && envelopeOf({ [name]: {} }) === undefined
    if (isOwn && !isCredentialLike(name) && !/^(success|status_?code|error|message|total|count)$/i.test(name))
      addMembers(kind, { [name]: null })
  }
  const parameters = route.pattern.segments.flatMap((segment) => ('matches' in segment ? [segment] : []))
  const value = idIndex === undefined ? undefined : parameters[idIndex]?.value
  if (value !== undefined && !kind.ids.includes(value) && !isEmptySample(value)) kind.ids.push(value)
}

export function addMembers(kind: RecordKind, record: JsonObject): void {
  for (const [name, value] of Object.entries(record)) {
    if (isCredentialLike(name)) continue
    const known = knownName(kind, name)
    const samples = kind.members.get(known) ?? []
    kind.members.set(known, samples)
    const isNew = value !== null && !samples.some((one) => JSON.stringify(one) === JSON.stringify(value))
    if (isNew && samples.length < MOST_SAMPLES) samples.push(value)
  }
}

/** The name in `members`: `title` may also be written `Title`, and the first way counts. */
function knownName({ members }: RecordKind, name: string): string {
  if (members.has(name)) return name
  const plain = wordsOf(name).join()
  return [...members.keys()].find((one) => wordsOf(one).join() === plain) ?? name
}

/** The member with the id: `id`, `_id`, `productId`, or like the path parameter; else `_id` for ObjectIds and `id`. */
function idNameOf(kind: RecordKind, classified: Classified[]): string {
  const names = [...kind.members.keys()]
  const parameters = classified
    .filter((one) => one.kind === kind.name && one.idIndex !== undefined)
    .map(({ route, idIndex }) => route.pattern.segments.filter((segment) => 'matches' in segment)[idIndex!])
  const plain = names.find((name) => /^_?id$/i.test(name))
  if (plain !== undefined) return plain
  const [last = ''] = wordsOf(kind.name).slice(-1)
  const own = names.find((name) => isIdName(name) && wordsOf(name).includes(last))
  if (own !== undefined) return own
  for (const parameter of parameters) {
    if (parameter === undefined || !('matches' in parameter)) continue
    const named = names.find((name) => wordsOf(name).join() === wordsOf(parameter.name).join())
    if (named !== undefined) return named
    if (literalKind(parameter.value ?? '') === 'hash' && parameter.value?.length === 24) return '_id'
  }
  return 'id'
}

/** The object around the records of an answer: `{ "success": true, "data": [...] }`. */
export interface Envelope {
  member: string
  /** The other members of the object. */
  beside: JsonObject
}

const BOXES =
  /^(data|datos|dados|result|results|resultado|resultados|items|records|rows|content|payload|response|body|list|entries|value|values|docs)$/i
const NO_RECORDS = /^(errors?|warnings|links|_links|meta|pagination)$/i

/** The object around the records of an answer; `undefined` if it is them itself. */
function envelopeOf(answer: JsonValue | undefined): Envelope | undefined {
  if (!isObject(answer)) return undefined
  const entries = Object.entries(answer)
  const isContent = (value: JsonValue) => isObject(value) || (Array.isArray(value) && value.every(isObject))
  const named = entries.find(([name, value]) => BOXES.test(name) && isContent(value))
  const lists = entries.filter(
    ([name, value]) => Array.isArray(value) && value.some(isObject) && !NO_RECORDS.test(name),
  )
  const hasId = entries.some(([name]) => /^_?id$/i.test(name))
  const found = named ?? (lists.length === 1 && !hasId ? lists[0] : undefined)
  if (!found) return undefined
  const [member] = found
  const beside = Object.fromEntries(entries.filter(([name, value]) => name !== member && !isContent(value)))
  return { member, beside }
}

export function recordsIn(answer: JsonValue | undefined): JsonObject[] {
  const box = envelopeOf(answer)
  const content = box && isObject(answer) ? answer[box.member] : answer
  if (Array.isArray(content)) return content.filter((one) => isObject(one))
  if (box && isObject(content) && envelopeOf(content)) return recordsIn(content)
  return isObject(content) ? [content] : []
}

export function inEnvelope(content: JsonValue, box: Envelope | undefined): JsonValue {
  if (!box) return content
  const count = Array.isArray(content) ? content.length : 1
  const beside = Object.entries(box.beside).map(([name, value]): [string, JsonValue] =>
    typeof value === 'number' && /^(total|count|size|results|total_?(count|items|elements))$/i.test(name)
      ? [name, count]
      : [name, value],
  )
  return { ...Object.fromEntries(beside), [box.member]: content }
}

/** The envelope that the scripts of a request expect: `json.data[0].id` reads a list in `data`. `undefined` if they expect none. */
export function envelopeIn({ members, lists }: ScriptFacts, content: JsonValue): Envelope | undefined {
  const list = lists.find((pointer) => /^\/[^/]+$/.test(pointer))?.slice(1)
  if (Array.isArray(content) && list !== undefined) return { member: list, beside: {} }
  const deep = members.find(
    (pointer) => /^\/[^/]+\/[^/]+/.test(pointer) && envelopeOf({ [pointer.split('/')[1]!]: {} }),
  )
  return deep === undefined ? undefined : { member: deep.split('/')[1]!, beside: {} }
}

/** The envelopes of most examples, for lists and for records. */
export function usualEnvelopes(routes: Route[]): Map<'list' | 'record', Envelope> {
  const found: Record<'list' | 'record', (Envelope | undefined)[]> = { list: [], record: [] }
  for (const { examples, scope } of routes)
    for (const { status, body } of examples) {
      const value = isSuccess(status) ? objectIn(body, scope) : undefined
      if (value === undefined) continue
      const box = envelopeOf(value)
      const content = box && isObject(value) ? value[box.member] : value
      found[Array.isArray(content) ? 'list' : 'record'].push(box)
    }
  const usual = new Map<'list' | 'record', Envelope>()
  for (const shape of ['list', 'record'] as const) {
    const boxes = found[shape].filter((box) => box !== undefined)
    if (boxes.length * 2 > found[shape].length) usual.set(shape, boxes[0]!)
  }
  return usual
}
