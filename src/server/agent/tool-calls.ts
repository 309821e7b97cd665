import { messageOf, stackOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import { isObject } from '../../protocol/is-object.js'
import { infinityIn, parseExact, tryParseExact } from '../../protocol/parse-exact.js'
import { cutAtWord } from '../../text/cut.js'
import { boundedResult } from '../../toolkit/bounded-result.js'
import type { JsonObject, JsonSchema } from '../../toolkit/model/json.js'
import type {
  ApprovalPolicy,
  CallEffect,
  CallOptions,
  DryRun,
  NeededBy,
  ToolFunction,
  ToolResult,
} from '../../toolkit/model/tool.js'
import type { ConvertedInput } from '../../toolkit/run/input/check-input.js'
import { inputToSend, withLeftOut } from '../../toolkit/run/tool-function.js'
import { mentionsSensitive } from '../../toolkit/secrets/credential-name.js'
import { knownCredential } from '../../toolkit/secrets/credential-value.js'
import { maskArguments, takesSensitive } from '../../toolkit/secrets/sensitive-arguments.js'
import {
  callEffect,
  isStronger,
  takesSegment,
  takesText,
} from '../../toolkit/semantics/effect/effect-of-input.js'
import type { AnswerCall } from './events.js'

export interface PreparedCall {
  tool: ToolFunction
  input: JsonObject
  /** The members of the body that are not sent, because the tool takes no null there. @default none */
  leftOut?: readonly string[]
  /** As the model wrote them; for an approval in the order of the parameters, for MCP made from `input`. */
  arguments: string
  /** The request that the call would send. It is set only if the call waits for approval, and the user then sees it. */
  dryRun?: DryRun
  /** The digest of the request that the user was asked about. The call sends no other request. */
  shown?: string
  /** Whether the call only proves who the user is, by what the user said for it. It then needs no approval. */
  isProof?: boolean
  made?: AnswerCall
  /** Calls that need this one first, such as a log-in. They run after it. */
  waiting?: readonly WaitingCall[]
}

export interface WaitingCall {
  call: PreparedCall
  /** The id of its own approval request, if it needed approval. */
  approvalId?: string | undefined
}

/** Prepares a call. Its input is converted once, so that the call is judged, shown and sent in the same form. */
export function prepareCall(tool: ToolFunction, given: JsonObject, text?: string): PreparedCall {
  const { input, leftOut }: ConvertedInput = tool.definition
    ? inputToSend(tool.definition, given)
    : { input: given }
  return { tool, input, arguments: text ?? JSON.stringify(input), ...(leftOut && { leftOut }) }
}

/** Maximum length of a call's arguments. Parsing longer ones would block other sessions for too long. */
const MAX_ARGUMENT_CHARS = 1_000_000

/** The part of a message of `JSON.parse` that repeats the text, which may contain a password. */
const QUOTED = /, (?:\.\.\.)?"[\s\S]*/

/** Parses the arguments of a call. If they are invalid, `problem` is a sentence for the model. */
export function parseArguments(text: string): { input: JsonObject } | { problem: string } {
  if (text.length > MAX_ARGUMENT_CHARS)
    return {
      problem: `The arguments have ${text.length} characters; at most ${MAX_ARGUMENT_CHARS} are read. Call the tool again with less.`,
    }
  if (text.trim() === '') return { input: {} }
  try {
    const value = parseExact(text)
    const infinite = infinityIn(value)
    if (infinite !== undefined) return { problem: tooLarge(infinite) }
    if (isObject(value)) return { input: value as JsonObject }
    return {
      problem: `The arguments must be a JSON object, found ${Array.isArray(value) ? 'an array' : typeof value}. Call the tool again with an object.`,
    }
  } catch (error) {
    return {
      problem: `The arguments are not valid JSON (${messageOf(error).replace(QUOTED, '')}). Call the tool again with corrected arguments.`,
    }
  }
}

export const tooLarge = (path: string) =>
  `"${cutAtWord(path, 100)}" must be a finite number; a number such as 1e400 is too large to be sent. Call the tool again with a smaller number.`

export interface RunOptions {
  signal: AbortSignal
  timeoutMs: number
  clock: Clock
  logger: Logger
  headers?: [name: string, value: string][]
  /** Identifies the conversation. Its calls share cookies and the values that were captured from responses. */
  session?: object
  neededBy?: NeededBy | undefined
  /** The strongest effect that the user or the policy has agreed to. @default that of the call */
  agreed?: CallEffect | undefined
}

/** Runs a tool once and always returns a result. If the tool throws, hangs or ignores its signal, the model gets an error. */
export async function runCall(call: PreparedCall, options: RunOptions): Promise<ToolResult> {
  const started = options.clock.now()
  const stop = new AbortController()
  const failed = (reason: string, content: string): ToolResult => ({
    isError: true,
    reason,
    content,
    requestMs: options.clock.now() - started,
  })
  return new Promise((resolve) => {
    const finish = (result: ToolResult) => {
      cancelTimer()
      options.signal.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const giveUp = (reason: string, sentence: string) => {
      finish(
        failed(reason, call.tool.annotations.readOnlyHint ? sentence : `${sentence} ${MAY_HAVE_HAPPENED}`),
      )
      stop.abort()
    }
    const onAbort = () => giveUp('cancelled', 'The call was cancelled while it was running.')
    const cancelTimer = options.clock.schedule(
      () => giveUp('timeout', `The tool gave no answer within ${options.timeoutMs / 1000} seconds.`),
      options.timeoutMs,
    )
    options.signal.addEventListener('abort', onAbort, { once: true })
    if (options.signal.aborted) return onAbort()
    const { headers, session, neededBy, agreed } = options
    start(call, { signal: stop.signal, headers, session, neededBy, agreed, alone: true }).then(
      finish,
      (error: unknown) => {
        options.logger.error('tool failed', { tool: call.tool.name, error: stackOf(error) })
        finish(failed('tool-failed', `The tool failed: ${messageOf(error)}`))
      },
    )
  })
}

const MAY_HAVE_HAPPENED = 'It may have taken effect all the same; check before you try again.'

async function start(call: PreparedCall, options: CallOptions): Promise<ToolResult> {
  return boundedResult(withLeftOut(await call.tool.call(call.input, options), call.leftOut))
}

const NO_PARAMETERS: JsonSchema = {}

/** Arguments as they are shown and stored, without sensitive values. `tool`: undefined if it is unknown. */
export function shownArguments(tool: Pick<ToolFunction, 'parameters'> | undefined, text: string): string {
  const parameters = tool?.parameters ?? NO_PARAMETERS
  const input = tryParseExact(text)
  // Text that is not JSON may contain a secret in any form. Such a call never runs.
  if (!isObject(input)) return takesSensitive(parameters) || mayHoldSecret(text) ? '{}' : text
  const shown = maskArguments(input as JsonObject, parameters)
  return shown === input ? text : JSON.stringify(shown)
}

const mayHoldSecret = (text: string) => mentionsSensitive(text) || knownCredential(text) !== undefined

/** Whether any call of a tool can need approval. A read can too if its input has a text, such as a statement of SQL. */
export function mayNeedApproval(tool: ToolFunction, agentPolicy: ApprovalPolicy): boolean {
  const { annotations, definition, approve = agentPolicy } = tool
  return approve !== 'none' && !(annotations.readOnlyHint && !(definition && takesText(definition)))
}

/** Whether the calls of a tool are meant to change nothing, and none becomes a command by its path. */
export function onlyReads({ annotations, definition }: ToolFunction): boolean {
  return annotations.readOnlyHint && !(definition && takesSegment(definition))
}

/** Whether a call needs approval. The policy of the tool, if it has one, replaces the policy of the agent. */
export function needsApproval(
  tool: ToolFunction,
  { policy: agentPolicy, input }: { policy: ApprovalPolicy; input: JsonObject },
): boolean {
  const policy = tool.approve ?? agentPolicy
  if (policy === 'none') return false
  const effect = callEffect(tool, input)
  return policy === 'writes' ? effect !== 'read' : effect === 'destructive'
}

/** The strongest effect that a call may have: what the user or the operator has agreed to, else what the policy does not ask about. */
export function agreedTo(
  { tool, input, isProof }: PreparedCall,
  {
    policy,
    isApproved,
    neededBy,
  }: { policy: ApprovalPolicy; isApproved: boolean; neededBy?: NeededBy | undefined },
): CallEffect {
  if (isApproved) return 'destructive'
  const unasked = WITHOUT_QUESTION[tool.approve ?? policy]
  const isNamed = isProof || (neededBy !== undefined && neededBy.consent !== 'read')
  const own = isNamed ? callEffect(tool, input) : 'read'
  return isStronger(own, unasked) ? own : unasked
}

const WITHOUT_QUESTION = { none: 'destructive', destructive: 'write', writes: 'read' } as const

/** Whether a call may change data: its tool writes, or its input makes the call a write, such as a GraphQL mutation. */
export function mayChange(tool: ToolFunction, input: JsonObject): boolean {
  return callEffect(tool, input) !== 'read'
}
