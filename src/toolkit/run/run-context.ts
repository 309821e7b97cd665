import type { Clock, Logger } from '../../ports.js'
import type { ResolvedBaseUrls } from '../meaning/base-urls.js'
import type { Variable } from '../model/collection.js'
import { createScope, type Scope } from '../template/scope.js'
import type { TokenStore } from './authenticate/oauth2-token.js'
import { secretVariables } from './secrets.js'

/** What all tools of one toolkit share. */
export interface RunContext {
  /** Variables by layer, the first wins: the program's or the identity's, the environment, the globals, the collection. */
  layers: Variable[][]
  baseUrls: ResolvedBaseUrls
  /** Time for one call, retries and redirects included. */
  timeoutMs: number
  logger: Logger
  clock: Clock
  /**
   * Whether an input may name files of this machine to upload. A person at a terminal may; a model may not.
   * @default false
   */
  readFiles?: boolean
}

/** What is worked out once for a context. */
export interface ContextFacts {
  scope: Scope
  secrets: string[]
  /** OAuth 2.0 tokens fetched for these tools. */
  tokens: TokenStore
}

const facts = new WeakMap<RunContext, ContextFacts>()

/** The scope and the secrets of a context, worked out at the first call. */
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
