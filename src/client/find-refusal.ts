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
  const common = { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  try {
    const headers = {
      Authorization: `Bearer ${headerSafe(attempt.apiKey)}`,
      ...(attempt.token && { 'Voice-Resume': attempt.token }),
    }
    const { status } = await fetch(address, { ...common, headers })
    return refusalOf(status, address.host)
  } catch (error) {
    // A server that is there, and whose answers this page may not read: it takes pages of other origins only. Else this throws, too.
    await fetch(address, { ...common, mode: 'no-cors' })
    if (typeof location !== 'object') throw error
    return originRefused({ host: address.host, origin: location.origin })
  }
}

function originRefused({ host, origin }: { host: string; origin: string }): VoiceError {
  return new VoiceError(
    'origin-refused',
    `The agent at ${host} does not take pages of ${origin}; start it with --allowed-origins ${origin}, or add that to allowedOrigins.`,
  )
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
