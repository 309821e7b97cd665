import type { Severity } from '../../diagnostics.js'
import { pointerOf } from '../collection/locate.js'

/**
 * The location of a value in a document, as a linked list whose JSON pointer is computed on demand; undefined is the
 * whole document.
 */
export type Path = PathStep | undefined

interface PathStep {
  readonly parent: Path
  readonly key: string | number
}

/** Arguments of a rule's message. */
export type Args = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** The result of a rule: data only. Position and message are added later. */
export interface RawDiagnostic {
  code: string
  path: Path
  args: Args
  /** The member whose key is the position, if that is not the value at `path`. */
  keyOf?: Path
  /** Start in the text at `path`, in characters of the decoded text: an escape counts once. */
  offset?: number
  /** Offsets in the text, for diagnostics before parsing. */
  range?: { start: number; end: number }
  /** Overrides the severity of the rule. */
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
