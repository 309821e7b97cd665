import { VoiceError } from '../errors.js'

/**
 * Checks allowed origins. Browsers send an origin without a path, so any other value never matches, and every page is
 * refused. Throws `wrong-usage`; its message begins with `place`.
 */
export function checkOrigins(origins: readonly string[], place: (index: number) => string): void {
  const wrong = origins.findIndex((one) => one !== '*' && !isOrigin(one))
  if (wrong === -1) return
  throw new VoiceError(
    'wrong-usage',
    `${place(wrong)}"${origins[wrong]}" is no origin of a page; one is written like https://app.example.com, without a path or a slash at the end.`,
  )
}

/**
 * Whether a text is an origin: `https://app.example.com`, or `capacitor://localhost` of an app, which has no `origin`
 * in `URL`.
 */
function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(text)
}
