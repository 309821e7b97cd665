import { matchesGlob } from '../../text/glob.js'
import type { ToolDefinition } from '../model/tool.js'

/** Selects tools by name, title, folder, method or path. Each entry is such a text or a glob. */
export interface ToolFilter {
  /** An empty list selects no tool. @default all */
  allow?: readonly string[]
  deny?: readonly string[]
}

/** What a filter reads of a tool. */
export type FilteredTool = Pick<ToolDefinition, 'name' | 'title' | 'method' | 'path' | 'folder'>

interface FilterContext {
  /** All tools of the collection. @default the filtered ones */
  all?: readonly FilteredTool[]
  /** The names of tools without `voice.lock`, by their names. A filter means both, so a lock file hides no tool from it. */
  derivedNames?: ReadonlyMap<string, string>
}

/** The tools that pass a filter. In `allow`, the name of a tool or a method means only this, and no folder with this text. */
export function filterTools<T extends FilteredTool>(
  definitions: readonly T[],
  { allow, deny = [] }: ToolFilter,
  { all = definitions, derivedNames = new Map() }: FilterContext = {},
): T[] {
  const names = new Set(allow && all.map(({ name }) => name))
  const derived = new Set(derivedNames.values())
  const ownName = ({ name }: FilteredTool) => derivedNames.get(name) ?? name
  const subjects = (definition: FilteredTool) => [...subjectsOf(definition), ownName(definition)]
  const allowedBy = (entry: string, definition: FilteredTool) => {
    if (names.has(entry)) return [definition.name]
    if (derived.has(entry)) return [ownName(definition)]
    return METHODS.has(entry.toUpperCase()) ? [definition.method] : subjects(definition)
  }
  const isAllowed = (definition: FilteredTool) =>
    !allow || allow.some((entry) => matchesAny(allowedBy(entry.trim(), definition), [entry]))
  return definitions.filter((definition) => isAllowed(definition) && !matchesAny(subjects(definition), deny))
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Returns whether a text is the name of a tool. If a tool has this name without `voice.lock`, only this tool is meant, so that
 * a lock gives no other tool its name.
 */
export function namesTool(
  derivedNames: ReadonlyMap<string, string>,
): (text: string, name: string) => boolean {
  const derived = new Set(derivedNames.values())
  return (text, name) => (derived.has(text) ? (derivedNames.get(name) ?? name) : name) === text
}

/** Whether a pattern matches the name or title of a tool, or one of its folders. Method and path do not count. */
export function isNamed(
  { name, title, folder }: ToolDefinition,
  patterns: readonly string[],
  derivedNames: ReadonlyMap<string, string>,
): boolean {
  return matchesAny([name, derivedNames.get(name) ?? name, title, ...foldersOf(folder)], patterns)
}

function subjectsOf({ name, title, method, path, folder }: FilteredTool): string[] {
  return [name, title, method, path, `${method} ${path}`, ...foldersOf(folder)]
}

function foldersOf(folder: readonly string[]): string[] {
  return [...folder, ...folder.map((_, index) => folder.slice(0, index + 1).join('/'))]
}

function matchesAny(subjects: readonly string[], patterns: readonly string[]): boolean {
  return patterns.some((pattern) => subjects.some((subject) => matchesGlob(subject, pattern.trim())))
}
