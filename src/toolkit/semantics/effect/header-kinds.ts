import { memoized } from '../../../text/memoized.js'
import { kindByName } from './executed-text.js'
import { HTTP_METHOD, isMethodOverride } from './nested-request.js'
import { isCommand, ordersByName } from './words.js'

type HeaderKind = 'override' | 'method' | 'action'

/** Headers that select an operation of a service (SOAP, AWS). */
const CHOOSING_HEADERS = /^(?:soapaction|x-amz-target)$/i
/** Headers with a path that some servers and proxies serve in place of the one in the request line. */
const PATH_HEADERS = /^x-(?:original|rewrite|override|forwarded)-(?:url|uri|path)$/i

const kindByHeaderName: (name: string) => HeaderKind | undefined = memoized((name) => {
  if (isMethodOverride(name) || PATH_HEADERS.test(name)) return 'override'
  if (CHOOSING_HEADERS.test(name)) return 'method'
  return kindByName(name.replace(/^x-/i, '')) === 'action' ? 'action' : undefined
})

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
  const kind = kindByHeaderName(name)
  if (kind) return kind
  if (METHOD_ENDING.test(name)) {
    if (HTTP_METHOD.test(text)) return 'override'
    return ordersByName(text) ? 'action' : undefined
  }
  if (!OF_HTTP.test(name) && isCommand(text)) return 'action'
  return PATH_ENDING.test(name) && /^\/[^/]/.test(text) ? 'override' : undefined
}
