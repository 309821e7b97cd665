import { matchesGlob } from '../../text/glob.js'
import type { ToolDefinition } from '../model/tool.js'

/** Selects tools by name, folder, method or path, or by a glob of these. */
export interface ToolFilter {
  /** Selects only tools that match an entry. Empty or absent: all tools. */
  allow?: readonly string[]
  /** Leaves out tools that match an entry. */
  deny?: readonly string[]
}

/** The tools that pass a filter. */
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

/** Whether a pattern matches the name or title of a tool, or one of its folders. Method and path do not count. */
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

/**
 * The texts that a pattern may match: name, title, method, path, method with path, each folder, and each path of
 * folders.
 */
function subjectsOf({ name, title, method, path, folder }: ToolDefinition): string[] {
  const ways = folder.map((_, index) => folder.slice(0, index + 1).join('/'))
  return [name, title, method, path, `${method} ${path}`, ...folder, ...ways]
}
