import { asArray, asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'

/** A collection v2.1 made of something else. */
export interface Imported {
  document: JsonValue
  /** What it came from, as a person would say it: "an OpenAPI 3.0.2 document". */
  from: string
  /** A sentence for everything that did not come along, or came along changed. */
  remarks: string[]
}

/** A request in the few words that captured traffic and commands have. */
export interface PlainRequest {
  /** @default made from method and path */
  name?: string
  method: string
  url: string
  headers: { key: string; value: string }[]
  body?: JsonObject
  /** Saved examples in Postman's form. */
  examples?: JsonObject[]
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A collection with these items. */
export function collectionOf(name: string, item: JsonValue[], more: JsonObject = {}): JsonObject {
  return { info: { name, schema: SCHEMA }, item, ...more }
}

/** The objects of a list; none for anything else. */
export function objectsIn(value: unknown): JsonObject[] {
  return asArray(value).flatMap((one) => {
    const found = asObject(one)
    return found ? [found] : []
  })
}
