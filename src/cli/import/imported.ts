import { asArray, asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'

/** A collection v2.1 converted from another format. */
export interface Imported {
  document: JsonValue
  /** The source in words: "an OpenAPI 3.0.2 document". */
  from: string
  /** One sentence for everything that was omitted or changed. */
  remarks: string[]
}

/** A request reduced to the data of captured traffic and commands. */
export interface PlainRequest {
  /** @default derived from method and path */
  name?: string
  method: string
  url: string
  headers: { key: string; value: string }[]
  body?: JsonObject
  /** Saved examples in Postman's form. */
  examples?: JsonObject[]
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

export function collectionOf(name: string, item: JsonValue[], more: JsonObject = {}): JsonObject {
  return { info: { name, schema: SCHEMA }, item, ...more }
}

/** The objects of a list; empty for anything else. */
export function objectsIn(value: unknown): JsonObject[] {
  return asArray(value).flatMap((one) => {
    const found = asObject(one)
    return found ? [found] : []
  })
}
