import { matchesGlob } from '../../text/glob.js'
import type { ToolDefinition } from '../model/tool.js'

/** Selects tools by name, title, folder, method or path. Each entry is such a text or a glob. */
export interface ToolFilter {
  allow?: readonly string[]
  deny?: readonly string[]
}

/**
 * The tools that pass a filter. An entry of `allow` that is the name of a tool of the collection (`all`) or an HTTP
 * method means only this tool or method: a folder or title with the same text adds no tool.
 */
export function filterTools(
  definitions: ToolDefinition[],
  { allow = [], deny = [] }: ToolFilter,
  all: readonly ToolDefinition[] = definitions,
): ToolDefinition[] {
  const names = new Set(allow.length > 0 ? all.map(({ name }) => name) : [])
  const isAllowed = (definition: ToolDefinition) =>
    allow.length === 0 ||
    allow.some((entry) => matchesAny(allowedBy(entry.trim(), definition, names), [entry]))
  return definitions.filter(
    (definition) => isAllowed(definition) && !matchesAny(subjectsOf(definition), deny),
  )
}

function allowedBy(entry: string, definition: ToolDefinition, names: ReadonlySet<string>): string[] {
  if (names.has(entry)) return [definition.name]
  return METHODS.has(entry.toUpperCase()) ? [definition.method] : subjectsOf(definition)
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Whether a pattern matches the name or title of a tool, or one of its folders. Method and path do not count. */
export function isNamed({ name, title, folder }: ToolDefinition, patterns: readonly string[]): boolean {
  return matchesAny([name, title, ...foldersOf(folder)], patterns)
}

function subjectsOf({ name, title, method, path, folder }: ToolDefinition): string[] {
  return [name, title, method, path, `${method} ${path}`, ...foldersOf(folder)]
}

function foldersOf(folder: readonly string[]): string[] {
  return [...folder, ...folder.map((_, index) => folder.slice(0, index + 1).join('/'))]
}

function matchesAny(subjects: readonly string[], patterns: readonly string[]): boolean {
  return patterns.some((pattern) => subjects.some((subject) => matchesGlob(subject, pattern.trim())))
}
