import type { Severity } from '../../diagnostics.js'
import { pointerOf } from '../model/json-pointer.js'

/**
 * The location of a value in a document, as a linked list: a JSON pointer is computed only when it is needed. Undefined
 * is the whole document.
 */
export type Path = PathStep | undefined

interface PathStep {
  readonly parent: Path
  readonly key: string | number
}

/** The values that the message of a rule contains. */
export type Args = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** A diagnostic as a rule reports it. Position and message are added later. */
export interface RawDiagnostic {
  code: string
  path: Path
  args: Args
  /** The path of a member. If it is set, the diagnostic marks the key of this member instead of the value at `path`. */
  keyOf?: Path
  /** Where the problem starts in the text at `path`, in characters. An escape such as `\n` counts as one character. */
  offset?: number
  /** The position in the file. Set for a problem that is found before the file is parsed and therefore has no path. */
  range?: { start: number; end: number }
  /** The severity of this diagnostic, if it differs from the severity of its rule. */
  severity?: Severity
}

/** The path of a member or element that `keys` lead to from `parent`. */
export function below(parent: Path, ...keys: (string | number)[]): Path {
  return keys.reduce<Path>((path, key) => ({ parent: path, key }), parent)
}

/** The keys of a path, from the document down to the value. */
export function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = []
  for (let step = path; step; step = step.parent) keys.push(step.key)
  return keys.reverse()
}

/** The JSON pointer of a path. */
export function pathPointer(path: Path): string {
  return pointerOf(keysOf(path))
}
