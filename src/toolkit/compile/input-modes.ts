import anyAscii from 'any-ascii'
import { decodeUri } from '../../text/decode-uri.js'
import { trimOf } from '../../text/trim.js'
/**
 * How the configuration treats a value. `fixed`: every call sends the value of the collection. `input`: the value
 * becomes a parameter.
 */
export type InputMode = 'fixed' | 'input'

export type EntryPlace = 'path' | 'query' | 'header'

/** The modes that are possible for a value: not `fixed` without one, not `input` for a credential. Called when a mode is set. */
export type PossibleModes = () => {
  fixed: boolean
  /** @default true */
  input?: boolean
}

/** What the configuration decides about the parameters of one tool; undefined where it leaves that to the compiler. */
export interface ToolInputModes {
  /** The mode of a parameter by its name in the collection; one that is not `possible` is reported by {@link InputModes.unused}. */
  of(place: EntryPlace, key: string, possible?: PossibleModes): InputMode | undefined
  ofBody(path: readonly string[], possible?: PossibleModes): InputMode | undefined
}

/** An entry of `inputs` that changed nothing, and the reason. */
export interface UnusedInput {
  name: string
  /** `unknown`: no such parameter; `no-value`: `fixed` without a value; `protected`: a credential. */
  reason: 'unknown' | 'no-value' | 'protected'
}

export const UNDECIDED: ToolInputModes = { of: () => undefined, ofBody: () => undefined }

/** The modes of a log-in that the operator names: it runs by itself, with the values of the file, so each value there is fixed. */
export function withFileValues(modes: ToolInputModes): ToolInputModes {
  const kept = (possible: PossibleModes | undefined) => (possible?.().fixed ? 'fixed' : undefined)
  return {
    of: (place, key, possible) => modes.of(place, key, possible) ?? kept(possible),
    ofBody: (path, possible) => modes.ofBody(path, possible) ?? kept(possible),
  }
}

/**
 * The option `inputs`: `{ NAME: 'fixed' | 'input' }`. NAME is the name of a parameter in the tool: `customer_id`, or
 * `query_customer_id` if several parameters have this name. For a member of the body, NAME is `body` with the path of
 * the member: `body.filter.status`. `TOOL.NAME` applies to one tool only and overrides NAME.
 */
export class InputModes {
  readonly #modes: ReadonlyMap<string, InputMode>
  readonly #used = new Set<string>()
  readonly #refused = new Map<string, UnusedInput['reason']>()

  constructor(inputs: Readonly<Record<string, InputMode>> = {}) {
    this.#modes = new Map(Object.entries(inputs))
  }

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
    const { fixed, input = true } = possible()
    if (mode === 'fixed' ? fixed : input) {
      this.#used.add(found)
      return mode
    }
    this.#refused.set(found, mode === 'fixed' ? 'no-value' : 'protected')
    return undefined
  }
}

/** A part of a name in brackets: a name, as in `price[min]`, or a pattern, as in `[a-z]{2}`. */
const BRACKETS = /\[([^[\]]*)\](?:\{[\d,]+\})?[+*?]?/g
/** Matches a character class, such as `a-z`. Brackets with a character class contain a pattern and not a name. */
const CLASS = /a-z|A-Z|0-9|\\[dw]/

/** A name that every provider accepts, at most 64 ASCII letters, digits, `_`, `.` and `-`: `price_min` for `price[min]`. */
export function plainName(key: string): string {
  if (/^[\w.-]{1,64}$/.test(key)) return key
  const readable = anyAscii(decodeUri(key))
    .replace(BRACKETS, (whole, inside: string) => (CLASS.test(inside) ? '' : whole))
    .replace(/[^\w.-]+/g, '_')
  return trimOf(readable, '_.-').slice(0, 64) || 'value'
}
