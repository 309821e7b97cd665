import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'

/** A collection v2.1 converted from another format. */
export interface Imported {
  document: JsonValue
  /** The format of the source in words, such as "an OpenAPI 3.0.2 document". */
  from: string
  /** One sentence for each kind of content that was left out or changed. */
  remarks: string[]
}

/** A header, a query parameter or a field of a form. */
export type Pair = { key: string; value: string }

/** A request with the data that recorded traffic and curl commands contain. */
export interface PlainRequest {
  /** @default derived from method and path */
  name?: string
  method: string
  url: string
  /** Addresses of the same operation. Their other query parameters become disabled parameters. */
  otherUrls?: string[]
  headers: Pair[]
  body?: JsonObject
  /** Saved examples, as Postman's schema has them. */
  examples?: JsonObject[]
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

export function collectionOf(name: string, item: JsonValue[], more: JsonObject = {}): JsonObject {
  return { info: { name, schema: SCHEMA }, item, ...more }
}

/** The fields of a text such as `a=1&b=2`, decoded. */
export function formFields(text: string): Pair[] {
  return [...new URLSearchParams(text)].map(([key, value]) => ({ key, value }))
}

/** Splits a text at its first `=`: `a=b=c` gives the key `a` and the value `b=c`. */
export function splitPair(text: string): Pair {
  const [key = '', ...value] = text.split('=')
  return { key, value: value.join('=') }
}

/** An entry of Postman's `formdata`: a text, or the name of a file. */
export function multipartField(key: string, { value, file }: { value: string; file?: string }): JsonObject {
  return file === undefined ? { key, value, type: 'text' } : { key, type: 'file', src: file }
}

/** The query as text, such as `?a=1&b=2`, without disabled parameters; empty if no parameter is left. */
export function searchOf(query: readonly JsonObject[]): string {
  const sent = query.filter(({ disabled }) => disabled !== true)
  const text = sent.map(({ key, value }) => `${String(key)}=${String(value)}`).join('&')
  return sent.length > 0 ? `?${text}` : ''
}
