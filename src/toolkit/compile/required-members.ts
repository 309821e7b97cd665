import { pathVariableOf } from '../meaning/address.js'
import { isPlural, nounWords } from '../meaning/id-names.js'
import { isPlaceholderText } from '../meaning/placeholder-text.js'
import { wordsOf } from '../meaning/words.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { Documented } from './documented.js'
import type { Endpoint } from './endpoint.js'

/** Verbs of calls that change parts of what is there, or act on it; their bodies need not hold everything. */
const CHANGING =
  /^(?:update|edit|modify|change|patch|set|toggle|upsert|search|find|filter|query|list|bulk|batch|import|sync|actualizar|editar|modificar|cambiar|atualizar|alterar|aktualisieren|aendern|modifier|aggiorna|modifica|guncelle|ubah|perbarui|sua)/

/** More members than this are a sample of all that is possible, written by a program. */
const MAX_MEMBERS = 15

/** Members that the server makes, or that most records do without. */
const LEFT_OUT =
  /^(?:_?id|uuid|guid|_+v|created.*|updated.*|deleted.*|modified.*|timestamps?|notes?|comments?|remarks?|observa.*|coment.*|meta(?:data)?|tags?|options?|settings?|images?|avatar|photos?|pictures?|fotos?|middle.?name|nickname)$/i

/** Whether a call makes something new, which its body describes: a POST to a list, or one whose name says nothing else. */
export function creates({ request, item, writes, isConverted }: Endpoint): boolean {
  const { method, url } = request
  if (method !== 'POST' || !writes || isConverted) return false
  const path = url.path.filter((segment) => segment !== '')
  const last = path.at(-1)
  if (last === undefined || pathVariableOf(last) !== undefined || last.includes('{{')) return false
  if ([...wordsOf(item.name), ...wordsOf(last)].some((word) => CHANGING.test(word))) return false
  const isBelowRecord = path.slice(0, -1).some((segment) => segment.startsWith(':') || segment.includes('{{'))
  return !isBelowRecord || isPlural(nounWords(last).at(-1) ?? '')
}

/**
 * The members of the example of a call that creates which carry content: without them there is nothing to create. A description that says
 * itself what is required has the word.
 */
export function requiredMembers(
  example: JsonObject,
  { endpoint, documented }: { endpoint: Endpoint; documented: Documented },
): string[] {
  const keys = Object.keys(example)
  if (keys.length > MAX_MEMBERS || !creates(endpoint)) return []
  if (keys.some((key) => documented.get(key)?.required === true)) return []
  return keys.filter((key) => isNeededName(key) && hasContent(example[key]!))
}

/** Whether a member is neither made by the server nor one that most records do without. */
export const isNeededName = (key: string): boolean => !LEFT_OUT.test(key)

/** Whether a value says something: not empty, no placeholder, and no switch, which has a position by default. */
export function hasContent(value: JsonValue): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !isPlaceholderText(value)
  if (typeof value !== 'object') return typeof value === 'number'
  return (
    value !== null && Object.values(value).some((member) => hasContent(member) || typeof member === 'boolean')
  )
}
