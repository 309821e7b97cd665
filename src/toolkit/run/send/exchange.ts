import type { WireRequest } from '../wire-request.js'
import type { Cookies } from './cookies.js'
import type { Deadline } from './deadline.js'
import { isGuardedHost, type Transport } from './pool-transport.js'
import { nextHop, type RedirectRules } from './redirect.js'
import type { RawResponse, SendLimits } from './response.js'

/** Everything that sending one request to its final answer needs. */
export interface ExchangeOptions {
  transport: Transport
  limits: SendLimits
  deadline: Deadline
  rules: RedirectRules
  /** Absent: no cookies are kept. */
  cookies?: Cookies
  /** The `Authorization` to send when an answer asks for credentials; undefined to take the answer as it is. */
  challenged?: (offers: string[], round: number) => string | undefined
}

/** The final answer, and the request that brought it. */
export interface Exchanged {
  response: RawResponse
  wire: WireRequest
}

/** Challenges answered for one request: NTLM takes two, digest one, or two when its nonce is stale. */
const MAX_CHALLENGES = 3

/** Sends a request and follows where it leads: cookies, challenges, redirects. The body of the answer stays encoded. */
export async function exchange(first: WireRequest, options: ExchangeOptions): Promise<Exchanged> {
  const { transport, limits, deadline, rules, cookies } = options
  // A public API must not lead into a private network, by name, redirect or lookup. One that is local itself may.
  const isGuarded = rules === 'careful' && isGuardedHost(first.hostname)
  let wire = first
  let followed = 0
  let round = 0
  for (;;) {
    const sent = cookies ? cookies.add(wire) : wire
    const response = await transport(sent, { limits, deadline, isGuarded })
    cookies?.keep(sent, response)
    const isAsked =
      (response.status === 401 || response.status === 403) && followed === 0 && round < MAX_CHALLENGES
    const answer = isAsked ? options.challenged?.(offersOf(response), round) : undefined
    const next = answer ? withAuthorization(wire, answer) : nextHop(wire, response, { rules, followed })
    if (!next) return { response, wire }
    if (answer) round++
    else followed++
    wire = next
  }
}

function offersOf(response: RawResponse): string[] {
  return response.headers.filter(({ key }) => key === 'www-authenticate').map(({ value }) => value)
}

/** The same request, body and boundary included, with another authorization; as Postman has it, at the end. */
function withAuthorization(wire: WireRequest, value: string): WireRequest {
  const others = wire.headers.filter(([name]) => name.toLowerCase() !== 'authorization')
  return { ...wire, headers: [...others, ['Authorization', value]] }
}
