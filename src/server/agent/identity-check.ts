import { refusals } from '../../languages/approval-words.js'
import { identityWords, provingWords } from '../../languages/title-verbs.js'
import { isObject } from '../../protocol/is-object.js'
import { tryParseExact } from '../../protocol/parse-exact.js'
import { inputFields } from '../../text/input-fields.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { DryRun } from '../../toolkit/model/tool.js'
import { isCredentialLike, isPersonalCode } from '../../toolkit/secrets/credential-name.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import { commonVerb } from './approval-action.js'
import { effectValuesSent } from './approval-request.js'
import { inDigits } from './said-codes.js'
import type { PreparedCall } from './tool-calls.js'

export interface UserWords {
  said: string
  latest: string
}

/**
 * Whether a call only proves who the user is, and sends nothing but what the user said for it. What is sent decides: a
 * POST to the address of a log-in or check, with data of an identity only, a credential or code among them. In doubt,
 * no.
 */
export function provesIdentity(
  call: PreparedCall,
  { words, session }: { words: UserWords; session: object },
): boolean {
  const { definition, annotations } = call.tool
  if (definition?.method !== 'POST' || annotations.destructiveHint) return false
  if (!namesOnlyProof(definition.path, definition.title) || objects(words.latest)) return false
  const sent = inputFields(call.input).fields.map(({ path, value }) => ({
    name: nameIn(path),
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
  const isProof = sent.every(({ name }) => isIdentity(name)) && sent.some(({ name }) => isSecret(name))
  if (!isProof || !sent.every(({ value }) => isSaid(value, words.said))) return false
  const request = call.tool.dryRun?.(call.input, { session, comparable: true })
  if (!request || 'isError' in request) return false
  const inPath = definition.path.match(/\{[^{}]+\}/g)?.length ?? 0
  const members = membersOf(request)
  return members?.every(isIdentity) === true && members.length + inPath === sent.length
    ? effectValuesSent(request).length === 0 && sent.some(({ value }) => isSaid(value, words.latest))
    : false
}

/** Each word must be known, as what is proved may be a consent: the closure in `/account/closure/verification`. */
function namesOnlyProof(path: string, title: string): boolean {
  const fixed = path.replaceAll(/\{[^{}]+\}/g, '')
  return [fixed, title].every((text) => {
    const words = provable(wordsOf(text))
    return words.some(isProving) && words.every((word) => isProving(word) || isBeside(word))
  })
}

/** Words in which "log in" is one word. */
const provable = (words: readonly string[]): string[] =>
  words
    .join(' ')
    .replaceAll(/\b(log|sign) (?:in|on)\b/g, 'login')
    .split(' ')
    .filter(Boolean)

const isProving = (word: string) => provingWords.has(word) || ['login', 'check'].includes(commonVerb(word))

/** Whether a word only says who proves something, with what, or where in the API: "caller", `pin`, `v1`. */
const isBeside = (word: string) =>
  /^v?\d+$/.test(word) ||
  [word, word.replace(/s$/, '')].some((one) => identityWords.data.has(one) || identityWords.beside.has(one))

/** Whether a message may refuse or ask something: it has a negation of any language, or a question mark. */
function objects(text: string): boolean {
  const own = ` ${plainWords(text)} `
  const isIn = (phrase: string) =>
    /\p{Script=Han}/u.test(phrase) ? own.includes(phrase) : own.includes(` ${phrase} `)
  return /[?\u037e\u061f\uff1f]/.test(text) || refusals().map(plainWords).filter(Boolean).some(isIn)
}

const plainWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .split(/[^\p{L}\d']+/u)
    .filter(Boolean)
    .join(' ')

const nameIn = (path: readonly (string | number)[]) =>
  String(path.findLast((part) => !/^\d+$/.test(String(part))) ?? '')

const isSecret = (name: string) => {
  const words = wordsOf(name)
  return (
    !words.some((word) => /^(?:new|next)$/.test(word)) && (isCredentialLike(name) || isPersonalCode(name))
  )
}

/** Whether a name is that of a secret or of a datum that says who a person is: `customer_number`, `email`. */
function isIdentity(name: string): boolean {
  const words = wordsOf(name)
  const isData = words.every((word) => identityWords.data.has(word) || identityWords.parts.has(word))
  return isSecret(name) || (isData && words.some((word) => identityWords.data.has(word)))
}

/** The names of all values in the query and the body of a request; undefined if the body has another form. */
function membersOf({ url, headers, body }: DryRun): string[] | undefined {
  const query = [...new URL(url).searchParams.keys()]
  if (!body) return query
  const type = headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  if (/urlencoded/i.test(type)) return [...query, ...new URLSearchParams(body).keys()]
  const document = tryParseExact(body)
  if (!isObject(document)) return undefined
  return [...query, ...inputFields(document as JsonObject).fields.map(({ path }) => nameIn(path))]
}

/** Whether a text contains a value, also with numbers in words. */
const isSaid = (value: string, text: string) => says(inDigits(text, 'en'), value) || says(text, value)

/** Whether a text contains a value. Case, spaces and punctuation do not matter; a short number must stand alone. */
function says(text: string, value: string): boolean {
  const plain = (part: string) => part.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  const sought = plain(value)
  if (sought === '') return false
  if (sought.length < 4) return text.split(/[^\p{L}\d]+/u).some((word) => word.toLowerCase() === sought)
  return plain(text).includes(sought)
}
