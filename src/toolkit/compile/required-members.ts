import data from '../../../templates/record-members.json'
import { asObject } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { Provenance } from '../model/tool.js'
import { isPersonalCode } from '../secrets/credential-name.js'
import { pathVariableOf } from '../semantics/address.js'
import { isIdName, isPlural, nounWords, singularOf } from '../semantics/id-names.js'
import { parseLooseJson } from '../semantics/loose-json.js'
import { idKind, namesOwnRecord } from '../semantics/own-record.js'
import { isPersonalSecret } from '../semantics/personal-secret.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import { wordList } from '../semantics/word-list.js'
import { wordsOf } from '../semantics/words.js'
import { hasVariable } from '../template/variables.js'
import type { Endpoint } from './endpoint.js'

/** A body with more members counts as a generated sample that shows every possible member. Names are no evidence in it. */
const MAX_MEMBERS = 15

/** Names of members that the server generates, or that are mostly optional. They never become required. */
const LEFT_OUT =
  /^(?:_?id|uuid|guid|_+v|created.*|updated.*|deleted.*|modified.*|timestamps?|notes?|comments?|remarks?|observa.*|coment.*|meta(?:data)?|tags?|options?|settings?|images?|avatar|photos?|pictures?|fotos?|middle.?name|nickname)$/i

/** Whether a request creates a record: a POST without a verb such as `update`, to a plural if another id is in the path. */
export function creates({ request, intent, writes, conventions }: Endpoint): boolean {
  const { method, url } = request
  if (method !== 'POST' || !writes || conventions.isConverted) return false
  const path = url.path.filter((segment) => segment !== '')
  const last = path.at(-1)
  if (last === undefined || pathVariableOf(last) !== undefined || hasVariable(last)) return false
  if (!intent.mayCreate()) return false
  const isBelowRecord = path.slice(0, -1).some((segment) => segment.startsWith(':') || hasVariable(segment))
  return !isBelowRecord || isPlural(nounWords(last).at(-1) ?? '')
}

/**
 * The members of a saved body that every call must give, each with the source of this fact. A saved body shows what a
 * call may have. So a member is optional unless something shows that it is needed:
 * - It is the id of the record that the request is about.
 * - It is what a log-in or registration checks, such as a name and a password.
 * - An error in a saved response says that it is missing.
 * - It is in all of several different bodies for the same address, or in most bodies of the collection.
 * - It is the only member of a POST or of a new record.
 * - The request creates a record, and by its name the member is what such a record needs: a name, the text of a message,
 *   or the id of another record.
 *
 * Facts from a description are added later, and count more.
 */
export function neededMembers(sample: JsonObject, endpoint: Endpoint): ReadonlyMap<string, Provenance> {
  const keys = Object.keys(sample)
  const isStated = keys.some((key) => endpoint.facts.documented.get(key)?.required === true)
  const isOpen = !isStated && keys.length <= MAX_MEMBERS
  const creating = creates(endpoint)
  const missed = missingMembers(endpoint)
  const shares = endpoint.conventions.bodies.sharesOf(endpoint.item.request)
  const isProof = provesCaller(sample, endpoint)
  const isPart = (key: string) =>
    isNeededName(key) && (hasContent(sample[key]!) || isOpenId(key, sample[key]!))
  const isGuessed = (key: string) => {
    const share = shares.get(key)
    if ((share ?? 0) >= NEARLY_ALL || endpoint.conventions.bodies.common.has(key)) return true
    return (share ?? 1) > 0.5 && isCoreMember(key, sample[key]!, endpoint)
  }
  const sourceOf = (key: string): Provenance | undefined => {
    if (sample.jsonrpc === undefined && isRecordMember(key, sample[key]!, endpoint)) return 'example'
    if (missed.has(key)) return 'example'
    if (!isOpen || !isPart(key)) return undefined
    if (creating && endpoint.intent.takesCredential() && isPersonalSecret(key))
      return isSecondProof(key, keys) ? undefined : 'example'
    const isNeeded = creating ? keys.length === 1 || isProof || isGuessed(key) : isOnlyMember(keys, endpoint)
    return isNeeded ? 'guess' : undefined
  }
  return new Map(
    keys.flatMap((key): [string, Provenance][] => {
      const source = sourceOf(key)
      return source ? [[key, source]] : []
    }),
  )
}

const provesCaller = (sample: JsonObject, { intent }: Endpoint) =>
  Object.hasOwn(sample, 'grant_type') || intent.provesUser()

/** Whether a call without the open members of a body has nothing to say: the content of a new record is open. */
export function needsContent(sample: JsonObject, open: readonly string[], endpoint: Endpoint): boolean {
  return (
    creates(endpoint) &&
    !provesCaller(sample, endpoint) &&
    open.some((key) => hasContent(sample[key] ?? null))
  )
}

/** Whether a member is a code that is checked beside a password, which only some users have. */
const isSecondProof = (key: string, keys: readonly string[]) =>
  isPersonalCode(key) && keys.some((other) => isPersonalSecret(other) && !isPersonalCode(other))

/** The share of bodies that may be called all of them: one of many may test what happens without a member. */
const NEARLY_ALL = 0.9

const LACKING =
  /required|mandatory|missing|must (?:be (?:present|provided|given|set)|not be (?:blank|empty|null))|(?:can't|cannot|can not|may not|should not) be (?:blank|empty|null)|is (?:empty|blank)|obligatori|requerid|erforderlich|fehlt|manquant/i

/** The members that errors in saved responses call missing: `name` in `{"name": ["can't be blank"]}`. */
function missingMembers({ item }: Endpoint): ReadonlySet<string> {
  const errors = item.examples.filter(({ status }) => status && status >= 400 && status < 500)
  return new Set(errors.flatMap(({ body }) => membersIn(parseLooseJson(body) ?? body, '')))
}

const MAX_ERROR_CHARS = 500

function membersIn(value: JsonValue, key: string): string[] {
  if (typeof value === 'string') {
    const text = value.slice(0, MAX_ERROR_CHARS)
    return LACKING.test(text) ? [key, ...(text.match(/[\w$-]+/g) ?? [])] : []
  }
  if (Array.isArray(value)) return value.flatMap((one) => membersIn(one, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => membersIn(one, name))
}

/** Whether the body of a POST consists of a single member, such as `{ "message": … }`. */
function isOnlyMember(keys: string[], { request, writes, conventions }: Endpoint): boolean {
  const isBelowRecord = request.url.path.some((segment) => segment.startsWith(':') || hasVariable(segment))
  const isAlone = keys.length === 1 && request.method === 'POST' && writes && !isBelowRecord
  return isAlone && !conventions.isConverted
}

/** Whether a member is an id whose value the author left open: `"user_id": "YOUR_USER_ID"`. */
const isOpenId = (key: string, value: JsonValue) => isIdName(key) && idKind(value) === 'placeholder'

/** Whether a member is the id of the record that the request is about; not in creations, lists and specified bodies. */
export function isRecordMember(key: string, value: JsonValue, endpoint: Endpoint): boolean {
  const { request, intent, item, writes, conventions } = endpoint
  if (conventions.isConverted || item.operation) return false
  if (!namesOwnRecord(key, { path: request.url.path, intent })) return false
  const kind = idKind(value)
  if (kind === undefined) return false
  if (!writes && kind === 'placeholder') return true
  return !creates(endpoint) && !intent.says('search', 'bulk')
}

/** Whether a member may become required: not what a server generates, such as `created_at`, nor what is mostly optional. */
export const isNeededName = (key: string): boolean => !LEFT_OUT.test(key)

/** Whether a value is content: no empty text, placeholder or null, and a boolean only inside of an object or list. */
export function hasContent(value: JsonValue): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !isPlaceholderText(value)
  if (typeof value !== 'object') return typeof value === 'number'
  return (
    value !== null && Object.values(value).some((member) => hasContent(member) || typeof member === 'boolean')
  )
}

const listed = (words: string): ReadonlySet<string> => new Set(words.split(', '))

const NAMES = listed(data.names)

/** For kinds of records, by the nouns of their paths and titles, the members without which there is no such record. */
const CORE = data.kinds.map(({ nouns, members }) => ({ nouns: listed(nouns), members: listed(members) }))

/** The last word in the name of one id. */
const ID = /^(?:id|uuid|guid)$/

/** First words in names of ids that most records do without. */
const SIDE_ID = wordList('sideIds')

/** Whether a new record needs a member, by its name: a name, its content, the record it belongs to, or the request's own noun. */
function isCoreMember(key: string, value: JsonValue, { request, intent }: Endpoint): boolean {
  const words = wordsOf(key)
  if (words.length > 1 && ID.test(words.at(-1)!)) return !SIDE_ID.has(words[0]!)
  if (asObject(value)?.id !== undefined) return true
  const path = request.url.path.findLast((segment) => nounWords(segment).length > 0) ?? ''
  const nouns = [...intent.words, ...nounWords(path)].map(singularOf)
  const name = words.join(' ')
  if (NAMES.has(name)) return true
  const [last = ''] = words.slice(-1)
  const before = words.slice(0, -1)
  if (last === 'name' && before.every((word) => nouns.includes(singularOf(word)))) return true
  if (nouns.includes(singularOf(words.join('')))) return true
  return CORE.some((one) => one.members.has(name) && nouns.some((noun) => one.nouns.has(noun)))
}
