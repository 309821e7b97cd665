import { trimOf } from '../../text/trim.js'
/** What the owner of a collection decides about a value: sent as the collection has it, or asked of the model. */
export type InputMode = 'fixed' | 'input'

/** Where a parameter outside of the body stands. */
export type EntryPlace = 'path' | 'query' | 'header'

/** What is possible for a value; a value that is not there cannot be fixed, a credential cannot be opened. */
export interface PossibleModes {
  fixed: boolean
  /** @default true */
  input?: boolean
}

/** What the owner decides about the parameters of one tool; undefined where the compiler decides. */
export interface ToolInputModes {
  /** By the name in the collection. Without `possible` the answer is not noted as used. */
  of(place: EntryPlace, key: string, possible?: PossibleModes): InputMode | undefined
  /** By the names that lead to a member of the body; none for the body itself. */
  ofBody(path: readonly string[], possible?: PossibleModes): InputMode | undefined
}

/** A name of `inputs` that changes nothing, and why. */
export interface UnusedInput {
  name: string
  /** `unknown`: no tool has such a parameter. `no-value`: nothing to fix. `protected`: a credential, or part of one. */
  reason: 'unknown' | 'no-value' | 'protected'
}

/**
 * `inputs` of a collection: `{ NAME: 'fixed' | 'input' }`. NAME is the name of a parameter as a tool shows it (`customer_id`, on a clash
 * `query_customer_id`), or `body` and the dotted path of a member (`body.filter.status`); `TOOL.NAME` means one tool only and wins.
 */
export class InputModes {
  readonly #modes: ReadonlyMap<string, InputMode>
  readonly #used = new Set<string>()
  readonly #refused = new Map<string, UnusedInput['reason']>()

  constructor(inputs: Readonly<Record<string, InputMode>> = {}) {
    this.#modes = new Map(Object.entries(inputs))
  }

  /** The part that concerns one tool. */
  forTool(tool: string): ToolInputModes {
    return {
      of: (place, key, possible) => {
        const names = [...new Set([key, plainName(key)])]
        return this.#find(tool, [...names.map((name) => `${place}_${name}`), ...names], possible)
      },
      ofBody: (path, possible) => this.#find(tool, [['body', ...path].join('.')], possible),
    }
  }

  /** The names that changed nothing in any tool. */
  unused(): UnusedInput[] {
    return [...this.#modes.keys()].flatMap((name): UnusedInput[] =>
      this.#used.has(name) ? [] : [{ name, reason: this.#refused.get(name) ?? 'unknown' }],
    )
  }

  #find(tool: string, names: string[], possible: PossibleModes | undefined): InputMode | undefined {
    if (this.#modes.size === 0) return undefined
    const found = [...names.map((name) => `${tool}.${name}`), ...names].find((name) => this.#modes.has(name))
    if (found === undefined) return undefined
    const mode = this.#modes.get(found)!
    if (!possible) return mode
    if (mode === 'fixed' ? possible.fixed : possible.input !== false) {
      this.#used.add(found)
      return mode
    }
    this.#refused.set(found, mode === 'fixed' ? 'no-value' : 'protected')
    return undefined
  }
}

/** What stands in brackets, with the count that a pattern has behind it: `[min]`, `[a-z]{2}`. */
const BRACKETS = /\[([^[\]]*)\](?:\{[\d,]+\})?[+*?]?/g
/** A class of characters rather than a name. */
const CLASS = /a-z|A-Z|0-9|\\[dw]/

/**
 * A readable name that every provider takes as a key: letters, digits, `_`, `.` and `-`, at most 64. `price[min]` is `price_min`, also
 * where it is percent-encoded.
 */
export function plainName(key: string): string {
  if (/^[\w.-]{1,64}$/.test(key)) return key
  const readable = decoded(key)
    .replace(BRACKETS, (whole, inside: string) => (CLASS.test(inside) ? '' : whole))
    .replace(/[^\w.-]+/g, '_')
  return trimOf(readable, '_.-').slice(0, 64) || 'value'
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
