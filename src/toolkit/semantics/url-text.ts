import type { Entry, PathVariable, UrlTemplate } from '../model/request-template.js'
import { pathVariableOf } from './address.js'

/** An address as text, with values for `:name` segments. `{{variables}}` stay. */
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

function pathText(url: UrlTemplate): string {
  return url.path.map((segment) => `/${fillSegment(segment, url.variables)}`).join('')
}

/** A segment with the value for `:name`, which ends at the first dot; unchanged without a value. */
function fillSegment(segment: string, variables: PathVariable[]): string {
  const key = pathVariableOf(segment)
  if (key === undefined) return segment
  const value = variables.findLast((variable) => variable.key === key)?.value
  return typeof value === 'string' && value ? value + segment.slice(key.length + 1) : segment
}

function queryText(url: UrlTemplate): string | undefined {
  const enabled = url.query.filter((entry) => !entry.disabled)
  if (enabled.length === 0) return url.bareQuery ? '' : undefined
  return joinQuery(enabled)
}

/** Joins query entries. Escapes separators in keys and values, except in names of variables. */
export function joinQuery(entries: Entry[]): string {
  return entries
    .map(({ key, value }) => {
      const name = typeof key === 'string' ? escaped(key, IN_KEY) : ''
      return typeof value === 'string' ? `${name}=${escaped(value, IN_VALUE)}` : name
    })
    .join('&')
}

const IN_KEY = /\{\{[^{}]*\}\}|[&#=]/g
const IN_VALUE = /\{\{[^{}]*\}\}|[&#]/g

/** A quick test for separators, which most texts lack. */
const SEPARATOR = /[&#=]/

const escaped = (text: string, pattern: RegExp) =>
  SEPARATOR.test(text) ? text.replace(pattern, escapeSeparator) : text

const escapeSeparator = (piece: string) =>
  piece.startsWith('{{') ? piece : `%${piece.charCodeAt(0).toString(16).toUpperCase()}`
