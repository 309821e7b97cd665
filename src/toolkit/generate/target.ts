import type { JsonObject } from '../model/json.js'
import type { ToolDefinition } from '../model/tool.js'

export interface TargetInput {
  name: string
  source: string
  definitions: ToolDefinition[]
  /** Whether the `openai` target uses strict mode. @default false */
  strict?: boolean
  /** The values of the variables that the tools use. With them, the output works without the collection. */
  variables: JsonObject
  baseUrl?: string
  /** Base URLs that replace other origins, by variable name or host. */
  baseUrls?: Record<string, string>
}

export interface GeneratedFile {
  path: string
  text: string
}

/** A kind of generated output. Its functions are pure: the same input gives the same bytes. */
export interface Target {
  toFile(input: TargetInput): string
  toDirectory(input: TargetInput): GeneratedFile[]
}
