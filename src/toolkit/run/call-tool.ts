import { messageOf, VoiceError } from '../../errors.js'
import type { JsonObject } from '../model/json.js'
import type { CallOptions, ToolDefinition, ToolResult } from '../model/tool.js'
import { systemRandom } from '../template/random.js'
import { answerChallenge, authenticate, type ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken, withFetchedToken } from './authenticate/oauth2-token.js'
import { captureValues } from './capture.js'
import { type Prepared, prepareRequest } from './prepare-request.js'
import { refusal } from './refusal.js'
import { assemble } from './request/assemble.js'
import { factsOf, type RunContext } from './run-context.js'
import { addedSecrets } from './secrets.js'
import { decodeBody } from './send/decode-body.js'
import { type Exchanged, type ExchangeOptions, exchange } from './send/exchange.js'
import { createOwnTransport, poolTransport } from './send/pool-transport.js'
import { DEFAULT_LIMITS, type RawResponse } from './send/response.js'
import { withRetries } from './send/retry.js'
import { type SessionState, sessionState } from './session-state.js'
import { createMasker, type Masker } from './shape/mask.js'
import { readAnswer, shapeResponse } from './shape/shape-response.js'

interface Call {
  context: RunContext
  options: CallOptions
}

/** Sends one call and shapes its answer; everything that may go wrong on the way is a result too. */
export async function callTool(
  definition: ToolDefinition,
  { input, fields }: { input: JsonObject; fields?: string[] },
  { context, options }: Call,
): Promise<ToolResult> {
  const { clock, logger } = context
  const state = options.session && sessionState(options.session)
  const started = clock.now()
  let masker: Masker = createMasker([])
  try {
    const prepared = prepareRequest(definition, input, { context, options, state })
    masker = createMasker(prepared.secrets)
    const { response, secrets } = await send(prepared, { context, options, state })
    const requestMs = clock.now() - started
    if (secrets.length > 0) masker = createMasker([...prepared.secrets, ...secrets])
    const body = await decodeBody(response, DEFAULT_LIMITS.maxBytes)
    const decoded = { ...response, body }
    if (state && definition.captures && response.status < 300) keepValues(definition, decoded, state)
    logger.debug('tool called', { tool: definition.name, status: response.status, ms: requestMs })
    return {
      ...shapeResponse(decoded, { definition, input, masker, ...(fields ? { fields } : {}) }),
      requestMs,
    }
  } catch (error) {
    const result = refusal(error, clock.now() - started)
    logger.debug('tool call failed', { tool: definition.name, reason: result.reason })
    return { ...result, content: masker.json(result.content) }
  }
}

interface Sending extends Call {
  state: SessionState | undefined
}

/** Signs and sends within the time of the call; secrets that came about on the way are handed back to be masked. */
async function send(
  prepared: Prepared,
  { context, options, state }: Sending,
): Promise<{ response: RawResponse; secrets: string[] }> {
  const { draft } = prepared
  const { clock, timeoutMs } = context
  const secrets: string[] = []
  const cookies = await state?.cookies()
  const deadline = startDeadline(context, options.signal)
  const own = prepared.auth?.type === 'ntlm' ? createOwnTransport() : undefined
  const shared: Pick<ExchangeOptions, 'transport' | 'limits' | 'signal' | 'rules'> = {
    transport: own?.send ?? poolTransport,
    limits: { ...DEFAULT_LIMITS, idleTimeoutMs: timeoutMs },
    signal: deadline.signal,
    rules: 'careful',
  }
  let refused: string | undefined
  const attempt = async (): Promise<Exchanged> => {
    const auth = await authOf(prepared, { context, shared, ...(refused ? { refused } : {}) })
    const signed = auth ? authenticate(draft, auth, { now: clock.now(), random: systemRandom }) : draft
    if (auth) secrets.push(...addedSecrets(draft, signed))
    const exchanged = await exchange(assemble(signed), {
      ...shared,
      ...(cookies ? { cookies } : {}),
      ...(auth
        ? {
            challenged: (offers, round) =>
              answerChallenge(draft, auth, { now: clock.now(), random: systemRandom, offers, round }),
          }
        : {}),
    })
    // A token that was taken back before its time is fetched anew, once.
    const isFetched = prepared.auth !== undefined && fetchesToken(prepared.auth)
    if (exchanged.response.status !== 401 || !isFetched || refused) return exchanged
    refused = String(auth?.params.accessToken)
    return attempt()
  }
  try {
    const { response } = await withRetries(attempt, {
      method: draft.method,
      clock,
      random: systemRandom,
      signal: deadline.signal,
    })
    return { response, secrets }
  } finally {
    deadline.stop()
    own?.close()
  }
}

interface Authorizing {
  context: RunContext
  shared: Pick<ExchangeOptions, 'transport' | 'limits' | 'signal' | 'rules'>
  refused?: string
}

/** The auth of a call, with a token fetched where it has none of its own. */
async function authOf(
  { auth }: Prepared,
  { context, shared, refused }: Authorizing,
): Promise<ResolvedAuth | undefined> {
  if (!auth || !fetchesToken(auth)) return auth
  const { limits } = shared
  return withFetchedToken(auth, {
    store: factsOf(context).tokens,
    now: context.clock.now(),
    ...(refused ? { refused } : {}),
    send: async (wire) => {
      const { response } = await exchange(wire, shared)
      return { ...response, body: await decodeBody(response, limits.maxBytes) }
    },
  })
}

/** One signal for the caller's wish to stop and for the time of the call. */
function startDeadline(
  { clock, timeoutMs }: RunContext,
  caller: AbortSignal | undefined,
): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const stopClock = clock.schedule(() => {
    const seconds = timeoutMs / 1000
    controller.abort(
      new VoiceError(
        'timeout',
        `The API did not answer within ${seconds} seconds. It may still have acted on the request.`,
      ),
    )
  }, timeoutMs)
  const cancel = () => {
    const why =
      caller?.reason instanceof VoiceError
        ? messageOf(caller.reason)
        : 'The call was stopped before an answer came. The API may still have acted on it.'
    controller.abort(new VoiceError('aborted', why))
  }
  if (caller?.aborted) cancel()
  else caller?.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    stop() {
      stopClock()
      caller?.removeEventListener('abort', cancel)
    },
  }
}

function keepValues(definition: ToolDefinition, response: RawResponse, state: SessionState): void {
  const answered = readAnswer(response)
  captureValues(
    definition,
    { headers: response.headers, value: answered.kind === 'json' ? answered.value : undefined },
    state,
  )
}
