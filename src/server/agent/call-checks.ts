import { createHash } from 'node:crypto'
import type { Clock, Logger } from '../../ports.js'
import { editDistance } from '../../text/edit-distance.js'
import type { DryRun, ToolResult } from '../../toolkit/model/tool.js'
import { failed } from '../../toolkit/run/refusal.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import type { Agent } from './agent.js'
import { inDeclaredOrder } from './approval-fields.js'
import { effectValuesSent } from './approval-request.js'
import type { Approvals } from './approvals.js'
import type { Budget } from './budget.js'
import type { CallItem } from './call-item.js'
import type { History } from './history.js'
import { provesIdentity } from './identity-check.js'
import type { StepCall } from './step.js'
import {
  needsApproval,
  type PreparedCall,
  parseArguments,
  prepareCall,
  type RunOptions,
  runCall,
} from './tool-calls.js'

/** What happens with a call of a model. `bad`: it does not run, and the model gets the result. */
export type CheckedCall =
  | { kind: 'client' }
  | { kind: 'run' | 'ask'; prepared: PreparedCall }
  | { kind: 'bad'; result: ToolResult }

/** What all replies of one conversation share. */
export interface CallContext {
  budgets?: readonly Budget[]
  clock: Clock
  logger: Logger
  newId: (prefix: string) => string
  /** Resolves when the session is stored. A tool starts only then, so that none runs twice after a crash. */
  committed?: () => Promise<void> | undefined
  /** Resolves when the user's turn is certainly over. A call that may change something starts only then. */
  beforeWrite?: () => Promise<void> | undefined
  approvals: Approvals
  /** The running calls, including those that outlived their reply. */
  underWay: Set<CallItem>
  maxOpenCalls: number
  /** Identifies the conversation. Its calls share cookies and the values that were captured from responses. */
  session: object
}

export interface CallSituation {
  context: CallContext
  at: number
  agent: Agent
  log: { history: History }
  clientTools: ReadonlySet<string>
  canAsk: boolean
}

/** A user may give a customer number first and the PIN when the agent asks for it, so this many messages count. */
const IDENTITY_MESSAGES = 4

/** The `reason` of a call that was not sent, because its request is not the one that the user approved. */
export const REQUEST_CHANGED = 'request-changed'

const CHANGED = failed(
  REQUEST_CHANGED,
  'Not sent: the request is no longer the one that was approved, because a value in it or its collection has changed since. It needs a new approval.',
)

/** Checks a call before it runs: size, number, arguments, tool, approval. `runShown` checks it when it is sent. */
export function checkCall(written: StepCall, situation: CallSituation): CheckedCall {
  const { at, agent, context, log, clientTools, canAsk } = situation
  const { approvals, maxOpenCalls, session } = context
  const { maxCallsPerStep: limit, maxArgumentBytes } = agent.limits
  if (written.isTooLong)
    return bad(
      `Not run: the arguments of a call have at most ${maxArgumentBytes} bytes. Call it again with less.`,
    )
  if (at >= limit) return tooMany(`Not run: at most ${limit} calls at a time. Call it again by itself.`)
  const running = context.underWay.size
  if (running + at >= maxOpenCalls)
    return tooMany(`Not run: ${running} calls of this conversation are still running. Call it again later.`)
  const call = agent.tools.unwrap(written)
  if ('problem' in call) return bad(call.problem)
  const read = parseArguments(call.arguments)
  if ('problem' in read) return bad(read.problem)
  const tool = agent.tools.callable.get(call.name)
  if (!tool && clientTools.has(call.name)) return { kind: 'client' }
  if (agent.tools.isOwnLogin(call.name)) return bad(LOGGED_IN, 'not-needed')
  if (!tool) return bad(unknownTool(call.name, [...agent.tools.callable.keys(), ...clientTools]))
  const prepared = prepareCall(tool, read.input, call.arguments || '{}')
  const { input } = prepared
  const words = {
    said: log.history.recentUserText(IDENTITY_MESSAGES),
    latest: log.history.recentUserText(1),
  }
  // A collection with its own policy asks also before calls that prove who the user is.
  const isProof = tool.approve === undefined && provesIdentity(prepared, { words, session })
  if (isProof || !needsApproval(tool, { policy: agent.approve, input }))
    return { kind: 'run', prepared: isProof ? { ...prepared, isProof } : prepared }
  if (!canAsk) return bad('Not run: this call needs the approval of the user, who cannot be asked here.')
  const waiting = approvals.pending.requests.length
  if (waiting + at >= maxOpenCalls)
    return tooMany(`Not run: ${waiting} calls of this conversation wait for the user. Call it again later.`)
  // If the request cannot be built, the model gets the error and the user is not asked.
  const asked = showRequest(prepared, session)
  if ('isError' in asked) return { kind: 'bad', result: asked }
  // The arguments are put in the order of the tool's parameters, because every client shows them in the order of the
  // text.
  const ordered = JSON.stringify(inDeclaredOrder(input, tool.parameters))
  return { kind: 'ask', prepared: { ...asked, arguments: ordered } }
}

const bad = (content: string, reason = 'invalid-call'): CheckedCall => ({
  kind: 'bad',
  result: failed(reason, content),
})

const LOGGED_IN =
  'Not run, because it is not needed: the program has logged in, or does so by itself before a call that needs it. Make the call that you need.'

const tooMany = (content: string) => bad(content, 'too-many-calls')

/** Whether a call was refused for what the model wrote, so that the model can correct it. */
export const isInvalid = (result?: ToolResult) =>
  result?.reason === 'invalid-call' || result?.reason === 'invalid-input'

/** The result of a call about which the user is not asked, so that one yes does not agree to half of a wish. */
export const HELD_BACK = failed(
  'not-asked',
  'Not asked yet, because another call of the same answer was refused. Correct that call, and make all of them again in one answer. If it cannot be corrected, make only the others again.',
)

/** What a model reads when it calls a tool that does not exist: the tools with the nearest names first. */
function unknownTool(name: string, known: readonly string[]): string {
  const said = new Set(wordsOf(name))
  const near = known
    .map((one) => ({
      one,
      shared: wordsOf(one).filter((word) => said.has(word)).length,
      distance: editDistance(name.slice(0, LONGEST_NAME), one),
    }))
    .sort((a, b) => b.shared - a.shared || a.distance - b.distance)
  const some = near.slice(0, 30).map(({ one }) => one)
  return `There is no tool "${name}". The tools are: ${some.join(', ') || 'none'}${known.length > 30 ? ', ...' : ''}.`
}

/** A name longer than a tool can have is compared by its beginning. */
const LONGEST_NAME = 128

/** A call with the request that it would send and its digest; or the result that says why there is no request. */
export function showRequest(call: PreparedCall, session: object): PreparedCall | ToolResult {
  const dryRun = call.tool.dryRun?.(call.input, { session })
  if (dryRun && 'isError' in dryRun) return dryRun
  const request = requestOf(call, session)
  if (request && 'isError' in request) return request
  return { ...call, dryRun, shown: digestOf(call, request) }
}

/**
 * Why an approved call must not be sent now: its request is not the one that was shown. A stand-in for a value that a
 * needed tool provides may be filled in, unless form or effect of the request change.
 */
function changedSinceShown(call: PreparedCall, session: object | undefined): ToolResult | undefined {
  if (call.shown === undefined) return undefined
  const now = requestOf(call, session)
  if (now && 'isError' in now) return now
  if (digestOf(call, now) === call.shown) return undefined
  const needs = call.tool.needs?.filter(({ runsAlone }) => runsAlone) ?? []
  if (needs.length === 0) return CHANGED
  const standIns = Object.fromEntries(needs.map(({ variable }) => [variable, variable]))
  const asked = requestOf(call, session, standIns)
  if (!now || !asked || 'isError' in asked || digestOf(call, asked) !== call.shown) return CHANGED
  return now.form === asked.form ? undefined : CHANGED
}

/** Runs a call once, and returns a result in every case. An approved call is sent only as it was shown. */
export async function runShown(call: PreparedCall, options: RunOptions): Promise<ToolResult> {
  return changedSinceShown(call, options.session) ?? runCall(call, options)
}

function requestOf(
  { tool, input }: PreparedCall,
  session: object | undefined,
  variables: Record<string, string> = {},
): DryRun | ToolResult | undefined {
  return tool.dryRun?.(input, { ...(session && { session }), variables, comparable: true })
}

/** What a call would send, masked and without credentials, which may be renewed. For a function, its input. */
function digestOf({ tool, input }: PreparedCall, request: DryRun | undefined): string {
  const sent = request
    ? [...partsOf(request), effectValuesSent(request)]
    : [tool.name, input, ...(tool.identity === undefined ? [] : [tool.identity])]
  return createHash('sha256').update(JSON.stringify(sent)).digest('base64url')
}

const partsOf = (request: DryRun) => {
  const { method, url, login, form, answered } = request
  return [method, url, bodyOf(request), login, form, answered]
}

function bodyOf({ headers, body }: DryRun): string | null {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1]
  return boundary === undefined || body === null ? body : body.replaceAll(boundary, '')
}
