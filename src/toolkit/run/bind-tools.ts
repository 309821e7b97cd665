import { type Clock, type Logger, silentLogger, systemClock } from '../../ports.js'
import { type ResolvedBaseUrls, resolveBaseUrls } from '../meaning/base-urls.js'
import type { Variable } from '../model/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { CallOptions, ToolDefinition, Toolkit, ToolResult } from '../model/tool.js'
import { createToolFunction } from './tool-function.js'
import { withPrerequisites } from './with-prerequisites.js'

/** What a generated module is given once. */
export interface ToolsOptions {
  /** Replaces everything before the first `/` of the addresses of the main origin. @default the one it was compiled with */
  baseUrl?: string
  /** Replaces further origins, by variable name or host. @default {} */
  baseUrls?: Record<string, string>
  /** Fill variables of the requests by exact name: keys, tokens, a tenant. @default {} */
  variables?: Record<string, string>
  /** Time for one request. @default 30000 */
  timeoutMs?: number
  /** @default a logger that drops everything */
  logger?: Logger
  /** @default the system's clock */
  clock?: Clock
}

/** What a generated module says about its functions `T`: plain JSON. */
export interface ToolsManifest<T> {
  baseUrl?: string
  baseUrls?: Record<string, string>
  variables: JsonObject
  tools: { [Name in Exclude<keyof T, keyof Toolkit>]: ToolDefinition }
}

/** A {@link ToolResult} whose content is known by type where the call succeeded. */
export type ToolAnswer<Content = JsonValue> =
  | (Omit<ToolResult, 'isError' | 'reason' | 'content'> & { isError: false; content: Content })
  | (Omit<ToolResult, 'isError'> & { isError: true })

/** The functions of a generated module: its tools by method name, and as a toolkit for an agent. */
export function bindTools<T extends Toolkit>(manifest: ToolsManifest<T>, options: ToolsOptions = {}): T {
  const entries = Object.entries<ToolDefinition>(manifest.tools)
  const { timeoutMs = 30_000, logger = silentLogger, clock = systemClock } = options
  const layers = [toVariables(options.variables ?? {}), toVariables(manifest.variables)]
  const baseUrls = baseUrlsOf(manifest, { options, layers })
  const context = { layers, baseUrls, timeoutMs, logger, clock }
  const functions = withPrerequisites(
    entries.map(([, definition]) => createToolFunction(definition, context)),
  )
  const methods = entries.map(([name], index) => [
    name,
    (input: JsonObject = {}, call?: CallOptions) => functions[index]!.call(input, call),
  ])
  return { ...Object.fromEntries(methods), getFunctions: () => functions } as T
}

function toVariables(values: JsonObject): Variable[] {
  return Object.entries(values).map(([key, value]) => ({ key, value }))
}

function baseUrlsOf<T>(
  manifest: ToolsManifest<T>,
  { options, layers }: { options: ToolsOptions; layers: Variable[][] },
): ResolvedBaseUrls {
  const baseUrl = options.baseUrl ?? manifest.baseUrl
  const filled = new Set(layers.flat().flatMap(({ key, value }) => (value === '' ? [] : [key])))
  return resolveBaseUrls(
    Object.values<ToolDefinition>(manifest.tools).map(({ request }) => request),
    {
      ...(baseUrl ? { baseUrl } : {}),
      named: { ...manifest.baseUrls, ...options.baseUrls },
      isFilled: (name) => filled.has(name),
    },
  )
}
