import type { InputMode } from '../../toolkit/compile/input-modes.js'
import type { Level, Profile } from '../../toolkit/validate/rule.js'
import type { ValidateOptions } from '../../toolkit/validate/validate.js'
import type { CollectionFlags } from '../load.js'

export interface ValidateFlags extends CollectionFlags {
  profile?: Profile
  rule?: string[]
  maxWarnings?: number
  baseline?: string
  fix?: boolean
  watch?: boolean
}

/** The files and rules that `voice validate` checks, from the flags and the configuration. */
export interface Checks {
  /** Paths and globs, in the order given. */
  patterns: string[]
  options: ValidateOptions & { profile: Profile; severities: Record<string, Level> }
  maxWarnings: number
  /** Returns the entries of `inputs` in the configuration that apply to the collection file `path`. */
  inputsOf(path: string): Readonly<Record<string, InputMode>>
}
