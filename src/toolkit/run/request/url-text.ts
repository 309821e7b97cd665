import type { Entry, PathVariable, UrlTemplate } from '../../model/request-template.js'
import { pathVariableOf } from '../../semantics/address.js'

/** An address as text, with its variables unfilled: `:name` segments replaced, query entries joined. */
export function urlText(url: UrlTemplate): string {
  const protocol = url.protocol ? `${url.protocol}://` : ''
  const port = url.port === undefined ? '' : `:${url.port}`
  const query = queryText(url)
  return `${protocol}${userInfo(url)}${url.host.join('.')}${port}${pathText(url)}${query === undefined ? '' : `?${query}`}`
}

function userInfo({ user, password }: UrlTemplate): string {
  if (user === undefined && password === undefined) return ''
  return `${user ?? ''}${password === undefined ? '' : `:${password}`}@`
}

/** The path with a leading slash, or empty when the address has none. */
function pathText(url: UrlTemplate): string {
  return url.path.map((segment) => `/${fillSegment(segment, url.variables)}`).join('')
}

/** A segment that starts with `:` names a variable up to its first dot; an empty value does not replace it. */
function fillSegment(segment: string, variables: PathVariable[]): string {
  const key = pathVariableOf(segment)
  if (key === undefined) return segment
  const value = variables.findLast((variable) => variable.key === key)?.value
  return typeof value === 'string' && value ? value + segment.slice(key.length + 1) : segment
}

/** The query as text; undefined when the address has no `?`. */
function queryText(url: UrlTemplate): string | undefined {
  const enabled = url.query.filter((entry) => !entry.disabled)
  if (enabled.length === 0) return url.bareQuery ? '' : undefined
  return joinQuery(enabled)
}

/** Query entries joined; escapes a separator in a key or value, except inside variable names. */
export function joinQuery(entries: Entry[]): string {
  return entries
    .map(({ key, value }) => {
      const name = typeof key === 'string' ? key.replace(IN_KEY, escapeSeparator) : ''
      return typeof value === 'string' ? `${name}=${value.replace(IN_VALUE, escapeSeparator)}` : name
    })
    .join('&')
}

/** A variable, or a separator outside a variable. */
const IN_KEY = /\{\{[^{}]*\}\}|[&#=]/g
const IN_VALUE = /\{\{[^{}]*\}\}|[&#]/g

const escapeSeparator = (piece: string) =>
  piece.startsWith('{{') ? piece : `%${piece.charCodeAt(0).toString(16).toUpperCase()}`
