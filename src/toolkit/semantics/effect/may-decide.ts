import { memoized } from '../../../text/memoized.js'
import type { JsonValue } from '../../model/json.js'
import { hasVariable } from '../../template/variables.js'
import { isPlainText, isTellingName, kindByContent } from './executed-text.js'
import { isMethodOverride, isOfRequest } from './nested-request.js'

/** A text that may be a JSON object or a list. */
export const JSON_TEXT = /^\s*[[{]/

/** How deep a body is inspected. A deeper value counts as a script. */
export const MAX_DEPTH = 64

/** A name that stands in a query as it is meant, and that has no parts. */
export const SIMPLE = /^[\w-]+$/

/** Whether neither the name nor the content of a value can decide what the call does. False for objects and lists. */
export function isPlainMember(name: string, value: JsonValue | undefined): boolean {
  if (typeof value === 'object' && value !== null) return false
  return !mayDecide(name) && (typeof value !== 'string' || isPlainText(value))
}

const mayDecide: (name: string) => boolean = memoized(
  (name) => name === 'method' || name === 'methodName' || isMethodOverride(name) || isTellingName(name),
)

/** Names that make their object a GraphQL request or an operator of a database. */
const ORDERING = /^(?:query|operationName|extensions|variables|\$.*)$/i

const mayOrder: (name: string) => boolean = memoized((name) => mayDecide(name) || ORDERING.test(name))

/**
 * Whether a name or a text in a JSON document can decide what the call does. Few documents have one. `owner` is the member
 * whose list this is.
 */
export function mayHoldOrder(value: JsonValue, owner = 'body', isInList = false, depth = 0): boolean {
  if (typeof value === 'string') return mayBeOrder(owner, value)
  if (typeof value !== 'object' || value === null) return false
  if (depth >= MAX_DEPTH) return true
  if (Array.isArray(value)) return value.some((member) => mayHoldOrder(member, owner, true, depth + 1))
  for (const name of Object.keys(value)) {
    const member = value[name]!
    if (mayOrder(name) || (isInList && isOfRequest(name))) return true
    const isOrder =
      typeof member === 'string'
        ? mayBeOrder(name, member)
        : mayHoldOrder(member, isInList ? owner : name, isInList, depth + 1)
    if (isOrder) return true
  }
  return false
}

const mayBeOrder = (name: string, text: string) =>
  !isPlainText(text) && (hasVariable(text) || JSON_TEXT.test(text) || kindByContent(name, text) !== undefined)
