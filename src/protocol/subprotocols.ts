/** The dialects of a WebSocket: `realtime` is the Realtime protocol; `voice.v1` adds `voice.*` events, binary audio and resume. */
export type Dialect = 'realtime' | 'voice.v1'

export interface SubprotocolOffer {
  /** The subprotocol that the server selects; absent if the client offers neither dialect. */
  chosen?: Dialect
  dialect: Dialect
  apiKey?: string
  resumeToken?: string
}

const OPENAI_KEY = 'openai-insecure-api-key.'
const VOICE_KEY = 'voice-api-key.'
const VOICE_RESUME = 'voice-resume.'

/** Reads the subprotocols of a client. An entry with a key or token is never selected, so never sent back. */
export function readSubprotocols(offered: string[]): SubprotocolOffer {
  const after = (prefix: string) => offered.find((entry) => entry.startsWith(prefix))?.slice(prefix.length)
  const chosen = (['voice.v1', 'realtime'] as const).find((dialect) => offered.includes(dialect))
  const plainKey = after(OPENAI_KEY)
  const encodedKey = after(VOICE_KEY)
  const encodedToken = after(VOICE_RESUME)
  const apiKey = encodedKey === undefined ? plainKey : decodeText(encodedKey)
  const resumeToken = encodedToken === undefined ? undefined : decodeText(encodedToken)
  return {
    dialect: chosen ?? 'realtime',
    chosen,
    apiKey,
    resumeToken,
  }
}

/** The subprotocols of our clients: `voice.v1`, the key and, on resume, the token, both encoded. */
export function offerSubprotocols(secrets: { apiKey?: string; resumeToken?: string }): string[] {
  return [
    'voice.v1',
    ...(secrets.apiKey === undefined ? [] : [VOICE_KEY + encodeText(secrets.apiKey)]),
    ...(secrets.resumeToken === undefined ? [] : [VOICE_RESUME + encodeText(secrets.resumeToken)]),
  ]
}

/** Whether a key is a token of RFC 7230, as clients of the OpenAI API send it, without encoding. */
export function isSubprotocolSafe(key: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(key)
}

function encodeText(text: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function decodeText(encoded: string): string | undefined {
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)))
  } catch {
    return undefined
  }
}
