import type { PlacedItem } from '../collection/walk.js'
import type { Collection } from '../model/collection.js'
import { lazy } from '../model/lazy.js'
import type { ToolDefinition } from '../model/tool.js'
import { defineTogether } from './define-together.js'
import type { Derivation } from './derivation.js'
import { type DeriveOptions, deriveCollection, type UnstoredLogin } from './derive-collection.js'
import type { ToolExplanation } from './explain-tool.js'
import { namesTool } from './filter.js'
import type { UnusedInput } from './input-modes.js'
import type { Lock } from './lock.js'
import { nameablesOf, nameTools } from './name.js'

/** Options of {@link compileCollection}. */
export interface CompileOptions extends DeriveOptions {
  /** Maximum length of a tool name. Less than 64 leaves room for a prefix. @default 64 */
  maxNameLength?: number
  /** The tool names in `voice.lock`. Tools keep these names. @default [] */
  lock?: Lock
  /** The names of the tools that may run without a question if another tool needs them. @default none */
  login?: readonly string[]
}

/** The tools of a collection, and the requests that cannot become tools. */
export interface Compiled {
  definitions: ToolDefinition[]
  skipped: SkippedRequest[]
  /** The tools of requests that only test how the API reports an error, such as a login with a wrong password. */
  scenarios: ScenarioTool[]
  /** The log-ins that the option `login` names, as long as nothing stores the tokens that they answer. */
  unstoredLogins: UnstoredLogin[]
  unusedInputs: UnusedInput[]
  /** Why each tool counts as a read or a write, and why its fixed values are fixed, by tool name. */
  explanations: ReadonlyMap<string, ToolExplanation>
  /** The names that tools would have without `voice.lock`, by the names that they have. Empty without a lock. */
  derivedNames: ReadonlyMap<string, string>
}

/**
 * The tool of a request that tests an error of the API. `why` says how this is known, as a clause: "its script demands
 * the status 422".
 */
export interface ScenarioTool {
  definition: ToolDefinition
  why: string
}

/** A request without a usable address: it has none, or that of a WebSocket. */
export interface SkippedRequest {
  name: string
  pointer: string
}

/**
 * Collection → endpoints → parameters → names → definitions. Makes one tool for each request with a usable address, in
 * the order of the file. The names are made immediately. Members that need more work, such as parameters, are made when
 * they are first read.
 */
export function compileCollection(collection: Collection, options: CompileOptions = {}): Compiled {
  const { maxNameLength, lock = [] } = options
  const derivedNames = new Map<string, string>()
  const isMeant = lazy(() => namesTool(derivedNames))
  const { login = [] } = options
  const isLogin = login.length > 0 ? (tool: string) => login.some((text) => isMeant()(text, tool)) : undefined
  const namesOf = (placed: PlacedItem[]) => {
    const nameable = nameablesOf(placed)
    const naming = maxNameLength ? { maxLength: maxNameLength } : {}
    const names = nameTools(nameable, { ...naming, lock })
    if (lock.length > 0)
      for (const [index, own] of nameTools(nameable, naming).entries()) derivedNames.set(names[index]!, own)
    return nameable.map(({ title, folders }, index) => ({ name: names[index]!, title, folder: folders }))
  }
  const derived = deriveCollection(collection, options, { namesOf, isLogin })
  const { derivations, filled } = derived
  const isNamed = ({ name }: Derivation) => isLogin?.(name) === true
  const definitions = defineTogether(derivations, { filled, isNamed })
  return {
    definitions,
    unstoredLogins: derived.unstoredLogins,
    skipped: derived.skipped.map(({ name, pointer }) => ({ name, pointer })),
    derivedNames,
    get scenarios() {
      return derived
        .scenarios()
        .flatMap((why, index) => (why === undefined ? [] : [{ definition: definitions[index]!, why }]))
    },
    get unusedInputs() {
      if (Object.keys(options.inputs ?? {}).length > 0)
        for (const derivation of derivations) void derivation.layout
      return derived.modes.unused()
    },
    get explanations() {
      return new Map(derivations.map((derivation) => [derivation.name, derivation.explanation]))
    },
  }
}

export type CompileFor = (given: ReadonlySet<string>) => Compiled

/** Most compilations that are kept. A few suffice, because most users of a service fill the same variables. */
const MAX_KEPT = 4

/** Compiles one collection. Identities that fill the same variables, with whatever values, share a compilation. */
export function shareCompilations(
  collection: Collection,
  options: Omit<CompileOptions, 'given'>,
): CompileFor {
  const kept = new Map<string, Compiled>()
  return (given) => {
    const key = JSON.stringify([...given].sort())
    const compiled = kept.get(key) ?? compileCollection(collection, { ...options, given })
    kept.delete(key)
    kept.set(key, compiled)
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
    return compiled
  }
}
