import type { ToolFacts } from './facts.js'
import type { Ranked } from './score.js'
import { total } from './score.js'

/**
 * Patterns for the last path segment of tools that return the user's own account, the most direct first. They match
 * `/me`, but not `/me/albums`.
 */
const PATH_OF_SELF = [
  /^(?:who ?am ?i|me|self|myself)$/,
  /^(?:current|logged in|authenticated|auth|active)(?: user| account| profile)?$|^(?:user ?info|identity)$/,
  /^(?:my )?(?:profile|account|user data|perfil|profil|profilo|cuenta|conta|compte|konto)$/,
  /^(?:api )?key ?owner$|^(?:get )?me$|^(?:verify|check|validate)(?: token| auth)?$|^session$/,
]

/** Matches titles of tools that return the user's own account: "Current user", "My profile", "Logged in user". */
const TITLE_OF_SELF =
  /\b(?:who ?am ?i|current user|logged ?in user|authenticated user|my (?:profile|account|data|info)|api ?key owner)\b|^(?:get )?(?:me|profile)$/

/** Ranks the tools that tell who the user is. Such tools only read, and their path has no parameters. */
export function rankBySelf(facts: readonly ToolFacts[]): Ranked[] {
  return facts
    .flatMap((tool, at) => {
      const fit = selfFit(tool)
      if (fit === undefined) return []
      const parts = { words: 1.4 - 0.1 * fit, action: 0.8, path: 0.6 - 0.1 * fit, dependency: 0 }
      return [{ at, score: total(parts), parts, things: 1 }]
    })
    .sort((a, b) => b.score - a.score || a.at - b.at)
}

/** How directly a tool tells who the user is, from 0 (most directly) to 3; undefined if it does not. */
function selfFit({ reads, resource, name }: ToolFacts): number | undefined {
  if (!reads || resource.parameters.length > 0) return undefined
  const end = resource.target.join(' ')
  const fit = PATH_OF_SELF.findIndex((pattern) => pattern.test(end))
  if (TITLE_OF_SELF.test(name)) return Math.min(0.5, fit < 0 ? 0.5 : fit)
  return fit < 0 ? undefined : fit
}
