import { createHash } from 'node:crypto'
import type { DryRun, ToolFailure, ToolResult } from '../../toolkit/model/tool.js'
import { effectValuesSent } from './approval-request.js'
import { type PreparedCall, type RunOptions, runCall } from './tool-calls.js'

/** The `reason` of a call that was not sent, because its request is not the one that the user approved. */
export const REQUEST_CHANGED = 'request-changed'

const CHANGED: ToolFailure = {
  isError: true,
  reason: REQUEST_CHANGED,
  content:
    'Not sent: the request is no longer the one that was approved, because a value in it or its collection has changed since. It needs a new approval.',
  requestMs: 0,
}

/**
 * A call as the user is asked about it: with the request that it would send, and the digest of that request. If the
 * request cannot be built, returns the result that says why.
 */
export function showRequest(call: PreparedCall, session: object): PreparedCall | ToolResult {
  const dryRun = call.tool.dryRun?.(call.input, { session })
  if (dryRun && 'isError' in dryRun) return dryRun
  const shown = digestOf(call, session)
  return typeof shown === 'string' ? { ...call, dryRun, shown } : shown
}

/**
 * Why a call that the user approved must not be sent now: its request differs from the one that was shown. `undefined`
 * if it is the same, or if nobody was asked about the call. Where the question had a stand-in for a value that a needed tool
 * would provide, that value may be filled in.
 */
function changedSinceShown(call: PreparedCall, session: object | undefined): ToolResult | undefined {
  if (call.shown === undefined) return undefined
  const now = digestOf(call, session)
  if (typeof now !== 'string') return now
  if (now === call.shown) return undefined
  const needs = call.tool.needs?.filter(({ runsAlone }) => runsAlone) ?? []
  const standIns = Object.fromEntries(needs.map(({ variable }) => [variable, variable]))
  return needs.length > 0 && digestOf(call, session, standIns) === call.shown ? undefined : CHANGED
}

/** Runs a call once, and returns a result in every case. An approved call is sent only as it was shown. */
export async function runShown(call: PreparedCall, options: RunOptions): Promise<ToolResult> {
  return changedSinceShown(call, options.session) ?? runCall(call, options)
}

/**
 * A digest of what a call would send: method, address, body, and the headers that change its effect, with secrets
 * masked. Credentials may be renewed after the question, so they do not count. A local function sends its input.
 */
function digestOf(
  { tool, input }: PreparedCall,
  session: object | undefined,
  variables: Record<string, string> = {},
): string | ToolResult {
  const request = tool.dryRun?.(input, { ...(session && { session }), variables, comparable: true })
  if (request && 'isError' in request) return request
  const sent = request
    ? [request.method, request.url, bodyOf(request), effectValuesSent(request), request.login]
    : [tool.name, input]
  return createHash('sha256').update(JSON.stringify(sent)).digest('base64url')
}

/** The body without its generated multipart boundary. */
function bodyOf({ headers, body }: DryRun): string | null {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1]
  return boundary === undefined || body === null ? body : body.replaceAll(boundary, '')
}
