import type { JsonObject } from '../model/json.js'
import type { ToolDefinition } from '../model/tool.js'

/** The input of a target: the tools of one collection, without secret values. */
export interface TargetInput {
  /** The collection's name. */
  name: string
  /** The file name of the collection. The output mentions it as the source of the tools. */
  source: string
  definitions: ToolDefinition[]
  /** Whether the `openai` target uses strict mode. @default false */
  strict?: boolean
  /**
   * The values of the variables that the tools use. The output contains these values, so it works without the
   * collection.
   */
  variables: JsonObject
  /** The default base URL of requests. */
  baseUrl?: string
  /** Base URLs that replace other origins, by variable name or host. */
  baseUrls?: Record<string, string>
}

export interface GeneratedFile {
  /** Path relative to the output directory, with `/`. */
  path: string
  text: string
}

/** A kind of generated output. Its functions are pure: the same input gives the same bytes. */
export interface Target {
  /** Generates a single file. */
  toFile(input: TargetInput): string
  toDirectory(input: TargetInput): GeneratedFile[]
}
