import { stepsOf } from '../toolkit/model/json-pointer.js'
import type { ConfigFile } from './settings/config-schema.js'

export const DEFAULT_CONFIG = 'voice.config.json'

/** A configuration, and the file from which it was read. */
export interface LoadedConfig {
  /** The path of the file; absent without a file. */
  path?: string
  values: ConfigFile
  /** Where the value at a JSON pointer is, as text for a message, such as `voice.config.json, line 4`. */
  at(pointer: string): string
}

/** The path of a nested member, for the start of a message: `apps.support.llm: `. Empty for a top-level member. */
export function prefixOf(pointer: string): string {
  const names = stepsOf(pointer)
  return names.length > 1 ? `${names.join('.')}: ` : ''
}
