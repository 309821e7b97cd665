import type { JsonObject, JsonValue } from '../model/json.js'
import { pathVariableOf } from '../semantics/address.js'
import { isIdName, isPlural, nounWords } from '../semantics/id-names.js'
import { idKind, namesOwnRecord } from '../semantics/own-record.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import { wordsOf } from '../semantics/words.js'
import { hasVariable } from '../template/variables.js'
import type { Documented } from './documented.js'
import type { Endpoint } from './endpoint.js'

/** Verbs in names of requests that remove or switch one existing record, whatever their method is. */
const REMOVING =
  /^(?:delete|remove|destroy|erase|cancel|revoke|deactivate|activate|eliminar|borrar|excluir|deletar|apagar|supprimer|loeschen|loschen|elimina|cancella|hapus)$/

/** Verbs in names of requests that change or use existing records. The bodies of such requests may be partial. */
const CHANGING =
  /^(?:update|edit|modify|change|patch|set|toggle|upsert|search|find|filter|query|list|bulk|batch|import|sync|actualizar|editar|modificar|cambiar|atualizar|alterar|aktualisieren|aendern|modifier|aggiorna|modifica|guncelle|ubah|perbarui|sua)/

/**
 * A body with more members counts as a generated sample that shows every possible member. None of its members becomes
 * required.
 */
const MAX_MEMBERS = 15

/** Names of members that the server generates, or that are mostly optional. They never become required. */
const LEFT_OUT =
  /^(?:_?id|uuid|guid|_+v|created.*|updated.*|deleted.*|modified.*|timestamps?|notes?|comments?|remarks?|observa.*|coment.*|meta(?:data)?|tags?|options?|settings?|images?|avatar|photos?|pictures?|fotos?|middle.?name|nickname)$/i

/**
 * Whether a request creates a record from its body. Such a request is a POST, and neither its name nor its last path
 * segment has a verb such as `update`. If the path contains the id of another record, as in `/users/:id/notes`, the
 * last segment must be a plural.
 */
export function creates({ request, item, writes, conventions }: Endpoint): boolean {
  const { method, url } = request
  if (method !== 'POST' || !writes || conventions.isConverted) return false
  const path = url.path.filter((segment) => segment !== '')
  const last = path.at(-1)
  if (last === undefined || pathVariableOf(last) !== undefined || hasVariable(last)) return false
  const words = [...wordsOf(item.name), ...wordsOf(last)]
  if (words.some((word) => CHANGING.test(word)) || REMOVING.test(words[0] ?? '')) return false
  const isBelowRecord = path.slice(0, -1).some((segment) => segment.startsWith(':') || hasVariable(segment))
  return !isBelowRecord || isPlural(nounWords(last).at(-1) ?? '')
}

/**
 * The members of the example body that every call must give, because without their content the request has nothing to
 * send. Two kinds of requests have such members:
 * - a request that creates a record
 * - a POST whose body has a single member
 *
 * `[]` for other requests, and if the description says which members are required.
 */
export function requiredMembers(
  example: JsonObject,
  { endpoint, documented }: { endpoint: Endpoint; documented: Documented },
): string[] {
  const keys = Object.keys(example)
  if (keys.length > MAX_MEMBERS || !(creates(endpoint) || isOnlyMember(keys, endpoint))) return []
  if (keys.some((key) => documented.get(key)?.required === true)) return []
  return keys.filter(
    (key) => isNeededName(key) && (hasContent(example[key]!) || isOpenId(key, example[key]!)),
  )
}

/** Whether the body of a POST consists of a single member, such as `{ "message": … }`. */
function isOnlyMember(keys: string[], { request, writes, conventions }: Endpoint): boolean {
  const isBelowRecord = request.url.path.some((segment) => segment.startsWith(':') || hasVariable(segment))
  const isAlone = keys.length === 1 && request.method === 'POST' && writes && !isBelowRecord
  return isAlone && !conventions.isConverted
}

/** Whether a member is an id whose value the author left open: `"user_id": "YOUR_USER_ID"`. */
const isOpenId = (key: string, value: JsonValue) => isIdName(key) && idKind(value) === 'placeholder'

/** Verbs in names of requests that are not about one existing record. */
const NO_RECORD = /^(?:upsert|import|sync|bulk|batch|search|find|filter|query|list)$/

/**
 * Whether a body member is the id of the record that the request is about, so that every call must give it. False in
 * three cases:
 * - The member does not name the record that the request is about.
 * - The request creates a record, or is about many.
 * - A specification or a converted collection says what is required.
 */
export function isRecordMember(key: string, value: JsonValue, endpoint: Endpoint): boolean {
  const { request, item, writes, conventions } = endpoint
  if (conventions.isConverted || item.operation) return false
  if (!namesOwnRecord(key, { path: request.url.path, title: item.name })) return false
  const kind = idKind(value)
  if (kind === undefined) return false
  if (!writes && kind === 'placeholder') return true
  const words = [...wordsOf(item.name), ...wordsOf(request.url.path.at(-1) ?? '')]
  return !creates(endpoint) && !words.some((word) => NO_RECORD.test(word))
}

/**
 * Whether a member with this name may become required. False for members that the server generates, such as
 * `created_at`, and for members that are mostly optional, such as `notes`.
 */
export const isNeededName = (key: string): boolean => !LEFT_OUT.test(key)

/**
 * Whether a value is content. Empty texts, placeholders, null and booleans are not content; booleans are excluded
 * because most of them have a default. An object or list is content if it contains content or a boolean.
 */
export function hasContent(value: JsonValue): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !isPlaceholderText(value)
  if (typeof value !== 'object') return typeof value === 'number'
  return (
    value !== null && Object.values(value).some((member) => hasContent(member) || typeof member === 'boolean')
  )
}
