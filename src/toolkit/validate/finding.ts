import type { Severity } from '../../diagnostics.js'
import { pointerOf } from '../collection/locate.js'

/** Where a value stands in a document, as a chain that costs nothing until somebody asks for the pointer; undefined is the whole document. */
export type Path = Step | undefined

interface Step {
  readonly parent: Path
  readonly key: string | number
}

/** What the wording of a rule is given. */
export type Args = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** What a rule found: data only. Position and wording come later. */
export interface Finding {
  code: string
  path: Path
  args: Args
  /** The member whose key is the place to look at, where that is not the value at `path`. */
  keyOf?: Path
  /** Where in the text at `path` it begins, in characters of what the text says: escapes count once. */
  offset?: number
  /** Offsets in the text, for what is found before there is a document. */
  range?: { start: number; end: number }
  /** Where it differs from the rule's own. */
  severity?: Severity
}

/** The path of a member or element. */
export function below(parent: Path, ...keys: (string | number)[]): Path {
  return keys.reduce<Path>((path, key) => ({ parent: path, key }), parent)
}

/** The keys of a path, outermost first. */
export function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = []
  for (let step = path; step; step = step.parent) keys.push(step.key)
  return keys.reverse()
}

/** The JSON pointer of a path. */
export function pathPointer(path: Path): string {
  return pointerOf(keysOf(path))
}
