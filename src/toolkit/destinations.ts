import type { Variable } from './model/collection.js'
import type { ToolDefinition } from './model/tool.js'
import { originCounts, originOf } from './semantics/address.js'
import type { ResolvedBaseUrls } from './semantics/base-urls.js'
import { fill } from './template/fill.js'
import { createScope } from './template/scope.js'
import { filledNames, findVariables } from './template/variables.js'

/** An origin to which requests are sent. */
export interface Destination {
  /** The origin as the file has it: `{{base_url}}`, `https://api.example.com`. */
  origin: string
  /** The URL for display, without user, password and query. */
  url: string
  requests: number
  /** Whether the origin is `{{base_url}}` without a value, so that requests are sent to the address of `voice mock`, without credentials. */
  isFallback: boolean
}

export interface CollectionSettings {
  layers: Variable[][]
  baseUrls: ResolvedBaseUrls
}

/** The origins to which requests are sent, sorted by number of requests, the highest first. */
export function destinationsOf(
  definitions: ToolDefinition[],
  { layers, baseUrls }: CollectionSettings,
): Destination[] {
  const counts = originCounts(definitions.map(({ request }) => request))
  const scope = createScope(layers)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([origin, requests]) => {
      const replaced = baseUrls.get(origin)
      return {
        origin,
        url: shown(replaced?.url ?? fill(origin, scope).text),
        requests,
        isFallback: replaced?.isFallback === true,
      }
    })
}

const shown = (url: string) => url.replace(/^(https?:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*/s, '')

/** The credentials that some tool needs and that have no value, from an answer or behind a replaced origin. */
export function missingSettings(
  definitions: ToolDefinition[],
  { layers, baseUrls }: CollectionSettings,
): string[] {
  const filled = filledNames(layers)
  const missing = definitions.flatMap(({ settings, request, prerequisites = [] }) => {
    const origin = originOf(request.url)
    const elsewhere = [
      ...(baseUrls.has(origin) ? findVariables(origin) : []),
      ...prerequisites.map(({ variable }) => variable),
    ]
    return settings.filter((name) => !filled.has(name) && !elsewhere.includes(name))
  })
  return [...new Set(missing)].sort()
}
