import { oncePer } from '../model/lazy.js'
import type { PathVariable, RequestTemplate, UrlTemplate } from '../model/request-template.js'
import { leadingVariable } from '../template/variables.js'
import { parseAddress } from './parse-address.js'

/** A host that is a variable with a slash at the end of its value: `{{base_url}}users/5`. */
const JOINED = /^(\{\{[^{}]*\}\})(?!localhost$)([A-Za-z][\w-]*)$/

function joinedStart({ protocol, host, port }: UrlTemplate): { variable: string; word: string } | undefined {
  const found = !protocol && !port && host.length === 1 ? JOINED.exec(host[0]!) : null
  return found ? { variable: found[1]!, word: found[2]! } : undefined
}

/** The path segments of an address; `{{base_url}}users/5` begins with `users`. */
export function pathOf(url: UrlTemplate): string[] {
  const joined = joinedStart(url)
  return joined ? [joined.word, ...url.path] : url.path
}

/** User and password, if the file has them in the host. An `@` in the name of a variable is not a separator. */
const USER_INFO = /^(?:\{\{[^{}]*\}\}|[^{}])*@/

/** The part before the path, as in the file, without user and password, because it is shown and logged. */
export function originOf(url: UrlTemplate): string {
  const joined = joinedStart(url)
  if (joined) return joined.variable
  const host = url.host.join('.').replace(USER_INFO, '')
  if (!host) return ''
  return `${url.protocol ? `${url.protocol}://` : ''}${host}${url.port ? `:${url.port}` : ''}`
}

/** Whether an origin, also behind a variable, is that of a WebSocket, which no request can open. */
export function isWebSocket(origin: string, lookUp: (variable: string) => unknown): boolean {
  const variable = leadingVariable(origin)
  return /^wss?:/i.test(variable === undefined ? origin : String(lookUp(variable) ?? ''))
}

export function originCounts(templates: Pick<RequestTemplate, 'url'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { url } of templates) {
    const origin = originOf(url)
    if (origin) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  return counts
}

/** The origin with the most requests; if several have equally many, the first of them. */
export function mainOrigin(counts: ReadonlyMap<string, number>): string {
  let main = ''
  for (const [origin, count] of counts) if (count > (counts.get(main) ?? 0)) main = origin
  return main
}

export function replaceOrigin(url: UrlTemplate, baseUrl: string): UrlTemplate {
  const base = parseAddress(baseUrl.trim())
  const { protocol, user, password, port, host, ...rest } = url
  const basePath = base.path.at(-1) === '' ? base.path.slice(0, -1) : base.path
  return {
    ...rest,
    ...(base.protocol ? { protocol: base.protocol } : {}),
    ...(base.user ? { user: base.user } : {}),
    ...(base.password ? { password: base.password } : {}),
    ...(base.port ? { port: base.port } : {}),
    host: base.host,
    path: [...basePath, ...pathOf(url)],
  }
}

export const lastIndexOf = (path: readonly string[]): number =>
  path.findLastIndex((segment) => segment !== '')

export const entryOf = (variables: readonly PathVariable[], key: string): PathVariable | undefined =>
  variables.find((variable) => variable.key === key)

export const hasSegment = (path: readonly string[], name: string): boolean => namesIn(path).has(name)

const namesIn = oncePer((path: readonly string[]) => new Set(path.map(pathVariableOf)))

/** The name of a `:name` segment, up to the first dot. */
export function pathVariableOf(segment: string): string | undefined {
  if (!segment.startsWith(':')) return undefined
  const dot = segment.indexOf('.')
  return segment.slice(1, dot < 0 ? undefined : dot) || undefined
}
