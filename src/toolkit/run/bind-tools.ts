import { type Clock, type Logger, silentLogger, systemClock } from '../../ports.js'
import { DEFAULT_TIMEOUT_MS } from '../defaults.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { CallOptions, ToolDefinition, ToolFailure, Toolkit, ToolSuccess } from '../model/tool.js'
import { baseUrlsWith } from '../semantics/base-urls.js'
import { toVariables } from '../template/variables.js'
import { createToolFunction } from './tool-function.js'
import { withPrerequisites } from './with-prerequisites.js'

/** Options of a generated module. */
export interface ToolsOptions {
  /** A base URL that replaces the main origin. @default the base URL that the module was compiled with */
  baseUrl?: string
  /** Base URLs that replace other origins, by variable name or host. @default {} */
  baseUrls?: Record<string, string>
  /** Values of variables by exact name, such as keys, tokens, a tenant. @default {} */
  variables?: Record<string, string>
  /**
   * The names of functions that may run by themselves if another one needs them: log-ins. @default none: a call that
   * needs a log-in fails, and its result names the log-in
   */
  login?: string | readonly string[]
  /** Time limit for one request, in milliseconds. @default 30000 */
  timeoutMs?: number
  /** @default a logger that discards everything */
  logger?: Logger
  /** @default the system clock */
  clock?: Clock
}

/** The data of a generated module in plain JSON. `T` is the type of its functions. */
export interface ToolsManifest<T> {
  baseUrl?: string
  baseUrls?: Record<string, string>
  variables: JsonObject
  tools: { [Name in Exclude<keyof T, keyof Toolkit>]: ToolDefinition }
}

/** A {@link ToolResult} with typed content if the call succeeded. */
export type ToolAnswer<Content = JsonValue> =
  | (Omit<ToolSuccess, 'content'> & { content: Content })
  | ToolFailure

/** Creates the functions of a generated module: its tools by method name, and a toolkit for an agent. */
export function bindTools<T extends Toolkit>(manifest: ToolsManifest<T>, options: ToolsOptions = {}): T {
  const entries = Object.entries<ToolDefinition>(manifest.tools)
  const { timeoutMs = DEFAULT_TIMEOUT_MS, logger = silentLogger, clock = systemClock } = options
  const layers = [toVariables(options.variables ?? {}), toVariables(manifest.variables)]
  const given = new Set(
    Object.entries(options.variables ?? {}).flatMap(([key, value]) => (value ? [key] : [])),
  )
  const requests = entries.map(([, { request }]) => request)
  const baseUrls = baseUrlsWith(layers, requests, {
    baseUrl: options.baseUrl ?? manifest.baseUrl,
    named: { ...manifest.baseUrls, ...options.baseUrls },
  })
  const logins = new Set([options.login ?? []].flat())
  const mayLogIn = ({ name }: Pick<ToolDefinition, 'name'>) =>
    logins.has(name) || entries.some(([method, definition]) => definition.name === name && logins.has(method))
  const shared = { layers, baseUrls, collection: manifest, given, requests, mayLogIn }
  const context = { ...shared, timeoutMs, logger, clock }
  const functions = withPrerequisites(
    entries.map(([, definition]) => createToolFunction(definition, context)),
    { isNamed: mayLogIn },
  )
  const methods = entries.map(([name], index) => [
    name,
    (input: JsonObject = {}, call?: CallOptions) => functions[index]!.call(input, call),
  ])
  return { ...Object.fromEntries(methods), getFunctions: () => functions } as T
}
