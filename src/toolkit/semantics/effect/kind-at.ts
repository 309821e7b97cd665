import { memoized } from '../../../text/memoized.js'
import type { JsonValue } from '../../model/json.js'
import type { RequestTemplate } from '../../model/request-template.js'
import { hasVariable } from '../../template/variables.js'
import { wordList } from '../word-list.js'
import { wordsOf } from '../words.js'
import { endsTrial } from './changed-values.js'
import {
  type EffectKind,
  isAction,
  isCallback,
  isPlainText,
  isTellingName,
  kindByContent,
  kindByName,
  namesDispatch,
  namesQuery,
} from './executed-text.js'
import { HTTP_METHOD, isMethodOverride } from './nested-request.js'
import { isRecord } from './path-orders.js'
import { readInjection, readSql } from './sql-text.js'
import {
  effectOfAction,
  isCommand,
  isLoneVerb,
  isOrderWithValue,
  isRemoteMethod,
  isWritingSwitch,
  ordersByName,
} from './words.js'

/** Where a value stands. Members of JSON, elements of XML and arguments of GraphQL are in the `body`. */
export type Site = 'path' | 'query' | 'form' | 'header' | 'body' | 'list'

/** What the rest of a request says about its values. */
export interface Surroundings {
  /** Whether the request is about records of acts, as `/events` and `/audit/logs` are: `type=delete` there selects some. */
  tellsOfActs: boolean
  /** Whether the path names one record, among which a switch selects nothing: `/orders/5?archive=1`. */
  isOfRecord: boolean
}

export interface Sited {
  site: Site
  name: string
  value: JsonValue | undefined
  /** The value as text, with the values of variables. */
  text: string
}

/**
 * Whether the value of a name decides what a call does, and how. This is the only judge of names and values, for all
 * places of a request. Places have three strengths:
 * - a command (`action`, `_method`, `SOAPAction`): the value counts, whatever it is
 * - a switch (`delete`, `mark_read`): the name is the order, which counts if the value is on, off or empty
 * - data (any other name): the value counts if it is an order that is no datum. Under a name that may choose what runs
 *   (`type`, `route`) and in a header, this is a command, such as `deleteUser`; under any other name, one verb that is
 *   never a noun: `x=delete`.
 */
export function kindAt(sited: Sited, around: Surroundings): EffectKind | 'switch' | undefined {
  const { site, name, value, text } = sited
  const command = isMethodOverride(name) ? 'override' : commandAt(sited)
  if (command) return command
  const content = typeof value === 'string' ? kindByContent(name, text) : undefined
  if (content || site === 'list') return content
  const own = site === 'header' ? name.replace(/^x-/i, '') : name
  if (isWritingSwitch(own, text, { isInQuery: site === 'query', isOfRecord: around.isOfRecord }))
    return 'switch'
  if (site !== 'header') {
    const kind =
      kindByName(name) ?? (typeof value === 'string' && isCallback(name, text) ? 'callback' : undefined)
    if (kind && (kind !== 'action' || isAction(name, value, text))) return kind
  }
  return ordersAsData(sited, around) ? 'word' : undefined
}

/** The kind of a value if it orders something. Arguments and variables of GraphQL count only then, because queries have any. */
export function orderAt(sited: Sited, around: Surroundings): ReturnType<typeof kindAt> {
  const kind = kindAt(sited, around)
  if (kind === 'switch') return isOff(sited) ? undefined : kind
  if (kind === 'action') return effectOfAction(sited.text) === 'write' ? kind : undefined
  if (kind === 'sql') return readSql(sited.text).isRead ? undefined : kind
  return kind === 'word' ? kind : undefined
}

/** Whether a switch is clearly off. */
export const isOff = ({ name, value, text }: Sited): boolean =>
  !isOrderWithValue(name) && (value === null || /^(?:false|off|no|0|none|null|\[\])$/i.test(text))

/** What the address of a request says about its values. */
export function surroundingsOf({ url: { path } }: RequestTemplate): Surroundings {
  const segments = path.filter((segment) => segment !== '')
  const named = segments.findLast((segment) => !isRecord(segment)) ?? ''
  return { tellsOfActs: tellsOfActs(named), isOfRecord: isRecord(segments.at(-1)) }
}

/** The kind of a value whose name and place say that it is a command. */
function commandAt({ site, name, text }: Sited): EffectKind | undefined {
  if (site === 'header') return commandInHeader(name, text)
  if (name !== 'method') return undefined
  if (site === 'path') return 'action'
  if (site === 'body') return undefined
  if (HTTP_METHOD.test(text)) return 'override'
  return site === 'query' || isRemoteMethod(text) ? 'method' : undefined
}

/** Headers that select an operation of a service (SOAP, AWS). */
const CHOOSING_HEADERS = /^(?:soapaction|x-amz-target)$/i
/** Headers with a path that some servers and proxies serve in place of the one in the request line. */
const PATH_HEADERS = /^x-(?:original|rewrite|override|forwarded)-(?:url|uri|path)$/i
/** Headers of HTTP itself, whose values are no names of commands: `Connection: close`. */
const OF_HTTP =
  /^(?:accept|access-control|authorization|cache|connection|content|expect|from|host|if|keep|origin|pragma|prefer|proxy|range|referer|sec|te|trailer|transfer|upgrade|user-agent|via)(?:-|$)/i
/** Endings of headers that gateways and frameworks read, if the value is a method, a command, or a path. */
const METHOD_ENDING =
  /^(?!access-control-)(?:.*[-_])?(?:method|verb|action|operation|operation-name|command|handler|override)$/i
const PATH_ENDING = /^x-(?:.*[-_])?(?:path|uri|url|rewrite|redirect)$/i

const kindByHeaderName: (name: string) => EffectKind | undefined = memoized((name) => {
  if (PATH_HEADERS.test(name)) return 'override'
  if (CHOOSING_HEADERS.test(name)) return 'method'
  // WebDAV: where MOVE and COPY put the resource.
  if (/^destination$/i.test(name)) return 'callback'
  return kindByName(name.replace(/^x-/i, '')) === 'action' ? 'action' : undefined
})

/** The kind of a header or a cookie; undefined for an ordinary one such as `X-Payment-Method: card`. */
function commandInHeader(name: string, text: string): EffectKind | undefined {
  const kind = kindByHeaderName(name)
  if (kind) return kind
  if (METHOD_ENDING.test(name))
    return HTTP_METHOD.test(text) ? 'override' : ordersByName(text) ? 'action' : undefined
  return PATH_ENDING.test(name) && /^\/[^/]/.test(text) ? 'override' : undefined
}

/** Words in the names of values that are often verbs, and order nothing: `permission=delete`, `q=cancel`. */
const DATA = wordList('dataNames')
/** Nouns of records of acts. A value beside one of these says which acts are meant. */
const RECORDS_OF_ACTS = wordList('recordsOfActs')

/** Whether a name of a path, a field or a value is that of records of acts: `events`, `event_type`. */
export const tellsOfActs = (name: string): boolean => wordsOf(name).some((word) => RECORDS_OF_ACTS.has(word))

/** Whether a value orders something at a place of data. */
function ordersAsData({ site, name, text }: Sited, around: Surroundings): boolean {
  if (site === 'header') return (!OF_HTTP.test(name) && isCommand(text)) || endsTrial(name, text)
  if (endsTrial(name, text) || hidesStatement(name, text)) return true
  if (around.tellsOfActs || tellsOfActs(name)) return false
  if (!namesDispatch(name)) return isLoneVerb(text) && !wordsOf(name).some((word) => DATA.has(word))
  // In a body, a type is as often that of records of acts: `{"type":"delete"}` beside `{"type":"deleteOrder"}`.
  return isCommand(text) && !(site === 'body' && isLoneVerb(text))
}

/** Signs that a text may have a second statement or a command behind a pipe. */
const SEPARATORS = /[|;]/

const hidesStatement = (name: string, text: string) =>
  SEPARATORS.test(text) && !readInjection(text, namesQuery(name)).isRead

/** A text that may be a JSON object or a list. */
export const JSON_TEXT = /^\s*[[{]/

/** Whether the name or the content of a value may decide what the call does. Of an object or a list, the name alone. */
export function mayDecide(name: string, value: JsonValue | undefined): boolean {
  if (isTellingName(name)) return true
  if (typeof value !== 'string') return false
  if (isPlainText(value)) return isLoneVerb(value)
  return (
    hasVariable(value) ||
    SEPARATORS.test(value) ||
    JSON_TEXT.test(value) ||
    kindByContent(name, value) !== undefined ||
    isLoneVerb(value)
  )
}
