import { loadedEnv } from '../environment.js'
import { type Clock, type Logger, silentLogger, systemClock } from '../ports.js'
import { parseCollection } from './collection/parse-collection.js'
import type { SkippedRequest } from './compile/compile-collection.js'
import { type DefineOptions, defineTools } from './define-tools.js'
import type { Destination } from './destinations.js'
import { loadCollection, loadEnvironment } from './load-collection.js'
import type { Collection } from './model/collection.js'
import type { ToolDefinition, ToolFunction, Toolkit, ToolkitIdentity } from './model/tool.js'
import { createToolFunction } from './run/tool-function.js'

/** How the tools of a collection behave. */
export interface ToolkitOptions extends DefineOptions {
  /** Time for one request. @default 30000 */
  timeoutMs?: number
  /** @default a logger that drops everything */
  logger?: Logger
  /** @default the system's clock */
  clock?: Clock
  /** Whether an input may name files of this machine to upload; a person at a terminal may, a model may not. @default false */
  readFiles?: boolean
}

/** Where the tools come from and how they behave. */
export interface CollectionOptions extends Omit<ToolkitOptions, 'environment' | 'envFile' | 'globals'> {
  /** Path of a Postman collection v2.1. One of `collectionPath` and `collection` is needed. */
  collectionPath?: string
  /** The collection itself, as `JSON.parse` gives it. */
  collection?: unknown
  /** Path of a Postman environment file. */
  environmentPath?: string
  /** Path of a Postman globals file. */
  globalsPath?: string
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
  readonly #collection: Collection
  readonly #options: ToolkitOptions
  readonly #functions: ToolFunction[]

  /** The tools of a parsed collection; {@link RESTAPIToolkit.fromApiCollection} reads the file first. */
  constructor(collection: Collection, options: ToolkitOptions = {}) {
    const tools = defineTools(collection, options)
    this.#collection = collection
    this.#options = options
    this.name = collection.name
    this.skipped = tools.skipped
    this.definitions = tools.definitions
    this.destinations = tools.destinations
    this.missingSettings = tools.missingSettings
    const { timeoutMs = 30_000, logger = silentLogger, clock = systemClock, readFiles = false } = options
    const context = { ...tools.setup, timeoutMs, logger, clock, readFiles }
    this.#functions = this.definitions.map((definition) => createToolFunction(definition, context))
  }

  /**
   * Reads a collection and compiles every request into a tool. Throws `collection-not-found`, `environment-not-found`,
   * `file-unreadable`, `not-json`, `not-a-collection` or `not-an-environment`.
   */
  static async fromApiCollection(options: CollectionOptions): Promise<RESTAPIToolkit> {
    const { collectionPath, collection: document, environmentPath, globalsPath, ...rest } = options
    const [collection, environment, globals] = await Promise.all([
      document === undefined ? loadCollection(collectionPath ?? 'postman.json') : parseCollection(document),
      environmentPath ? loadEnvironment(environmentPath) : [],
      globalsPath ? loadEnvironment(globalsPath) : [],
    ])
    return new RESTAPIToolkit(collection, { ...rest, environment, globals, envFile: loadedEnv() })
  }

  /** The tools of one identity: its variables, base URL and filters hold for its session only. */
  forIdentity(identity: ToolkitIdentity): RESTAPIToolkit {
    const { variables, baseUrl, ...narrowedBy } = identity
    return new RESTAPIToolkit(this.#collection, {
      ...this.#options,
      variables: { ...this.#options.variables, ...variables },
      ...(baseUrl ? { baseUrl } : {}),
      narrowedBy,
    })
  }

  getFunctions(): ToolFunction[] {
    return this.#functions
  }
}
