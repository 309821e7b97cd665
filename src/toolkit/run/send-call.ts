import { authKind } from '../secrets/auth-kinds.js'
import { systemRandom } from '../template/random.js'
import type { AuthContext } from './authenticate/auth-kind.js'
import { answerChallenge, authenticate, type ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken, withFetchedToken } from './authenticate/oauth2-token.js'
import { type Gate, type GateOptions, openGate, type Permit } from './gate.js'
import type { Prepared } from './prepare-request.js'
import { assemble } from './request/assemble.js'
import { factsOf, type RunContext } from './run-context.js'
import { addedSecrets } from './secrets.js'
import type { Cookies } from './send/cookies.js'
import type { Deadline } from './send/deadline.js'
import { decodeBody } from './send/decode-body.js'
import { DEFAULT_LIMITS, type RawResponse } from './send/response.js'
import { withRetries } from './send/retry.js'
import type { Exchanged } from './send/transport.js'
import type { DraftRequest } from './wire-request.js'

/** Options of {@link sendCall}. */
export interface SendOptions {
  context: RunContext
  permit: Permit
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
  { context, permit, deadline, cookies }: SendOptions,
): Promise<SentCall> {
  const { clock, timeoutMs } = context
  const { draft, auth } = prepared
  const gate = openGate(auth && authKind(auth.type).ownConnection ? 'own' : 'shared')
  const sending: Sending = {
    context,
    secrets: [],
    gate,
    options: {
      permit,
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
    gate.close()
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
  gate: Gate
  options: GateOptions
  secrets: string[]
}

function signAndSend({ draft, auth }: Prepared, sending: Sending): Promise<Exchanged> {
  if (!auth) return sending.gate.send(assemble(draft), sending.options)
  return fetchesToken(auth) ? sendWithToken(draft, auth, sending) : sendSigned(draft, auth, sending)
}

function sendSigned(
  draft: DraftRequest,
  auth: ResolvedAuth,
  { context, gate, options, secrets }: Sending,
): Promise<Exchanged> {
  const signed = authenticate(draft, auth, signingFacts(context))
  secrets.push(...addedSecrets(draft, signed))
  return gate.send(assemble(signed), options)
}

async function sendWithToken(draft: DraftRequest, auth: ResolvedAuth, sending: Sending): Promise<Exchanged> {
  const first = await tokenFor(auth, sending)
  const exchanged = await sendSigned(draft, first, sending)
  if (exchanged.response.status !== 401) return exchanged
  const next = await tokenFor(auth, { ...sending, refused: String(first.params.accessToken) })
  return sendSigned(draft, next, sending)
}

function tokenFor(
  auth: ResolvedAuth,
  { context, gate, options, refused }: Sending & { refused?: string },
): Promise<ResolvedAuth> {
  const { cookies: _session, challenged: _answer, ...shared } = options
  return withFetchedToken(auth, {
    store: factsOf(context).tokens,
    now: context.clock.now(),
    ...(refused === undefined ? {} : { refused }),
    send: async (wire) => {
      const { response } = await gate.send(wire, { ...shared, rules: 'token', purpose: 'token' })
      return { ...response, body: await decodeBody(response, shared.limits.maxBytes) }
    },
  })
}
