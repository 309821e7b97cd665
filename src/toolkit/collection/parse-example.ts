import type { Example } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import type { Inherited } from './parse-auth.js'
import { parseHeaders } from './parse-entries.js'
import { parseRequest } from './parse-request.js'
import { asArray, asObject, asText } from './read-shape.js'

/** The saved responses of an item. */
export function parseExamples(value: JsonValue | undefined, from: Inherited): Example[] {
  return asArray(value).flatMap((entry): Example[] => {
    const example = asObject(entry)
    if (!example) return []
    const request = example.originalRequest
    const status = Number(example.code)
    const reason = asText(example.status)
    return [
      {
        name: asText(example.name) ?? '',
        ...(request ? { request: parseRequest(request, from) } : {}),
        ...(Number.isInteger(status) && status > 0 ? { status } : {}),
        ...(reason ? { reason } : {}),
        headers: headersOf(example.header),
        body: asText(example.body) ?? '',
      },
    ]
  })
}

function headersOf(value: JsonValue | undefined): { key: string; value: string }[] {
  return parseHeaders(value).map((header) => ({ key: header.key ?? '', value: asText(header.value) ?? '' }))
}
