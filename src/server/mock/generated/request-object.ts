import { isObject } from '../../../protocol/is-object.js'
import { multipartFields } from '../../../text/multipart.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { BARE, parseLooseJson } from '../../../toolkit/semantics/loose-json.js'
import { fill } from '../../../toolkit/template/fill.js'
import type { Scope } from '../../../toolkit/template/scope.js'
import { hasVariable } from '../../../toolkit/template/variables.js'
import { MOST_FIELDS, type MockRequest } from '../compare-request.js'
import type { Route } from '../routes.js'

/** The members in the body of a request of the collection; `undefined` if the body has no named members. */
export function sentObject({ item, scope }: Route): JsonObject | undefined {
  const { body } = item.request
  if (body?.mode === 'raw') {
    const value = objectIn(body.text, scope)
    const first = Array.isArray(value) ? value[0] : value
    return isObject(first) ? first : undefined
  }
  if (body?.mode !== 'urlencoded' && body?.mode !== 'formdata') return undefined
  return Object.fromEntries(
    body.entries.flatMap((entry): [string, JsonValue][] => {
      if (entry.key === null || entry.key === '') return []
      const isFile = 'type' in entry && entry.type === 'file'
      return [[entry.key, isFile ? null : fixed(String(entry.value ?? ''), scope)]]
    }),
  )
}

/** The JSON value in a text of the collection, with its variables filled; `undefined` if the text is not JSON. */
export function objectIn(text: string, scope: Scope): JsonValue | undefined {
  const value = parseLooseJson(text)
  return value === undefined ? undefined : filledIn(value, scope)
}

function filledIn(value: JsonValue, scope: Scope): JsonValue {
  if (typeof value === 'string') return fixed(value.replaceAll(BARE, ''), scope)
  if (Array.isArray(value)) return value.map((one) => filledIn(one, scope))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, scope)]))
}

/** A text with its variables filled. `null` if a variable has no value, or a new value each time, such as `{{$guid}}`. */
function fixed(text: string, scope: Scope): JsonValue {
  if (!hasVariable(text)) return text
  if (text.includes('{{$')) return null
  const filled = fill(text, scope)
  return filled.unresolved.length > 0 ? null : filled.text
}

/** The members in the body of a received request, which is JSON or a form. */
export function bodyOf({ body, contentType }: Pick<MockRequest, 'body' | 'contentType'>): JsonObject {
  if (/multipart/i.test(contentType))
    return Object.fromEntries(
      (multipartFields(body, contentType, MOST_FIELDS) ?? []).map(({ name, value, file }) => [
        name,
        file ?? value,
      ]),
    )
  const value = parseLooseJson(body)
  const first = Array.isArray(value) ? value[0] : value
  if (isObject(first)) return first
  if (value !== undefined || !/^[^=&\s<{]{1,200}=/.test(body)) return {}
  return Object.fromEntries([...new URLSearchParams(body)].slice(0, 200))
}
