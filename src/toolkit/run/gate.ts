import { VoiceError } from '../../errors.js'
import { type Clock, type Logger, silentLogger } from '../../ports.js'
import { trimEndOf } from '../../text/trim.js'
import { shownText } from '../../text/visible.js'
import type { JsonObject } from '../model/json.js'
import { oncePer } from '../model/lazy.js'
import { SAFE_METHODS } from '../model/request-template.js'
import type { CallEffect, CallOptions, NeededBy, ToolDefinition } from '../model/tool.js'
import { createMasker, MASK } from '../secrets/mask.js'
import { callEffect, givenSegments, isStronger } from '../semantics/effect/effect-of-input.js'
import {
  type ExpectedRequest,
  effectOfSent,
  requestSent,
  withoutGiven,
} from '../semantics/effect/sent-effect.js'
import { effectOfTokenRequest } from '../semantics/effect/token-request.js'
import { NOT_APPROVED } from './refusal.js'
import type { RunContext } from './run-context.js'
import { type ExchangeOptions, exchange } from './send/exchange.js'
import { createHttpTransport } from './send/http-transport.js'
import { createOwnTransport, poolTransport } from './send/pool-transport.js'
import type { Exchanged, Transport } from './send/transport.js'
import { plainRequest, type WireRequest } from './wire-request.js'

/** Permission to send the requests of one call. Only this file gives one, and no copy of it counts. */
class GivenPermit {
  readonly #granted: Granted

  constructor(granted: Granted) {
    this.#granted = granted
  }

  static granted(permit: Permit): Granted {
    if (!(#granted in permit)) throw new Error('A request has no permit.')
    return permit.#granted
  }
}

export type Permit = GivenPermit

/** What a permit allows, and what the log says about it. */
interface Granted {
  tool: string
  effect: CallEffect | 'replay'
  /** What the call is known to send. Absent in a replay, which may send anything. */
  expected?: ExpectedRequest | undefined
  /** Whether the option `login` names the tool, so that the call may log in for its token. @default false */
  mayLogIn?: boolean
  /** Present if another call needs this one first. */
  neededBy?: NeededBy | undefined
  /** The only origin that redirects may lead to. @default every origin */
  everyOrigin?: string | undefined
  /** Which redirects of a replay are followed. @default all */
  mayFollow?: GateOptions['mayFollow']
  /** The latest requests of the tool that change nothing. Absent in a replay. */
  harmless?: string[] | undefined
  logger: Logger
  clock: Clock
}

/** Permits the requests of one call of a tool. Throws `not-approved` if the call does more than was agreed to. */
export function permitCall(
  definition: ToolDefinition,
  input: JsonObject,
  { options, context }: { options: CallOptions; context: RunContext },
): Permit {
  const { logger, clock, everyOrigin } = context
  const { name, title, annotations } = definition
  const { neededBy } = options
  const own = callEffect({ annotations, definition }, input)
  const agreed = neededBy?.consent === 'read' ? 'read' : (options.agreed ?? own)
  if (isStronger(own, agreed))
    throw new VoiceError(
      NOT_APPROVED,
      `${name} was not called: it may change something, and was not approved.`,
    )
  return new GivenPermit({
    tool: name,
    effect: agreed,
    expected: { title, method: definition.method, given: givenSegments(input, definition) },
    mayLogIn: context.mayLogIn?.(definition) === true,
    neededBy,
    everyOrigin,
    harmless: harmlessOf(definition),
    logger,
    clock,
  })
}

/** Permits a request of a replay, which sends the requests of a collection because the operator asks for it. */
export function permitReplay(
  tool: string,
  { clock, mayFollow }: { clock: Clock; mayFollow: GateOptions['mayFollow'] },
): Permit {
  return new GivenPermit({ tool, effect: 'replay', mayFollow, logger: silentLogger, clock })
}

type Purpose = 'call' | 'token' | 'refresh'

export interface GateOptions extends Omit<ExchangeOptions, 'transport'> {
  permit: Permit
  /** What the request is for: the call itself, the token that the call needs, or a new token. @default 'call' */
  purpose?: Purpose
  /** The secrets of the call, which a host name may have too. The log shows none. @default none */
  secrets?: readonly string[]
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
async function passGate(wire: WireRequest, given: GateOptions, transport: Transport): Promise<Exchanged> {
  // Written out, because a rest of the options would cost more than a microsecond of each call.
  const { permit, purpose = 'call', secrets = [], limits, deadline, rules, cookies, challenged } = given
  const granted = GivenPermit.granted(permit)
  const { tool, effect, neededBy, logger, clock } = granted
  checkEffect(wire, granted, { purpose, secrets })
  const started = clock.now()
  const { method, origin } = wire
  // Requests that no caller asked for are logged at the default level.
  const level = neededBy || purpose !== 'call' ? 'info' : 'debug'
  const log = (outcome: { status: number } | { failure: string }) =>
    logger[level]('request sent', {
      tool,
      purpose,
      effect,
      ...(neededBy && { neededBy: neededBy.tool, consent: neededBy.consent }),
      method,
      origin: withoutSecrets(origin, secrets),
      ...outcome,
      ms: clock.now() - started,
    })
  try {
    const mayFollow = redirectsOf(granted, purpose !== 'call')
    const options = { transport, limits, deadline, rules, mayFollow, cookies, challenged }
    const exchanged = await exchange(wire, options)
    log({ status: exchanged.response.status })
    return exchanged
  } catch (error) {
    log({ failure: error instanceof VoiceError ? error.code : 'internal' })
    throw error
  }
}

/** An origin without the secrets in its host name, which is in lower case. */
const withoutSecrets = (origin: string, secrets: readonly string[]): string =>
  secrets
    .map((secret) => secret.toLowerCase())
    .filter((secret) => secret !== '' && origin.includes(secret))
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), origin)

/** Maximum size of a body that is judged, in bytes. A call that only reads sends no larger one. */
const MAX_JUDGED_BYTES = 1_000_000

/** Throws if a request says that it does more than its permit allows. */
function checkEffect(
  wire: WireRequest,
  permit: Granted,
  { purpose, secrets }: { purpose: Purpose; secrets: readonly string[] },
): void {
  const { tool } = permit
  const isToken = purpose !== 'call'
  const found = excessOf(wire, { permit, allowed: allowedFor(purpose, permit), isToken })
  if (found.length === 0) return
  const masked = createMasker([...secrets]).text(found.join(', '))
  const shown = shownText(masked, { max: 200, length: () => '…' })
  throw new VoiceError(
    NOT_APPROVED,
    isToken
      ? `${tool} was not called: its token needs ${shown} (${wire.method} ${wire.origin}), which was not approved. The option "login" can name ${tool}.`
      : `${tool} was not called: its request does more than the tool says (${shown}), which was not approved.`,
  )
}

/** A question to the user shows the call and the log-in for its token, but not how the token is renewed later. */
function allowedFor(purpose: Purpose, { effect, mayLogIn }: Granted): Granted['effect'] {
  if (purpose === 'refresh' && effect !== 'replay') return mayLogIn ? 'write' : 'read'
  return purpose === 'token' && mayLogIn && effect === 'read' ? 'write' : effect
}

/** The words of a request that say that it does more than `allowed`. */
function excessOf(
  wire: WireRequest,
  { permit, allowed, isToken }: { permit: Granted; allowed: Granted['effect']; isToken: boolean },
): string[] {
  const { expected } = permit
  if (allowed === 'destructive' || allowed === 'replay' || !expected) return []
  const known = isToken || wire.body !== null ? undefined : permit.harmless
  const judged = known && judgedPart(wire, expected.given ?? [])
  if (judged && known?.includes(judged)) return []
  const isJudged = (wire.body?.byteLength ?? 0) <= MAX_JUDGED_BYTES
  if (!isJudged && allowed === 'read') return [`a body of ${wire.body?.byteLength} bytes`]
  const body = isJudged && wire.body ? Buffer.from(wire.body).toString('utf8') : null
  const request = requestSent({ ...plainRequest({ ...wire, body: null }), body })
  const sent = isToken ? effectOfTokenRequest(request, wire.hostname) : effectOfSent(request, expected)
  if (known && judged && judged.length <= MAX_HARMLESS_CHARS && sent.effect === 'read') {
    if (known.length === MAX_HARMLESS) known.shift()
    known.push(judged)
  }
  return isStronger(sent.effect, allowed) ? sent.words : []
}

/** The latest harmless requests of a tool, so that a request like one of them is not judged again at each call. */
const harmlessOf = oncePer((_definition: ToolDefinition): string[] => [])
const MAX_HARMLESS = 4
/** Maximum characters of a harmless request that is kept. */
const MAX_HARMLESS_CHARS = 8_000

/** All of a request without a body that {@link effectOfSent} judges: segments that the input has given are judged with it. */
function judgedPart({ method, path, headers }: WireRequest, given: readonly string[]): string {
  const [place = '', ...query] = path.split('?')
  return JSON.stringify([method, withoutGiven(place.split('/'), given), query, headers])
}

/**
 * Which redirects of a call are followed. One that ends in a GET must lead to a read, because an API gives no approval. One
 * that repeats a method that may change something must lead to the same path, because a user has approved this one.
 */
function redirectsOf(permit: Granted, isToken: boolean): GateOptions['mayFollow'] {
  if (permit.effect === 'replay') return permit.mayFollow
  const { everyOrigin, expected } = permit
  // In another path, a segment that is equal to one of the input may be a command, and the name of the tool tells nothing.
  const unknown = { title: 'Redirect', given: [], isRedirect: true }
  const elsewhere = { ...permit, harmless: undefined, expected: expected && { ...expected, ...unknown } }
  return (next, from) => {
    if (everyOrigin !== undefined && next.origin !== everyOrigin) return false
    const judged = pathOf(next) === pathOf(from) ? permit : elsewhere
    const isRead = () => excessOf(next, { permit: judged, allowed: 'read', isToken }).length === 0
    if (SAFE_METHODS.has(next.method)) return isRead()
    return placeOf(next) === placeOf(from) || (isToken && isRead())
  }
}

/** A path without its query. A slash at the end does not count. */
const pathOf = ({ path }: WireRequest) => trimEndOf(path.split('?', 1).join(), '/')

/** A path and a query. A slash at the end of the path does not count. */
const placeOf = (wire: WireRequest) => [pathOf(wire), ...wire.path.split('?').slice(1)].join('?')
