import { loadedEnv } from '../environment.js'
import { VoiceError } from '../errors.js'
import { type Clock, type Logger, silentLogger, systemClock } from '../ports.js'
import { parseCollection } from './collection/parse-collection.js'
import { type Compiled, compileCollection, type SkippedRequest } from './compile/compile-collection.js'
import { filterTools } from './compile/filter.js'
import { type Destination, destinationsOf, filledNames, missingSettings } from './destinations.js'
import { loadCollection, loadEnvironment } from './load-collection.js'
import { type ResolvedBaseUrls, resolveBaseUrls } from './meaning/base-urls.js'
import type { Collection, Variable } from './model/collection.js'
import type { ToolDefinition, ToolFunction, Toolkit } from './model/tool.js'
import { createToolFunction } from './run/tool-function.js'

/** Where the tools come from and what fills their variables. */
export interface CollectionOptions {
  /** Path of a Postman collection v2.1. One of `collectionPath` and `collection` is needed. */
  collectionPath?: string
  /** The collection itself, as `JSON.parse` gives it. */
  collection?: unknown
  /** Replaces everything before the first `/` of the addresses of the collection's main origin. @default the collection's own */
  baseUrl?: string
  /** Replaces further origins, by variable name or host. @default {} */
  baseUrls?: Record<string, string>
  /** Replaces every origin, for a mock. */
  everyOrigin?: string
  /** Path of a Postman environment file. */
  environmentPath?: string
  /** Path of a Postman globals file. */
  globalsPath?: string
  /** Fill the collection's variables by exact name, before the environment file. @default {} */
  variables?: Record<string, string>
  /** Only tools that one of these names: a tool, folder, method, path or glob. @default all */
  allow?: string[]
  /** No tool that one of these names. @default none */
  deny?: string[]
  /** Time for one request. @default 30000 */
  timeoutMs?: number
  /** @default a logger that drops everything */
  logger?: Logger
  /** @default the system's clock */
  clock?: Clock
}

/** What an identity changes for its own session. */
export interface IdentityOptions {
  variables?: Record<string, string>
  baseUrl?: string
  allow?: string[]
  deny?: string[]
}

interface Parts {
  collection: Collection
  /** Variables from the program, the environment file, the `.env` file and the globals; first wins. */
  given: { before: Variable[][]; globals: Variable[] }
  options: CollectionOptions
  identity: IdentityOptions
}

/** The requests of a Postman collection as tools. Its functions can be called at once and by many sessions. */
export class RESTAPIToolkit implements Toolkit {
  /** The collection's name. */
  readonly name: string
  readonly definitions: ToolDefinition[]
  readonly destinations: Destination[]
  /** Requests without a usable address: no tool can be made of them. */
  readonly skipped: SkippedRequest[]
  /** Credential-like variables that some tool needs and nothing fills. */
  readonly missingSettings: string[]
  readonly #parts: Parts
  readonly #functions: ToolFunction[]

  private constructor(parts: Parts) {
    const { collection, options, identity } = parts
    const layers = layersOf(parts)
    const compiled = compileCollection(collection, { given: filledNames(givenLayers(parts)) })
    const setup = { layers, baseUrls: baseUrlsOf(compiled, { parts, layers }) }
    this.#parts = parts
    this.name = collection.name
    this.skipped = compiled.skipped
    this.definitions = filterTools(filterTools(compiled.definitions, options), identity)
    this.destinations = destinationsOf(this.definitions, setup)
    this.missingSettings = missingSettings(this.definitions, setup)
    const { timeoutMs = 30_000, logger = silentLogger, clock = systemClock } = options
    const context = { ...setup, timeoutMs, logger, clock }
    this.#functions = this.definitions.map((definition) => createToolFunction(definition, context))
  }

  /**
   * Reads a collection and compiles every request into a tool. Throws `collection-not-found`, `environment-not-found`,
   * `file-unreadable`, `invalid-json`, `not-a-collection` or `not-an-environment`.
   */
  static async fromApiCollection(options: CollectionOptions): Promise<RESTAPIToolkit> {
    const [collection, before, globals] = await Promise.all([
      collectionOf(options),
      loadLayers(options),
      options.globalsPath ? loadEnvironment(options.globalsPath) : [],
    ])
    return new RESTAPIToolkit({ collection, given: { before, globals }, options, identity: {} })
  }

  /** The tools of one identity: its variables, base URL and filters hold for its session only. */
  forIdentity(identity: IdentityOptions): RESTAPIToolkit {
    return new RESTAPIToolkit({ ...this.#parts, identity })
  }

  getFunctions(): ToolFunction[] {
    return this.#functions
  }
}

async function collectionOf({ collectionPath, collection }: CollectionOptions): Promise<Collection> {
  if (collection !== undefined) return parseCollection(collection)
  if (collectionPath) return loadCollection(collectionPath)
  throw new VoiceError('no-collection', 'Give the toolkit a "collectionPath" or a "collection".')
}

/** The program's variables before those of the environment file, before those of the `.env` file. */
async function loadLayers({ variables = {}, environmentPath }: CollectionOptions): Promise<Variable[][]> {
  const environment = environmentPath ? await loadEnvironment(environmentPath) : []
  return [toVariables(variables), environment, toVariables(loadedEnv())]
}

function toVariables(values: Readonly<Record<string, string>>): Variable[] {
  return Object.entries(values).map(([key, value]) => ({ key, value }))
}

/** All that others than the collection file fill. */
function givenLayers({ given, identity }: Parts): Variable[][] {
  return [toVariables(identity.variables ?? {}), ...given.before, given.globals]
}

/** In Postman's order: the environment before the collection before the globals. */
function layersOf({ given, identity, collection }: Parts): Variable[][] {
  return [toVariables(identity.variables ?? {}), ...given.before, collection.variables, given.globals]
}

function baseUrlsOf(
  { definitions }: Compiled,
  { parts, layers }: { parts: Parts; layers: Variable[][] },
): ResolvedBaseUrls {
  const { options, identity } = parts
  const baseUrl = identity.baseUrl ?? options.baseUrl
  const names = filledNames(layers)
  return resolveBaseUrls(
    definitions.map(({ request }) => request),
    {
      ...(baseUrl ? { baseUrl } : {}),
      ...(options.baseUrls ? { named: options.baseUrls } : {}),
      ...(options.everyOrigin ? { everyOrigin: options.everyOrigin } : {}),
      isFilled: (name) => names.has(name),
    },
  )
}
