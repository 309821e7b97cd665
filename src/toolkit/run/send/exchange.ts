import { VoiceError } from '../../../errors.js'
import { memoized } from '../../../text/memoized.js'
import { hostOf } from '../request/assemble.js'
import type { WireRequest } from '../wire-request.js'
import type { Cookies } from './cookies.js'
import type { Deadline } from './deadline.js'
import { isLocalHost } from './guard.js'
import { nextHop, type RedirectRules } from './redirect.js'
import type { AddressGuard, Exchanged, RawResponse, SendLimits, Transport } from './transport.js'

export interface ExchangeOptions {
  transport: Transport
  limits: SendLimits
  deadline: Deadline
  rules: RedirectRules
  /** Whether a redirect may be followed: what it leads to must not do more than the request. @default always */
  mayFollow?: (next: WireRequest, from: WireRequest) => boolean
  /** If absent, cookies are neither sent nor stored. */
  cookies?: Cookies
  /** Returns the `Authorization` header that answers a challenge; undefined to accept the response. */
  challenged?: (offers: string[], round: number) => string | undefined
}

/** Maximum number of challenges of one request. NTLM needs two; digest needs one, or two if its nonce is too old. */
const MAX_CHALLENGES = 3

/** Sends a request. Handles cookies, challenges and redirects. The body of the final response is not decompressed. */
export async function exchange(first: WireRequest, options: ExchangeOptions): Promise<Exchanged> {
  const { transport, limits, deadline, rules, cookies } = options
  checkOrigin(first)
  const guard = guardFor(first, rules)
  let wire = first
  let followed = 0
  let round = 0
  let hasLeft = false
  for (;;) {
    // If a redirect leads to another origin, a tool sends no more cookies, even if a further one leads back.
    hasLeft ||= wire.origin !== first.origin
    const mayAdd = rules === 'postman' || !hasLeft
    const sent = cookies && mayAdd ? cookies.add(wire) : wire
    const response = await transport(sent, { limits, deadline, guard })
    cookies?.keep(sent, response)
    const isAsked =
      (response.status === 401 || response.status === 403) && followed === 0 && round < MAX_CHALLENGES
    const answer = isAsked ? options.challenged?.(offersOf(response), round) : undefined
    const next = answer ? withAuthorization(wire, answer) : nextHop(wire, response, { rules, followed })
    if (!next || (!answer && options.mayFollow?.(next, wire) === false)) return { response, wire }
    if (answer) round++
    else followed++
    wire = next
  }
}

/** What a request and its redirects must not reach: no private network from a public API, and never a cloud's metadata. */
function guardFor({ hostname }: WireRequest, rules: RedirectRules): AddressGuard {
  if (rules === 'postman') return 'none'
  return isLocalHost(hostname) ? 'local' : 'public'
}

function checkOrigin({ origin }: WireRequest): void {
  if (isUsableOrigin(origin)) return
  throw new VoiceError(
    'no-address',
    `The request has no usable address: "${hostOf(origin)}" is no host, or its port is no number up to 65535. Correct it in the collection, or in --base-url (baseUrl).`,
  )
}

/** Cached, because most calls go to the same few origins. */
const isUsableOrigin = memoized((origin) => URL.canParse(origin))

function offersOf(response: RawResponse): string[] {
  return response.headers.filter(({ key }) => key === 'www-authenticate').map(({ value }) => value)
}

/** Replaces the `Authorization` header, which comes last, as in Postman. */
function withAuthorization(wire: WireRequest, value: string): WireRequest {
  const others = wire.headers.filter(([name]) => name.toLowerCase() !== 'authorization')
  return { ...wire, headers: [...others, ['Authorization', value]] }
}
