import { isCredentialLike } from '../secrets/credential-name.js'

/** `key=value` in an address or a form, credentials before a host, and what follows a scheme in an Authorization header. */
const PAIR = /([?&]|\b)([\w.-]{2,60})=([^&#\s"'`\\{}]+)/g
const LOGIN = /(:\/\/[^\s/@:"]*:)([^\s/@"{}]+)(?=@)/g
const SCHEME = /\b((?:bearer|basic)\s+)([^\s"\\{}<>]{8,})/gi

/** `"password": "value"`; in a JSON text inside a JSON text, every quote has backslashes before it. */
const MEMBER = /(\\*")([\w.-]{2,60})(\1\s*:\s*\1)((?:(?!\1|\{\{)(?:\\+[^\\]|[^\\]))+)/g

/** `"tokens": ["value", "value"]`. */
const LIST = /(\\*")([\w.-]{2,60})(\1\s*:\s*\[)([^[\]{}]+)/g

/** `password: "value"` of GraphQL, `password="value"` of XML. */
const ARGUMENT = /(?<![\w.$"?&-])([\w.-]{2,60})(\s*[:=]\s*)(\\*["'])((?:(?!\3|\{\{)[^<>])+)/g

/** `<password>value</password>` */
const ELEMENT = /(<(?:[\w.-]+:)?([\w.-]{2,60})(?:\s[^<>]*)?>)([^<>{}]+)(?=<\/)/g

/** `"key": "password", ... "value": "value"`, as lists of headers, fields and variables have it, in either order. */
const ENTRY = /("(?:key|name)"\s*:\s*"([\w.-]{2,60})"[^{}]*?"value"\s*:\s*")((?:(?!\{\{)[^"\\]|\\.)+)/g
const TURNED = /("value"\s*:\s*")((?:(?!\{\{)[^"\\]|\\.)+)(?="[^{}]*?"(?:key|name)"\s*:\s*"([\w.-]{2,60})")/g

/** Covers what looks like a credential, so that text from a file can be shown; every character keeps its column. */
export function blot(text: string): string {
  return text
    .replace(PAIR, (whole, lead: string, key: string, value: string) =>
      isCredentialLike(key) ? `${lead}${key}=${cover(value)}` : whole,
    )
    .replace(MEMBER, (whole, quote: string, key: string, between: string, value: string) =>
      isCredentialLike(key) ? quote + key + between + cover(value) : whole,
    )
    .replace(LIST, (whole, quote: string, key: string, opening: string, values: string) =>
      isCredentialLike(key) ? quote + key + opening + values.replace(/[^\s,"\\]/g, '•') : whole,
    )
    .replace(ARGUMENT, (whole, key: string, sign: string, quote: string, value: string) =>
      isCredentialLike(key) ? key + sign + quote + cover(value) : whole,
    )
    .replace(ELEMENT, (whole, tag: string, key: string, value: string) =>
      isCredentialLike(key) ? tag + cover(value) : whole,
    )
    .replace(ENTRY, (whole, lead: string, key: string, value: string) =>
      isCredentialLike(key) ? lead + cover(value) : whole,
    )
    .replace(TURNED, (whole, lead: string, value: string, key: string) =>
      isCredentialLike(key) ? lead + cover(value) : whole,
    )
    .replace(LOGIN, (_whole, lead: string, password: string) => lead + cover(password))
    .replace(SCHEME, (_whole, scheme: string, value: string) => scheme + cover(value))
}

/** As many dots as there were characters. */
export function cover(text: string): string {
  return '•'.repeat(text.length)
}
