import { credentialsAmong } from '../secrets/credential-name.js'

/** `key=value` in an address or a form, credentials before a host, and what follows a scheme in an Authorization header. */
const PAIR = /([?&]|(?<![\p{L}\p{M}\w]))([\p{L}\p{M}\w.-]{2,60})=([^&#\s"'`\\{}]+)/gu
const LOGIN = /(:\/\/[^\s/@:"]*:)([^\s/@"{}]+)(?=@)/g
const SCHEME = /\b((?:bearer|basic)\s+)([^\s"\\{}<>]{8,})/gi

/** The same in a query, where any sign may stand in the name. */
const FIELD = /([?&])([^=&?#"'`\\{}<>\r\n]{2,60})=([^&#\s"'`\\{}]+)/g

/** `"password": "value"`; in a JSON text inside a JSON text, every quote has backslashes before it. */
const MEMBER = /(\\*")([\p{L}\p{M}\w.-]{2,60})(\1\s*:\s*\1)((?:(?!\1|\{\{)(?:\\+[^\\]|[^\\]))+)/gu

/** `"tokens": ["value", "value"]`. */
const LIST = /(\\*")([\p{L}\p{M}\w.-]{2,60})(\1\s*:\s*\[)([^[\]{}]+)/gu

/** `password: "value"` of GraphQL, `password="value"` of XML. */
const ARGUMENT =
  /(?<![\p{L}\p{M}\w.$"?&-])([\p{L}\p{M}\w.-]{2,60})(\s*[:=]\s*)(\\*["'])((?:(?!\3|\{\{)[^<>])+)/gu

/** `<password>value</password>` */
const ELEMENT = /(<(?:[\p{L}\p{M}\w.-]+:)?([\p{L}\p{M}\w.-]{2,60})(?:\s[^<>]*)?>)([^<>{}]+)(?=<\/)/gu

/** `"key": "password", ... "value": "value"`, as lists of headers, fields and variables have it, in either order. */
const ENTRY =
  /("(?:key|name)"\s*:\s*"([\p{L}\p{M}\w.-]{2,60})"[^{}]*?"value"\s*:\s*")((?:(?!\{\{)[^"\\]|\\.)+)/gu
const TURNED =
  /("value"\s*:\s*")((?:(?!\{\{)[^"\\]|\\.)+)(?="[^{}]*?"(?:key|name)"\s*:\s*"([\p{L}\p{M}\w.-]{2,60})")/gu

/** Covers what looks like a credential, so that text from a file can be shown; every character keeps its column. */
export function blot(text: string): string {
  const isNamed = credentialsAmong(text.split(/[^\p{L}\p{M}\w.-]+/u))
  return text
    .replace(FIELD, (whole, lead: string, key: string, value: string) =>
      isNamed(decoded(key)) ? `${lead}${key}=${cover(value)}` : whole,
    )
    .replace(PAIR, (whole, lead: string, key: string, value: string) =>
      isNamed(key) ? `${lead}${key}=${cover(value)}` : whole,
    )
    .replace(MEMBER, (whole, quote: string, key: string, between: string, value: string) =>
      isNamed(key) ? quote + key + between + cover(value) : whole,
    )
    .replace(LIST, (whole, quote: string, key: string, opening: string, values: string) =>
      isNamed(key) ? quote + key + opening + values.replace(/[^\s,"\\]/g, '•') : whole,
    )
    .replace(ARGUMENT, (whole, key: string, sign: string, quote: string, value: string) =>
      isNamed(key) ? key + sign + quote + cover(value) : whole,
    )
    .replace(ELEMENT, (whole, tag: string, key: string, value: string) =>
      isNamed(key) ? tag + cover(value) : whole,
    )
    .replace(ENTRY, (whole, lead: string, key: string, value: string) =>
      isNamed(key) ? lead + cover(value) : whole,
    )
    .replace(TURNED, (whole, lead: string, value: string, key: string) =>
      isNamed(key) ? lead + cover(value) : whole,
    )
    .replace(LOGIN, (_whole, lead: string, password: string) => lead + cover(password))
    .replace(SCHEME, (_whole, scheme: string, value: string) => scheme + cover(value))
}

/** As many dots as there were characters. */
export function cover(text: string): string {
  return '•'.repeat(text.length)
}

/** The name of a field without the escapes of an address. */
function decoded(key: string): string {
  return [...new URLSearchParams(`${key}=`).keys()][0] ?? key
}
