import type { JsonValue } from '../model/json.js'
import type { Shape } from './shape.js'

const words = (text: string) => text.split(/\s+/)

/** Keys that Postman and its tools write beside those of the schema. */
const EXTRAS: Record<string, ReadonlySet<string>> = {
  collection: new Set(words('id uid owner order folders requests timestamp event auth variables name type')),
  info: new Set(words('id uid owner createdAt updatedAt lastUpdatedBy fork')),
  item: new Set(words('auth uid isFolder type disabled folder order children')),
  folder: new Set(words('id uid isFolder type disabled order children')),
  request: new Set(words('id name dataMode data cookie cookies type uid event variable')),
  url: new Set(words('auth disabled name params type value equals protocolVersion anchor update')),
  body: new Set(words('type contentType size fileName warning equals src name uuid system enabled')),
  header: new Set(words('name type enabled system warning id uuid equals sent')),
  response: new Set(words('name type cookies time size mime language previewType rawDataType uid text')),
  cookie: new Set(words('key sameSite creation creationIndex')),
  auth: new Set(words('jwt asap akamai id')),
  event: new Set(words('name type exec packages requests event')),
  variable: new Set(words('enabled in required schema style explode equals default secret')),
}

/** Members the product reads though the schema does not name them; a misspelling of one matters too. */
const ALSO_KNOWN: Record<string, readonly string[]> = {
  response: ['name', '_postman_previewlanguage'],
}

/** The names a key of this object may have been meant to be. */
export function memberNames(shape: Shape): string[] {
  return [...shape.properties.keys(), ...(ALSO_KNOWN[shape.owner] ?? [])]
}

/** Whether an unnamed key is one that tools write, or says nothing (empty, or private by its underscore). */
export function isKnownExtra(owner: string, key: string, value: JsonValue): boolean {
  if (ALSO_KNOWN[owner]?.includes(key) || EXTRAS[owner]?.has(key)) return true
  if (key.startsWith('_') && !key.startsWith('_postman_preview')) return true
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
