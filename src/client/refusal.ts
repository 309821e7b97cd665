import type { VoiceErrorCode } from '../errors.js'

/** How long a server may take to say why it refuses. */
const PATIENCE_MS = 4_000

/** An attempt to connect that failed. */
interface FailedAttempt {
  /** The `ws://` or `wss://` address. */
  url: string
  appId?: string
  apiKey: string
  sessionId?: string
  resume?: { token: string }
}

/** What a `VoiceError` is made of. */
interface Refusal {
  code: VoiceErrorCode
  message: string
}

/**
 * Why a server refuses: browsers hide the status of a WebSocket, so it is asked over HTTP. Rejects if it cannot be
 * reached in time. Few pages are refused, so this file imports nothing that every page needs: a bundler keeps it apart
 * as it is.
 */
export async function findRefusal(attempt: FailedAttempt): Promise<Refusal | undefined> {
  const { appId, sessionId, resume } = attempt
  const address = new URL(attempt.url)
  address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:'
  if (appId) address.searchParams.set('app_id', appId)
  if (sessionId) address.searchParams.set('session_id', sessionId)
  // React Native has no `AbortSignal.timeout`.
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), PATIENCE_MS)
  const common = { cache: 'no-store', credentials: 'omit', signal: late.signal } as const
  try {
    const headers = {
      Authorization: `Bearer ${headerSafe(attempt.apiKey)}`,
      ...(resume && { 'Voice-Resume': resume.token }),
    }
    const answer = await fetch(address, { ...common, headers })
    const reason = await reasonIn(answer)
    // The address worked before, and this answer is not from the agent but from a proxy that cannot reach it.
    if (resume && answer.status === 404 && !reason) return undefined
    return refusalOf(answer.status, { host: address.host, reason })
  } catch (error) {
    // The request above failed. Either the server cannot be reached, or the browser keeps its answer from the page,
    // because the server refuses the origin of the page. Only in the first case, this second request throws too.
    // A proxy that cannot reach the server also keeps its answer from the page. So a page that has a token, whose
    // origin was accepted before, tries again.
    if (resume || typeof location !== 'object') throw error
    await fetch(address, { ...common, mode: 'no-cors' })
    return originRefused(address.host, location)
  } finally {
    clearTimeout(timer)
  }
}

function originRefused(host: string, { origin, protocol }: Location): Refusal {
  const what =
    protocol === 'file:'
      ? 'pages that are opened as files; open the page from a web server whose address it takes by --allowed-origins'
      : `pages of ${origin}; start it with --allowed-origins ${origin}`
  const message = `The agent at ${host} does not take ${what} (or allowedOrigins of its configuration).`
  return { code: 'origin-refused', message }
}

async function reasonIn(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: { message?: unknown } | null } | null
  const message = body?.error?.message
  return typeof message === 'string' ? message : ''
}

function headerSafe(key: string): string {
  return /^[\x20-\x7e]*$/.test(key) ? key : ''
}

/** The refusal that a status tells; `undefined` for any other status. `reason` is the server's, or empty. */
function refusalOf(status: number, { host, reason }: { host: string; reason: string }): Refusal | undefined {
  const agent = `The agent at ${host}`
  const refusal = (code: VoiceErrorCode, message: string): Refusal => ({ code, message })
  if (status === 401)
    return refusal('unauthorized', `${agent} refused the key; pass one that is valid there.`)
  if (status === 403)
    return refusal(
      'forbidden',
      `${agent} refused this page or this conversation; allow the page's origin there, or begin a new conversation.`,
    )
  if (status === 400 || status === 404)
    return refusal(
      'bad-server-url',
      reason || `There is no agent at this address on ${host}; the path is usually /ws.`,
    )
  if (status === 429 || status === 503)
    return refusal(
      'connection-failed',
      `${agent} does not accept this connection now (HTTP ${status}). ${reason}`.trimEnd(),
    )
  return undefined
}
