import { trimOf } from '../../text/trim.js'
/** The owner's decision about a value: sent as in the collection, or a parameter of the model. */
export type InputMode = 'fixed' | 'input'

/** The location of a parameter outside the body. */
export type EntryPlace = 'path' | 'query' | 'header'

/** The modes that a value allows; a missing value cannot be fixed, and a credential cannot be an input. */
export interface PossibleModes {
  fixed: boolean
  /** @default true */
  input?: boolean
}

/** The owner's decisions about the parameters of one tool; undefined where the compiler decides. */
export interface ToolInputModes {
  /** Looks up the name in the collection. Without `possible`, the decision is not marked as used. */
  of(place: EntryPlace, key: string, possible?: PossibleModes): InputMode | undefined
  /** Looks up the path of a body member; empty for the body itself. */
  ofBody(path: readonly string[], possible?: PossibleModes): InputMode | undefined
}

/** A name of `inputs` that has no effect, and the reason. */
export interface UnusedInput {
  name: string
  /** `unknown`: no tool has such a parameter. `no-value`: nothing to fix. `protected`: a credential, or part of one. */
  reason: 'unknown' | 'no-value' | 'protected'
}

/** No decisions by the owner. */
const UNDECIDED: ToolInputModes = { of: () => undefined, ofBody: () => undefined }

/**
 * `inputs` of a collection: `{ NAME: 'fixed' | 'input' }`. NAME is a parameter's name in the tool (`customer_id`, on
 * a clash `query_customer_id`), or `body` and the dotted path of a member (`body.filter.status`); `TOOL.NAME` applies
 * to one tool only and takes precedence.
 */
export class InputModes {
  readonly #modes: ReadonlyMap<string, InputMode>
  readonly #used = new Set<string>()
  readonly #refused = new Map<string, UnusedInput['reason']>()

  constructor(inputs: Readonly<Record<string, InputMode>> = {}) {
    this.#modes = new Map(Object.entries(inputs))
  }

  /** The decisions for one tool. */
  forTool(tool: string): ToolInputModes {
    if (this.#modes.size === 0) return UNDECIDED
    return {
      of: (place, key, possible) => {
        const names = [...new Set([key, plainName(key)])]
        return this.#find(tool, [...names.map((name) => `${place}_${name}`), ...names], possible)
      },
      ofBody: (path, possible) => this.#find(tool, [['body', ...path].join('.')], possible),
    }
  }

  /** The names that had no effect in any tool. */
  unused(): UnusedInput[] {
    return [...this.#modes.keys()].flatMap((name): UnusedInput[] =>
      this.#used.has(name) ? [] : [{ name, reason: this.#refused.get(name) ?? 'unknown' }],
    )
  }

  #find(tool: string, names: string[], possible: PossibleModes | undefined): InputMode | undefined {
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

/** Text in brackets, with the quantifier of a pattern: `[min]`, `[a-z]{2}`. */
const BRACKETS = /\[([^[\]]*)\](?:\{[\d,]+\})?[+*?]?/g
/** A character class, not a name. */
const CLASS = /a-z|A-Z|0-9|\\[dw]/

/**
 * A readable name that every provider accepts as a key: letters, digits, `_`, `.` and `-`, at most 64. `price[min]`
 * becomes `price_min`, also when it is percent-encoded.
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
