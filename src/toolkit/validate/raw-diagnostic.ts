import type { Severity } from '../../diagnostics.js'
import { pointerOf } from '../model/json-pointer.js'

/** The place of a value as a linked list, from which a JSON pointer is made when needed. Undefined is the document. */
export type Path = PathStep | undefined

interface PathStep {
  readonly parent: Path
  readonly key: string | number
}

export type Args = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** A diagnostic as a rule reports it. Position and message are added later. */
export interface RawDiagnostic {
  code: string
  path: Path
  args: Args
  keyOf?: Path
  /** Where the problem starts in the text at `path`, in characters. An escape such as `\n` counts as one character. */
  offset?: number
  /** The position in the file. Set for a problem that is found before the file is parsed and therefore has no path. */
  range?: { start: number; end: number }
  severity?: Severity
}

/** The path of a member or element that `keys` lead to from `parent`. */
export function below(parent: Path, ...keys: (string | number)[]): Path {
  return keys.reduce<Path>((path, key) => ({ parent: path, key }), parent)
}

export function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = []
  for (let step = path; step; step = step.parent) keys.push(step.key)
  return keys.reverse()
}

export function pathPointer(path: Path): string {
  return pointerOf(keysOf(path))
}
