import { systemRandom } from '../template/random.js'
import { answerChallenge, authenticate, type ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken, withFetchedToken } from './authenticate/oauth2-token.js'
import type { Prepared } from './prepare-request.js'
import { assemble } from './request/assemble.js'
import { factsOf, type RunContext } from './run-context.js'
import { addedSecrets } from './secrets.js'
import type { Cookies } from './send/cookies.js'
import type { Deadline } from './send/deadline.js'
import { decodeBody } from './send/decode-body.js'
import { type Exchanged, type ExchangeOptions, exchange } from './send/exchange.js'
import { createOwnTransport, poolTransport } from './send/pool-transport.js'
import { DEFAULT_LIMITS, type RawResponse } from './send/response.js'
import { withRetries } from './send/retry.js'
import type { DraftRequest } from './wire-request.js'

/** Options of {@link sendCall}. */
export interface SendOptions {
  context: RunContext
  deadline: Deadline
  cookies?: Cookies
}

/** The final response of a call, and the secrets that the call created. */
export interface SentCall {
  response: RawResponse
  secrets: string[]
}

/** Signs and sends a call: fetches tokens, answers challenges, follows redirects, retries transient failures. */
export async function sendCall(
  prepared: Prepared,
  { context, deadline, cookies }: SendOptions,
): Promise<SentCall> {
  const { clock, timeoutMs } = context
  const isOwn = prepared.auth?.type === 'ntlm'
  const own = isOwn ? createOwnTransport() : undefined
  const options: ExchangeOptions = {
    transport: own?.send ?? poolTransport,
    limits: limitsOf(timeoutMs),
    deadline,
    rules: 'careful',
    cookies,
  }
  const secrets: string[] = []
  const attempt = () => signAndSend(prepared, { context, options, secrets })
  const { method } = prepared.draft
  try {
    const { response } = await withRetries(attempt, { method, clock, random: systemRandom, deadline })
    return { response, secrets }
  } finally {
    own?.close()
  }
}

const limits = new Map<number, typeof DEFAULT_LIMITS>()

function limitsOf(timeoutMs: number): typeof DEFAULT_LIMITS {
  const known = limits.get(timeoutMs) ?? { ...DEFAULT_LIMITS, idleTimeoutMs: timeoutMs }
  limits.set(timeoutMs, known)
  return known
}

interface Signing {
  context: RunContext
  options: ExchangeOptions
  secrets: string[]
}

async function signAndSend(
  { draft, auth: given }: { draft: DraftRequest; auth: ResolvedAuth | undefined },
  { context, options, secrets }: Signing,
): Promise<Exchanged> {
  const facts = () => ({ now: context.clock.now(), random: systemRandom })
  const isFetched = given !== undefined && fetchesToken(given)
  const sendWith = (auth: ResolvedAuth | undefined): Promise<Exchanged> => {
    if (!auth) return exchange(assemble(draft), options)
    const signed = authenticate(draft, auth, facts())
    secrets.push(...addedSecrets(draft, signed))
    const challenged = (offers: string[], round: number) =>
      answerChallenge(draft, auth, { ...facts(), offers, round })
    return exchange(assemble(signed), { ...options, challenged })
  }
  const auth = isFetched ? await tokenFor(given, { context, options }) : given
  const exchanged = await sendWith(auth)
  if (!isFetched || exchanged.response.status !== 401) return exchanged
  // A token that was revoked before its expiry is fetched again, once.
  return sendWith(await tokenFor(given, { context, options, refused: String(auth?.params.accessToken) }))
}

interface TokenRequest extends Omit<Signing, 'secrets'> {
  refused?: string
}

/** The auth with a fetched token. */
function tokenFor(auth: ResolvedAuth, { context, options, refused }: TokenRequest): Promise<ResolvedAuth> {
  const { cookies: _session, ...shared } = options
  return withFetchedToken(auth, {
    store: factsOf(context).tokens,
    now: context.clock.now(),
    ...(refused === undefined ? {} : { refused }),
    send: async (wire) => {
      const { response } = await exchange(wire, shared)
      return { ...response, body: await decodeBody(response, shared.limits.maxBytes) }
    },
  })
}
