import type { JsonValue } from '../model/json.js'
import type { ToolDefinition } from '../model/tool.js'

/** What a target writes from. */
export interface GenerateInput {
  /** The collection's name. */
  name: string
  definitions: ToolDefinition[]
  /** The collection's own variables that may stand in a file: no secrets. */
  variables: Record<string, JsonValue>
  /** What was given for the main origin, when something was. */
  baseUrl?: string
}

/** A file to write; the path is relative to the output directory. */
export interface GeneratedFile {
  path: string
  text: string
}

/** A kind of generated output. */
export interface Target {
  /** Everything in one file. */
  single(input: GenerateInput): string
  /** The files of a directory. */
  files(input: GenerateInput): GeneratedFile[]
}

/** A target that is one JSON document. */
export function jsonTarget(documentOf: (input: GenerateInput) => unknown): Target {
  const single = (input: GenerateInput) => `${JSON.stringify(documentOf(input), null, 2)}\n`
  return { single, files: (input) => [{ path: 'tools.json', text: single(input) }] }
}
