import { VoiceError } from '../errors.js'
import { fieldsOf } from '../protocol/is-object.js'

/** An attempt to connect that failed. */
export interface FailedAttempt {
  /** The `ws://` or `wss://` address. */
  url: string
  appId: string | undefined
  apiKey: string
  sessionId: string
  token: string | undefined
}

const TIMEOUT_MS = 4_000

/** Why a server refuses: browsers hide the status of a WebSocket, so it is asked over HTTP. Rejects if it cannot be reached. */
export async function findRefusal(attempt: FailedAttempt): Promise<VoiceError | undefined> {
  const address = new URL(attempt.url)
  address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:'
  if (attempt.appId) address.searchParams.set('app_id', attempt.appId)
  address.searchParams.set('session_id', attempt.sessionId)
  const common = { cache: 'no-store', credentials: 'omit', signal: signalAfter(TIMEOUT_MS) } as const
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

/** A signal that is aborted after a time. React Native has no `AbortSignal.timeout`. */
export function signalAfter(ms: number): AbortSignal {
  const late = new AbortController()
  setTimeout(() => late.abort(), ms)
  return late.signal
}

function originRefused(host: string, { origin, protocol }: Location): VoiceError {
  const what =
    protocol === 'file:'
      ? 'pages that are opened as files; open the page from a web server whose address it takes by --allowed-origins'
      : `pages of ${origin}; start it with --allowed-origins ${origin}`
  return new VoiceError(
    'origin-refused',
    `The agent at ${host} does not take ${what} (or allowedOrigins of its configuration).`,
  )
}

async function reasonIn(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined)
  const { message } = fieldsOf(fieldsOf(body).error)
  return typeof message === 'string' ? message : ''
}

function headerSafe(key: string): string {
  return /^[\x20-\x7e]*$/.test(key) ? key : ''
}

/** The error for the status of a refusal; `undefined` for any other status. `reason` is the server's, or empty. */
export function refusalOf(
  status: number,
  { host, reason }: { host: string; reason: string },
): VoiceError | undefined {
  const agent = `The agent at ${host}`
  if (status === 401)
    return new VoiceError('unauthorized', `${agent} refused the key; pass one that is valid there.`)
  if (status === 403)
    return new VoiceError(
      'forbidden',
      `${agent} refused this page or this conversation; allow the page's origin there, or begin a new conversation.`,
    )
  if (status === 400 || status === 404)
    return new VoiceError(
      'bad-server-url',
      reason || `There is no agent at this address on ${host}; the path is usually /ws.`,
    )
  if (status === 429 || status === 503)
    return new VoiceError(
      'connection-failed',
      `${agent} does not accept this connection now (HTTP ${status}). ${reason}`.trimEnd(),
    )
  return undefined
}
