import { VoiceError } from '../errors.js'

/** An attempt to connect that failed. */
export interface FailedAttempt {
  /** The `ws://` or `wss://` address. */
  url: string
  appId: string
  apiKey: string
  sessionId: string
  token?: string
}

const TIMEOUT_MS = 4_000

/**
 * Why a server refuses. Browsers hide the status of a WebSocket that was refused, so the same address is asked over HTTP. `undefined`: it does not
 * refuse, or cannot be asked.
 */
export async function findRefusal(attempt: FailedAttempt): Promise<VoiceError | undefined> {
  const address = new URL(attempt.url)
  address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:'
  address.searchParams.set('app_id', attempt.appId)
  address.searchParams.set('session_id', attempt.sessionId)
  const response = await fetch(address, {
    headers: {
      Authorization: `Bearer ${headerSafe(attempt.apiKey)}`,
      ...(attempt.token && { 'Voice-Resume': attempt.token }),
    },
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return refusalOf(response.status, address.host)
}

function refusalOf(status: number, host: string): VoiceError | undefined {
  if (status === 401)
    return new VoiceError(
      'unauthorized',
      `The agent at ${host} refused the key; pass one that is valid there.`,
    )
  if (status === 403)
    return new VoiceError(
      'forbidden',
      `The agent at ${host} refused this page or this conversation; allow the page's origin there, or begin a new conversation.`,
    )
  if (status === 404)
    return new VoiceError(
      'bad-server-url',
      `There is no agent at this address on ${host}; the path is usually /ws.`,
    )
  return undefined
}

/** A header takes no characters beyond Latin-1; a key with others can only be wrong there. */
function headerSafe(key: string): string {
  return /^[\x20-\x7e]*$/.test(key) ? key : ''
}
