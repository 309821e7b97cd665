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

type Matcher = (definition: ToolDefinition) => boolean

function matcher(pattern: string): Matcher {
  const expression = globOf(pattern)
  return (definition) => subjectsOf(definition).some((subject) => expression.test(subject))
}

/** What a pattern may name: the tool, its title, method, path, both, any folder around it, or the way through the folders. */
function subjectsOf({ name, title, method, path, folder }: ToolDefinition): string[] {
  const ways = folder.map((_, index) => folder.slice(0, index + 1).join('/'))
  return [name, title, method, path, `${method} ${path}`, ...folder, ...ways]
}

/** `*` is anything but `/`, `**` anything, `?` one character; upper and lower case are the same. */
function globOf(pattern: string): RegExp {
  const source = pattern.trim().replace(/\*\*|\*|\?|[^*?]+/g, (piece) => {
    if (piece === '**') return '.*'
    if (piece === '*') return '[^/]*'
    return piece === '?' ? '[^/]' : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${source}$`, 'is')
}
