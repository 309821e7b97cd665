import type { Entry, PathVariable, UrlTemplate } from '../model/request-template.js'

const SEPARATOR = /[.:/?#@&\]]/
const RESERVED = /[.:/?#@&\]\\=]/g
const SHIFTED = /[\uf700-\uf77f]/g
const shift = (by: number) => (char: string) => String.fromCharCode(char.charCodeAt(0) + by)

/** Replaces separators in variable names by private characters, so that `{{a.b}}` stays whole. */
const hideVariables = (text: string) =>
  text.replace(/\{\{[^{}]*\}\}/g, (variable) =>
    SEPARATOR.test(variable) ? variable.replace(RESERVED, shift(0xf700)) : variable,
  )
const showVariables = (text: string) => text.replace(SHIFTED, shift(-0xf700))

/** Parses an address as Postman does (postman-url-encoder): it begins at the end of the address, with the fragment. */
export function parseAddress(text: string): UrlTemplate {
  const [beforeHash = ''] = cut(hideVariables(text.trimStart()), '#')
  const [beforeQuery, queryText] = cut(beforeHash, '?')
  const [protocol, afterProtocol] = cutProtocol(beforeQuery.replaceAll('\\', '/'))
  const [authority, pathText] = cut(afterProtocol, '/')
  const at = authority.lastIndexOf('@')
  const [user, password] = at < 0 ? [] : cut(authority.slice(0, at), ':')
  const [hostText, port] = cutPort(authority.slice(at + 1))
  const path = pathText === undefined ? [] : pathText.split('/').map(showVariables)
  return {
    ...present('protocol', protocol),
    ...present('user', user),
    ...present('password', password),
    host: hostText ? hostText.split('.').map(showVariables) : [],
    ...present('port', port),
    path,
    ...queryOf(queryText),
    variables: variablesIn(path),
  }
}

function present<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return (value ? { [key]: showVariables(value) } : {}) as { [key in K]?: string }
}

function cut(text: string, separator: string): [before: string, after?: string] {
  const index = text.indexOf(separator)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)]
}

function cutProtocol(text: string): [protocol: string | undefined, rest: string] {
  const [before, after] = cut(text, '://')
  return after === undefined ? [undefined, text] : [before, after.replace(/^\/+/, '')]
}

/** Splits the port from the host at the last colon. A colon inside brackets, as in `[::1]`, does not count. */
function cutPort(authority: string): [host: string, port?: string] {
  const colon = authority.lastIndexOf(':')
  if (colon < 0 || authority.includes(']', colon)) return [authority]
  return [authority.slice(0, colon), authority.slice(colon + 1)]
}

function queryOf(text: string | undefined): { query: Entry[]; bareQuery?: boolean } {
  if (text === undefined) return { query: [] }
  if (text === '') return { query: [], bareQuery: true }
  const query = parseQueryText(text).map((entry) => ({
    ...entry,
    key: entry.key === null ? null : showVariables(entry.key),
    value: typeof entry.value === 'string' ? showVariables(entry.value) : entry.value,
  }))
  return { query }
}

function variablesIn(path: string[]): PathVariable[] {
  const names = path.flatMap((segment) => /^:([^.]+)/.exec(segment)?.[1] ?? [])
  return [...new Set(names)].map((key) => ({ key, value: undefined }))
}

/** The entries of a query: `a=1&b` has 1 and null; an empty piece inside, as in `a&&b`, has a null key. */
export function parseQueryText(text: string): Entry[] {
  const pieces = text.split('&')
  return pieces.map((piece, index) => {
    if (piece === '' && index < pieces.length - 1) return { key: null, value: null }
    const equals = piece.indexOf('=')
    if (equals < 0) return { key: piece, value: null }
    return { key: piece.slice(0, equals), value: piece.slice(equals + 1) }
  })
}
