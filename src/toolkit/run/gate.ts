import { VoiceError } from '../../errors.js'
import { type Clock, type Logger, silentLogger } from '../../ports.js'
import type { JsonObject } from '../model/json.js'
import type { CallOptions, NeededBy, ToolDefinition } from '../model/tool.js'
import { type CallEffect, callEffect } from '../semantics/effect/effect-of-input.js'
import { type ExchangeOptions, exchange } from './send/exchange.js'
import { createHttpTransport } from './send/http-transport.js'
import { createOwnTransport, poolTransport } from './send/pool-transport.js'
import type { Exchanged, Transport } from './send/transport.js'
import type { WireRequest } from './wire-request.js'

/** Permission to send the requests of one call, and what the log says about them. */
export interface Permit {
  readonly tool: string
  readonly effect: CallEffect | 'replay'
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
  { options, logger, clock }: { options: CallOptions; logger: Logger; clock: Clock },
): Permit {
  const { name, annotations } = definition
  const { neededBy } = options
  const effect = callEffect({ annotations, definition }, input)
  if (neededBy?.consent === 'read' && effect !== 'read')
    throw new VoiceError(
      'not-approved',
      `${name} was not called: it may change something, and nobody agreed.`,
    )
  return give({ tool: name, effect, neededBy, logger, clock })
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
    const exchanged = await exchange(wire, { ...options, transport })
    log({ status: exchanged.response.status })
    return exchanged
  } catch (error) {
    log({ failure: error instanceof VoiceError ? error.code : 'internal' })
    throw error
  }
}
