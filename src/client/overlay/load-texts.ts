import { english, type OverlayTexts } from '../../languages/overlay-texts.js'

/** A user who waits longer for the texts sees English ones. */
const TIMEOUT_MS = 1_000

const known = new Map<string, OverlayTexts>([['en', english]])

/**
 * The texts of the overlay in a language, such as `de-AT`. They are at once there for English and for a language whose texts
 * were loaded before; others come from the server of the agent. English if it has none, or does not answer in time.
 */
export function textsIn(language: string, serverUrl: string): OverlayTexts | Promise<OverlayTexts> {
  const code = language.toLowerCase().split('-')[0] ?? ''
  return known.get(code) ?? load(code, serverUrl)
}

async function load(code: string, serverUrl: string): Promise<OverlayTexts> {
  try {
    const address = new URL(`voice-texts/${encodeURIComponent(code)}.json`, serverUrl)
    address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:'
    const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const texts = { ...english, ...((await answer.json()) as Partial<OverlayTexts>), language: code }
    if (!answer.ok) return english
    known.set(code, texts)
    return texts
  } catch {
    return english
  }
}
