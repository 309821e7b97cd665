import { compact } from '../model/group-by.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { Entry, FormEntry } from '../model/request-template.js'
import { parseQueryText } from '../semantics/parse-address.js'
import { asObject, asText, descriptionOf } from './read-shape.js'

/**
 * Parses query parameters or urlencoded fields. The value may be a list, an object with the names as keys, or a query
 * string.
 */
export function parseEntries(value: JsonValue | undefined): Entry[] {
  if (typeof value === 'string') return value ? parseQueryText(value) : []
  return entriesOf(value, parseQueryText)
}

/**
 * Parses headers. The value may be a list, an object with the names as keys, or a text with one header in each line.
 * Drops entries without a name.
 */
export function parseHeaders(value: JsonValue | undefined): Entry[] {
  const entries = typeof value === 'string' ? parseHeaderText(value) : entriesOf(value, parseHeaderText)
  return entries.every(hasName) ? entries : compact(entries.filter(hasName))
}

const hasName = ({ key }: Entry) => Boolean(key)

function entriesOf(value: JsonValue | undefined, parseText: (text: string) => Entry[]): Entry[] {
  if (Array.isArray(value)) {
    const entries: Entry[] = []
    for (const entry of value) {
      const fields = asObject(entry)
      if (fields) entries.push(parseEntry(fields))
      else if (typeof entry === 'string') entries.push(...parseText(entry))
    }
    return compact(entries)
  }
  return Object.entries(asObject(value) ?? {}).map(([key, value]) => ({ key, value }))
}

/** Parses the fields of a multipart form. A field without a type is text. */
export function parseFormEntries(value: JsonValue | undefined): FormEntry[] {
  if (!Array.isArray(value)) return parseEntries(value).map((entry) => ({ ...entry, type: 'text' }))
  return value.flatMap((entry): FormEntry[] => {
    const fields = asObject(entry)
    return fields ? [parseFormEntry(fields)] : []
  })
}

function parseFormEntry(fields: JsonObject): FormEntry {
  const src = fields.src
  return {
    ...parseEntry(fields),
    type: fields.type === 'file' ? 'file' : 'text',
    ...(src === undefined ? {} : { src: Array.isArray(src) ? src.map(String) : (asText(src) ?? null) }),
    ...(asText(fields.contentType) ? { contentType: asText(fields.contentType) } : {}),
    ...(asText(fields.fileName) ? { fileName: asText(fields.fileName) } : {}),
  }
}

function parseEntry(fields: JsonObject): Entry {
  const description = descriptionOf(fields)
  const entry: Entry = { key: asText(fields.key) ?? null, value: fields.value }
  if (description) entry.description = description
  if (fields.disabled === true) entry.disabled = true
  return entry
}

function parseHeaderText(text: string): Entry[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':')
    if (!line.trim()) return []
    return colon < 0
      ? [{ key: line.trim(), value: '' }]
      : [{ key: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }]
  })
}
