import type { JsonObject } from '../model/json.js'
import type { CallOptions, ToolDefinition, ToolResult } from '../model/tool.js'
import { createMasker } from '../secrets/mask.js'
import { captureValues } from './capture.js'
import { prepareRequest } from './prepare-request.js'
import { refusal } from './refusal.js'
import type { RunContext } from './run-context.js'
import { Deadline } from './send/deadline.js'
import { decodeBody } from './send/decode-body.js'
import { DEFAULT_LIMITS, type RawResponse } from './send/response.js'
import { sendCall } from './send-call.js'
import { type SessionState, sessionState } from './session-state.js'
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
  let masker = createMasker([])
  const deadline = new Deadline({ clock, timeoutMs: context.timeoutMs, signal: options.signal })
  try {
    const prepared = prepareRequest(definition, input, { context, options, state })
    masker = createMasker(prepared.secrets)
    const cookies = state && (await state.cookies())
    const { response, secrets } = await sendCall(prepared, {
      context,
      deadline,
      ...(cookies ? { cookies } : {}),
    })
    const requestMs = clock.now() - started
    if (secrets.length > 0) masker = createMasker([...prepared.secrets, ...secrets])
    const decoded = isEncoded(response)
      ? { ...response, body: await decodeBody(response, DEFAULT_LIMITS.maxBytes) }
      : response
    if (state && definition.captures && response.status < 300) keepValues(definition, decoded, state)
    logger.debug('tool called', { tool: definition.name, status: response.status, ms: requestMs })
    const shaped = shapeResponse(decoded, { definition, input, masker, ...(fields ? { fields } : {}) })
    return { ...shaped, requestMs }
  } catch (error) {
    const result = refusal(error, clock.now() - started)
    logger.debug('tool call failed', { tool: definition.name, reason: result.reason })
    return { ...result, content: masker.json(result.content) }
  } finally {
    deadline.end()
  }
}

const isEncoded = ({ headers }: RawResponse) => headers.some(({ key }) => key === 'content-encoding')

function keepValues(definition: ToolDefinition, response: RawResponse, state: SessionState): void {
  const answered = readAnswer(response)
  captureValues(
    definition,
    { headers: response.headers, value: answered.kind === 'json' ? answered.value : undefined },
    state,
  )
}
