import { VoiceError } from '../errors.js'
import { walkItems } from './collection/walk.js'
import { type Compiled, type CompileFor, shareCompilations } from './compile/compile-collection.js'
import { filterTools, isNamed, namesTool, type ToolFilter } from './compile/filter.js'
import type { InputMode } from './compile/input-modes.js'
import { type Lock, type LockedTool, lockOf, unusedLock } from './compile/lock.js'
import { type CollectionSettings, type Destination, destinationsOf, missingSettings } from './destinations.js'
import type { Collection, Variable } from './model/collection.js'
import { lazy } from './model/lazy.js'
import { withMembers } from './model/map-members.js'
import type { ToolDefinition } from './model/tool.js'
import { liftSecrets } from './secrets/lift-secrets.js'
import { baseUrlsWith } from './semantics/base-urls.js'
import { filledNames } from './template/variables.js'
import { layersAbove, variableLayers } from './variable-layers.js'

/** Options that select the tools of a collection and set its variables and base URLs. */
export interface DefineOptions {
  /**
   * A base URL that replaces the main origin of the collection, which most requests use. The path of each address
   * stays.
   * @default the base URL in the collection
   */
  baseUrl?: string | undefined
  /** Base URLs that replace other origins, by variable name or host. @default {} */
  baseUrls?: Record<string, string>
  /** Values of variables by exact name. They override the environment. @default {} */
  variables?: Record<string, string>
  /** Variables of a Postman environment. @default [] */
  environment?: Variable[]
  /** Variables of a Postman globals file. Variables of the collection override them. @default [] */
  globals?: Variable[]
  /** Offers only tools that match an entry: a tool name, folder, method, path or glob. @default all */
  allow?: string[]
  /** Offers no tool that matches an entry. The entries are like those of `allow`. @default none */
  deny?: string[]
  /** Maximum length of tool names. Less than 64 leaves room for a prefix. @default 64 */
  maxNameLength?: number
  /**
   * The mode (`fixed` or `input`) of values, by parameter name. `voice tools` shows these names: `customer_id`,
   * `body.query`. If the name begins with `TOOL.`, the entry applies only to this tool. @default {}
   */
  inputs?: Readonly<Record<string, InputMode>>
  /**
   * The names of tools that may run without a question if another tool needs them: log-ins. They run also if `allow` does
   * not list them, but not if `deny` lists them. @default none: the user is asked before a log-in
   */
  login?: string | readonly string[]
}

/** Options that only the command line sets. They are not part of the library. */
export interface DefineSetup extends DefineOptions {
  /** A base URL that replaces every origin, for a mock. @default none */
  everyOrigin?: string
  /** Names in `variables` that belong to one user. Their values are never shown. @default [] */
  privateVariables?: string[]
  /** Values from `.env` and from `VOICE_VAR_NAME`. The environment overrides them. @default {} */
  envFile?: Readonly<Record<string, string>>
  /** The entries of `voice.lock`. The tools in it keep their names. @default [] */
  lock?: Lock
  /** A filter after `allow` and `deny`, such as that of a user's identity. @default none */
  narrowedBy?: ToolFilter
  /** Compiles the collection, or returns a shared compilation. @default a new compilation */
  compile?: CompileFor
}

/** A request that only tests how the API reports an error. For this reason, it is not offered as a tool. */
export interface LeftOutScenario {
  /** The name of its tool. If `allow` lists this name, the tool is offered. */
  tool: string
  name: string
  /** Why the request counts as a test of an error, as a clause: "its script demands the status 422". */
  why: string
}

/** The tools of a collection, and facts about the collection that are known before any call. */
export interface DefinedTools extends Omit<Compiled, 'scenarios'> {
  helpers: ToolDefinition[]
  isLogin: (definition: Pick<ToolDefinition, 'name'>) => boolean
  /** Requests that only test how the API reports an error. Their tools are offered only if `allow` names them. */
  scenarios: LeftOutScenario[]
  /** The origins to which requests are sent, sorted by number of requests, the highest first. */
  destinations: Destination[]
  missingSettings: string[]
  setup: CollectionSettings & { given: ReadonlySet<string>; everyOrigin: string | undefined }
  compile: CompileFor
  /** The names of all tools for `voice.lock`, also of tools that are not offered. */
  lock: LockedTool[]
  /** The names in `voice.lock` that have no effect: their requests are gone, or they are names of other requests. */
  unusedLock: string[]
}

/** Lifts secrets, compiles, fills variables and filters. This loads no code that sends requests. */
export function defineTools(written: Collection, options: DefineSetup = {}): DefinedTools {
  const collection = liftSecrets(written)
  const given = layersAbove(options)
  const layers = variableLayers(collection.variables, options)
  const {
    maxNameLength,
    lock,
    inputs,
    compile = shareCompilations(collection, { maxNameLength, lock, inputs, login: namedLogins(options) }),
  } = options
  const compiled = compile(givenNames(given, { collection, options }))
  const requests = Array.from(walkItems(collection), ({ item }) => item.request)
  const { baseUrl, baseUrls: named, everyOrigin } = options
  const setup = {
    layers,
    baseUrls: baseUrlsWith(layers, requests, { baseUrl, named, everyOrigin }),
    given: filledNames(given),
    everyOrigin,
  }
  const scenarios = compiled.scenarios.filter(
    ({ definition }) => !isNamed(definition, options.allow ?? [], compiled.derivedNames),
  )
  const leftOut = new Set(scenarios.map(({ definition }) => definition))
  const working = compiled.definitions.filter((definition) => !leftOut.has(definition))
  const context = { all: working, derivedNames: compiled.derivedNames }
  const usable = filterTools(working, { deny: denied(options) }, context)
  const offered = filterTools(filterTools(working, options, context), options.narrowedBy ?? {}, context)
  const isLogin = loginsAmong(compiled, options)
  const helpers = usable.filter((definition) => isLogin(definition) && !offered.includes(definition))
  const reachable = new Set([...offered, ...helpers].map(({ name }) => name))
  const definitions = offered.map((definition) => withReachable(definition, reachable))
  const destinations = lazy(() => destinationsOf(definitions, setup))
  const missing = lazy(() => missingSettings(definitions, setup))
  return {
    definitions,
    helpers: helpers.map((definition) => withReachable(definition, reachable)),
    isLogin,
    skipped: compiled.skipped,
    unstoredLogins: compiled.unstoredLogins,
    scenarios: scenarios.map(({ definition: { name, title }, why }) => ({ tool: name, name: title, why })),
    get destinations() {
      return destinations()
    },
    get missingSettings() {
      return missing()
    },
    unusedInputs: compiled.unusedInputs,
    get explanations() {
      return compiled.explanations
    },
    setup,
    compile,
    derivedNames: compiled.derivedNames,
    get lock() {
      return lockOf(compiled.definitions)
    },
    get unusedLock() {
      return unusedLock(lock ?? [], compiled.definitions)
    },
  }
}

/** The patterns of the `deny` filters. A tool that matches one of them is never called. */
function denied({ deny = [], narrowedBy = {} }: DefineSetup): string[] {
  return [...deny, ...(narrowedBy.deny ?? [])]
}

const namedLogins = ({ login = [] }: DefineOptions): string[] => [login].flat()

/** Returns whether the option `login` names a tool. Throws `login-unknown` if it names no tool of the collection. */
function loginsAmong(
  { definitions, derivedNames }: Pick<Compiled, 'definitions' | 'derivedNames'>,
  options: DefineOptions,
): (definition: Pick<ToolDefinition, 'name'>) => boolean {
  const wanted = namedLogins(options)
  const isMeant = namesTool(derivedNames)
  for (const text of wanted)
    if (!definitions.some(({ name }) => isMeant(text, name)))
      throw new VoiceError(
        'login-unknown',
        `The option "login" names "${text}", but the collection has no tool of this name. \`voice tools\` lists the names.`,
      )
  return ({ name }) => wanted.some((text) => isMeant(text, name))
}

/** The tool without the prerequisites that cannot be called, because they are neither offered nor named log-ins. */
function withReachable(definition: ToolDefinition, reachable: ReadonlySet<string>): ToolDefinition {
  const { prerequisites } = definition
  if (!prerequisites) return definition
  const kept = prerequisites.filter(({ tool }) => reachable.has(tool))
  if (kept.length === prerequisites.length) return definition
  return withMembers(definition, {
    prerequisites: kept.length > 0 ? kept : undefined,
  } as Partial<ToolDefinition>)
}

function givenNames(
  given: Variable[][],
  { collection, options }: { collection: Collection; options: DefineSetup },
): Set<string> {
  const own = filledNames([collection.variables])
  const global = [...filledNames([options.globals ?? []])].filter((name) => !own.has(name))
  return new Set([...filledNames(given), ...global])
}
