import type { JsonObject } from '../model/json.js'
import type { CallOptions, ToolDefinition, ToolResult } from '../model/tool.js'
import { authKind } from '../secrets/auth-kinds.js'
import { createMasker } from '../secrets/mask.js'
import { systemRandom } from '../template/random.js'
import type { AuthContext } from './authenticate/auth-kind.js'
import { answerChallenge, authenticate, type ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken, withFetchedToken } from './authenticate/oauth2-token.js'
import { type Gate, type GateOptions, openGate, type Permit, permitCall } from './gate.js'
import { missingSettings, type Prepared, prepareRequest } from './prepare-request.js'
import { refusal } from './refusal.js'
import { assemble } from './request/assemble.js'
import { addedSecrets } from './request-secrets.js'
import { factsOf, type RunContext } from './run-context.js'
import type { Cookies } from './send/cookies.js'
import { Deadline } from './send/deadline.js'
import { decodeBody } from './send/decode-body.js'
import { withRetries } from './send/retry.js'
import { DEFAULT_LIMITS, type Exchanged, type RawResponse } from './send/transport.js'
import { sessionState } from './session-state.js'
import { shapeAnyAnswer } from './shape/large-answers.js'
import type { DraftRequest } from './wire-request.js'

interface ToolCallRun {
  context: RunContext
  options: CallOptions
  emptyBase?: string | undefined
}

/** Sends one call and shapes its response for the model. Returns failures as results too; a thrown error is a bug. */
export async function callTool(
  definition: ToolDefinition,
  { input, fields }: { input: JsonObject; fields?: string[] },
  { context, options, emptyBase }: ToolCallRun,
): Promise<ToolResult> {
  const { clock, logger } = context
  const state = options.session && sessionState(options.session, context.collection)
  const started = clock.now()
  let secrets: string[] = []
  const deadline = new Deadline({ clock, timeoutMs: context.timeoutMs, signal: options.signal })
  try {
    const prepared = prepareRequest(definition, input, { context, options, state, emptyBase })
    secrets = prepared.secrets
    const permit = permitCall(definition, input, { options, context })
    const cookies = emptyBase === undefined && state && (await state.cookies())
    const sent = await sendCall(prepared, { context, permit, deadline, ...(cookies && { cookies }) })
    const { status } = sent.response
    if (prepared.unsigned && isRefused(status)) throw missingSettings(definition, prepared.unsigned)
    const requestMs = clock.now() - started
    secrets = [...secrets, ...sent.secrets]
    const response = isEncoded(sent.response) ? await decoded(sent.response) : sent.response
    const captures = state !== undefined && status < 300
    const job = { response, definition, input, secrets, captures, fields }
    const shaped = shapeAnyAnswer(job, deadline, options.session)
    const { result, captured } = shaped instanceof Promise ? await shaped : shaped
    for (const variable of captured) state?.captured.set(variable.key, variable)
    return addUnsignedNote({ ...result, requestMs }, prepared.unsigned)
  } catch (error) {
    const result = refusal(error, clock.now() - started)
    const { reason, missingSettings } = result
    if (missingSettings) logger.warn('settings without a value', { tool: definition.name, missingSettings })
    else logger.debug('tool call failed', { tool: definition.name, reason })
    return { ...result, content: createMasker(secrets).json(result.content) }
  } finally {
    deadline.end()
  }
}

const isRefused = (status: number) => status === 401 || status === 403

/** Adds a note to a result if the request was sent without credentials because settings had no value. */
function addUnsignedNote(result: ToolResult, unsigned: string[] | undefined): ToolResult {
  if (!unsigned) return result
  const sent = `Sent without credentials: ${unsigned.map((name) => `"${name}"`).join(', ')} has no value.`
  return { ...result, note: result.note === undefined ? sent : `${result.note} ${sent}` }
}

async function decoded(response: RawResponse): Promise<RawResponse> {
  return { ...response, body: await decodeBody(response, DEFAULT_LIMITS.maxBytes) }
}

const isEncoded = ({ headers }: RawResponse) => headers.some(({ key }) => key === 'content-encoding')

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

/** Signs and sends a call: fetches tokens, answers challenges, follows redirects, retries after transient failures. */
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
