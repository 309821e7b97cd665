import { trimEndOf } from '../../text/trim.js'
import { type PlacedItem, walkItems } from '../collection/walk.js'
import type { Collection, Item } from '../model/collection.js'
import { lazy } from '../model/lazy.js'
import type { Capture } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { isWebSocket, originOf } from '../semantics/address.js'
import { findScenarios } from '../semantics/scenario.js'
import { memberOf, unstoredTokens } from '../semantics/unstored-tokens.js'
import { withoutBoilerplate } from './boilerplate.js'
import { type Compilation, Derivation, type ToolNames } from './derivation.js'
import { type InputMode, InputModes, withFileValues } from './input-modes.js'
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

/** How tools are named, and by their names which of them the operator calls log-ins. */
interface Naming {
  namesOf: (placed: PlacedItem[]) => ToolNames[]
  isLogin?: ((tool: string) => boolean) | undefined
}

/** A log-in that the operator names and whose answer nothing stores in the variables that auths send. */
export interface UnstoredLogin {
  tool: string
  /** The members of its examples that are named like an access token: `data.token`. */
  members: string[]
  variables: string[]
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
  unstoredLogins: UnstoredLogin[]
}

/** Runs the passes from a parsed collection to the parts of its tools. Without `naming`, tools have the names of requests. */
export function deriveCollection(
  collection: Collection,
  options: DeriveOptions = {},
  naming?: Naming,
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
  const names =
    naming?.namesOf(placed) ?? items.map(({ name }): ToolNames => ({ name, title: name, folder: [] }))
  const captures = indexCaptures(placed)
  const unstoredLogins = storeOnlyToken(captures, { items, names, filled, isLogin: naming?.isLogin })
  const session = sessionVariables(captures)
  const captured = session.filter((name) => !filled.given.has(name) && !isCredentialLike(name))
  const known = { ...withGiven(filled, session), captured: new Set(captured) }
  const modes = new InputModes(options.inputs)
  const conventions = new Conventions(items)
  const settled = (variable: string) => isFilled(variable, filled)
  const descriptions = lazy(() => describeItems(items, names))
  const compilation: Compilation = {
    filled: known,
    knowledgeFor: (tool) => {
      const own = modes.forTool(tool)
      return {
        filled: known,
        settled,
        conventions,
        modes: naming?.isLogin?.(tool) ? withFileValues(own) : own,
      }
    },
    descriptionOf: (item) => descriptions().get(item)!,
  }
  return {
    derivations: items.map(
      (item, index) => new Derivation(item, names[index]!, captures[index]!, compilation),
    ),
    skipped,
    scenarios: lazy(() => findScenarios(items)),
    filled,
    modes,
    unstoredLogins,
  }
}

/** Captures the token of the log-in that the operator names if only one member and one variable can be meant; returns the others. */
function storeOnlyToken(
  captures: Capture[][],
  { items, names, filled, isLogin }: Pick<Naming, 'isLogin'> & ItemFacts,
): UnstoredLogin[] {
  if (!isLogin) return []
  const indexOf = new Map(items.map((item, index) => [item, index]))
  const unstored = unstoredTokens({
    items,
    capturesOf: (item) => captures[indexOf.get(item)!]!,
    isFilled: (variable) => isFilled(variable, filled),
    isLogin: (item) => isLogin(names[indexOf.get(item)!]!.name),
  })
  const [only, ...others] = unstored
  if (only?.pointers.length !== 1 || only.variables.length !== 1 || others.length > 0)
    return unstored.map(({ item, pointers, variables }) => ({
      ...{ tool: names[indexOf.get(item)!]!.name, members: pointers.map(memberOf), variables },
    }))
  const from = { in: 'body' as const, pointer: only.pointers[0]! }
  captures[indexOf.get(only.item)!]!.push({ variable: only.variables[0]!, from, secret: true })
  return []
}

interface ItemFacts {
  items: readonly Item[]
  names: readonly ToolNames[]
  filled: KnownVariables
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
