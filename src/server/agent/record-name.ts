import { tryParseJson } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { singularOf } from '../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import type { ToolOutput } from './history.js'

const MAX_OUTPUTS = 12
const MAX_CHARS = 200_000

/** Members that name a record, the best first. */
const NAMES = ['name', 'full name', 'display name']
/** Members that name a record without a name. A person with a first or last name has a job as `title`. */
const OTHER_NAMES = ['title', 'subject', 'label', 'email']
const PARTS_OF_NAME = ['first', 'first name', 'given name', 'last', 'last name', 'family name', 'surname']

/** Whether a value can be an id that no other kind of record has by chance: `r7`, but not `7`. */
const isCode = (value: string) =>
  /^[\p{L}\p{N}_-]{2,40}$/u.test(value) && /\d/.test(value) && /\p{L}/u.test(value)

interface Sought {
  id: string
  /** What it is the id of, such as `patient`. A plain number names a record only of this kind. */
  kind: string
}

/** The name that a result gives the record with an id: "Anna Meyer" for `cus_17`. `outputs`: the latest last. */
export function recordName(
  id: string,
  { kind, outputs }: { kind: string; outputs: readonly ToolOutput[] },
): string | undefined {
  if (!isCode(id) && kind === '') return undefined
  for (const { tool, text } of outputs.slice(-MAX_OUTPUTS).reverse()) {
    if (text.length > MAX_CHARS || !text.includes(id)) continue
    const name = nameIn(tryParseJson(text) ?? null, { id, kind }, isOfKind(tool, kind))
    if (name !== undefined) return name
  }
  return undefined
}

const isOfKind = (name: string, kind: string) => wordsOf(name).some((word) => singularOf(word) === kind)

/** `isKind`: whether the tool or a member around the value says the kind, as `list_patients` and `patients` do. */
function nameIn(value: JsonValue, sought: Sought, isKind: boolean): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const own = Array.isArray(value) ? undefined : nameOf(value, sought, isKind)
  if (own !== undefined) return own
  for (const [key, member] of Object.entries(value)) {
    const name = nameIn(member, sought, isKind || isOfKind(key, sought.kind))
    if (name !== undefined) return name
  }
  return undefined
}

function nameOf(record: JsonObject, { id, kind }: Sought, isKind: boolean): string | undefined {
  const members = new Map(Object.entries(record).map(([key, value]) => [wordsOf(key).join(' '), value]))
  if (kind !== '' && isSame(members.get(`${kind} id`), id)) {
    const name = members.get(`${kind} name`)
    return typeof name === 'string' ? name : members.has('id') ? undefined : ownName(record)
  }
  const isSought =
    (isKind || isCode(id)) && [...members].some(([key, value]) => isIdIn(key, id) && isSame(value, id))
  return isSought ? ownName(record) : undefined
}

const isSame = (value: JsonValue | undefined, id: string) =>
  (typeof value === 'string' || typeof value === 'number') && String(value) === id

/** Whether a member has the id of its record and of no other one. A plain number is no id in a member like `stock`. */
const isIdIn = (words: string, id: string) =>
  /(?:^| )(?:number|no|code|ref|reference)$/.test(words) ||
  (/^\d+$/.test(id) ? /^(?:id|key)$/.test(words) : !words.includes(' '))

function ownName(record: JsonObject): string | undefined {
  const texts = new Map(
    Object.entries(record).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[wordsOf(key).join(' '), value]] : [],
    ),
  )
  const textsOf = (names: string[]) => names.flatMap((name) => texts.get(name) ?? [])
  const [name] = textsOf(NAMES)
  // An appointment has no name but that of its patient.
  const [others = '', ...more] = [...texts].flatMap(([key, text]) => (key.endsWith(' name') ? [text] : []))
  const only = more.length === 0 ? others : ''
  return name ?? (textsOf(PARTS_OF_NAME).join(' ') || (textsOf(OTHER_NAMES)[0] ?? (only || undefined)))
}
