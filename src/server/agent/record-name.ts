import { tryParseJson } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { wordsOf } from '../../toolkit/semantics/words.js'

const MAX_OUTPUTS = 12
const MAX_CHARS = 200_000

/** Members that name a record, the best first. */
const NAMES = ['name', 'full name', 'display name']
/** Members that name a record without a name. A person with a first or last name has a job as `title`. */
const OTHER_NAMES = ['title', 'subject', 'label', 'email']
const PARTS_OF_NAME = ['first', 'first name', 'given name', 'last', 'last name', 'family name', 'surname']

/** The name that a result gives the record with an id: "Anna Meyer" for `cus_17`. `outputs`: the latest last. */
export function recordName(id: string, outputs: readonly string[]): string | undefined {
  for (const text of outputs.slice(-MAX_OUTPUTS).reverse()) {
    if (text.length > MAX_CHARS || !text.includes(id)) continue
    const name = nameIn(tryParseJson(text) ?? null, id)
    if (name !== undefined) return name
  }
  return undefined
}

function nameIn(value: JsonValue, id: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value) && hasId(value, id)) return ownName(value)
  for (const member of Object.values(value)) {
    const name = nameIn(member, id)
    if (name !== undefined) return name
  }
  return undefined
}

/** Whether an id is that of the record and of no other one. A plain number is no id in a member like `stock`. */
function hasId(record: JsonObject, id: string): boolean {
  return Object.entries(record).some(([key, value]) => {
    const words = wordsOf(key)
    const isNumbered = /^(?:number|no|code|ref|reference)$/.test(words.at(-1)!)
    const isOwn = isNumbered || (words.length === 1 && (/^(?:id|key)$/.test(words[0]!) || !/^\d+$/.test(id)))
    return isOwn && (typeof value === 'string' || typeof value === 'number') && String(value) === id
  })
}

function ownName(record: JsonObject): string | undefined {
  const texts = new Map(
    Object.entries(record).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[wordsOf(key).join(' '), value]] : [],
    ),
  )
  const textsOf = (names: string[]) => names.flatMap((name) => texts.get(name) ?? [])
  const [name] = textsOf(NAMES)
  return name ?? (textsOf(PARTS_OF_NAME).join(' ') || textsOf(OTHER_NAMES)[0])
}
