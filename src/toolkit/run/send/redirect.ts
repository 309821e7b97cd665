import { VoiceError } from '../../../errors.js'
import { SAFE_METHODS } from '../../model/request-template.js'
import { parseAddress } from '../../semantics/parse-address.js'
import { encodeTarget, hostOf } from '../request/assemble.js'
import type { WireRequest } from '../wire-request.js'
import { type RawResponse, responseHeader } from './transport.js'

/**
 * The rules for redirects:
 * - `postman` for replays
 * - `careful` for tools: another origin gets no secrets
 * - `token` for token endpoints: another origin is refused, because its answer would be trusted as a token
 */
export type RedirectRules = 'postman' | 'careful' | 'token'

/**
 * Maximum number of redirects, as in Postman. The protocol profile of a request can set another maximum, but for a tool no
 * higher one.
 */
const MAX_REDIRECTS = 10

/** Headers that a tool keeps if a redirect leads to another origin. */
const HARMLESS = new Set(
  'accept accept-encoding accept-language user-agent cache-control connection'.split(' '),
)

/** The request after a redirect; undefined if there is none or it is forbidden. Throws `too-many-redirects`. */
export function nextHop(
  wire: WireRequest,
  response: RawResponse,
  { rules, followed }: { rules: RedirectRules; followed: number },
): WireRequest | undefined {
  if (response.status < 300 || response.status > 399) return undefined
  const location = utf8Text(responseHeader(response, 'location') ?? '')
  if (location === '') return undefined
  if (wire.profile.followRedirects === false) return undefined
  const { maxRedirects } = wire.profile
  const wanted = typeof maxRedirects === 'number' ? maxRedirects : MAX_REDIRECTS
  const limit = rules === 'postman' ? wanted : Math.min(wanted, MAX_REDIRECTS)
  if (followed >= limit) {
    throw new VoiceError(
      'too-many-redirects',
      `${wire.origin} redirected more than ${limit} times. It probably redirects in a circle.`,
    )
  }
  const target = redirectTarget(wire, location)
  const changed = changeMethod(wire, response.status)
  if (rules === 'postman') return postmanHop(changed, { from: wire, target })
  if (target.origin === wire.origin) return { ...changed, ...target }
  if (rules === 'token')
    throw new VoiceError(
      'auth-failed',
      `No access token: ${wire.origin} redirected to ${target.origin}, and a token from another origin is not trusted. If that is right, set the token URL to its address.`,
    )
  return changed.body || !SAFE_METHODS.has(changed.method)
    ? undefined
    : { ...changed, ...target, headers: harmlessHeaders(changed, target.origin) }
}

/** The text of a header, whose bytes are read as Latin-1, if they are UTF-8: many servers send such an address unencoded. */
function utf8Text(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? bytes : text
}

type RedirectTarget = ReturnType<typeof encodeTarget>

/** The address in a `Location`. Throws `no-address`, which says that only the API can correct it. */
function redirectTarget(wire: WireRequest, location: string): RedirectTarget {
  const { method, profile } = wire
  const url = parseAddress(resolveLocation(wire, location))
  try {
    const target = encodeTarget({ method, url, headers: [], profile })
    if (URL.canParse(target.origin)) return target
  } catch (error) {
    // The message of this error asks the author to correct the collection. The error below names the redirect instead.
    if (!(error instanceof VoiceError)) throw error
  }
  throw new VoiceError(
    'no-address',
    `${wire.origin} redirected to ${JSON.stringify(location.slice(0, 200))}, which is no usable address. Only the API can correct it.`,
  )
}

/** The absolute address of a `Location` header. Relative addresses are joined as in Postman; `..` stays. */
export function resolveLocation(
  wire: Pick<WireRequest, 'origin' | 'path' | 'protocol'>,
  location: string,
): string {
  const [pathname = '/'] = wire.path.split('?')
  if (/^https?:/i.test(location)) return location
  if (location.startsWith('//')) return `${wire.protocol}${location}`
  if (location.startsWith('/')) return `${wire.origin}${location}`
  if (location.startsWith('?')) return `${wire.origin}${pathname}${location}`
  return `${wire.origin}${pathname.slice(0, pathname.lastIndexOf('/') + 1)}${location}`
}

/** HEAD stays, other methods become GET without a body, except after 307, 308 or if the profile says so. */
function changeMethod(wire: WireRequest, status: number): WireRequest {
  if (wire.profile.followOriginalHttpMethod === true || status === 307 || status === 308) return wire
  const headers = wire.headers.filter(([name]) => !/^content-(type|length)$/i.test(name))
  return { ...wire, method: wire.method === 'HEAD' ? 'HEAD' : 'GET', headers, body: null }
}

/** The next request by Postman's rules: with a referrer, and without authorization if the host name changes. */
function postmanHop(
  wire: WireRequest,
  { from, target }: { from: WireRequest; target: RedirectTarget },
): WireRequest {
  const keepsAuthorization =
    wire.profile.followAuthorizationHeader === true || from.hostname === target.hostname
  const gone = (name: string) =>
    /^(host|referer)$/i.test(name) || (!keepsAuthorization && /^authorization$/i.test(name))
  const headers = wire.headers.filter(([name]) => !gone(name))
  const referer: [string, string][] =
    wire.profile.removeRefererHeaderOnRedirect === true ? [] : [['Referer', `${from.origin}${from.path}`]]
  return { ...wire, ...target, headers: [...headers, ...referer, ['Host', hostOf(target.origin)]] }
}

function harmlessHeaders(wire: WireRequest, origin: string): [string, string][] {
  const kept = wire.headers.filter(([name]) => HARMLESS.has(name.toLowerCase()))
  return [...kept, ['Host', hostOf(origin)]]
}
