import { asObject } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'

/** One of the types that a body or an answer may have. */
export interface Media {
  /** Without parameters, in lower case; JSON for `*`/`*`. */
  type: string
  /** Schema, examples and encoding. */
  value: JsonObject
}

/** How a type is written in a request. */
export type MediaKind = 'json' | 'urlencoded' | 'multipart' | 'xml' | 'text' | 'binary'

const KINDS: readonly (readonly [MediaKind, RegExp])[] = [
  ['json', /[/+]json$|^\*\/\*$|^application\/\*$/],
  ['urlencoded', /^application\/x-www-form-urlencoded$/],
  ['multipart', /^multipart\//],
  ['xml', /[/+]xml$/],
  ['text', /^text\/|javascript|yaml|csv|graphql|ndjson|jsonl/],
  ['binary', /./],
]

export function kindOf(type: string): MediaKind {
  return KINDS.find(([, pattern]) => pattern.test(type))?.[0] ?? 'binary'
}

/** Media types of some content, the most specific first. */
export function mediaIn(content: JsonValue | undefined): Media[] {
  const all = Object.entries(asObject(content) ?? {}).map(([name, value]): Media => {
    const [type = ''] = name.toLowerCase().split(';')
    return {
      type: type.includes('*') && kindOf(type.trim()) === 'json' ? 'application/json' : type.trim(),
      value: asObject(value) ?? {},
    }
  })
  const rank = ({ type }: Media) => KINDS.findIndex(([kind]) => kind === kindOf(type))
  return all.toSorted((a, b) => rank(a) - rank(b))
}
