import type { JsonObject } from '../model/json.js'
import type { CallOptions, ToolDefinition, ToolResult } from '../model/tool.js'
import { authKind } from '../secrets/auth-kinds.js'
import { createMasker } from '../secrets/mask.js'
import { systemRandom } from '../template/random.js'
import type { ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken, withFetchedToken, withToken } from './authenticate/oauth2-token.js'
import { type Gate, type GateOptions, openGate, permitCall } from './gate.js'
import { missingSettings, type Prepared, prepareRequest } from './prepare-request.js'
import { refusal } from './refusal.js'
import { factsOf, type RunContext } from './run-context.js'
import { Deadline } from './send/deadline.js'
import { decoded } from './send/decode-body.js'
import { retryAfterMs, withRetries } from './send/retry.js'
import { DEFAULT_LIMITS, type Exchanged, type RawResponse, responseHeader } from './send/transport.js'
import { sessionState } from './session-state.js'
import { shapeAnyAnswer } from './shape/large-answers.js'
import { challengedBy, signRequest } from './sign-request.js'

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
  /** Grows while the request is built and signed, so that a failure is masked too. */
  const secrets: string[] = []
  const deadline = new Deadline({ clock, timeoutMs: context.timeoutMs, signal: options.signal })
  try {
    const prepared = prepareRequest(definition, input, { context, options, state, emptyBase })
    secrets.push(...prepared.secrets)
    const permit = permitCall(definition, input, { options, context })
    const cookies = (emptyBase === undefined && state && (await state.cookies())) || undefined
    const sent = await sendCall(prepared, { context, secrets, permit, deadline, cookies })
    const { status } = sent
    if (prepared.unsigned && isRefused(status)) throw missingSettings(definition, prepared.unsigned)
    const requestMs = clock.now() - started
    const response = isEncoded(sent) ? await decoded(sent, DEFAULT_LIMITS.maxBytes) : sent
    const captures = state !== undefined && status < 300
    const job = { response, definition, input, secrets, captures, fields }
    const shaped = shapeAnyAnswer(job, deadline, options.session)
    const { result, captured } = shaped instanceof Promise ? await shaped : shaped
    for (const variable of captured) state?.captured.set(variable.key, variable)
    const notes = [result.note, unsignedNote(prepared.unsigned), waitNote(sent, clock.now())].filter(Boolean)
    return { ...result, ...(notes.length > 0 && { note: notes.join(' ') }), requestMs }
  } catch (error) {
    const result = refusal(error, clock.now() - started)
    const { reason, missingSettings } = result
    const isBrought = definition.prerequisites?.some(({ variable }) => missingSettings?.includes(variable))
    if (missingSettings && !isBrought)
      logger.warn('settings without a value', { tool: definition.name, missingSettings })
    else logger.debug('tool call failed', { tool: definition.name, reason })
    return { ...result, content: createMasker(secrets).json(result.content) }
  } finally {
    deadline.end()
  }
}

const isRefused = (status: number) => status === 401 || status === 403

/** Says that the request was sent without credentials because settings had no value. */
const unsignedNote = (unsigned: string[] | undefined) =>
  unsigned && `Sent without credentials: ${unsigned.map((name) => `"${name}"`).join(', ')} has no value.`

/** Says how long the API asks to wait, which stands in a header that no model sees. */
function waitNote(response: RawResponse, now: number): string | undefined {
  const waitMs = retryAfterMs(responseHeader(response, 'retry-after'), now)
  return waitMs ? `The API asks to wait ${Math.ceil(waitMs / 1000)} s before the next call.` : undefined
}

const isEncoded = ({ headers }: RawResponse) => headers.some(({ key }) => key === 'content-encoding')

/** How a call is sent. Signing adds its secrets to `secrets`, such as tokens and signatures. */
interface SendOptions extends Pick<GateOptions, 'permit' | 'deadline' | 'cookies'> {
  context: RunContext
  secrets: string[]
}

/** Signs and sends a call: fetches tokens, answers challenges, follows redirects, retries after transient failures. */
async function sendCall(
  prepared: Prepared,
  { context, secrets, permit, deadline, cookies }: SendOptions,
): Promise<RawResponse> {
  const { clock, timeoutMs } = context
  const { draft, auth } = prepared
  const gate = openGate(auth && authKind(auth.type).ownConnection ? 'own' : 'shared')
  const challenged = challengedBy(prepared, clock)
  const limits = { ...DEFAULT_LIMITS, idleTimeoutMs: timeoutMs }
  const options: GateOptions = { permit, secrets, limits, deadline, rules: 'careful', cookies, challenged }
  const sending: Sending = { context, secrets, gate, options }
  const attempt = () =>
    auth && fetchesToken(auth) ? sendWithToken(prepared, auth, sending) : sendSigned(prepared, sending)
  try {
    const { method } = draft
    const { response } = await withRetries(attempt, { method, clock, random: systemRandom, deadline })
    return response
  } finally {
    gate.close()
  }
}

interface Sending {
  context: RunContext
  secrets: string[]
  gate: Gate
  options: GateOptions
}

function sendSigned(request: Prepared, { context, gate, options, secrets }: Sending): Promise<Exchanged> {
  const { wire, added } = signRequest(request, context.clock)
  secrets.push(...added)
  return gate.send(wire, options)
}

async function sendWithToken(request: Prepared, auth: ResolvedAuth, sending: Sending): Promise<Exchanged> {
  const first = await tokenFor(auth, sending)
  const exchanged = await sendSigned({ ...request, auth: first }, sending)
  if (exchanged.response.status !== 401) return exchanged
  const next = await tokenFor(auth, { ...sending, refused: String(first.params.accessToken) })
  return sendSigned({ ...request, auth: next }, sending)
}

/** The token of a call to a mock, whose API has none. */
const MOCK_TOKEN = { accessToken: 'mock-credential' }

async function tokenFor(
  auth: ResolvedAuth,
  { context, gate, options, refused }: Sending & { refused?: string },
): Promise<ResolvedAuth> {
  if (context.everyOrigin !== undefined) return withToken(auth, MOCK_TOKEN)
  const { cookies: _session, challenged: _answer, ...shared } = options
  return withFetchedToken(auth, {
    store: factsOf(context).tokens,
    now: context.clock.now(),
    ...(refused === undefined ? {} : { refused }),
    send: async (wire, purpose) => {
      const { response } = await gate.send(wire, { ...shared, rules: 'token', purpose })
      return decoded(response, shared.limits.maxBytes)
    },
  })
}
