import { lazy } from '../model/lazy.js'
import type { ToolDefinition } from '../model/tool.js'
import { estimateTokens } from '../semantics/tokens.js'
import type { Derivation } from './derivation.js'
import type { KnownVariables } from './known-variables.js'
import { callFirst, type PrerequisiteIndex, prerequisitesAmong, withSources } from './prerequisites.js'
import { alignIds } from './same-ids.js'
import { tellApart } from './tell-apart.js'

/** What the definitions of one collection share. */
interface Together {
  /** Aligns the ids of all tools, once. */
  align: () => void
  /** The description of each tool of a title, told apart from the others. */
  told: (derivation: Derivation) => string
  prerequisites: PrerequisiteIndex
  filled: KnownVariables
}

/** The definitions of a collection. Members are derived when they are first read. */
export function defineTogether(derivations: Derivation[], filled: KnownVariables): ToolDefinition[] {
  const together: Together = {
    align: lazy(() => alignIds(derivations)),
    told: toldApart(derivations),
    prerequisites: prerequisitesAmong(derivations, filled),
    filled,
  }
  return derivations.map((derivation) => defineOne(derivation, together))
}

function defineOne(derivation: Derivation, together: Together): ToolDefinition {
  const { name, title, method, folder, captures } = derivation
  const needs = lazy(() => together.prerequisites(derivation))
  const description = lazy(() => {
    const hint = needs().length > 0 ? callFirst(derivation.layout(), needs(), together.filled) : ''
    return `${together.told(derivation)}${hint}`
  })
  const parameters = lazy(() => {
    together.align()
    return needs().length > 0
      ? withSources(derivation.parameters(), derivation.layout().bindings, needs())
      : derivation.parameters()
  })
  const tokens = lazy(() =>
    estimateTokens(JSON.stringify({ name, description: description(), parameters: parameters() })),
  )
  return {
    name,
    get description() {
      return description()
    },
    title,
    method,
    get path() {
      return derivation.path()
    },
    folder,
    get parameters() {
      return parameters()
    },
    get bindings() {
      return derivation.layout().bindings
    },
    get provenance() {
      return derivation.layout().provenance
    },
    get annotations() {
      return derivation.effect().annotations
    },
    get settings() {
      return derivation.settings()
    },
    get request() {
      return derivation.endpoint().request
    },
    get words() {
      return derivation.words()
    },
    get tokens() {
      return tokens()
    },
    get output() {
      return derivation.output()
    },
    ...(captures.length > 0 ? { captures } : {}),
    get prerequisites() {
      return needs().length > 0 ? needs() : undefined
    },
  } as ToolDefinition
}

/** Only tools of one title can have the same description; a title that is unique needs no other tool. */
function toldApart(derivations: readonly Derivation[]): (derivation: Derivation) => string {
  const groups = new Map<string, Derivation[]>()
  for (const derivation of derivations) {
    const group = groups.get(derivation.title)
    if (group) group.push(derivation)
    else groups.set(derivation.title, [derivation])
  }
  const told = new Map<Derivation, string>()
  return (derivation) => {
    const group = groups.get(derivation.title)!
    if (group.length === 1) return derivation.text()
    if (!told.has(derivation)) {
      const described = group.map(describedOf)
      tellApart(described)
      for (const [index, one] of group.entries()) told.set(one, described[index]!.description)
    }
    return told.get(derivation)!
  }
}

const describedOf = (one: Derivation) => ({
  ...{ name: one.name, title: one.title, description: one.text() },
  ...{ method: one.method, path: one.path(), request: one.endpoint().request },
})
