import { VoiceError } from '../errors.js'
import type { ClientEvent } from '../protocol/events.js'
import { fieldsOf } from '../protocol/is-object.js'
import type { ClientParts } from './client-parts.js'
import type { VoiceConfig } from './config.js'
import { refusalOf } from './connection-errors.js'
import { ReconnectingConnection } from './reconnecting-connection.js'

export function createReconnectingConnection(
  config: VoiceConfig,
  { parts, onSent }: { parts: ClientParts; onSent: (event: ClientEvent) => void },
): ReconnectingConnection {
  const { serverUrl: url, appId } = config
  return new ReconnectingConnection({
    ...config,
    ...parts,
    url,
    tokens: parts.memory,
    onSent,
    findRefusal: (attempt) => findRefusal({ ...attempt, url, appId }),
  })
}

interface FailedAttempt {
  /** The `ws://` or `wss://` address. */
  url: string
  appId: string
  apiKey: string
  sessionId: string
  token?: string
}

const TIMEOUT_MS = 4_000

/** Why a server refuses: browsers hide the status of a WebSocket, so it is asked over HTTP. Rejects if it cannot be reached. */
async function findRefusal(attempt: FailedAttempt): Promise<VoiceError | undefined> {
  const address = new URL(attempt.url)
  address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:'
  address.searchParams.set('app_id', attempt.appId)
  address.searchParams.set('session_id', attempt.sessionId)
  const common = { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  try {
    const headers = {
      Authorization: `Bearer ${headerSafe(attempt.apiKey)}`,
      ...(attempt.token && { 'Voice-Resume': attempt.token }),
    }
    const answer = await fetch(address, { ...common, headers })
    const reason = await reasonIn(answer)
    // The address worked before, and this answer is not from the agent but from a proxy that cannot reach it.
    if (attempt.token && answer.status === 404 && !reason) return undefined
    return refusalOf(answer.status, { host: address.host, reason })
  } catch (error) {
    // The request above failed. Either the server cannot be reached, or the browser keeps its answer from the page,
    // because the server refuses the origin of the page. Only in the first case, this second request throws too.
    // A proxy that cannot reach the server also keeps its answer from the page. So a page that has a token, whose
    // origin was accepted before, tries again.
    if (attempt.token || typeof location !== 'object') throw error
    await fetch(address, { ...common, mode: 'no-cors' })
    return originRefused(address.host, location)
  }
}

function originRefused(host: string, { origin, protocol }: Location): VoiceError {
  const advice =
    protocol === 'file:'
      ? 'does not take pages that are opened as files; open the page from a web server, and start the agent with --allowed-origins and the address of that server.'
      : `does not take pages of ${origin}; start it with --allowed-origins ${origin}, or add that to allowedOrigins.`
  return new VoiceError('origin-refused', `The agent at ${host} ${advice}`)
}

async function reasonIn(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined)
  const { message } = fieldsOf(fieldsOf(body).error)
  return typeof message === 'string' ? message : ''
}

function headerSafe(key: string): string {
  return /^[\x20-\x7e]*$/.test(key) ? key : ''
}
