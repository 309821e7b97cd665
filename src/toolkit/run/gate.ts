import { VoiceError } from '../../errors.js'
import { type Clock, type Logger, silentLogger } from '../../ports.js'
import { trimEndOf } from '../../text/trim.js'
import { shownText } from '../../text/visible.js'
import type { JsonObject } from '../model/json.js'
import type { CallEffect, CallOptions, NeededBy, ToolDefinition } from '../model/tool.js'
import { callEffect, givenSegments, isStronger } from '../semantics/effect/effect-of-input.js'
import {
  type ExpectedRequest,
  effectOfSent,
  requestSent,
  SAFE_METHODS,
} from '../semantics/effect/sent-effect.js'
import { effectOfTokenRequest } from '../semantics/effect/token-request.js'
import { NOT_APPROVED } from './refusal.js'
import type { RunContext } from './run-context.js'
import { type ExchangeOptions, exchange } from './send/exchange.js'
import { createHttpTransport } from './send/http-transport.js'
import { createOwnTransport, poolTransport } from './send/pool-transport.js'
import type { Exchanged, Transport } from './send/transport.js'
import { plainRequest, type WireRequest } from './wire-request.js'

/** Permission to send the requests of one call, and what the log says about them. */
export interface Permit {
  readonly tool: string
  readonly effect: CallEffect | 'replay'
  /** What the call is known to send. Absent in a replay, which may send anything. */
  readonly expected?: ExpectedRequest
  /** Whether the option `login` names the tool, so that the call may log in for its token. @default false */
  readonly mayLogIn?: boolean
  /** Present if another call needs this one first. */
  readonly neededBy?: NeededBy | undefined
  readonly logger: Logger
  readonly clock: Clock
}

const given = new WeakSet<Permit>()

/**
 * Permits the requests of one call of a tool. Throws `not-approved` if another call needs this one first, this call may
 * change something, and nobody has agreed to it.
 */
export function permitCall(
  definition: ToolDefinition,
  input: JsonObject,
  { options, context }: { options: CallOptions; context: RunContext },
): Permit {
  const { logger, clock } = context
  const { name, title, annotations } = definition
  const { neededBy, agreed = 'read' } = options
  const own = callEffect({ annotations, definition }, input)
  if (neededBy?.consent === 'read' && own !== 'read')
    throw new VoiceError(
      NOT_APPROVED,
      `${name} was not called: it may change something, and was not approved.`,
    )
  const effect = isStronger(agreed, own) ? agreed : own
  const expected = { title, method: definition.method, given: givenSegments(input, definition) }
  const mayLogIn = context.mayLogIn?.(definition) === true
  return give({ tool: name, effect, expected, mayLogIn, neededBy, logger, clock })
}

/** Permits a request of a replay, which sends the requests of a collection because the operator asks for it. */
export function permitReplay(tool: string, clock: Clock): Permit {
  return give({ tool, effect: 'replay', logger: silentLogger, clock })
}

function give(permit: Permit): Permit {
  given.add(permit)
  return permit
}

export interface GateOptions extends Omit<ExchangeOptions, 'transport'> {
  permit: Permit
  /** What the request is for: the call itself, or the token that the call needs. @default 'call' */
  purpose?: 'call' | 'token'
}

export interface Gate {
  /** Sends a request, logs it, and returns the final response. Throws if `permit` was not given by this file. */
  send(wire: WireRequest, options: GateOptions): Promise<Exchanged>
  close(): void
}

/**
 * Opens the gate to APIs:
 * - `shared`: all calls of the process share the connections
 * - `own`: the call has connections of its own, as NTLM requires
 * - `replay`: one connection for each origin, and headers in order and case as written
 */
export function openGate(kind: 'shared' | 'own' | 'replay'): Gate {
  if (kind === 'shared') return SHARED
  const { send, close } = kind === 'own' ? createOwnTransport() : createHttpTransport()
  return { send: (wire, options) => passGate(wire, options, send), close }
}

const SHARED: Gate = { send: (wire, options) => passGate(wire, options, poolTransport), close() {} }

/** Every request to an API passes this function. scripts/layers.mjs checks that no other file has a transport. */
async function passGate(
  wire: WireRequest,
  { permit, purpose = 'call', ...options }: GateOptions,
  transport: Transport,
): Promise<Exchanged> {
  const { tool, effect, neededBy, logger, clock } = permit
  if (!given.has(permit)) throw new Error(`A request of ${tool} has no permit.`)
  checkEffect(wire, permit, purpose === 'token')
  const started = clock.now()
  const { method, origin } = wire
  // Requests that no caller asked for are logged at the default level.
  const level = neededBy || purpose === 'token' ? 'info' : 'debug'
  const log = (outcome: { status: number } | { failure: string }) =>
    logger[level]('request sent', {
      tool,
      purpose,
      effect,
      ...(neededBy && { neededBy: neededBy.tool, consent: neededBy.consent }),
      method,
      origin,
      ...outcome,
      ms: clock.now() - started,
    })
  try {
    const mayFollow = redirectsOf(permit, purpose === 'token')
    const exchanged = await exchange(wire, { ...options, transport, mayFollow })
    log({ status: exchanged.response.status })
    return exchanged
  } catch (error) {
    log({ failure: error instanceof VoiceError ? error.code : 'internal' })
    throw error
  }
}

/** Maximum size of a body that is judged, in bytes. A call that only reads sends no larger one. */
const MAX_JUDGED_BYTES = 1_000_000

/** Throws if a request says that it does more than its permit allows. */
function checkEffect(wire: WireRequest, permit: Permit, isToken: boolean): void {
  const { tool, effect, mayLogIn } = permit
  const allowed = isToken && mayLogIn && effect === 'read' ? 'write' : effect
  const found = excessOf(wire, { permit, allowed, isToken })
  if (found.length === 0) return
  const shown = shownText(found.join(', '), { max: 200, length: () => '…' })
  throw new VoiceError(
    NOT_APPROVED,
    isToken
      ? `${tool} was not called: its token needs ${shown} (${wire.method} ${wire.origin}), which was not approved. The option "login" can name ${tool}.`
      : `${tool} was not called: its request does more than the tool says (${shown}), which was not approved.`,
  )
}

/** The words of a request that say that it does more than `allowed`. */
function excessOf(
  wire: WireRequest,
  { permit, allowed, isToken }: { permit: Permit; allowed: Permit['effect']; isToken: boolean },
): string[] {
  const { expected } = permit
  if (allowed === 'destructive' || allowed === 'replay' || !expected) return []
  const isJudged = (wire.body?.byteLength ?? 0) <= MAX_JUDGED_BYTES
  if (!isJudged && allowed === 'read') return [`a body of ${wire.body?.byteLength} bytes`]
  const body = isJudged && wire.body ? Buffer.from(wire.body).toString('utf8') : null
  const request = requestSent({ ...plainRequest({ ...wire, body: null }), body })
  const sent = isToken ? effectOfTokenRequest(request, wire.hostname) : effectOfSent(request, expected)
  return isStronger(sent.effect, allowed) ? sent.words : []
}

/**
 * Which redirects of a call are followed. One that ends in a GET must lead to a read, because an API gives no approval. One
 * that repeats a method that may change something must lead to the same path, because a user has approved this one.
 */
function redirectsOf(permit: Permit, isToken: boolean): GateOptions['mayFollow'] {
  if (permit.effect === 'replay') return undefined
  const isRead = (wire: WireRequest) => excessOf(wire, { permit, allowed: 'read', isToken }).length === 0
  return (next, from) =>
    SAFE_METHODS.has(next.method)
      ? isRead(next)
      : placeOf(next) === placeOf(from) || (isToken && isRead(next))
}

/** A path and a query. A slash at the end of the path does not count. */
function placeOf({ path }: WireRequest): string {
  const [place = '', ...query] = path.split('?')
  return [trimEndOf(place, '/'), ...query].join('?')
}
