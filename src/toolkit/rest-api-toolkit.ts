import { valuesForVariables } from '../environment.js'
import { messageOf, VoiceError, type VoiceErrorCode } from '../errors.js'
import { type Clock, type Logger, silentLogger, systemClock } from '../ports.js'
import { readRegularFile } from '../regular-file.js'
import { walkItems } from './collection/walk.js'
import type { SkippedRequest } from './compile/compile-collection.js'
import type { UnstoredLogin } from './compile/derive-collection.js'
import type { UnusedInput } from './compile/input-modes.js'
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
import type { Collection } from './model/collection.js'
import type { JsonValue } from './model/json.js'
import { lazy } from './model/lazy.js'
import { withMembers } from './model/map-members.js'
import type { ApprovalPolicy, ToolDefinition, ToolFunction, Toolkit, ToolkitIdentity } from './model/tool.js'
import { collectionOf, readCollection, readVariables } from './read-collection.js'
import { createToolFunction } from './run/tool-function.js'
import { withPrerequisites } from './run/with-prerequisites.js'
import { liftSecrets } from './secrets/lift-secrets.js'

/** Options of a toolkit: its tools and how they are called. */
export interface ToolkitOptions extends DefineOptions {
  /** Time limit for one request, in milliseconds. @default 30000 */
  timeoutMs?: number
  /** @default a logger that drops everything */
  logger?: Logger
  /** @default the system's clock */
  clock?: Clock
  /** Which calls of these tools need approval. @default the setting of the agent */
  approve?: ApprovalPolicy
}

/** The options of the command line: {@link ToolkitOptions}, and further options that are not part of the library. */
export interface ToolkitSetup extends ToolkitOptions, DefineSetup {
  /**
   * Whether the arguments of a call may name files of this machine to upload. Only for a person at a terminal, not for
   * a model. @default false
   */
  readFiles?: boolean
}

/** The collection to read, and options of its toolkit. */
export interface CollectionOptions extends Omit<ToolkitOptions, 'environment' | 'globals'> {
  /**
   * Path of a collection: a file or a folder of any format that the commands take, such as Postman's JSON, OpenCollection, Bruno or
   * an Insomnia export. Give `collectionPath` or `collection`.
   *
   * @default postman.json
   */
  collectionPath?: string
  /** A Postman collection as a parsed JSON document. */
  collection?: unknown
  /** Path of an environment file of Postman, OpenCollection or Bruno. */
  environmentPath?: string
  /** Path of a Postman globals file. */
  globalsPath?: string
  /** Path of a `voice.lock`. Its tools keep their names when the collection changes. */
  lockPath?: string
}

/** The requests of a Postman collection as tools. Many sessions can share one toolkit. */
export class RESTAPIToolkit implements Toolkit {
  /** The name of the collection. */
  readonly name: string
  /** The description of the collection. */
  readonly description: string
  readonly definitions: ToolDefinition[]
  /** Requests without a usable address. No tool can be made from them. */
  readonly skipped: SkippedRequest[]
  /** Requests that only test how the API reports an error. Their tools are offered only if `allow` names them. */
  readonly scenarios: LeftOutScenario[]
  /**
   * The entries of `inputs` that changed nothing: names that no parameter has, and names of parameters that cannot have
   * the given mode, such as `fixed` for a parameter without a value.
   */
  readonly unusedInputs: UnusedInput[]
  readonly #tools: DefinedTools
  readonly #collection: Collection
  readonly #options: ToolkitSetup
  readonly #functions: () => ToolFunction[]

  /** Makes tools from a parsed collection. {@link RESTAPIToolkit.fromApiCollection} reads the file first. */
  constructor(collection: Collection, options?: ToolkitOptions)
  constructor(collection: Collection, options: ToolkitSetup = {}) {
    const tools = defineTools(collection, options)
    this.#tools = tools
    this.#collection = collection
    this.#options = options
    // No secret of the file is in what models read.
    const { name, description } = liftSecrets(collection)
    this.name = name
    this.description = description
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
    const requests = Array.from(walkItems(collection), ({ item }) => item.request)
    const mayLogIn = tools.isLogin
    const context = { ...tools.setup, collection, requests, mayLogIn, timeoutMs, logger, clock, readFiles }
    const functionOf = (definition: ToolDefinition): ToolFunction =>
      options.approve
        ? withMembers(createToolFunction(definition, context), { approve: options.approve })
        : createToolFunction(definition, context)
    this.#functions = lazy(() =>
      withPrerequisites(tools.definitions.map(functionOf), {
        helpers: tools.helpers.map(functionOf),
        isNamed: ({ definition }) => definition !== undefined && tools.isLogin(definition),
      }),
    )
  }

  /**
   * Reads a collection and compiles every request into a tool. Throws `collection-not-found`, `environment-not-found`,
   * `file-unreadable`, `not-json`, `nesting-too-deep`, `not-a-collection`, `import-failed` or `not-an-environment`, and
   * `wrong-usage` for a folder with several collections.
   */
  static async fromApiCollection(options: CollectionOptions): Promise<RESTAPIToolkit> {
    const {
      collectionPath = 'postman.json',
      collection: document,
      environmentPath,
      globalsPath,
      ...rest
    } = options
    const variablesOf = (path: string | undefined) => (path ? readVariables(path, readEnvironmentFile) : [])
    const [{ collection }, environment, globals, lock] = await Promise.all([
      document === undefined
        ? readCollection(collectionPath, readCollectionFile)
        : collectionOf(document as JsonValue),
      variablesOf(environmentPath),
      variablesOf(globalsPath),
      options.lockPath ? loadLock(options.lockPath, collectionPath) : [],
    ])
    const setup: ToolkitSetup = { ...rest, environment, globals, lock, envFile: valuesForVariables() }
    return new RESTAPIToolkit(collection, setup)
  }

  /**
   * Returns the toolkit for the identity of one user. The variables, the base URL and the filters of the identity apply
   * to the sessions of this user only.
   */
  forIdentity(identity: ToolkitIdentity): RESTAPIToolkit {
    const { variables, baseUrl, ...narrowedBy } = identity
    const setup: ToolkitSetup = {
      ...this.#options,
      variables: { ...this.#options.variables, ...variables },
      privateVariables: Object.keys(variables ?? {}),
      ...(baseUrl ? { baseUrl } : {}),
      narrowedBy,
      compile: this.#tools.compile,
    }
    return new RESTAPIToolkit(this.#collection, setup)
  }

  get destinations(): Destination[] {
    return this.#tools.destinations
  }

  get missingSettings(): string[] {
    return this.#tools.missingSettings
  }

  /** The names in `voice.lock` that have no effect: their requests are gone, or they are names of other requests. */
  get unusedLock(): string[] {
    return this.#tools.unusedLock
  }

  /** The tools that the option `login` names and whose tokens nothing stores in the variables that auths send. */
  get unstoredLogins(): UnstoredLogin[] {
    return this.#tools.unstoredLogins
  }

  getFunctions(): ToolFunction[] {
    return this.#functions()
  }
}

const readCollectionFile = (path: string) => readFile(path, 'collection-not-found')
const readEnvironmentFile = (path: string) => readFile(path, 'environment-not-found')

async function readFile(path: string, notFound: VoiceErrorCode): Promise<Uint8Array> {
  return readRegularFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new VoiceError(notFound, `There is no file ${path}.`)
    throw new VoiceError('file-unreadable', `The file ${path} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    })
  })
}
