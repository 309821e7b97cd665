import { VoiceError } from '../errors.js'

/**
 * Browsers send an origin without a path: anything else would never be met, and every page refused. Throws `wrong-usage`, which begins
 * with `place`.
 */
export function checkOrigins(origins: readonly string[], place: (index: number) => string): void {
  const wrong = origins.findIndex((one) => one !== '*' && !isOrigin(one))
  if (wrong === -1) return
  throw new VoiceError(
    'wrong-usage',
    `${place(wrong)}"${origins[wrong]}" is no origin of a page; one is written like https://app.example.com, without a path or a slash at the end.`,
  )
}

/** `https://app.example.com`, or `capacitor://localhost` of an app, which `URL` has no origin for. */
function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(text)
}
