import type { RequestTemplate } from '../model/request-template.js'
import { mainOrigin, originOf } from './address.js'

/** Where a leading variable without a value leads: the address of `voice mock`. */
export const FALLBACK_BASE_URL = 'http://localhost:35814'

/** From an origin as written to the URL that replaces it; origins that stay as they are written are absent. */
export type ResolvedBaseUrls = ReadonlyMap<string, string>

/** What was given to say where requests go. */
export interface BaseUrlOptions {
  /** Replaces the main origin, the one most requests use; on the loopback also every other literal origin there. */
  baseUrl?: string
  /** Replaces other origins, by the variable's name or by host. */
  named?: Readonly<Record<string, string>>
  /** Replaces every origin, for a mock. */
  everyOrigin?: string
  /** Whether a variable has a value. */
  isFilled: (name: string) => boolean
}

/** Decides for every origin of a collection where its requests go. */
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
      (origin === main || areOnThisMachine(origin, options.baseUrl) ? options.baseUrl : undefined) ??
      fallback(origin, options)
    if (url) resolved.set(origin, url)
  }
  return resolved
}

/** Services of one developer's machine: where the base URL is on it, it stands for all of their ports. */
function areOnThisMachine(origin: string, baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && LOOPBACK.test(origin) && LOOPBACK.test(baseUrl)
}

const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)(?::\d{1,5})?(?:\/|$)/i

/** The URL for `NAME` where the origin is `{{NAME}}`, or has the host NAME. */
export function namedUrl(origin: string, named: Readonly<Record<string, string>>): string | undefined {
  const authority = origin.replace(/^[^{}]*?:\/\//, '')
  const variable = /\{\{([^{}]*)\}\}/.exec(origin)?.[1]
  const host = authority.replace(/:\d+$/, '')
  const key = Object.keys(named).find((name) => [variable, authority, host, origin].includes(name))
  return key === undefined ? undefined : named[key]
}

function fallback(origin: string, { isFilled }: BaseUrlOptions): string | undefined {
  const leading = /^\{\{([^{}]*)\}\}/.exec(origin)?.[1]
  return leading !== undefined && !isFilled(leading) ? FALLBACK_BASE_URL : undefined
}
