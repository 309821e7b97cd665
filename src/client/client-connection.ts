import type { ClientEvent } from '../protocol/events.js'
import type { ClientParts } from './client-parts.js'
import type { VoiceConfig } from './config.js'
import { findRefusal } from './find-refusal.js'
import { ReconnectingConnection } from './reconnecting-connection.js'

/** The reconnecting connection of a page, from its configuration. `onSent` receives every sent event. */
export function createReconnectingConnection(
  config: VoiceConfig,
  { parts, onSent }: { parts: ClientParts; onSent: (event: ClientEvent) => void },
): ReconnectingConnection {
  const { Socket, clock, random, memory, isOnline } = parts
  const { serverUrl: url, appId } = config
  return new ReconnectingConnection({
    url,
    appId,
    Socket,
    clock,
    random,
    isOnline,
    tokens: memory,
    onSent,
    apiKey: config.apiKey,
    reconnectEnabled: config.reconnectEnabled,
    maxReconnectAttempts: config.maxReconnectAttempts,
    reconnectDelayMs: config.reconnectDelayMs,
    heartbeatIntervalMs: config.heartbeatIntervalMs,
    findRefusal: (attempt) => findRefusal({ ...attempt, url, appId }),
  })
}
