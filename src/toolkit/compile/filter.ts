import { matchesGlob } from '../../text/glob.js'
import type { ToolDefinition } from '../model/tool.js'

/** Which tools are offered: by name, folder, method, path, or a glob of these. */
export interface ToolFilter {
  /** Only what one of these matches; all when empty or absent. */
  allow?: readonly string[]
  /** Nothing that one of these matches. */
  deny?: readonly string[]
}

/** The definitions that the filter lets through. */
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

/** Whether a pattern names a tool itself, or a folder around it: not all of a method or path. */
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

/** What a pattern may name: the tool, its title, method, path, both, any folder around it, or the way through the folders. */
function subjectsOf({ name, title, method, path, folder }: ToolDefinition): string[] {
  const ways = folder.map((_, index) => folder.slice(0, index + 1).join('/'))
  return [name, title, method, path, `${method} ${path}`, ...folder, ...ways]
}
