import { stringEnd } from '../../protocol/parse-json.js'
import { type JsonToken, tokenAt } from './json-tokens.js'

export interface SyntaxFault {
  code: 'empty-file' | 'ndjson' | 'nesting-too-deep' | 'not-json'
  message: string
  start: number
  end: number
}

interface OpenBracket {
  kind: '{' | '['
  start: number
  expects: 'first' | 'key' | 'colon' | 'value' | 'comma'
}

/** Finds the first syntax error of a JSON text. Call it only for a text that `JSON.parse` rejected. */
export function explainSyntax(text: string): SyntaxFault {
  if (text.trim() === '') {
    return {
      code: 'empty-file',
      message: 'The file is empty; a JSON document was expected.',
      start: 0,
      end: 0,
    }
  }
  const open: OpenBracket[] = []
  for (let token = tokenAt(text, 0), done = false; ; token = tokenAt(text, token.end)) {
    const place = open.at(-1)
    if (!place && done) return afterTheEnd(text, token)
    const wrong = wrongToken(text, token) ?? (place ? wrongPlace(place, token) : wrongStart(token))
    if (wrong)
      return { code: 'not-json', start: token.start, end: Math.max(token.end, token.start), ...wrong }
    advance(open, token)
    done = open.length === 0
  }
}

type Wrong = { message: string; start?: number; end?: number }

function wrongToken(text: string, token: JsonToken): Wrong | undefined {
  if (token.kind === 'string') return wrongString(text, token)
  const found = text.slice(token.start, token.end)
  if (token.kind === 'word' && !/^(true|false|null)$/.test(found)) return { message: wrongWord(found) }
  if (token.kind !== 'other') return undefined
  const two = text.slice(token.start, token.start + 2)
  if (two === '//' || two === '/*') return { message: 'JSON has no comments; remove it.' }
  if (found === "'") return { message: 'JSON wants double quotes, found a single one.' }
  return { message: `Found ${nameOf(found)}, which JSON does not allow here.` }
}

function wrongWord(word: string): string {
  const meant = { True: 'true', False: 'false', None: 'null', undefined: 'null', NaN: 'null' }[word]
  if (meant) return `Found ${word}; JSON writes ${meant}.`
  if (/^[-+.\d]/.test(word)) return `${word} is not a number as JSON writes them.`
  return `Found ${short(word)} without double quotes.`
}

function wrongString(text: string, { start, end }: JsonToken): Wrong | undefined {
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) {
      return { message: 'The string is not closed: its line ends before a closing double quote.', end: at }
    }
    if (code < 32)
      return {
        message: `Found ${nameOf(text[at] ?? '')} in a string; it must be escaped.`,
        start: at,
        end: at + 1,
      }
    if (code !== 92) continue
    const escaped = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))?.[0]
    if (!escaped)
      return {
        message: `${short(text.slice(at, at + 2))} is not an escape that JSON knows.`,
        start: at,
        end: at + 2,
      }
    at += escaped.length - 1
  }
  const closed = end - start > 1 && text[end - 1] === '"' && stringEnd(text, start) === end
  return closed ? undefined : { message: 'The string is not closed; the file ends inside it.' }
}

function wrongStart(token: JsonToken): Wrong | undefined {
  return '}],:'.includes(token.kind)
    ? { message: `Found ${token.kind} where a value was expected.` }
    : undefined
}

function wrongPlace({ kind, start, expects }: OpenBracket, token: JsonToken): Wrong | undefined {
  const what = kind === '{' ? 'object' : 'list'
  const close = kind === '{' ? '}' : ']'
  if (token.kind === 'end') {
    return {
      message: `The file ends inside a JSON ${what} that is never closed.`,
      start: Math.max(start, token.start - 1),
    }
  }
  if (token.kind === close) {
    if (expects === 'comma' || expects === 'first') return undefined
    if (expects === 'colon') return { message: 'A key has no value: expected a colon.' }
    return { message: `Trailing comma: expected another ${kind === '{' ? 'key' : 'value'} before ${close}.` }
  }
  if (expects === 'comma') return token.kind === ',' ? undefined : { message: missingComma(token, close) }
  if (expects === 'colon')
    return token.kind === ':' ? undefined : { message: 'Expected a colon after the key.' }
  const wantsKey = kind === '{' && expects !== 'value'
  if (wantsKey) return token.kind === 'string' ? undefined : { message: 'Expected a key in double quotes.' }
  return '}],:'.includes(token.kind) ? { message: `Expected a value, found ${token.kind}` } : undefined
}

function missingComma(token: JsonToken, close: string): string {
  if ('}]'.includes(token.kind)) return `Expected a comma or ${close}, found ${token.kind}`
  return 'A comma is missing before this.'
}

/** Opens or closes an object or list after a valid token, or sets which token may come next. */
function advance(open: OpenBracket[], token: JsonToken): void {
  const place = open.at(-1)
  if (token.kind === '{' || token.kind === '[') {
    if (place) place.expects = 'comma'
    open.push({ kind: token.kind, start: token.start, expects: 'first' })
    return
  }
  if (token.kind === '}' || token.kind === ']') {
    open.pop()
    return
  }
  if (!place) return
  if (token.kind === ',') place.expects = place.kind === '{' ? 'key' : 'value'
  else if (token.kind === ':') place.expects = 'value'
  else if (place.kind === '{' && place.expects !== 'value') place.expects = 'colon'
  else place.expects = 'comma'
}

function afterTheEnd(text: string, token: JsonToken): SyntaxFault {
  const several =
    /^[{["\d-]/.test(text[token.start] ?? '') && /[\r\n]/.test(text.slice(0, token.start).trimStart())
  const place = { start: token.start, end: token.end }
  if (several && token.kind !== 'other') {
    return {
      code: 'ndjson',
      message: 'The file holds several JSON documents (NDJSON); a collection is one.',
      ...place,
    }
  }
  return { code: 'not-json', message: 'Something follows the end of the JSON document.', ...place }
}

/** Names a character in a message. Invisible characters, such as the space of a copied text, are named by their code. */
function nameOf(char: string): string {
  if (!/[\p{Cc}\p{Cf}\p{Z}]/u.test(char)) return `"${char}"`
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `${/\p{Cc}/u.test(char) ? 'the control' : 'the invisible'} character U+${code}`
}

function short(text: string): string {
  return text.length > 24 ? `"${text.slice(0, 24)}…"` : `"${text}"`
}
