import { isCredentialLike } from '../meaning/credential.js'

/** `key=value` in an address or a form, credentials before a host, and what follows a scheme in an Authorization header. */
const PAIR = /([?&]|\b)([\w.-]{2,60})=([^&#\s"'`\\{}]+)/g
const LOGIN = /(:\/\/[^\s/@:"]*:)([^\s/@"{}]+)(?=@)/g
const SCHEME = /\b((?:bearer|basic)\s+)([^\s"\\{}<>]{8,})/gi

/** Covers what looks like a credential, so that text from a file can be shown; every character keeps its column. */
export function blot(text: string): string {
  return text
    .replace(PAIR, (whole, lead: string, key: string, value: string) =>
      isCredentialLike(key) ? `${lead}${key}=${cover(value)}` : whole,
    )
    .replace(LOGIN, (_whole, lead: string, password: string) => lead + cover(password))
    .replace(SCHEME, (_whole, scheme: string, value: string) => scheme + cover(value))
}

/** As many dots as there were characters. */
export function cover(text: string): string {
  return '•'.repeat(text.length)
}
