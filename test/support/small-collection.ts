import type { JsonObject, JsonValue } from '../../src/toolkit/model/json.js'

/** The address of the schema in `info.schema`. */
export const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** An example that breaks no rule. */
export function soundExample(changes: JsonObject = {}): JsonObject {
  return without({
    name: 'Found',
    originalRequest: { method: 'GET', header: [], url: address('pets', ':id') },
    status: 'OK',
    code: 200,
    _postman_previewlanguage: 'json',
    header: [{ key: 'Content-Type', value: 'application/json' }],
    cookie: [],
    body: '{ "id": 17, "name": "Rex" }',
    ...changes,
  })
}

/** A request that breaks no rule. `undefined` in the changes leaves a member out. */
export function soundRequest(changes: Record<string, JsonValue | undefined> = {}): JsonObject {
  return without({
    method: 'GET',
    header: [],
    url: { ...address('pets', ':id'), variable: [{ key: 'id', value: '17', description: 'Id of the pet' }] },
    description: 'Returns one pet by its id.',
    ...changes,
  })
}

/** An item that breaks no rule. */
export function soundItem(changes: Record<string, JsonValue | undefined> = {}): JsonObject {
  return without({ name: 'Get pet', request: soundRequest(), response: [soundExample()], ...changes })
}

/** A collection with one folder of the given items, and nothing to find in it. */
export function collectionOf(
  items: JsonValue[],
  changes: Record<string, JsonValue | undefined> = {},
): JsonObject {
  return without({
    info: { name: 'Pets', schema: SCHEMA },
    item: [{ name: 'Pets', item: items }],
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: 'http://localhost:35814' },
      { key: 'token', value: '' },
    ],
    ...changes,
  })
}

/** An address of the parts of a path, in the form Postman writes. */
export function address(...path: string[]): JsonObject {
  return { raw: `{{base_url}}/${path.join('/')}`, host: ['{{base_url}}'], path }
}

function without(members: Record<string, JsonValue | undefined>): JsonObject {
  return JSON.parse(JSON.stringify(members)) as JsonObject
}
