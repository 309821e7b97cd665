import { type PlacedItem, walkItems } from '../collection/walk.js'
import type { Collection } from '../model/collection.js'
import { lazy } from '../model/lazy.js'
import type { ToolDefinition } from '../model/tool.js'
import { originOf } from '../semantics/address.js'
import { findScenarios } from '../semantics/scenario.js'
import { withoutBoilerplate } from './boilerplate.js'
import { defineTogether } from './define-together.js'
import { Derivation } from './derivation.js'
import { deriveEndpoint } from './endpoint.js'
import type { ToolExplanation } from './explain-tool.js'
import { type InputMode, InputModes, type UnusedInput } from './input-modes.js'
import { createKnownVariables, isFilled, withGiven } from './known-variables.js'
import type { Lock } from './lock.js'
import { nameTools } from './name.js'
import { nameableOf } from './nameable.js'
import { conventionsOf } from './path-templates.js'
import { indexCaptures, sessionVariables } from './prerequisites.js'
import { withTitles } from './shared-descriptions.js'

/** Options of {@link compileCollection}. */
export interface CompileOptions {
  /**
   * Names of the variables that the environment, the program or an identity fills. The variables of the collection are
   * in the file itself.
   */
  given?: Iterable<string>
  /** Maximum length of a name. Less than 64 leaves room for a prefix. @default 64 */
  maxNameLength?: number
  /** The names in `voice.lock`, which tools keep. @default [] */
  lock?: Lock
  /** Which parameters are fixed and which are inputs, by name: see {@link InputModes}. @default {} */
  inputs?: Readonly<Record<string, InputMode>>
}

/** The tools of a collection, and the requests that cannot become tools. */
export interface Compiled {
  definitions: ToolDefinition[]
  skipped: SkippedRequest[]
  /** The tools of requests that test a failure. */
  scenarios: ScenarioTool[]
  /** The entries of `inputs` that changed nothing. */
  unusedInputs: UnusedInput[]
  /** Why each tool is as it is, by tool name. */
  explanations: ReadonlyMap<string, ToolExplanation>
}

/** The tool of a request that tests a failure. `why` gives the reason, as a part of a sentence. */
export interface ScenarioTool {
  definition: ToolDefinition
  why: string
}

/** A request without a usable address. */
export interface SkippedRequest {
  name: string
  /** JSON pointer of the item in the file. */
  pointer: string
}

/**
 * Collection → endpoints → parameters → names → definitions. Makes one tool for each request, in the order of the file.
 * Names are made at once; all other members of a definition are made when they are first read.
 */
export function compileCollection(collection: Collection, options: CompileOptions = {}): Compiled {
  const filled = createKnownVariables(collection.variables, new Set(options.given))
  const usable: PlacedItem[] = []
  const skipped: SkippedRequest[] = []
  for (const one of walkItems(collection)) {
    const { name, pointer, request } = one.item
    if (originOf(request.url) === '') skipped.push({ name, pointer })
    else usable.push(one)
  }
  const nameable = usable.map(nameableOf)
  const names = nameTools(nameable, {
    ...(options.maxNameLength ? { maxLength: options.maxNameLength } : {}),
    ...(options.lock ? { lock: options.lock } : {}),
  })
  const captures = indexCaptures(usable)
  const known = withGiven(filled, sessionVariables(captures))
  const modes = new InputModes(options.inputs)
  const conventions = lazy(() => conventionsOf(usable.map(({ item }) => item)))
  const descriptions = lazy(() =>
    withTitles(
      withoutBoilerplate(usable.map(({ item }) => item.description)),
      nameable.map(({ title }) => title),
    ),
  )
  const settled = (variable: string) => isFilled(variable, filled)
  const derivations = usable.map((placed, index) => {
    const name = names[index]!
    return new Derivation(placed, {
      name,
      title: nameable[index]!.title,
      captures: captures[index]!,
      endpoint: () =>
        deriveEndpoint(placed, {
          filled: known,
          settled,
          conventions: conventions(),
          modes: modes.forTool(name),
        }),
      description: () => descriptions()[index]!,
      filled: known,
    })
  })
  const definitions = defineTogether(derivations, filled)
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

function scenariosAmong(placed: PlacedItem[], definitions: ToolDefinition[]): ScenarioTool[] {
  const facts = placed.map(({ item: { name, description, scripts, request } }) => ({
    ...{ name, description, scripts },
    ...{ method: request.method, path: request.url.path },
  }))
  return findScenarios(facts).flatMap((scenario, index) =>
    scenario ? [{ definition: definitions[index]!, why: scenario.why }] : [],
  )
}
