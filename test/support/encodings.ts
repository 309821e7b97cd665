const hex = (text: string) => Buffer.from(text).toString('hex')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const base64url = (text: string) => Buffer.from(text).toString('base64url')
const percent = (text: string) => `%${hex(text).match(/../g)!.join('%')}`
const someOf = (text: string, write: (char: string) => string) =>
  [...text].map((char, at) => (at % 3 === 1 ? write(char) : char)).join('')
const units = (text: string, write: (code: string) => string) =>
  Array.from({ length: text.length }, (_, at) =>
    write(text.charCodeAt(at).toString(16).padStart(4, '0')),
  ).join('')

/** The encodings in which an API may repeat a text. */
export const FORMS: [name: string, write: (text: string) => string][] = [
  ['as it is', (text) => text],
  ['in upper case', (text) => text.toUpperCase()],
  ['in lower case', (text) => text.toLowerCase()],
  ['turned round', (text) => [...text].reverse().join('')],
  ['turned round, in upper case', (text) => [...text.toUpperCase()].reverse().join('')],
  ['in hexadecimal', hex],
  ['in hexadecimal, upper case', (text) => hex(text).toUpperCase()],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded to the last character', percent],
  ['percent-encoded, lower case', (text) => percent(text).toLowerCase()],
  ['percent-encoded in part', (text) => someOf(text, percent)],
  ['percent-encoded twice', (text) => encodeURIComponent(percent(text))],
  ['as a field of a form', (text) => new URLSearchParams({ v: text }).toString().slice(2)],
  ['as JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['as JSON, escaped to the last character', (text) => units(text, (code) => `\\u${code}`)],
  [
    'as JSON, escaped in part',
    (text) => someOf(text, (char) => units(char, (code) => `\\u${code.toUpperCase()}`)),
  ],
  ['as JSON in JSON', (text) => JSON.stringify(JSON.stringify(units(text, (code) => `\\u${code}`)))],
  [
    'as a text of JavaScript',
    (text) => [...text].map((char) => (char < '\x80' ? `\\x${hex(char)}` : char)).join(''),
  ],
  ['in entities', (text) => [...text].map((char) => `&#${char.codePointAt(0)};`).join('')],
  ['in hexadecimal entities', (text) => someOf(text, (char) => `&#x${char.codePointAt(0)!.toString(16)};`)],
  [
    'in named entities',
    (text) =>
      text.replace(/[+/=-]/g, (sign) => ({ '+': '&plus;', '/': '&sol;', '=': '&equals;', '-': '-' })[sign]!),
  ],
  ['in base64', base64],
  ['in base64 for addresses', base64url],
  ['in base64, behind one character', (text) => base64(`a${text}`)],
  ['in base64, behind two characters', (text) => base64(`ab${text}`)],
  ['in base64 for addresses, behind one character', (text) => base64url(`a${text}b`)],
  ['in base64 for addresses, behind two characters', (text) => base64url(`ab${text}bc`)],
  ['in base64 of user and password', (text) => base64(`user:${text}`)],
  ['in base64, percent-encoded', (text) => encodeURIComponent(base64(`a${text}`))],
  ['in base64 as JSON, slashes escaped', (text) => base64(`a${text}`).replaceAll('/', '\\/')],
  ['in base64 that is cut into lines', (text) => base64(`ab${text}`).replace(/(.{8})/g, '$1\r\n')],
  ['in base64 that is cut into lines, as JSON', (text) => base64(`ab${text}`).replace(/(.{8})/g, '$1\\n')],
]

/** The same with more around it. */
export const INSIDE: typeof FORMS = [
  ['in base64 of JSON', (text) => base64(JSON.stringify({ token: text, more: 'x' }))],
  ['in base64 of an address', (text) => base64url(`https://h/?token=${encodeURIComponent(text)}&more=x`)],
]

/** What must not be left of a secret that is written in a form: pieces of seven characters. */
export function piecesOf(written: string): string[] {
  const inner = written.slice(2, -4)
  return Array.from({ length: Math.max(0, inner.length - 6) }, (_, at) => inner.slice(at, at + 7))
}
