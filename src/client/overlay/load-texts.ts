import { english, type OverlayTexts } from '../../languages/overlay-texts.js'

const TIMEOUT_MS = 1_000

const known = new Map<string, OverlayTexts>([['en', english]])

/** The texts in a language such as `de-AT`, from the agent's server; English if it has none, or none in time. */
export function textsIn(language: string, serverUrl: string): OverlayTexts | Promise<OverlayTexts> {
  const code = language.toLowerCase().split('-')[0] ?? ''
  return known.get(code) ?? load(code, serverUrl)
}

async function load(code: string, serverUrl: string): Promise<OverlayTexts> {
  // React Native has no `AbortSignal.timeout`.
  const late = new AbortController()
  setTimeout(() => late.abort(), TIMEOUT_MS)
  try {
    const address = new URL(`voice-texts/${encodeURIComponent(code)}.json`, serverUrl)
    address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:'
    const answer = await fetch(address, { credentials: 'omit', signal: late.signal })
    const texts = { ...english, language: code, ...((await answer.json()) as Partial<OverlayTexts>) }
    if (!answer.ok) return english
    known.set(code, texts)
    return texts
  } catch {
    return english
  }
}

/** Texts with those of the page in their place; an error that the page has no sentence for keeps its own. */
export function withOwn(texts: OverlayTexts, own: Partial<OverlayTexts> = {}): OverlayTexts {
  return { ...texts, ...own, errors: { ...texts.errors, ...own.errors } }
}
