import type { RealtimeFunctionTool } from '../../protocol/events.js'
import { trimOf } from '../../text/trim.js'
import { MAX_NAME_CHARS } from '../../toolkit/defaults.js'
import type { JsonSchema } from '../../toolkit/model/json.js'
import { withMembers } from '../../toolkit/model/map-members.js'
import type { ToolFunction, Toolkit } from '../../toolkit/model/tool.js'
import type { ModelTool } from '../model/language-model.js'

/** A function that the client offers as a tool. It has a name, because models require one. */
export type ClientTool = RealtimeFunctionTool & { name: string }

/**
 * The functions of several toolkits, with unique names. If a name is used already, the later function gets the name of
 * its toolkit as a prefix. If that name is used too, a number is added.
 */
export function mergeTools(toolkits: readonly Toolkit[]): ToolFunction[] {
  const united = new Map<string, ToolFunction>()
  for (const toolkit of toolkits) {
    for (const tool of toolkit.getFunctions()) {
      const name = united.has(tool.name) ? freeName(tool.name, prefixOf(toolkit), united) : tool.name
      united.set(name, name === tool.name ? tool : renamed(tool, name))
    }
  }
  return [...united.values()]
}

function freeName(name: string, prefix: string, taken: Map<string, unknown>): string {
  const prefixed = `${prefix}${name}`.slice(0, MAX_NAME_CHARS)
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const candidate = prefixed.slice(0, MAX_NAME_CHARS - suffix.length) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

function prefixOf(toolkit: Toolkit): string {
  const name = 'name' in toolkit && typeof toolkit.name === 'string' ? toolkit.name : ''
  const words = trimOf(name.toLowerCase().replace(/[^a-z0-9]+/g, '_'), '_')
  return words ? `${words.slice(0, 20)}_` : ''
}

function renamed(tool: ToolFunction, name: string): ToolFunction {
  const { definition } = tool
  return withMembers(tool, {
    name,
    call: (input, options) => tool.call(input, options),
    dryRun: tool.dryRun && ((input, options) => tool.dryRun!(input, options)),
    definition: definition && withMembers(definition, { name }),
  })
}

/** The client functions that a model can get: their names must differ from those of server tools. */
export function usableClientTools(tools: readonly object[], own: readonly ToolFunction[]): ClientTool[] {
  const taken = new Set(own.map((tool) => tool.name))
  return tools.filter((tool): tool is ClientTool => {
    const { type, name } = tool as RealtimeFunctionTool
    const usable = type === 'function' && typeof name === 'string' && name !== '' && !taken.has(name)
    if (usable) taken.add(name)
    return usable
  })
}

/** The tool definitions for a model. Server tools come first and always in the same order, so that providers can cache the beginning. */
export function modelTools(own: readonly ToolFunction[], client: readonly ClientTool[]): ModelTool[] {
  return [
    ...own.map(({ name, description, parameters, definition }) => ({
      name,
      description,
      parameters,
      definition,
    })),
    ...client.map(({ name, description, parameters }) => ({
      name,
      description: description ?? '',
      parameters: (parameters ?? { type: 'object', properties: {} }) as JsonSchema,
    })),
  ]
}
