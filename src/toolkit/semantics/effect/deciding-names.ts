import { memoized } from '../../../text/memoized.js'
import type { JsonValue } from '../../model/json.js'
import { type EffectKind, isPlainText, isTellingName, kindByName } from './executed-text.js'
import { isMethodOverride, isOfRequest } from './nested-request.js'

/**
 * The kind of an object in a body. It is a remote call, a GraphQL request, a nested request that the server sends (as
 * in a batch), or a nested request that is also a remote call.
 */
export type OwnerKind = 'call' | 'graphql' | 'nested' | 'nested-call'

/**
 * The kind of a member, judged by its name and by the kind of the object (`owner`) that contains it. `data` is the kind
 * of GraphQL variables, which cannot decide the effect.
 */
export function kindInside(owner: OwnerKind | undefined, name: string): EffectKind | 'data' | undefined {
  if (isMethodOverride(name)) return 'override'
  if (owner === 'graphql')
    return name === 'query' ? 'graphql' : name === 'variables' ? 'data' : 'graphql-choice'
  if ((owner === 'nested' || owner === 'nested-call') && isOfRequest(name)) return 'action'
  return (owner === 'call' || owner === 'nested-call') && name === 'method' ? 'method' : undefined
}

/** Whether neither the name nor the content of a value can decide what the call does. False for objects and lists. */
export function isPlainMember(name: string, value: JsonValue | undefined): boolean {
  if (typeof value === 'object' && value !== null) return false
  return !mayDecide(name) && (typeof value !== 'string' || isPlainText(value))
}

const mayDecide: (name: string) => boolean = memoized(
  (name) => name === 'method' || isMethodOverride(name) || isTellingName(name),
)

/** Headers that select an operation of a service (SOAP, AWS). */
const CHOOSING_HEADERS = /^(?:soapaction|x-amz-target)$/i

/** The kind of a header that decides what a call does; undefined for an ordinary header. */
export const kindOfHeader: (name: string) => 'override' | 'method' | 'action' | undefined = memoized(
  (name) => {
    if (isMethodOverride(name)) return 'override'
    if (CHOOSING_HEADERS.test(name)) return 'method'
    return kindByName(name.replace(/^x-/i, '')) === 'action' ? 'action' : undefined
  },
)
