import type { Variable } from '../model/collection.js'
import type { ToolDefinition } from '../model/tool.js'

/** What is written out: the tools of one collection, without any secret value. */
export interface TargetInput {
  /** The collection's name. */
  name: string
  /** The collection's file without its folder, for the line that says where the output comes from. */
  source: string
  definitions: ToolDefinition[]
  /** Variables whose values may be shown, for output that runs by itself. */
  variables: Variable[]
}

/** One file of the output. */
export interface GeneratedFile {
  /** Relative to the output directory. Meaningless where one file is asked for. */
  path: string
  text: string
}

/** A kind of generated output. Pure: the same input gives the same bytes. */
export interface Target {
  name: string
  /** All in one file. */
  toFile(input: TargetInput): string
  /** As a directory of files. */
  toDirectory(input: TargetInput): GeneratedFile[]
}
