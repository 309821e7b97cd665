import { tryParseExact } from '../../protocol/parse-exact.js'
import type { Item } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { escapeKey, stepsOf } from '../model/json-pointer.js'
import type { Capture } from '../model/tool.js'
import { findVariables } from '../template/variables.js'
import { wordsOf } from './words.js'

/** A log-in whose answer no script stores, although auths send a variable that has no value. */
export interface UnstoredToken {
  item: Item
  /** The members of its examples that are named like an access token, as JSON pointers. */
  pointers: string[]
  /** The variables without a value that auths send as a token. */
  variables: string[]
}

interface CollectionFacts {
  items: readonly Item[]
  capturesOf: (item: Item) => readonly Capture[]
  isFilled: (variable: string) => boolean
  isLogin: (item: Item) => boolean
}

/** The log-ins whose tokens are lost, because no script gives them to the variables that auths send. */
export function unstoredTokens({ items, capturesOf, isFilled, isLogin }: CollectionFacts): UnstoredToken[] {
  const auths = new Set(items.flatMap(({ request }) => request.auth ?? []))
  const sent = new Set([...auths].flatMap(({ type, params }) => findVariables(params[TOKENS[type] ?? ''])))
  const unfilled = [...sent].filter((name) => !isFilled(name))
  if (unfilled.length === 0) return []
  const stored = new Set(items.flatMap(capturesOf).map(({ variable }) => variable))
  const variables = unfilled.filter((name) => !stored.has(name))
  const lost = (item: Item) => isLogin(item) && !capturesOf(item).some(({ secret }) => secret)
  return variables.length === 0
    ? []
    : items.filter(lost).map((item) => ({ item, pointers: tokensOf(item), variables }))
}

/** A JSON pointer as people write a member: `data.token`. */
export const memberOf = (pointer: string): string => stepsOf(pointer).join('.')

/** The parameters of auths that are the token of a log-in. */
const TOKENS: Readonly<Record<string, string>> = { bearer: 'token', oauth2: 'accessToken' }

const ACCESS_TOKEN = /^(?:(?:access|auth|api|bearer|session|user) ?)?token$|^jwt$/
const MAX_DEPTH = 6

function tokensOf({ examples }: Item): string[] {
  const answers = examples.filter(({ status = 200 }) => status >= 200 && status < 300)
  return [...new Set(answers.flatMap(({ body }) => tokensIn(tryParseExact(body) ?? null, '')))]
}

function tokensIn(value: JsonValue, pointer: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const at = `${pointer}/${escapeKey(key)}`
    if (typeof member === 'string') return ACCESS_TOKEN.test(wordsOf(key).join(' ')) ? [at] : []
    return at.split('/').length > MAX_DEPTH ? [] : tokensIn(member, at)
  })
}
