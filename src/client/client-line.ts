import type { ClientEvent } from '../protocol/events.js'
import type { ClientParts } from './client-parts.js'
import type { VoiceConfig } from './config.js'
import { findRefusal } from './find-refusal.js'
import { Line } from './line.js'

/** The line of a page, as its settings say. `onSent` sees every event that goes out. */
export function lineOf(
  config: VoiceConfig,
  { parts, onSent }: { parts: ClientParts; onSent: (event: ClientEvent) => void },
): Line {
  const { Socket, clock, random, memory, isOnline } = parts
  const { serverUrl: url, appId } = config
  return new Line({
    ...{ url, appId, Socket, clock, random, isOnline, tokens: memory, onSent },
    apiKey: config.apiKey,
    reconnectEnabled: config.reconnectEnabled,
    maxReconnectAttempts: config.maxReconnectAttempts,
    reconnectDelayMs: config.reconnectDelayMs,
    heartbeatIntervalMs: config.heartbeatIntervalMs,
    findRefusal: (attempt) => findRefusal({ ...attempt, url, appId }),
  })
}
