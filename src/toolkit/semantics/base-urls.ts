import type { Variable } from '../model/collection.js'
import type { RequestTemplate } from '../model/request-template.js'
import { createScope } from '../template/scope.js'
import { filledNames, leadingVariable } from '../template/variables.js'
import { mainOrigin, originCounts } from './address.js'

/** The address of the mock server (`voice mock`). It replaces `{{base_url}}` at the start of an address without a value. */
export const FALLBACK_BASE_URL = 'http://localhost:35814'

/** The URL that replaces an origin. */
export interface ResolvedBaseUrl {
  url: string
  /** Whether no URL was given: it is the address of the mock server, at which any program may listen. */
  isFallback: boolean
}

/** For each origin, the URL that replaces it. An origin that is not replaced has no entry. */
export type ResolvedBaseUrls = ReadonlyMap<string, ResolvedBaseUrl>

export interface BaseUrlOptions {
  baseUrl?: string
  /** URLs that replace one origin each. The key says which origin: its variable, its host, or the whole origin. */
  named?: Readonly<Record<string, string>>
  /** One URL that replaces every origin, such as the URL of a mock server. */
  everyOrigin?: string
  isFilled: (name: string) => boolean
  /** Returns the value of a variable, so that origins with variables can be loopback addresses. */
  lookup?: (name: string) => string | undefined
}

export function resolveBaseUrls(
  templates: Pick<RequestTemplate, 'url'>[],
  options: BaseUrlOptions,
): ResolvedBaseUrls {
  const counts = originCounts(templates)
  const main = mainOrigin(counts)
  const resolved = new Map<string, ResolvedBaseUrl>()
  for (const origin of counts.keys()) {
    const url =
      options.everyOrigin ??
      namedUrl(origin, options.named ?? {}) ??
      (origin === main || areOnThisMachine(origin, options) ? options.baseUrl : undefined)
    if (url) resolved.set(origin, { url, isFallback: false })
    else if (url === undefined && fallsBack(origin, options))
      resolved.set(origin, { url: FALLBACK_BASE_URL, isFallback: true })
  }
  return resolved
}

/** Determines the base URLs as {@link resolveBaseUrls} does, with the values of these layers of variables. */
export function baseUrlsWith(
  layers: Variable[][],
  templates: Pick<RequestTemplate, 'url'>[],
  options: Omit<BaseUrlOptions, 'isFilled' | 'lookup'>,
): ResolvedBaseUrls {
  const filled = filledNames(layers)
  const isFilled = (name: string) => filled.has(name)
  return resolveBaseUrls(templates, { ...options, isFilled, lookup: createScope(layers).lookup })
}

/** Whether both are loopback addresses. `baseUrl` then replaces all services of a developer's machine. */
function areOnThisMachine(origin: string, { baseUrl, lookup }: BaseUrlOptions): boolean {
  if (baseUrl === undefined || !LOOPBACK.test(baseUrl)) return false
  const leading = leadingVariable(origin)
  return LOOPBACK.test((leading !== undefined && lookup?.(leading)) || origin)
}

const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)(?::\d{1,5})?(?:\/|$)/i

/** The URL in `named` for an origin: by its variable, its host with or without port, or itself. */
export function namedUrl(origin: string, named: Readonly<Record<string, string>>): string | undefined {
  const authority = origin.replace(/^[^{}]*?:\/\//, '')
  const variable = /\{\{([^{}]*)\}\}/.exec(origin)?.[1]
  const host = authority.replace(/:\d+$/, '')
  const key = Object.keys(named).find((name) => [variable, authority, host, origin].includes(name))
  return key === undefined ? undefined : named[key]
}

/** The variables that fall back to the mock. Calls to any other address without a value are refused. */
const FALLING_BACK = new Set(['base_url', 'baseUrl'])

function fallsBack(origin: string, { isFilled }: BaseUrlOptions): boolean {
  const leading = leadingVariable(origin)
  return leading !== undefined && mayFallBack(leading) && !isFilled(leading)
}

/** Whether requests whose address begins with a variable go to `voice mock` as long as the variable has no value. */
export const mayFallBack = (variable: string): boolean => FALLING_BACK.has(variable)
