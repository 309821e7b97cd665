import type { Clock, Logger } from '../../ports.js'
import type { Variable } from '../model/collection.js'
import type { ResolvedBaseUrls } from '../semantics/base-urls.js'
import { createScope, type Scope } from '../template/scope.js'
import type { TokenStore } from './authenticate/oauth2-token.js'
import { secretVariables } from './secrets.js'

/** Data that all tools of one toolkit share. */
export interface RunContext {
  /**
   * Variables by layer, in descending precedence: the program or identity, the environment, the globals, the
   * collection.
   */
  layers: Variable[][]
  baseUrls: ResolvedBaseUrls
  /** Timeout of one call in milliseconds, including retries and redirects. */
  timeoutMs: number
  logger: Logger
  clock: Clock
  /**
   * Whether an input may name local files to upload. Allowed for a user at a terminal, not for a model.
   * @default false
   */
  readFiles?: boolean
}

/** Cached data of a context. */
export interface ContextFacts {
  scope: Scope
  secrets: string[]
  /** OAuth 2.0 tokens fetched for these tools. */
  tokens: TokenStore
}

const facts = new WeakMap<RunContext, ContextFacts>()

/** The scope and the secrets of a context, computed at the first call. */
export function factsOf(context: RunContext): ContextFacts {
  const known = facts.get(context)
  if (known) return known
  const made: ContextFacts = {
    scope: createScope(context.layers),
    secrets: secretVariables(context.layers),
    tokens: new Map(),
  }
  facts.set(context, made)
  return made
}
