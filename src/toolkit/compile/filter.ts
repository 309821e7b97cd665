import { matchesGlob } from '../../text/glob.js'
import type { ToolDefinition } from '../model/tool.js'

/** Selects the offered tools: by name, folder, method, path, or a glob of these. */
export interface ToolFilter {
  /** Only tools that match one of these; all when empty or absent. */
  allow?: readonly string[]
  /** Excludes tools that match one of these. */
  deny?: readonly string[]
}

/** The definitions that pass the filter. */
export function filterTools(definitions: ToolDefinition[], filter: ToolFilter): ToolDefinition[] {
  const { allow = [], deny = [] } = filter
  const allowed = allow.map(matcher)
  const denied = deny.map(matcher)
  return definitions.filter(
    (definition) =>
      (allowed.length === 0 || allowed.some((matches) => matches(definition))) &&
      !denied.some((matches) => matches(definition)),
  )
}

/** Whether a pattern names a tool itself or one of its folders, not only a method or path. */
export function isNamed({ name, title, folder }: ToolDefinition, patterns: readonly string[]): boolean {
  const ways = folder.map((_, index) => folder.slice(0, index + 1).join('/'))
  const subjects = [name, title, ...folder, ...ways]
  return patterns.some((pattern) => subjects.some((subject) => matchesGlob(subject, pattern.trim())))
}

type Matcher = (definition: ToolDefinition) => boolean

function matcher(pattern: string): Matcher {
  const glob = pattern.trim()
  return (definition) => subjectsOf(definition).some((subject) => matchesGlob(subject, glob))
}

/** The texts that a pattern can match: name, title, method, path, both, each folder, or the folder path. */
function subjectsOf({ name, title, method, path, folder }: ToolDefinition): string[] {
  const ways = folder.map((_, index) => folder.slice(0, index + 1).join('/'))
  return [name, title, method, path, `${method} ${path}`, ...folder, ...ways]
}
