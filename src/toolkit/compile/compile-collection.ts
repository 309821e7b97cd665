import { type Placed, walkItems } from '../collection/walk.js'
import { originOf } from '../meaning/address.js'
import { findScenarios } from '../meaning/scenario.js'
import { estimateTokens } from '../meaning/tokens.js'
import type { Collection } from '../model/collection.js'
import type { JsonSchema } from '../model/json.js'
import type { Binding, Capture, ToolDefinition } from '../model/tool.js'
import { closeParameters } from './close-schema.js'
import { describeTool } from './describe.js'
import { effectOfEndpoint, withKept } from './effect-modes.js'
import { deriveEndpoint, type Endpoint } from './endpoint.js'
import { createFilled, type Filled, withGiven } from './filled.js'
import { gatherParameters } from './gather-parameters.js'
import { type InputMode, InputModes, type UnusedInput } from './input-modes.js'
import { layOut } from './layout.js'
import type { Lock } from './lock.js'
import { nameTools } from './name.js'
import { nameableOf } from './nameable.js'
import { outputSchema } from './output-schema.js'
import { conventionsOf } from './path-templates.js'
import { addPrerequisites, indexCaptures, sessionVariables } from './prerequisites.js'
import { searchWords } from './search-words.js'
import { settingsOf } from './settings.js'
import { displayPath } from './tool-path.js'

/** How a collection is compiled. */
export interface CompileOptions {
  /** Names of variables that the environment, the program or an identity fills; the collection's own are known from the file. */
  given?: Iterable<string>
  /** Longest name; less than 64 where a prefix will come before it. @default 64 */
  maxNameLength?: number
  /** Names that tools keep, from `voice.lock`. @default [] */
  lock?: Lock
  /** What is fixed and what is an input, by the names of parameters: see {@link InputModes}. @default {} */
  inputs?: Readonly<Record<string, InputMode>>
}

/** The tools of a collection, and the requests that no tool can be made of. */
export interface Compiled {
  definitions: ToolDefinition[]
  skipped: SkippedRequest[]
  /** Tools of requests that test a failure. */
  scenarios: ScenarioTool[]
  /** The names of `inputs` that changed nothing. */
  unusedInputs: UnusedInput[]
}

/** The tool of a request that tests a failure, and what says so, as the end of a sentence. */
export interface ScenarioTool {
  definition: ToolDefinition
  why: string
}

/** A request without any usable address. */
export interface SkippedRequest {
  name: string
  /** JSON pointer of the item in the file. */
  pointer: string
}

/**
 * Collection → endpoints → parameters → names → definitions. One tool per request, in the order of the file.
 */
export function compileCollection(collection: Collection, options: CompileOptions = {}): Compiled {
  const filled = createFilled(collection.variables, new Set(options.given))
  const usable: Placed[] = []
  const skipped: SkippedRequest[] = []
  for (const one of walkItems(collection)) {
    const { name, pointer, request } = one.item
    if (originOf(request.url) === '') skipped.push({ name, pointer })
    else usable.push(one)
  }
  const names = nameTools(usable.map(nameableOf), {
    ...(options.maxNameLength ? { maxLength: options.maxNameLength } : {}),
    ...(options.lock ? { lock: options.lock } : {}),
  })
  const captures = indexCaptures(usable)
  const known = withGiven(filled, sessionVariables(captures))
  const modes = new InputModes(options.inputs)
  const conventions = conventionsOf(usable.map(({ item }) => item))
  const definitions = usable.map((one, index) => {
    const name = names[index]!
    const endpoint = deriveEndpoint(one, { filled: known, conventions, modes: modes.forTool(name) })
    return define(endpoint, { name, filled: known, captures: captures[index]! })
  })
  const complete = countTokens(addPrerequisites(definitions, filled))
  return {
    definitions: complete,
    skipped,
    scenarios: scenariosAmong(usable, complete),
    unusedInputs: modes.unused(),
  }
}

function scenariosAmong(placed: Placed[], definitions: ToolDefinition[]): ScenarioTool[] {
  const facts = placed.map(({ item: { name, description, scripts, request } }) => ({
    ...{ name, description, scripts },
    ...{ method: request.method, path: request.url.path },
  }))
  return findScenarios(facts).flatMap((scenario, index) =>
    scenario ? [{ definition: definitions[index]!, why: scenario.why }] : [],
  )
}

/** Counted last, when nothing is added any more. */
function countTokens(definitions: ToolDefinition[]): ToolDefinition[] {
  for (const definition of definitions) {
    const { name, description, parameters } = definition
    definition.tokens = estimateTokens(JSON.stringify({ name, description, parameters }))
  }
  return definitions
}

interface Named {
  name: string
  filled: Filled
  captures: Capture[]
}

function define(endpoint: Endpoint, { name, filled, captures }: Named): ToolDefinition {
  const { item, folders, request } = endpoint
  const effect = effectOfEndpoint(endpoint, filled)
  const writes = !effect.annotations.readOnlyHint
  const guarded = { ...endpoint, writes, modes: withKept(endpoint.modes, effect) }
  const parameters = gatherParameters(guarded, filled)
  const { schema, bindings, provenance } = layOut(parameters)
  const path = displayPath(request.url, { bindings, filled })
  const output = outputSchema(endpoint, filled)
  const text = describeTool({
    title: item.name,
    description: item.description,
    method: request.method,
    path,
  })
  const description = `${text}${describeExamples(bindings, { endpoint, schema })}`
  const definition: ToolDefinition = {
    name,
    description,
    title: item.name,
    method: request.method,
    path,
    folder: folders.map((folder) => folder.name),
    parameters: closeParameters(schema, endpoint, effect),
    bindings,
    provenance,
    annotations: effect.annotations,
    settings: settingsOf(request, { filled, opened: parameters.body?.opened ?? [] }),
    request,
    words: searchWords(endpoint),
    tokens: 0,
  }
  if (output) definition.output = output
  if (captures.length > 0) definition.captures = captures
  return definition
}

/** Says which record a read without its id is about: one that the collection happens to hold, not one that a user means. */
function describeExamples(
  bindings: Binding[],
  { endpoint, schema }: { endpoint: Endpoint; schema: JsonSchema },
): string {
  const examples = bindings.flatMap((binding) => {
    const name = binding.in === 'path' ? binding.key : binding.in === 'variable' ? binding.name : undefined
    const isExample = name !== undefined && 'keep' in binding && endpoint.roles.get(name)?.role === 'record'
    return isExample
      ? [`${binding.parameter} ${String(schema.properties?.[binding.parameter]?.default)}`]
      : []
  })
  return examples.length === 0
    ? ''
    : ` Without its id it is about the collection's example (${examples.join(', ')}).`
}
