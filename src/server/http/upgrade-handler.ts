import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { stackOf } from '../../errors.js'
import { sendGreeting, sendJoined } from '../realtime/greet.js'
import {
  CLOSE,
  type ConnectionLimits,
  RealtimeConnection,
  type RealtimeConnectionOptions,
  refuseBeta,
} from '../realtime/realtime-connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import { shownLimits } from '../realtime/refusals.js'
import type { CloseReason } from '../sessions/sessions.js'
import type { Admission, Admissions, AdmissionsOptions } from './admissions.js'
import { type HttpRefusal, refuseUpgrade } from './http-answer.js'
import { isRealtimePath, readUpgradeRequest, type UpgradeRequest } from './upgrade-request.js'

/** Most characters of the header Origin that the log shows. */
const MAX_ORIGIN_CHARS = 200

const NO_WEBSOCKET_HERE: HttpRefusal = {
  status: 404,
  message: 'WebSockets are at /ws and /v1/realtime.',
}

export interface UpgradeHandlerOptions
  extends Pick<AdmissionsOptions, 'access' | 'sessions' | 'metrics' | 'logger' | 'clock'> {
  admissions: Admissions
  connectionLimits: ConnectionLimits
}

/** Opens a WebSocket for an admitted client, and refuses others before the handshake. */
export class UpgradeHandler {
  readonly #options: UpgradeHandlerOptions
  readonly #sockets: WebSocketServer
  readonly #connections = new Set<RealtimeConnection>()

  constructor(options: UpgradeHandlerOptions) {
    this.#options = options
    const waiting = () => [...this.#connections].reduce((sum, { waitingBytes }) => sum + waitingBytes, 0)
    options.metrics.read('voice_connections', () => this.#connections.size)
    options.metrics.read('voice_send_queue_bytes', waiting)
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: options.connectionLimits.maxMessageBytes,
      perMessageDeflate: false,
      // A connection answers pings itself, in turn with the messages.
      autoPong: false,
      handleProtocols: (offered) => ['voice.v1', 'realtime'].find((dialect) => offered.has(dialect)) ?? false,
    })
    // Without this listener, ws answers a malformed handshake with plain text.
    this.#sockets.on('wsClientError', ({ message }, socket) =>
      refuseUpgrade(socket as Socket, { status: 400, message: `${message}.` }),
    )
  }

  async receive(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    try {
      await this.#receive(request, socket, head)
    } catch (error) {
      this.#options.logger.error('upgrade failed', { error: stackOf(error) })
      socket.destroy()
    }
  }

  async #receive(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { access, metrics, logger } = this.#options
    const ignore = () => {}
    socket.on('error', ignore)
    const upgrade = readUpgradeRequest(request)
    const admission = isRealtimePath(upgrade.path)
      ? await this.#options.admissions.admit(request, upgrade)
      : NO_WEBSOCKET_HERE
    if ('status' in admission) {
      const { status, message: reason } = admission
      const origin = request.headers.origin?.slice(0, MAX_ORIGIN_CHARS)
      metrics.count('voice_connections_refused_total', { status: String(status) })
      logger.warn('connection refused', { status, reason, origin, address: access.addressOf(request) })
      return refuseUpgrade(socket, admission)
    }
    socket.off('error', ignore)
    // If the client has disconnected meanwhile, its socket emits no further close event, so the connection is given
    // back to the quota here.
    if (socket.destroyed) return admission.release()
    socket.once('close', admission.release)
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (upgrade.isBeta) refuseBeta(webSocket)
      else if (admission.joined) this.#join(webSocket, admission.joined, socket)
      else this.#open(webSocket, { ...admission, upgrade, line: socket })
    })
  }

  /** Admits no further connections and closes the present ones. Tells their clients to reconnect later. */
  close(): void {
    this.#options.admissions.drain()
    for (const connection of this.#connections) connection.close(CLOSE.restart)
  }

  #connect(parts: Omit<RealtimeConnectionOptions, 'clock' | 'limits'>): RealtimeConnection {
    const { clock, connectionLimits: limits } = this.#options
    const onClose = () => {
      this.#connections.delete(connection)
      parts.onClose()
    }
    const connection: RealtimeConnection = new RealtimeConnection({ ...parts, clock, limits, onClose })
    this.#connections.add(connection)
    return connection
  }

  /** Opens a second connection to the session of a call. It ends with the session, and not the reverse. */
  #join(socket: WebSocket, session: RealtimeSession, line: Socket): void {
    const onEnded = () => connection.close(CLOSE.ended)
    const onClose = () => session.ended.removeEventListener('abort', onEnded)
    const connection = this.#connect({ socket, line, session, voice: false, joins: true, onClose })
    session.ended.addEventListener('abort', onEnded)
    this.#options.logger.info('connection opened beside a call', { session: session.id })
    sendJoined(connection, session)
  }

  #open(socket: WebSocket, admission: Admission & { upgrade: UpgradeRequest; line: Socket }): void {
    const { admissions, logger, sessions, metrics } = this.#options
    const { upgrade, resumed, line } = admission
    const kept = admissions.open(admission)
    const { session } = kept
    const voice = upgrade.dialect === 'voice.v1'
    const displace = (why: CloseReason = CLOSE.replaced) => connection.close(why)
    const onClose = () => {
      sessions.release(kept, displace, { canResume: voice })
      logger.info('connection closed', { session: session.id })
    }
    const connection: RealtimeConnection = this.#connect({ socket, line, session, voice, onClose })
    sessions.take(kept, displace)
    const { toolEvents, explain, reasoning, lastEventId } = upgrade
    session.view = { voice, toolEvents, explain, reasoning }
    metrics.count('voice_connections_total', {
      dialect: upgrade.dialect,
      resumed: String(resumed !== undefined),
    })
    logger.info('connection opened', {
      session: session.id,
      dialect: upgrade.dialect,
      resumed: resumed !== undefined,
    })
    const shown = shownLimits(session.limits, this.#options.connectionLimits.maxMessageBytes)
    const resume = resumed && { lastEventId }
    const shownVoice = voice ? { graceMs: sessions.graceMs, limits: shown } : undefined
    session.tap?.took({ from: 'connection', view: session.view, greeting: { resume, voice: shownVoice } })
    sendGreeting(connection, session, {
      resume,
      voice: shownVoice && { resumeToken: kept.resumeToken, ...shownVoice },
    })
  }
}
