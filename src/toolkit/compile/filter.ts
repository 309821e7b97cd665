import { matchesGlob } from '../../text/glob.js'
import type { ToolDefinition } from '../model/tool.js'

/** Selects tools by name, title, folder, method or path. Each entry is such a text or a glob. */
export interface ToolFilter {
  /** Selects only tools that match an entry. Empty or absent: all tools. */
  allow?: readonly string[]
  /** Leaves out tools that match an entry. */
  deny?: readonly string[]
}

/** The tools that pass a filter. */
export function filterTools(
  definitions: ToolDefinition[],
  { allow = [], deny = [] }: ToolFilter,
): ToolDefinition[] {
  const matches = (definition: ToolDefinition, patterns: readonly string[]) =>
    patterns.length > 0 && matchesAny(subjectsOf(definition), patterns)
  return definitions.filter(
    (definition) => (allow.length === 0 || matches(definition, allow)) && !matches(definition, deny),
  )
}

/** Whether a pattern matches the name or title of a tool, or one of its folders. Method and path do not count. */
export function isNamed({ name, title, folder }: ToolDefinition, patterns: readonly string[]): boolean {
  return matchesAny([name, title, ...foldersOf(folder)], patterns)
}

/**
 * The texts that a pattern may match: name, title, method, path, method with path, each folder, and each path of
 * folders.
 */
function subjectsOf({ name, title, method, path, folder }: ToolDefinition): string[] {
  return [name, title, method, path, `${method} ${path}`, ...foldersOf(folder)]
}

function foldersOf(folder: readonly string[]): string[] {
  return [...folder, ...folder.map((_, index) => folder.slice(0, index + 1).join('/'))]
}

function matchesAny(subjects: readonly string[], patterns: readonly string[]): boolean {
  return patterns.some((pattern) => subjects.some((subject) => matchesGlob(subject, pattern.trim())))
}
