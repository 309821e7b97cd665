import { walkItems } from './collection/walk.js'
import { type CompileOptions, compileCollection, type SkippedRequest } from './compile/compile-collection.js'
import type { ToolExplanation } from './compile/explain-tool.js'
import { filterTools, isNamed, type ToolFilter } from './compile/filter.js'
import type { InputMode, UnusedInput } from './compile/input-modes.js'
import { type Lock, type LockedTool, lockOf } from './compile/lock.js'
import {
  type CollectionSettings,
  type Destination,
  destinationsOf,
  filledNames,
  missingSettings,
} from './destinations.js'
import type { Collection, Variable } from './model/collection.js'
import { lazy } from './model/lazy.js'
import type { ToolDefinition } from './model/tool.js'
import { withMembers } from './model/with-members.js'
import { type ResolvedBaseUrls, resolveBaseUrls } from './semantics/base-urls.js'
import { createScope } from './template/scope.js'

/** Which tools a collection gives, and what fills their variables. */
export interface DefineOptions {
  /** Replaces everything before the first `/` of the addresses of the collection's main origin. @default the collection's own */
  baseUrl?: string | undefined
  /** Replaces further origins, by variable name or host. @default {} */
  baseUrls?: Record<string, string>
  /** Fill the collection's variables by exact name, before the environment. @default {} */
  variables?: Record<string, string>
  /** Variables of a Postman environment. @default [] */
  environment?: Variable[]
  /** Variables of a Postman globals file, after the collection's own. @default [] */
  globals?: Variable[]
  /** Only tools that one of these names: a tool, folder, method, path or glob. @default all */
  allow?: string[]
  /** No tool that one of these names. @default none */
  deny?: string[]
  /** Longest name; less than 64 where a prefix will come before it. @default 64 */
  maxNameLength?: number
  /**
   * Overrules what is fixed and what is an input, by the name of a parameter as `voice tools` shows it (`customer_id`, `body.query`),
   * with `TOOL.` before it for one tool alone. @default {}
   */
  inputs?: Readonly<Record<string, InputMode>>
}

/** Options that only the command line sets: not part of the library. */
export interface DefineSetup extends DefineOptions {
  /** Replaces every origin, for a mock. @default none */
  everyOrigin?: string
  /** Names among `variables` that belong to one user: their values are never shown. @default [] */
  privateVariables?: string[]
  /** Values of a `.env` file, after the environment. @default {} */
  envFile?: Readonly<Record<string, string>>
  /** Names that tools keep, from `voice.lock`. @default [] */
  lock?: Lock
  /** A further filter on top, such as that of an identity. @default none */
  narrowedBy?: ToolFilter
}

/** A request that tests a failure, and is left out for that. */
export interface LeftOutScenario {
  /** The name that its tool has where it is offered. */
  tool: string
  name: string
  /** What says that it tests a failure, as the end of a sentence: "its script demands the status 422". */
  why: string
}

/** The tools of a collection, with facts about them for messages before they run. */
export interface DefinedTools {
  definitions: ToolDefinition[]
  /** Tools that are not offered, but that offered ones run first: a login outside of the allowed folders. */
  helpers: ToolDefinition[]
  /** Requests without a usable address: no tool can be made of them. */
  skipped: SkippedRequest[]
  /** Requests that test a failure: their tools are offered where `allow` names them. */
  scenarios: LeftOutScenario[]
  /** Where the requests go, most requests first. */
  destinations: Destination[]
  /** Credential-like variables that some tool needs and nothing fills. */
  missingSettings: string[]
  /** The names of `inputs` that changed nothing. */
  unusedInputs: UnusedInput[]
  setup: CollectionSettings
  /** The decisions behind each tool, by its name. */
  explanations: ReadonlyMap<string, ToolExplanation>
  /** What `voice.lock` keeps, of all tools, offered or not. */
  lock: LockedTool[]
}

/** Compiles a collection with all that fills its variables, and filters the tools. Nothing is loaded that sends requests. */
export function defineTools(collection: Collection, options: DefineSetup = {}): DefinedTools {
  const given = givenLayers(options)
  const layers = [...given, collection.variables, options.globals ?? []]
  const compiled = compileCollection(collection, {
    ...namingOf(options),
    given: givenNames(given, { collection, options }),
  })
  const setup = { layers, baseUrls: baseUrlsOf(collection, { options, layers }) }
  const scenarios = compiled.scenarios.filter(({ definition }) => !isNamed(definition, options.allow ?? []))
  const leftOut = new Set(scenarios.map(({ definition }) => definition))
  const working = compiled.definitions.filter((definition) => !leftOut.has(definition))
  const usable = filterTools(working, { deny: denied(options) })
  const offered = filterTools(filterTools(working, options), options.narrowedBy ?? {})
  const definitions = offered.map((definition) => withReachable(definition, { offered, usable }))
  const destinations = lazy(() => destinationsOf(definitions, setup))
  const missing = lazy(() => missingSettings(definitions, setup))
  return {
    definitions,
    helpers: helpersOf(definitions, usable),
    skipped: compiled.skipped,
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
    get lock() {
      return lockOf(compiled.definitions)
    },
  }
}

function namingOf({ maxNameLength, lock, inputs }: DefineSetup): CompileOptions {
  return {
    maxNameLength,
    lock,
    inputs,
  }
}

/** The filters of denied tools. A tool that `allow` leaves out is not among them: it may supply values to others. */
function denied({ deny = [], narrowedBy = {} }: DefineSetup): string[] {
  return [...deny, ...(narrowedBy.deny ?? [])]
}

/** A tool without prerequisites that neither a model nor the toolkit can call. */
function withReachable(
  definition: ToolDefinition,
  { offered, usable }: { offered: ToolDefinition[]; usable: ToolDefinition[] },
): ToolDefinition {
  const { prerequisites } = definition
  if (!prerequisites) return definition
  const named = (list: ToolDefinition[], name: string) => list.some((one) => one.name === name)
  const reachable = prerequisites.filter(({ tool, runsAlone }) => named(runsAlone ? usable : offered, tool))
  if (reachable.length === prerequisites.length) return definition
  return withMembers(definition, {
    prerequisites: reachable.length > 0 ? reachable : undefined,
  } as Partial<ToolDefinition>)
}

function helpersOf(offered: ToolDefinition[], usable: ToolDefinition[]): ToolDefinition[] {
  const needed = new Set(
    offered.flatMap(({ prerequisites = [] }) =>
      prerequisites.filter(({ runsAlone }) => runsAlone).map(({ tool }) => tool),
    ),
  )
  return usable.filter((definition) => needed.has(definition.name) && !offered.includes(definition))
}

/** Layers of variables that others than the collection file fill, first wins: the program, the environment, the `.env` file. */
function givenLayers(options: DefineSetup): Variable[][] {
  const { variables = {}, privateVariables = [], environment = [], envFile = {} } = options
  return [toVariables(variables, privateVariables), environment, toVariables(envFile)]
}

/** The names that the deployer fills. A global variable counts where the collection has no value of its own before it. */
function givenNames(
  given: Variable[][],
  { collection, options }: { collection: Collection; options: DefineSetup },
): Set<string> {
  const own = filledNames([collection.variables])
  const global = [...filledNames([options.globals ?? []])].filter((name) => !own.has(name))
  return new Set([...filledNames(given), ...global])
}

function toVariables(values: Readonly<Record<string, string>>, secret: string[] = []): Variable[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value,
    ...(secret.includes(key) ? { secret: true } : {}),
  }))
}

function baseUrlsOf(
  collection: Collection,
  { options, layers }: { options: DefineSetup; layers: Variable[][] },
): ResolvedBaseUrls {
  const { baseUrl, baseUrls, everyOrigin } = options
  const names = filledNames(layers)
  return resolveBaseUrls(
    Array.from(walkItems(collection), ({ item }) => item.request),
    {
      baseUrl,
      named: baseUrls,
      everyOrigin,
      isFilled: (name) => names.has(name),
      lookup: createScope(layers).lookup,
    },
  )
}
