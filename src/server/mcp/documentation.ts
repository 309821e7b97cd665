import type { JsonSchema } from '../../toolkit/model/json.js'
import type { ToolDefinition, ToolFunction, Toolkit } from '../../toolkit/model/tool.js'

export interface DocumentedApi {
  name: string
  description: string
  tools: ToolFunction[]
}

/** The APIs of the toolkits. `tools` are the tools of all toolkits in their order, under the names that clients see. */
export function documentedApis(
  toolkits: readonly Toolkit[],
  tools: readonly ToolFunction[],
): DocumentedApi[] {
  let start = 0
  return toolkits.map((toolkit) => {
    const own = tools.slice(start, start + toolkit.getFunctions().length)
    start += own.length
    return {
      name: textAt(toolkit, 'name') || 'Tools',
      description: textAt(toolkit, 'description'),
      tools: own,
    }
  })
}

/** The overview of an API in Markdown: its description, and its tools by folder. */
export function overviewOf({ name, description, tools }: DocumentedApi): string {
  const groups = new Map<string, ToolFunction[]>()
  for (const tool of tools) {
    const folder = tool.definition?.folder.join(' / ') ?? ''
    groups.set(folder, [...(groups.get(folder) ?? []), tool])
  }
  const sections = [...groups].map(([folder, list]) =>
    [...(folder ? [`## ${line(folder)}`, ''] : []), ...list.map(entryOf)].join('\n'),
  )
  return [`# ${line(name)}`, description.trim(), ...sections].filter(Boolean).join('\n\n').concat('\n')
}

function entryOf({ name, description, definition }: ToolFunction): string {
  const route = definition ? ` \`${definition.method} ${definition.path}\`` : ''
  return `- \`${name}\`${route}: ${line(description)}`
}

export function pageOf(tool: ToolFunction): string {
  const { name, description, parameters, annotations, definition } = tool
  const effect = annotations.readOnlyHint
    ? 'Reads only.'
    : annotations.destructiveHint
      ? 'Destructive.'
      : 'Writes.'
  return [
    `# ${name}`,
    description,
    definition ? `\`${definition.method} ${definition.path}\` ${effect}` : effect,
    ...(definition?.settings.length
      ? [`Needs the settings ${definition.settings.map(code).join(', ')}.`]
      : []),
    '## Input',
    schemaBlock(parameters),
    ...outputOf(definition),
  ]
    .join('\n\n')
    .concat('\n')
}

function outputOf(definition: ToolDefinition | undefined): string[] {
  return definition?.output ? ['## Answer, going by the saved examples', schemaBlock(definition.output)] : []
}

const schemaBlock = (schema: JsonSchema) => `\`\`\`json\n${JSON.stringify(schema, null, 2)}\n\`\`\``

const code = (name: string) => `\`${name}\``

const line = (text: string) => text.replace(/\s+/g, ' ').trim()

function textAt(toolkit: Toolkit, key: 'name' | 'description'): string {
  const value: unknown = key in toolkit ? toolkit[key as keyof Toolkit] : undefined
  return typeof value === 'string' ? value : ''
}
