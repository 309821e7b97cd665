import { trimEndOf } from '../../text/trim.js'
import { type PlacedItem, walkItems } from '../collection/walk.js'
import type { Collection, Item } from '../model/collection.js'
import { lazy } from '../model/lazy.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { isWebSocket, originOf } from '../semantics/address.js'
import { findScenarios } from '../semantics/scenario.js'
import { withoutBoilerplate } from './boilerplate.js'
import { type Compilation, Derivation, type ToolNames } from './derivation.js'
import { type InputMode, InputModes } from './input-modes.js'
import { createKnownVariables, isFilled, type KnownVariables, withGiven } from './known-variables.js'
import { Conventions } from './path-templates.js'
import { indexCaptures, sessionVariables } from './prerequisites.js'

/** What a deployer knows of a collection before its tools are made. */
export interface DeriveOptions {
  /** The variables with values from an environment, the program or an identity, not those of the file. */
  given?: Iterable<string>
  /** Which parameters are fixed and which are inputs, by name: see {@link InputModes}. @default {} */
  inputs?: Readonly<Record<string, InputMode>>
}

export interface DerivedCollection {
  /** The decisions about each request with a usable address, in the order of the file. */
  derivations: Derivation[]
  /** The requests without a usable address: they have none, or that of a WebSocket. */
  skipped: Item[]
  /** For each derivation, why its request only tests a failure, as a clause; undefined for an ordinary request. */
  scenarios: () => (string | undefined)[]
  filled: KnownVariables
  modes: InputModes
}

/** Runs the passes from a parsed collection to the parts of its tools. Without `naming`, tools have the names of requests. */
export function deriveCollection(
  collection: Collection,
  options: DeriveOptions = {},
  naming?: (placed: PlacedItem[]) => ToolNames[],
): DerivedCollection {
  const filled = createKnownVariables(collection.variables, new Set(options.given))
  const placed: PlacedItem[] = []
  const skipped: Item[] = []
  for (const one of walkItems(collection)) {
    const origin = originOf(one.item.request.url)
    if (origin === '' || isWebSocket(origin, (variable) => filled.own.get(variable))) skipped.push(one.item)
    else placed.push(one)
  }
  const items = placed.map(({ item }) => item)
  const names = naming?.(placed) ?? items.map(({ name }): ToolNames => ({ name, title: name, folder: [] }))
  const captures = indexCaptures(placed)
  const session = sessionVariables(captures)
  const captured = session.filter((name) => !filled.given.has(name) && !isCredentialLike(name))
  const known = { ...withGiven(filled, session), captured: new Set(captured) }
  const modes = new InputModes(options.inputs)
  const conventions = new Conventions(items)
  const settled = (variable: string) => isFilled(variable, filled)
  const descriptions = lazy(() => describeItems(items, names))
  const compilation: Compilation = {
    filled: known,
    knowledgeFor: (tool) => ({ filled: known, settled, conventions, modes: modes.forTool(tool) }),
    descriptionOf: (item) => descriptions().get(item)!,
  }
  return {
    derivations: items.map(
      (item, index) => new Derivation(item, { ...names[index]!, captures: captures[index]! }, compilation),
    ),
    skipped,
    scenarios: lazy(() => findScenarios(items)),
    filled,
    modes,
  }
}

/** The description of each item without boilerplate; with its title before it if another item has the same description. */
function describeItems(items: Item[], names: ToolNames[]): ReadonlyMap<Item, string> {
  const texts = withTitles(
    withoutBoilerplate(items.map(({ description }) => description)),
    names.map(({ title }) => title),
  )
  return new Map(items.map((item, index) => [item, texts[index]!]))
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
