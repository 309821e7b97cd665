import { asObject } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'

/** A content type of a body or a response. */
export interface Media {
  /**
   * The content type in lower case, without parameters such as `charset`. A wildcard for all types, or for all types of
   * `application`, becomes `application/json`.
   */
  type: string
  /** OpenAPI's Media Type Object: schema, examples and encoding. */
  value: JsonObject
}

/** The kind of a content type. It decides how a body is written. */
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

/** The content types in a `content` object of OpenAPI, in the order of `KINDS`: JSON first, binary data last. */
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
