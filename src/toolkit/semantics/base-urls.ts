import type { RequestTemplate } from '../model/request-template.js'
import { mainOrigin, originOf } from './address.js'

/** The fallback for a leading variable without a value: the address of `voice mock`. */
export const FALLBACK_BASE_URL = 'http://localhost:35814'

/** From an origin as written to the URL that replaces it; unchanged origins are absent. */
export type ResolvedBaseUrls = ReadonlyMap<string, string>

/** The base URL options. */
export interface BaseUrlOptions {
  /** Replaces the main origin, which most requests use; a loopback URL also replaces every other loopback origin. */
  baseUrl?: string
  /** Replaces other origins, by the variable's name or by host. */
  named?: Readonly<Record<string, string>>
  /** Replaces every origin, for a mock. */
  everyOrigin?: string
  /** Whether a variable has a value. */
  isFilled: (name: string) => boolean
  /** The value of a variable, to detect loopback origins; without it only literal origins are checked. */
  lookup?: (name: string) => string | undefined
}

/** Resolves the base URL of every origin of a collection. */
export function resolveBaseUrls(
  templates: Pick<RequestTemplate, 'url'>[],
  options: BaseUrlOptions,
): ResolvedBaseUrls {
  const main = mainOrigin(templates)
  const origins = new Set(templates.map(({ url }) => originOf(url)).filter(Boolean))
  const resolved = new Map<string, string>()
  for (const origin of origins) {
    const url =
      options.everyOrigin ??
      namedUrl(origin, options.named ?? {}) ??
      (origin === main || areOnThisMachine(origin, options) ? options.baseUrl : undefined) ??
      fallback(origin, options)
    if (url) resolved.set(origin, url)
  }
  return resolved
}

/** Whether all services run on one developer's machine: a loopback base URL then replaces all of their ports. */
function areOnThisMachine(origin: string, { baseUrl, lookup }: BaseUrlOptions): boolean {
  if (baseUrl === undefined || !LOOPBACK.test(baseUrl)) return false
  const leading = leadingVariable(origin)
  return LOOPBACK.test((leading !== undefined && lookup?.(leading)) || origin)
}

const leadingVariable = (origin: string) => /^\{\{([^{}]*)\}\}/.exec(origin)?.[1]

const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)(?::\d{1,5})?(?:\/|$)/i

/** The URL for `NAME` if the origin is `{{NAME}}`, or has the host NAME. */
export function namedUrl(origin: string, named: Readonly<Record<string, string>>): string | undefined {
  const authority = origin.replace(/^[^{}]*?:\/\//, '')
  const variable = /\{\{([^{}]*)\}\}/.exec(origin)?.[1]
  const host = authority.replace(/:\d+$/, '')
  const key = Object.keys(named).find((name) => [variable, authority, host, origin].includes(name))
  return key === undefined ? undefined : named[key]
}

function fallback(origin: string, { isFilled }: BaseUrlOptions): string | undefined {
  const leading = leadingVariable(origin)
  return leading !== undefined && !isFilled(leading) ? FALLBACK_BASE_URL : undefined
}
