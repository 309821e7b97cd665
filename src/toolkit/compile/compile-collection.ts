import { trimEndOf } from '../../text/trim.js'
import { type PlacedItem, walkItems } from '../collection/walk.js'
import type { Collection, Item } from '../model/collection.js'
import { lazy } from '../model/lazy.js'
import type { ToolDefinition } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { isWebSocket, originOf } from '../semantics/address.js'
import { findScenarios } from '../semantics/scenario.js'
import { withoutBoilerplate } from './boilerplate.js'
import { defineTogether } from './define-together.js'
import { type Compilation, Derivation } from './derivation.js'
import type { ToolExplanation } from './explain-tool.js'
import { type InputMode, InputModes, type UnusedInput } from './input-modes.js'
import { createKnownVariables, isFilled, withGiven } from './known-variables.js'
import type { Lock } from './lock.js'
import { nameTools } from './name.js'
import { type Nameable, nameablesOf } from './nameable.js'
import { Conventions } from './path-templates.js'
import { indexCaptures, sessionVariables } from './prerequisites.js'

/** Options of {@link compileCollection}. */
export interface CompileOptions {
  /**
   * Names of the variables whose values come from an environment, the program, or the identity of a user. Variables
   * that get a value only from the collection file are not listed.
   */
  given?: Iterable<string>
  /** Maximum length of a tool name. Less than 64 leaves room for a prefix. @default 64 */
  maxNameLength?: number
  /** The tool names in `voice.lock`. Tools keep these names. @default [] */
  lock?: Lock
  /** Which parameters are fixed and which are inputs, by name: see {@link InputModes}. @default {} */
  inputs?: Readonly<Record<string, InputMode>>
  /** The names of the tools that may run without a question if another tool needs them. @default none */
  login?: readonly string[]
}

/** The tools of a collection, and the requests that cannot become tools. */
export interface Compiled {
  definitions: ToolDefinition[]
  skipped: SkippedRequest[]
  /** The tools of requests that only test how the API reports an error, such as a login with a wrong password. */
  scenarios: ScenarioTool[]
  /** The entries of `inputs` that changed nothing. */
  unusedInputs: UnusedInput[]
  /** Why each tool counts as a read or a write, and why its fixed values are fixed, by tool name. */
  explanations: ReadonlyMap<string, ToolExplanation>
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
  /** JSON pointer of the item in the file. */
  pointer: string
}

/**
 * Collection → endpoints → parameters → names → definitions. Makes one tool for each request with a usable address, in
 * the order of the file. The names are made immediately. Members that need more work, such as parameters, are made when
 * they are first read.
 */
export function compileCollection(collection: Collection, options: CompileOptions = {}): Compiled {
  const filled = createKnownVariables(collection.variables, new Set(options.given))
  const usable: PlacedItem[] = []
  const skipped: SkippedRequest[] = []
  for (const one of walkItems(collection)) {
    const { name, pointer, request } = one.item
    const origin = originOf(request.url)
    if (origin === '' || isWebSocket(origin, (variable) => filled.own.get(variable)))
      skipped.push({ name, pointer })
    else usable.push(one)
  }
  const nameable = nameablesOf(usable)
  const names = nameTools(nameable, {
    ...(options.maxNameLength ? { maxLength: options.maxNameLength } : {}),
    ...(options.lock ? { lock: options.lock } : {}),
  })
  const captures = indexCaptures(usable)
  const session = sessionVariables(captures)
  const captured = session.filter((name) => !filled.given.has(name) && !isCredentialLike(name))
  const known = { ...withGiven(filled, session), captured: new Set(captured) }
  const modes = new InputModes(options.inputs)
  const items = usable.map(({ item }) => item)
  const conventions = new Conventions(items)
  const settled = (variable: string) => isFilled(variable, filled)
  const descriptions = lazy(() => describeItems(items, nameable))
  const compilation: Compilation = {
    filled: known,
    knowledgeFor: (tool) => ({ filled: known, settled, conventions, modes: modes.forTool(tool) }),
    descriptionOf: (item) => descriptions().get(item)!,
  }
  const derivations = nameable.map(
    ({ title, folders }, index) =>
      new Derivation(
        items[index]!,
        { name: names[index]!, title, captures: captures[index]!, folder: folders },
        compilation,
      ),
  )
  const logins = new Set(options.login)
  const isNamed = ({ name }: Derivation) => logins.has(name)
  const definitions = defineTogether(derivations, { filled, isNamed })
  const scenarios = lazy(() => scenariosAmong(usable, definitions))
  return {
    definitions,
    skipped,
    get scenarios() {
      return scenarios()
    },
    get unusedInputs() {
      if (Object.keys(options.inputs ?? {}).length > 0)
        for (const derivation of derivations) derivation.layout()
      return modes.unused()
    },
    get explanations() {
      return new Map(derivations.map((derivation) => [derivation.name, derivation.explanation()]))
    },
  }
}

/**
 * Returns the description of each item, without boilerplate sentences. If items with different titles have the same
 * description, each of them gets its title at the beginning of the description.
 */
function describeItems(items: Item[], nameable: Nameable[]): ReadonlyMap<Item, string> {
  const texts = withTitles(
    withoutBoilerplate(items.map(({ description }) => description)),
    nameable.map(({ title }) => title),
  )
  return new Map(items.map((item, index) => [item, texts[index]!]))
}

function scenariosAmong(placed: PlacedItem[], definitions: ToolDefinition[]): ScenarioTool[] {
  const facts = placed.map(({ item: { scripts, request, examples } }) => ({
    ...{ scripts, method: request.method, path: request.url.path },
    statuses: examples.flatMap(({ status }) => status ?? []),
  }))
  return findScenarios(facts).flatMap((scenario, index) =>
    scenario ? [{ definition: definitions[index]!, why: scenario.why }] : [],
  )
}

/** Puts the title of a request before its description, if a request with another title has the same description. */
export function withTitles(descriptions: readonly string[], titles: readonly string[]): string[] {
  const titlesOf = new Map<string, Set<string>>()
  descriptions.forEach((text, index) => {
    const known = titlesOf.get(text)
    if (known) known.add(titles[index]!)
    else titlesOf.set(text, new Set([titles[index]!]))
  })
  return descriptions.map((text, index) => {
    const isShared = text !== '' && titlesOf.get(text)!.size > 1
    return isShared ? `${trimEndOf(titles[index]!, '.: \t\r\n')}. ${text}` : text
  })
}

/** Compiles a collection. `given`: the names of the variables that the program or the identity of a user fills. */
export type CompileFor = (given: ReadonlySet<string>) => Compiled

/**
 * Maximum number of compilations that are kept. A few suffice, because the identities of most users of a service fill
 * the same variables.
 */
const MAX_KEPT = 4

/**
 * Returns a function that compiles one collection. A compilation depends on the names of the given variables and not on
 * their values, so identities that fill the same variables share a compilation.
 */
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
