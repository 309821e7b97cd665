import type { Variable } from './model/collection.js'
import type { ToolDefinition } from './model/tool.js'
import { originOf } from './semantics/address.js'
import { FALLBACK_BASE_URL, type ResolvedBaseUrls } from './semantics/base-urls.js'
import { fill } from './template/fill.js'
import { createScope } from './template/scope.js'
import { isUsable } from './template/usable.js'
import { findVariables } from './template/variables.js'

/** Where the requests of one origin go. */
export interface Destination {
  /** As written: `{{base_url}}`, `https://api.example.com`. */
  origin: string
  /** To be shown: without a user, a password or a query. */
  url: string
  requests: number
  /** The origin is a variable without a value, and nothing was given for it. */
  isFallback: boolean
}

/** What fills the variables of a collection, and what replaces its origins. */
export interface CollectionSettings {
  /** First wins. */
  layers: Variable[][]
  baseUrls: ResolvedBaseUrls
}

/** The names that some layer gives a value that says something. */
export function filledNames(layers: Variable[][]): Set<string> {
  const usable = layers.flat().filter(({ value, disabled, off }) => !disabled && !off && isUsable(value))
  return new Set(usable.map(({ key }) => key))
}

/** Where the requests go, most requests first. */
export function destinationsOf(
  definitions: ToolDefinition[],
  { layers, baseUrls }: CollectionSettings,
): Destination[] {
  const counts = new Map<string, number>()
  for (const { request } of definitions) {
    const origin = originOf(request.url)
    counts.set(origin, (counts.get(origin) ?? 0) + 1)
  }
  const scope = createScope(layers)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([origin, requests]) => {
      const replaced = baseUrls.get(origin)
      return {
        origin,
        url: shown(replaced ?? fill(origin, scope).text),
        requests,
        isFallback: replaced === FALLBACK_BASE_URL && origin.startsWith('{{'),
      }
    })
}

const shown = (url: string) => url.replace(/^(https?:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*/s, '')

/** The settings that some tool needs and nothing fills; those of a replaced origin, and those that another tool's answer fills, are none. */
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
