import { loadedEnv } from '../environment.js'
import { messageOf, VoiceError } from '../errors.js'
import { type Clock, type Logger, silentLogger, systemClock } from '../ports.js'
import { readRegularFile } from '../regular-file.js'
import { parseCollection } from './collection/parse-collection.js'
import { parseEnvironment } from './collection/parse-environment.js'
import { decodeDocument, parseDocument, problemText } from './collection/read-document.js'
import type { SkippedRequest } from './compile/compile-collection.js'
import type { UnusedInput } from './compile/input-modes.js'
import { withPastedTokens } from './compile/pasted-tokens.js'
import { DEFAULT_TIMEOUT_MS } from './defaults.js'
import {
  type DefinedTools,
  type DefineOptions,
  type DefineSetup,
  defineTools,
  type LeftOutScenario,
} from './define-tools.js'
import type { Destination } from './destinations.js'
import { loadLock } from './lock-file.js'
import type { Collection, Variable } from './model/collection.js'
import type { JsonValue } from './model/json.js'
import type { ApprovalPolicy, ToolDefinition, ToolFunction, Toolkit, ToolkitIdentity } from './model/tool.js'
import { withMembers } from './model/with-members.js'
import { createToolFunction } from './run/tool-function.js'
import { withPrerequisites } from './run/with-prerequisites.js'

/** How the tools of a collection behave. */
export interface ToolkitOptions extends DefineOptions {
  /** Time for one request. @default 30000 */
  timeoutMs?: number
  /** @default a logger that drops everything */
  logger?: Logger
  /** @default the system's clock */
  clock?: Clock
  /** Which calls of these tools wait for the user's yes. @default what the agent says */
  approve?: ApprovalPolicy
}

/** {@link ToolkitOptions} with options that only the command line sets: not part of the library. */
export interface ToolkitSetup extends ToolkitOptions, DefineSetup {
  /** Whether an input may name files of this machine to upload; a person at a terminal may, a model may not. @default false */
  readFiles?: boolean
}

/** Where the tools come from and how they behave. */
export interface CollectionOptions extends Omit<ToolkitOptions, 'environment' | 'globals'> {
  /** Path of a Postman collection v2.1. One of `collectionPath` and `collection` is needed. */
  collectionPath?: string
  /** The collection as parsed JSON. */
  collection?: unknown
  /** Path of a Postman environment file. */
  environmentPath?: string
  /** Path of a Postman globals file. */
  globalsPath?: string
  /** Path of a `voice.lock`, which keeps the tools' names across edits of the collection. */
  lockPath?: string
}

/** The requests of a Postman collection as tools. Its functions can be called at once and by many sessions. */
export class RESTAPIToolkit implements Toolkit {
  /** The collection's name. */
  readonly name: string
  /** The description of the collection. */
  readonly description: string
  readonly definitions: ToolDefinition[]
  /** Requests without a usable address: no tool can be made of them. */
  readonly skipped: SkippedRequest[]
  /** Requests that test a failure: their tools are offered where `allow` names them. */
  readonly scenarios: LeftOutScenario[]
  /** The names of `inputs` that changed nothing: unknown ones, and values to fix that the collection does not have. */
  readonly unusedInputs: UnusedInput[]
  readonly #tools: DefinedTools
  readonly #collection: Collection
  readonly #options: ToolkitSetup
  readonly #functions: ToolFunction[]

  /** The tools of a parsed collection; {@link RESTAPIToolkit.fromApiCollection} reads the file first. */
  constructor(collection: Collection, options?: ToolkitOptions)
  constructor(collection: Collection, options: ToolkitSetup = {}) {
    const tools = defineTools(withPastedTokens(collection), options)
    this.#tools = tools
    this.#collection = collection
    this.#options = options
    this.name = collection.name
    this.description = collection.description
    this.skipped = tools.skipped
    this.scenarios = tools.scenarios
    this.definitions = tools.definitions
    this.unusedInputs = tools.unusedInputs
    const {
      timeoutMs = DEFAULT_TIMEOUT_MS,
      logger = silentLogger,
      clock = systemClock,
      readFiles = false,
    } = options
    const context = { ...tools.setup, timeoutMs, logger, clock, readFiles }
    const functionOf = (definition: ToolDefinition): ToolFunction =>
      options.approve
        ? withMembers(createToolFunction(definition, context), { approve: options.approve })
        : createToolFunction(definition, context)
    this.#functions = withPrerequisites(tools.definitions.map(functionOf), tools.helpers.map(functionOf))
  }

  /**
   * Reads a collection and compiles every request into a tool. Throws `collection-not-found`, `environment-not-found`,
   * `file-unreadable`, `not-json`, `nesting-too-deep`, `not-a-collection` or `not-an-environment`.
   */
  static async fromApiCollection(options: CollectionOptions): Promise<RESTAPIToolkit> {
    const {
      collectionPath = 'postman.json',
      collection: document,
      environmentPath,
      globalsPath,
      ...rest
    } = options
    const [collection, environment, globals, lock] = await Promise.all([
      document === undefined ? loadCollection(collectionPath) : parseCollection(document),
      environmentPath ? loadEnvironment(environmentPath) : [],
      globalsPath ? loadEnvironment(globalsPath) : [],
      options.lockPath ? loadLock(options.lockPath, collectionPath) : [],
    ])
    const setup: ToolkitSetup = { ...rest, environment, globals, lock, envFile: loadedEnv() }
    return new RESTAPIToolkit(collection, setup)
  }

  /** The tools of one identity: its variables, base URL and filters hold for its session only. */
  forIdentity(identity: ToolkitIdentity): RESTAPIToolkit {
    const { variables, baseUrl, ...narrowedBy } = identity
    const setup: ToolkitSetup = {
      ...this.#options,
      variables: { ...this.#options.variables, ...variables },
      privateVariables: Object.keys(variables ?? {}),
      ...(baseUrl ? { baseUrl } : {}),
      narrowedBy,
    }
    return new RESTAPIToolkit(this.#collection, setup)
  }

  get destinations(): Destination[] {
    return this.#tools.destinations
  }

  /** Credential-like variables that some tool needs and nothing fills. */
  get missingSettings(): string[] {
    return this.#tools.missingSettings
  }

  getFunctions(): ToolFunction[] {
    return this.#functions
  }
}

/** Reads a collection from disk. Throws `collection-not-found`, `file-unreadable`, `not-json`, `nesting-too-deep` or `not-a-collection`. */
async function loadCollection(path: string): Promise<Collection> {
  return parseCollection(await readJson(path, 'collection'))
}

/** Reads an environment or globals file. Throws `environment-not-found`, `file-unreadable`, `not-json`, `nesting-too-deep` or `not-an-environment`. */
async function loadEnvironment(path: string): Promise<Variable[]> {
  return parseEnvironment(await readJson(path, 'environment'))
}

const NOT_FOUND = { collection: 'collection-not-found', environment: 'environment-not-found' } as const

async function readJson(path: string, kind: 'collection' | 'environment'): Promise<JsonValue> {
  const bytes = await readRegularFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new VoiceError(NOT_FOUND[kind], `There is no file ${path}.`)
    throw new VoiceError('file-unreadable', `The file ${path} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    })
  })
  const parsed = parseDocument(decodeDocument(bytes))
  if ('value' in parsed) return parsed.value
  const { code } = parsed.problem
  throw new VoiceError(
    code === 'nesting-too-deep' ? code : 'not-json',
    `The file ${path} ${problemText(parsed.problem)}: ${parsed.problem.message}`,
  )
}
