import type { Clock, Logger } from '../../ports.js'
import type { Variable } from '../model/collection.js'
import { lazy, oncePer } from '../model/lazy.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { ToolDefinition } from '../model/tool.js'
import type { ResolvedBaseUrls } from '../semantics/base-urls.js'
import { createScope, type Scope } from '../template/scope.js'
import type { TokenStore } from './authenticate/oauth2-token.js'
import { originsOf } from './captured-address.js'
import { secretVariables } from './request-secrets.js'

/** Settings and services that all tools of a toolkit share. */
export interface RunContext {
  /** The program or the user's identity, the environment, the collection, the globals. The first has precedence. */
  layers: Variable[][]
  baseUrls: ResolvedBaseUrls
  /** The origin that replaces all others, such as that of a mock. Calls fetch no token, and follow no redirect elsewhere. */
  everyOrigin?: string | undefined
  /** The collection, or the data of a generated module. Captured values and cookies stay within it. */
  collection: object
  /** The names of the variables that have a value from outside of the collection. No captured value replaces it. */
  given: ReadonlySet<string>
  /** The requests of the collection. Their origins are those that a captured value may lead to. */
  requests: readonly Pick<RequestTemplate, 'url'>[]
  /** Whether the option `login` names a tool, so that its calls may log in for their token. @default no tool */
  mayLogIn?: (definition: Pick<ToolDefinition, 'name'>) => boolean
  /** Time limit for one call in milliseconds, including retries and redirects. */
  timeoutMs: number
  logger: Logger
  clock: Clock
  /** Whether arguments may name files to upload: for a person at a terminal, not for a model. @default false */
  readFiles?: boolean
}

export interface ContextFacts {
  scope: Scope
  secrets: string[]
  /** The origins of the requests of the collection, such as `https://api.example.com`. */
  origins: () => ReadonlySet<string>
  tokens: TokenStore
}

/** Returns the facts that belong to a context. The facts are computed when they are first needed. */
export const factsOf = oncePer(({ layers, baseUrls, requests }: RunContext): ContextFacts => {
  const scope = createScope(layers)
  return {
    scope,
    secrets: secretVariables(layers),
    origins: lazy(() => originsOf(requests, { baseUrls, scope })),
    tokens: new Map(),
  }
})
