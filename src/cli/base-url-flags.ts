import { VoiceError } from '../errors.js'

export interface BaseUrlFlags {
  /** For the main origin. */
  main?: string
  /** For other origins, by variable name or host. */
  named: Record<string, string>
}

/** Reads the values of `--base-url`: `URL`, or `NAME=URL`. Throws `wrong-usage` for an invalid address. */
export function readBaseUrls(values: readonly string[]): BaseUrlFlags {
  const named: Record<string, string> = {}
  let main: string | undefined
  for (const value of values) {
    const [, name, url] = /^([^=/?#]+)=(.*)$/.exec(value) ?? []
    if (name === undefined) main = checkedUrl(value, '--base-url')
    else named[name] = checkedUrl(url!, `--base-url ${name}`)
  }
  return { main, named }
}

/** Returns the address. Throws `wrong-usage`, which names `giver`, for a text that is not an http address. */
export function checkedUrl(text: string, giver: string): string {
  if (isHttpAddress(text)) return text
  throw new VoiceError(
    'wrong-usage',
    `${giver} takes an http or https address such as https://api.example.com/v1; "${text}" is none.`,
  )
}

export function isHttpAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
}
