import type { JsonObject } from '../model/json.js'
import type { ToolDefinition } from '../model/tool.js'

/** What is written out: the tools of one collection, without any secret value. */
export interface TargetInput {
  /** The collection's name. */
  name: string
  /** The collection's file without its folder, for the line that says where the output comes from. */
  source: string
  definitions: ToolDefinition[]
  /** Values of variables that the tools use, for output that runs by itself. */
  variables: JsonObject
  /** Where requests go unless the program says otherwise. */
  baseUrl?: string
  /** The same for further origins, by variable name or host. */
  baseUrls?: Record<string, string>
}

/** One file of the output. */
export interface GeneratedFile {
  /** Relative to the output directory, with `/`. */
  path: string
  text: string
}

/** A kind of generated output. Pure: the same input gives the same bytes. */
export interface Target {
  /** All in one file. */
  toFile(input: TargetInput): string
  /** As a directory of files. */
  toDirectory(input: TargetInput): GeneratedFile[]
}
