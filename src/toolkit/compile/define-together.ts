import { groupBy } from '../model/group-by.js'
import type { JsonSchema } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import type { Prerequisite, ToolDefinition } from '../model/tool.js'
import { estimateTokens } from '../semantics/tokens.js'
import type { Derivation } from './derivation.js'
import { describeDifferences } from './describe-differences.js'
import type { KnownVariables } from './known-variables.js'
import {
  callFirst,
  type PrerequisiteFacts,
  type PrerequisiteIndex,
  prerequisitesAmong,
  withSources,
} from './prerequisites.js'
import { alignIds } from './same-ids.js'

/** Facts that the definitions of one collection share. */
interface Together {
  /** Gives the ids of one resource the same type in all tools. Does nothing if it has already run. */
  align: () => void
  told: (derivation: Derivation) => string
  prerequisites: PrerequisiteIndex
  filled: KnownVariables
}

/** Defines the tools of a collection. Most members of a definition are made when they are first read. */
export function defineTogether(derivations: Derivation[], facts: PrerequisiteFacts): ToolDefinition[] {
  const together: Together = {
    align: lazy(() => alignIds(derivations)),
    told: toldApart(derivations),
    prerequisites: prerequisitesAmong(derivations, facts),
    filled: facts.filled,
  }
  return derivations.map((derivation) => defineOne(new DerivedTool(derivation, together)))
}

/** Makes the members of one definition that also depend on other tools of the collection. */
class DerivedTool {
  #needs: Prerequisite[] | undefined
  #description: string | undefined
  #parameters: JsonSchema | undefined
  #tokens: number | undefined

  constructor(
    readonly own: Derivation,
    private readonly together: Together,
  ) {}

  needs(): Prerequisite[] {
    this.#needs ??= this.together.prerequisites(this.own)
    return this.#needs
  }

  description(): string {
    this.#description ??= `${this.together.told(this.own)}${this.#hint()}`
    return this.#description
  }

  #hint(): string {
    return this.needs().length > 0 ? callFirst(this.own.layout(), this.needs(), this.together.filled) : ''
  }

  parameters(): JsonSchema {
    this.#parameters ??= this.#alignedParameters()
    return this.#parameters
  }

  #alignedParameters(): JsonSchema {
    this.together.align()
    return this.needs().length > 0
      ? withSources(this.own.parameters(), this.own.layout().bindings, this.needs())
      : this.own.parameters()
  }

  tokens(): number {
    const { name } = this.own
    this.#tokens ??= estimateTokens(
      JSON.stringify({ name, description: this.description(), parameters: this.parameters() }),
    )
    return this.#tokens
  }
}

const DERIVED = Symbol('derived')

interface Derived {
  [DERIVED]: DerivedTool
}

/**
 * Makes the property descriptor of a member that is computed when it is read. All definitions share these descriptors.
 * If each definition had getter functions of its own, the functions would take most of the memory of the
 * definition.
 */
const member = (read: (tool: DerivedTool) => unknown) => ({
  get(this: Derived) {
    return read(this[DERIVED])
  },
  enumerable: true,
  configurable: true,
})

const DESCRIPTION = member((tool) => tool.description())
const PATH = member(({ own }) => own.path())
const DERIVED_MEMBERS = {
  parameters: member((tool) => tool.parameters()),
  bindings: member(({ own }) => own.layout().bindings),
  provenance: member(({ own }) => own.layout().provenance),
  annotations: member(({ own }) => own.effect().annotations),
  settings: member(({ own }) => own.settings()),
  request: member(({ own }) => own.endpoint().request),
  words: member(({ own }) => own.words()),
  tokens: member((tool) => tool.tokens()),
  output: member(({ own }) => own.output()),
}
const PREREQUISITES = member((tool) => (tool.needs().length > 0 ? tool.needs() : undefined))

/** Creates a definition. Its members are in the order in which definitions are printed. */
function defineOne(tool: DerivedTool): ToolDefinition {
  const { name, title, method, folder, captures } = tool.own
  const definition = Object.defineProperty({} as ToolDefinition, DERIVED, { value: tool })
  definition.name = name
  Object.defineProperty(definition, 'description', DESCRIPTION)
  definition.title = title
  definition.method = method
  Object.defineProperty(definition, 'path', PATH)
  definition.folder = folder
  Object.defineProperties(definition, DERIVED_MEMBERS)
  if (captures.length > 0) definition.captures = captures
  return Object.defineProperty(definition, 'prerequisites', PREREQUISITES)
}

/**
 * Returns a function that gives the description of a tool. Tools with the same title are compared: if their
 * descriptions are equal, the differences between the tools are added. Tools with different titles never have equal
 * descriptions.
 */
function toldApart(derivations: readonly Derivation[]): (derivation: Derivation) => string {
  const groups = lazy(() => groupBy(derivations, ({ title }) => title))
  const told = new Map<Derivation, string>()
  return (derivation) => {
    const group = groups().get(derivation.title)!
    if (group.length === 1) return derivation.text()
    if (!told.has(derivation)) {
      const described = group.map(describedOf)
      describeDifferences(described)
      for (const [index, one] of group.entries()) told.set(one, described[index]!.description)
    }
    return told.get(derivation)!
  }
}

const describedOf = (one: Derivation) => ({
  ...{ name: one.name, title: one.title, description: one.text() },
  ...{ method: one.method, path: one.path(), request: one.endpoint().request },
})
