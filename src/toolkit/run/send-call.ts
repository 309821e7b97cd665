import { authKind } from '../secrets/auth-kinds.js'
import { systemRandom } from '../template/random.js'
import type { AuthContext } from './authenticate/auth-kind.js'
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

/** The final response of a call, and the secrets that signing created, such as tokens and signatures. */
export interface SentCall {
  response: RawResponse
  secrets: string[]
}

/**
 * Signs and sends a call. Fetches tokens, answers challenges, follows redirects, and retries after transient failures.
 */
export async function sendCall(
  prepared: Prepared,
  { context, deadline, cookies }: SendOptions,
): Promise<SentCall> {
  const { clock, timeoutMs } = context
  const { draft, auth } = prepared
  const own = auth && authKind(auth.type).ownConnection ? createOwnTransport() : undefined
  const sending: Sending = {
    context,
    secrets: [],
    options: {
      transport: own?.send ?? poolTransport,
      limits: limitsOf(timeoutMs),
      deadline,
      rules: 'careful',
      cookies,
      challenged:
        auth &&
        ((offers, round) => answerChallenge(draft, auth, { ...signingFacts(context), offers, round })),
    },
  }
  const attempt = () => signAndSend(prepared, sending)
  try {
    const { response } = await withRetries(attempt, {
      method: draft.method,
      clock,
      random: systemRandom,
      deadline,
    })
    return { response, secrets: sending.secrets }
  } finally {
    own?.close()
  }
}

const limits = new Map<number, typeof DEFAULT_LIMITS>()

function limitsOf(timeoutMs: number): typeof DEFAULT_LIMITS {
  const known = limits.get(timeoutMs)
  if (known) return known
  const made = { ...DEFAULT_LIMITS, idleTimeoutMs: timeoutMs }
  limits.set(timeoutMs, made)
  return made
}

const signingFacts = ({ clock }: RunContext): AuthContext => ({ now: clock.now(), random: systemRandom })

interface Sending {
  context: RunContext
  options: ExchangeOptions
  /** The secrets that the call creates. Signing adds to this list. */
  secrets: string[]
}

function signAndSend({ draft, auth }: Prepared, sending: Sending): Promise<Exchanged> {
  if (!auth) return exchange(assemble(draft), sending.options)
  return fetchesToken(auth) ? sendWithToken(draft, auth, sending) : sendSigned(draft, auth, sending)
}

function sendSigned(
  draft: DraftRequest,
  auth: ResolvedAuth,
  { context, options, secrets }: Sending,
): Promise<Exchanged> {
  const signed = authenticate(draft, auth, signingFacts(context))
  secrets.push(...addedSecrets(draft, signed))
  return exchange(assemble(signed), options)
}

/** Sends with a fetched token. If the response is a 401, fetches a new token and sends once more. */
async function sendWithToken(draft: DraftRequest, auth: ResolvedAuth, sending: Sending): Promise<Exchanged> {
  const first = await tokenFor(auth, sending)
  const exchanged = await sendSigned(draft, first, sending)
  if (exchanged.response.status !== 401) return exchanged
  const next = await tokenFor(auth, { ...sending, refused: String(first.params.accessToken) })
  return sendSigned(draft, next, sending)
}

/** Adds a fetched token to an auth. */
function tokenFor(
  auth: ResolvedAuth,
  { context, options, refused }: Sending & { refused?: string },
): Promise<ResolvedAuth> {
  const { cookies: _session, challenged: _answer, ...shared } = options
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
