import type { RequestTemplate, UrlTemplate } from '../model/request-template.js'
import { parseAddress } from './parse-address.js'

/** A word right behind the variable at the start, whose value then ends in a slash: `{{base_url}}users/5`. */
const JOINED = /^(\{\{[^{}]*\}\})(?!localhost$)([A-Za-z][\w-]*)$/

/** The variable at the start of an address, and the first word of the path that is written right behind it. */
function joinedStart({ protocol, host, port }: UrlTemplate): { variable: string; word: string } | undefined {
  const [, variable, word] = (!protocol && !port && host.length === 1 && JOINED.exec(host[0]!)) || []
  return variable === undefined || word === undefined ? undefined : { variable, word }
}

/** The segments of the path, including a first one without a slash before it: `users` of `{{base_url}}users/5`. */
export function pathOf(url: UrlTemplate): string[] {
  const joined = joinedStart(url)
  return joined ? [joined.word, ...url.path] : url.path
}

/**
 * Everything before the path of the address as written: `{{base_url}}`, `https://api.x.com:8443`; `''` when there is
 * none.
 */
export function originOf(url: UrlTemplate): string {
  const joined = joinedStart(url)
  if (joined) return joined.variable
  const host = url.host.join('.')
  if (!host) return ''
  return `${url.protocol ? `${url.protocol}://` : ''}${host}${url.port ? `:${url.port}` : ''}`
}

/** The origin that most requests use, the first one on a tie; `''` when no request has one. */
export function mainOrigin(templates: Pick<RequestTemplate, 'url'>[]): string {
  const counts = new Map<string, number>()
  for (const { url } of templates) {
    const origin = originOf(url)
    if (origin) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  let main = ''
  for (const [origin, count] of counts) if (count > (counts.get(main) ?? 0)) main = origin
  return main
}

/** The address with everything before its path replaced. A path of `baseUrl` comes first, the collection's path follows. */
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

/** The name of a `:name` segment, up to the first dot. */
export function pathVariableOf(segment: string): string | undefined {
  return segment.startsWith(':') ? /^:([^.]+)/.exec(segment)?.[1] : undefined
}
