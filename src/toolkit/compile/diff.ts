import type { JsonSchema } from '../model/json.js'
import type { ToolDefinition } from '../model/tool.js'

export type ChangeCode =
  | 'tool-removed'
  | 'tool-added'
  | 'tool-renamed'
  | 'parameter-removed'
  | 'parameter-added'
  | 'parameter-required'
  | 'parameter-optional'
  | 'type-changed'
  | 'values-removed'
  | 'values-added'
  | 'description-changed'
  | 'effect-changed'
  | 'request-changed'

/** A difference between two versions of the tools that affects a model or program that uses the old version. */
export interface ToolChange {
  /** The name of the tool; its old name if it was renamed or removed. */
  tool: string
  code: ChangeCode
  /** Whether calls that worked before may fail now. */
  breaking: boolean
  /** The path of the parameter, such as `body.customer.name`. Absent if the change is about the tool itself. */
  parameter?: string
  before?: string
  after?: string
}

/** The changes between two versions of a collection's tools; of each tool, breaking ones first. */
export function diffTools(before: ToolDefinition[], after: ToolDefinition[]): ToolChange[] {
  const now = new Map(after.map((definition) => [definition.name, definition]))
  const renamed = renamedTools(before, after)
  const changes = before.flatMap((old): ToolChange[] => {
    const same = now.get(old.name)
    if (same) return compareTools(old, same)
    const other = renamed.get(old)
    if (!other) return [{ tool: old.name, code: 'tool-removed', breaking: true }]
    const change: ToolChange = { tool: old.name, code: 'tool-renamed', breaking: true, after: other.name }
    return [change, ...compareTools(old, other)]
  })
  const known = new Set([...before.map(({ name }) => name), ...[...renamed.values()].map(({ name }) => name)])
  const added = after.filter(({ name }) => !known.has(name))
  return [
    ...changes,
    ...added.map(({ name }): ToolChange => ({ tool: name, code: 'tool-added', breaking: false })),
  ]
}

/** A removed tool was renamed if exactly one added tool, and no other removed one, has its method and path. */
function renamedTools(
  before: ToolDefinition[],
  after: ToolDefinition[],
): Map<ToolDefinition, ToolDefinition> {
  const names = (list: ToolDefinition[]) => new Set(list.map(({ name }) => name))
  const gone = before.filter(({ name }) => !names(after).has(name))
  const fresh = after.filter(({ name }) => !names(before).has(name))
  const pairs = gone.flatMap((old): [ToolDefinition, ToolDefinition][] => {
    const isSame = (one: ToolDefinition) => one.method === old.method && one.path === old.path
    const candidates = fresh.filter(isSame)
    return candidates.length === 1 && gone.filter(isSame).length === 1 ? [[old, candidates[0]!]] : []
  })
  return new Map(pairs)
}

function compareTools(before: ToolDefinition, after: ToolDefinition): ToolChange[] {
  const tool = before.name
  const changes = compareSchemas(before.parameters, after.parameters, { tool, path: [] })
  const request = [before, after].map(({ method, path }) => `${method} ${path}`)
  const effects = [before, after].map(effectOf)
  if (request[0] !== request[1]) {
    changes.push({ tool, code: 'request-changed', breaking: false, before: request[0]!, after: request[1]! })
  }
  if (effects[0] !== effects[1]) {
    changes.push({ tool, code: 'effect-changed', breaking: false, before: effects[0]!, after: effects[1]! })
  }
  if (before.description !== after.description) {
    changes.push({ tool, code: 'description-changed', breaking: false })
  }
  return changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking))
}

/** What a call does, as a verb for a person. */
export function effectOf({ annotations }: ToolDefinition): string {
  if (annotations.readOnlyHint) return 'reads'
  return annotations.destructiveHint ? 'destroys' : 'writes'
}

interface ChangePosition {
  tool: string
  path: string[]
}

function compareSchemas(before: JsonSchema, after: JsonSchema, place: ChangePosition): ToolChange[] {
  const at = { tool: place.tool, ...(place.path.length > 0 ? { parameter: place.path.join('.') } : {}) }
  const [old, now] = [typesOf(before), typesOf(after)]
  if (old.length !== now.length || !now.every((type) => old.includes(type))) {
    const breaking = !old.every((type) => accepts(now, type))
    return [{ ...at, code: 'type-changed', breaking, before: textOf(old), after: textOf(now) }]
  }
  return [
    ...compareValues(before, after, at),
    ...compareMembers(before, after, place),
    ...(before.items && after.items
      ? compareSchemas(before.items, after.items, { ...place, path: [...place.path, '[]'] })
      : []),
  ]
}

function typesOf({ type, anyOf }: JsonSchema): string[] {
  return anyOf ? anyOf.flatMap(typesOf) : [type ?? 'any'].flat()
}

const textOf = (types: string[]) => types.join(' or ')

function accepts(types: string[], wanted: string): boolean {
  const all = wanted === 'integer' ? ['integer', 'number', 'any'] : [wanted, 'any']
  return types.some((type) => all.includes(type))
}

function compareValues(
  before: JsonSchema,
  after: JsonSchema,
  at: { tool: string; parameter?: string },
): ToolChange[] {
  if (!after.enum) return []
  if (!before.enum) return [{ ...at, code: 'values-removed', breaking: true, after: listOf(after.enum) }]
  const removed = before.enum.filter((value) => !after.enum!.includes(value))
  const added = after.enum.filter((value) => !before.enum!.includes(value))
  return [
    ...(removed.length > 0
      ? [{ ...at, code: 'values-removed' as const, breaking: true, before: listOf(removed) }]
      : []),
    ...(added.length > 0
      ? [{ ...at, code: 'values-added' as const, breaking: false, after: listOf(added) }]
      : []),
  ]
}

const listOf = (values: unknown[]) => values.map(String).join(', ')

function compareMembers(before: JsonSchema, after: JsonSchema, place: ChangePosition): ToolChange[] {
  const { tool, path } = place
  const old = before.properties ?? {}
  const now = after.properties ?? {}
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return keys.flatMap((key): ToolChange[] => {
    const at = { tool, parameter: [...path, key].join('.') }
    const wasRequired = before.required?.includes(key) ?? false
    const isRequired = after.required?.includes(key) ?? false
    if (!now[key]) return [{ ...at, code: 'parameter-removed', breaking: true }]
    if (!old[key]) {
      return [{ ...at, code: isRequired ? 'parameter-required' : 'parameter-added', breaking: isRequired }]
    }
    const required: ToolChange[] =
      wasRequired === isRequired
        ? []
        : [{ ...at, code: isRequired ? 'parameter-required' : 'parameter-optional', breaking: isRequired }]
    return [...required, ...compareSchemas(old[key], now[key], { tool, path: [...path, key] })]
  })
}
