import { memoized } from '../../../text/memoized.js'
import { wordsOf } from '../words.js'
import { dispatchesCommand, kindByName, namesDispatch } from './executed-text.js'
import { HTTP_METHOD, isMethodOverride } from './nested-request.js'
import { namesSwitch, ordersByName } from './words.js'

type HeaderKind = 'override' | 'method' | 'action'

/** Headers that select an operation of a service (SOAP, AWS). */
const CHOOSING_HEADERS = /^(?:soapaction|x-amz-target)$/i
/** Headers with a path that some servers and proxies serve in place of the one in the request line. */
const PATH_HEADERS = /^x-(?:original|rewrite|override|forwarded)-(?:url|uri|path)$/i

/** Whether a header or a cookie of this name can be a method override, an action or a switch. */
export const maySet: (name: string) => boolean = memoized(
  (name) =>
    kindByHeaderName(name) !== undefined ||
    METHOD_ENDING.test(name) ||
    PATH_ENDING.test(name) ||
    namesDispatch(lastWord(name)) ||
    namesSwitch(name.replace(/^x-/i, '')),
)

const kindByHeaderName: (name: string) => HeaderKind | undefined = memoized((name) => {
  if (isMethodOverride(name) || PATH_HEADERS.test(name)) return 'override'
  if (CHOOSING_HEADERS.test(name)) return 'method'
  return kindByName(name.replace(/^x-/i, '')) === 'action' ? 'action' : undefined
})

/** The last word of a header with which programs also choose what runs: `type` in `X-Event-Type: delete`. */
const lastWord = (name: string) => wordsOf(name).at(-1) ?? ''

/** Endings of headers that gateways and frameworks read, if the value is a method, a command, or a path. */
const METHOD_ENDING =
  /^(?!access-control-)(?:.*[-_])?(?:method|verb|action|operation|operation-name|command|handler|override)$/i
const PATH_ENDING = /^x-(?:.*[-_])?(?:path|uri|url|rewrite|redirect)$/i

/** The kind of a header that decides what a call does; undefined for an ordinary header such as `X-Payment-Method: card`. */
export function kindOfHeader(name: string, text: string): HeaderKind | undefined {
  const kind = kindByHeaderName(name)
  if (kind) return kind
  if (METHOD_ENDING.test(name)) {
    if (HTTP_METHOD.test(text)) return 'override'
    return ordersByName(text) ? 'action' : undefined
  }
  if (dispatchesCommand(lastWord(name), text)) return 'action'
  return PATH_ENDING.test(name) && /^\/[^/]/.test(text) ? 'override' : undefined
}
