import { cutWords } from '../../languages/cut-words.js'
import type { Action } from '../../languages/search-language.js'
import type { JsonSchema } from '../model/json.js'
import type { ToolDefinition } from '../model/tool.js'
import { withoutNumber } from '../semantics/step-number.js'
import type { Lexicon } from './lexicon.js'
import { readActions } from './lexicon.js'
import type { Resource } from './resource.js'
import { readPath } from './resource.js'

/**
 * The members of a tool that search uses. A tool from a collection can have all of them; a tool that a client defines
 * has only a name, a description and parameters.
 */
export type SearchableTool = Pick<ToolDefinition, 'name' | 'description' | 'parameters'> &
  Partial<Pick<ToolDefinition, 'title' | 'method' | 'path' | 'folder' | 'words' | 'annotations' | 'output'>>

/** The facts about a tool that search uses. `name` and `resource` have whole words, all else stems. */
export interface ToolFacts {
  name: string
  title: string[]
  resource: Resource
  segments: string[][]
  target: string[]
  folder: string[]
  parameters: string[]
  output: string[]
  /** Stems of the verbs: the first of the title, also with a particle (`logout`), and a last path segment such as `send`. */
  verbs: string[]
  actions: Action[]
  /** Whether the tool changes nothing. Its annotation `readOnlyHint` decides; without it, the HTTP method. */
  reads: boolean
  /** Whether the tool changes data, judged by its first action. A search by POST changes nothing. */
  changes: boolean
  plural: boolean
  needs: Need[]
}

export interface Need {
  parameter: string
  /** Stems of the words for the record that the parameter identifies: `invoice` for `invoice_id`. */
  thing: string[]
  /** Whether the parameter is in the path. Without an argument for such a parameter, no request can be sent. */
  inPath: boolean
}

/** Derives the facts about a tool that search uses, such as its actions and the records that they are about. */
export function readTool(tool: SearchableTool, lexicon: Lexicon): ToolFacts {
  const title = cutWords(withoutNumber(tool.title ?? tool.name))
  const path = readPath(tool.path ?? '')
  const resource = { ...path, single: path.single || byId.test(title.join(' ')) }
  const folder = (tool.folder ?? []).flatMap(cutWords)
  const segments = resource.segments.map((segment) => lexicon.stems(segment))
  const actions = actionsOf(tool, { title: title.join(' '), resource, lexicon })
  const reads =
    tool.annotations?.readOnlyHint ?? (tool.method === undefined || /^(GET|HEAD)$/.test(tool.method))
  return {
    name: title.join(' '),
    title: lexicon.stems(title),
    resource,
    segments,
    target: segments.at(-1) ?? [],
    folder: lexicon.stems(folder),
    parameters: lexicon.stems(parameterNames(tool.parameters).flatMap(cutWords)),
    output: lexicon.stems(tool.output ? fieldNames(tool.output).flatMap(cutWords) : []),
    verbs: verbsOf(tool, { title, resource, lexicon }),
    actions,
    reads,
    changes: !reads && !readActions.has(actions[0] ?? 'create'),
    plural: title.some((word) => lexicon.language.isPlural(word)),
    needs: needsOf(tool, { resource, lexicon }),
  }
}

function parameterNames(schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    property.properties ? [name, ...Object.keys(property.properties)] : [name],
  )
}

const mostFields = 60

function fieldNames(output: JsonSchema): string[] {
  const names = new Set<string>()
  const visit = (schema: JsonSchema, depth: number): void => {
    if (schema.items) visit(schema.items, depth)
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (names.size >= mostFields) return
      names.add(name)
      if (depth > 1) visit(property, depth - 1)
    }
  }
  visit(output, 3)
  return [...names]
}

/** The end of a title that shows that a tool is for one record: "by id" in the languages of collections. */
const byId = /(?<!\p{L})(by|por|par|per|nach|door|на|по|od|po|berdasarkan|theo) ids?$/u

/** Last words of a title that show that the tool only reads, whatever its method: `recordCount`, `tableExists`. */
const askingEnd = / (counts?|exists?)$/

function actionsOf(
  tool: SearchableTool,
  { title, resource, lexicon }: { title: string; resource: Resource; lexicon: Lexicon },
): Action[] {
  const [verb = / status$/.test(title) ? 'get' : undefined] = lexicon.actionsIn(title)
  // A GET creates nothing. "Book" in the title "Book details" is then a noun and not an action.
  const isNoun = verb === 'create' && (tool.method === 'GET' || tool.method === 'HEAD')
  const said = askingEnd.test(title) ? 'get' : isNoun ? undefined : verb
  // A POST whose title has a verb of reading creates nothing: `GetIssues` of a JSON-RPC service.
  if (tool.method === 'POST' && (said === 'list' || said === 'get' || said === 'find')) return [said]
  return [...new Set([...(said ? [said] : []), ...methodActions(tool, resource)])]
}

function verbsOf(
  tool: SearchableTool,
  { title, resource, lexicon }: { title: string[]; resource: Resource; lexicon: Lexicon },
): string[] {
  const reads = tool.method === undefined || tool.method === 'GET' || tool.method === 'HEAD'
  const last =
    resource.target.length === 1 && !resource.single && !lexicon.language.isPlural(resource.target[0]!)
  const [first = '', second = ''] = title
  const phrase = lexicon.language.particles.has(second) ? [first + second] : []
  return [...title.slice(0, 1), ...phrase, ...(last && !reads ? resource.target : [])].map((word) =>
    lexicon.stem(word),
  )
}

function methodActions(tool: SearchableTool, resource: Resource): Action[] {
  switch (tool.method) {
    case 'GET':
    case 'HEAD':
      return resource.single ? ['get'] : ['list']
    case 'POST':
      return tool.annotations?.readOnlyHint ? ['find'] : resource.single ? ['update'] : ['create']
    case 'PUT':
    case 'PATCH':
      return ['update']
    case 'DELETE':
      return ['delete']
    default:
      return []
  }
}

const idName = /(ids?|uuids?|guids?|uris?|keys?|ref|reference)$/i

function needsOf(
  tool: SearchableTool,
  { resource, lexicon }: { resource: Resource; lexicon: Lexicon },
): Need[] {
  const owners = new Map(resource.parameters.map((parameter) => [parameter.name, parameter.owner]))
  return parameterNames(tool.parameters).flatMap((parameter) => {
    const words = cutWords(parameter).join(' ')
    const id = words.search(idName)
    const owner = owners.get(parameter)
    if (id < 0 && !owner) return []
    const own = cutWords(id < 0 ? parameter : words.slice(0, id))
    const many = resource.target.some((word) => lexicon.language.isPlural(word)) ? resource.target : []
    const thing = lexicon.stems(own.length > 0 ? own : (owner ?? many))
    return thing.length > 0 ? [{ parameter, thing, inPath: owner !== undefined }] : []
  })
}
