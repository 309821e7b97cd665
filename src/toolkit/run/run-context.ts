import type { Clock, Logger } from '../../ports.js'
import type { Variable } from '../model/collection.js'
import { oncePer } from '../model/lazy.js'
import type { ResolvedBaseUrls } from '../semantics/base-urls.js'
import { createScope, type Scope } from '../template/scope.js'
import type { TokenStore } from './authenticate/oauth2-token.js'
import { secretVariables } from './secrets.js'

/** Settings and services that all tools of a toolkit share. */
export interface RunContext {
  /**
   * The layers of variables: the program or the user's identity, the environment, the collection, the globals. The
   * first layer has precedence.
   */
  layers: Variable[][]
  baseUrls: ResolvedBaseUrls
  /** Time limit for one call in milliseconds, including retries and redirects. */
  timeoutMs: number
  logger: Logger
  clock: Clock
  /**
   * Whether the arguments of a call may name files of this machine to upload. Only for a person at a terminal, not for
   * a model. @default false
   */
  readFiles?: boolean
}

/** Facts that are computed only once for a context. */
export interface ContextFacts {
  scope: Scope
  secrets: string[]
  /** The OAuth 2.0 tokens that these tools have fetched. */
  tokens: TokenStore
}

/** Returns the facts that belong to a context. The facts are computed when they are first needed. */
export const factsOf = oncePer(
  ({ layers }: RunContext): ContextFacts => ({
    scope: createScope(layers),
    secrets: secretVariables(layers),
    tokens: new Map(),
  }),
)
