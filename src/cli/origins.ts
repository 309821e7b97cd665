import { VoiceError } from '../errors.js'

/**
 * Checks that each value is an origin or `*`. Browsers send origins without a path, so a value with a path would match
 * no page. Throws `wrong-usage`; the message begins with the result of `place`.
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
 * Whether a text is an origin. For example, a web page has the origin `https://app.example.com`, and a mobile app may
 * have `capacitor://localhost`. The class `URL` does not return origins like the second one, so a pattern checks them.
 */
function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return URL.canParse(text) && new URL(text).origin === text
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/.test(text)
}
