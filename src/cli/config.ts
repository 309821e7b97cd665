import { stepsOf } from '../toolkit/collection/locate.js'
import type { ConfigFile } from './settings/config-schema.js'

/** The configuration file that is read if it exists. */
export const DEFAULT_CONFIG = 'voice.config.json'

/** A configuration with where it was read from. */
export interface LoadedConfig {
  /** The path of the file; absent without a file. */
  path?: string
  values: ConfigFile
  /** The location of a JSON pointer for a message: `voice.config.json, line 4`. */
  at(pointer: string): string
}

/** The names that lead to a member, before a message about it, where its own name says too little: `apps.support.llm: `. */
export function prefixOf(pointer: string): string {
  const names = stepsOf(pointer)
  return names.length > 1 ? `${names.join('.')}: ` : ''
}
