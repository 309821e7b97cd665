import { VoiceError } from '../errors.js'
import { isHttpAddress } from '../text/http-address.js'

export interface BaseUrlFlags {
  /** The URL of `--base-url URL`. It replaces the main origin of the collection, to which most requests go. */
  main?: string
  /**
   * The URLs of `--base-url NAME=URL`, by NAME. NAME is a variable or a host. The URL replaces the origin of each
   * request whose address begins with NAME.
   */
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

/**
 * Returns the text if it is an http or https address, else throws `wrong-usage`. The message names `giver`: the flag or
 * environment variable that has the text as its value, such as `--base-url`.
 */
export function checkedUrl(text: string, giver: string): string {
  if (isHttpAddress(text)) return text
  throw new VoiceError(
    'wrong-usage',
    `${giver} takes an http or https address such as https://api.example.com/v1; "${text}" is none.`,
  )
}
