import { memoized } from '../../../text/memoized.js'
import { kindByName } from './executed-text.js'
import { HTTP_METHOD, isMethodOverride } from './nested-request.js'
import { isCommand, ordersByName } from './words.js'

type HeaderKind = 'override' | 'method' | 'action'

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

/**
 * The kind of a header or a cookie that decides what a call does; undefined for an ordinary one such as
 * `X-Payment-Method: card`. Under any name of its own, a program may read a command: `X-Trigger: delete`.
 */
export function kindOfHeader(name: string, text: string): HeaderKind | undefined {
  const { kind, endsAs, isOwn } = headerFacts(name)
  if (kind) return kind
  if (endsAs === 'method') {
    if (HTTP_METHOD.test(text)) return 'override'
    return ordersByName(text) ? 'action' : undefined
  }
  if (isOwn && isCommand(text)) return 'action'
  return endsAs === 'path' && /^\/[^/]/.test(text) ? 'override' : undefined
}

/** What the name of a header says: its kind if no value matters, its ending, and whether HTTP does not know it. */
const headerFacts = memoized((name) => ({
  kind: kindByHeaderName(name),
  endsAs: METHOD_ENDING.test(name) ? 'method' : PATH_ENDING.test(name) ? 'path' : undefined,
  isOwn: !OF_HTTP.test(name),
}))

function kindByHeaderName(name: string): HeaderKind | undefined {
  if (isMethodOverride(name) || PATH_HEADERS.test(name)) return 'override'
  if (CHOOSING_HEADERS.test(name)) return 'method'
  return kindByName(name.replace(/^x-/i, '')) === 'action' ? 'action' : undefined
}
