import type { JsonObject } from '../model/json.js'
import type { CallOptions, ToolDefinition, ToolResult } from '../model/tool.js'
import { createMasker } from '../secrets/mask.js'
import { permitCall } from './gate.js'
import { missingSettings, prepareRequest } from './prepare-request.js'
import { refusal } from './refusal.js'
import type { RunContext } from './run-context.js'
import { Deadline } from './send/deadline.js'
import { decodeBody } from './send/decode-body.js'
import { DEFAULT_LIMITS, type RawResponse } from './send/response.js'
import { sendCall } from './send-call.js'
import { sessionState } from './session-state.js'
import { shapeAnyAnswer } from './shape/large-answers.js'

interface ToolCallRun {
  context: RunContext
  options: CallOptions
  emptyBase?: string | undefined
}

/**
 * Sends one call and shapes its response for the model. A failure is also returned as a result. An error is thrown only
 * for a bug in this code.
 */
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
