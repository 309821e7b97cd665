import { asObject } from '../collection/read-shape.js'
import type { Item } from '../model/collection.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { keepGetters, lazy } from '../model/lazy.js'
import type { UrlTemplate } from '../model/request-template.js'
import type { Capture } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { entryOf, pathOf, pathVariableOf } from '../semantics/address.js'
import type { Effect } from '../semantics/effect.js'
import { Intent } from '../semantics/intent.js'
import { readJsonBody } from '../semantics/request-body.js'
import { labelOf } from '../semantics/request-title.js'
import { findVariables, hasVariable, VARIABLE } from '../template/variables.js'
import { closeParameters } from './close-schema.js'
import { describeTool, plainText } from './describe.js'
import { effectOfEndpoint, withKept } from './effect-modes.js'
import { deriveEndpoint, type Endpoint } from './endpoint.js'
import { explainTool, type ToolExplanation } from './explain-tool.js'
import { gatherParameters, parameterVariables } from './gather-parameters.js'
import { graphqlSentence } from './graphql-body.js'
import { outlineSchema } from './infer-schema.js'
import type { KnownVariables } from './known-variables.js'
import { type Layout, layOut } from './layout.js'
import { isOpenSegment } from './path-parameters.js'
import type { Knowledge } from './path-templates.js'
import { settingsOf } from './settings.js'

export interface ToolNames {
  name: string
  title: string
  folder: string[]
}

export interface Compilation {
  filled: KnownVariables
  /** Returns what the compiler needs before it reads the item of a tool: known variables, conventions and modes. */
  knowledgeFor: (tool: string) => Knowledge
  descriptionOf: (item: Item) => string
}

/** Makes those members of a tool definition that do not depend on other tools, each when it is first read. */
export class Derivation {
  static {
    keepGetters(Derivation)
  }

  readonly name: string
  readonly title: string
  readonly folder: string[]

  constructor(
    readonly item: Item,
    { name, title, folder }: ToolNames,
    readonly captures: Capture[],
    private readonly compilation: Compilation,
  ) {
    this.name = name
    this.title = title
    this.folder = folder
  }

  get endpoint(): Endpoint {
    return deriveEndpoint(this.item, this.compilation.knowledgeFor(this.name))
  }

  get usedVariables(): ReadonlySet<string> {
    return new Set(findVariables(this.endpoint.request))
  }

  get effect(): Effect {
    return effectOfEndpoint(this.endpoint, {
      variables: () => this.filledByModel,
      filled: this.compilation.filled,
      takesCredential: this.captures.some(({ secret }) => secret),
    })
  }

  /** The variables that a model may fill, also those that decide what a call does, which are fixed later. */
  private get filledByModel(): ReadonlySet<string> {
    return parameterVariables(this.endpoint, this.compilation.filled)
  }

  get explanation(): ToolExplanation {
    return explainTool(this.endpoint, { effect: this.effect, filled: this.compilation.filled })
  }

  private get guarded(): Endpoint {
    return guarded(this.endpoint, this.effect)
  }

  /** The schema of the arguments, which does not refuse unknown members yet, and their positions in the request. */
  get layout(): Layout {
    return layOut(gatherParameters(this.guarded, this.compilation.filled))
  }

  /** The schema of the arguments, which refuses unknown members. The types of ids in it are aligned later. */
  get parameters(): JsonSchema {
    return closeParameters(this.layout.schema, this.endpoint, this.effect)
  }

  get path(): string {
    const { guarded: endpoint, endpoint: open } = this
    const { filled } = this.compilation
    const variables = lazy(() =>
      endpoint === open ? this.filledByModel : parameterVariables(endpoint, filled),
    )
    return displayPath(endpoint.request.url, {
      isSegment: (key) => isOpenSegment(key, endpoint, filled),
      isVariable: (name) => variables().has(name),
      filled,
    })
  }

  get text(): string {
    const { item, request } = this.endpoint
    const description = this.compilation.descriptionOf(item)
    const text = describeTool({
      title: item.name,
      label: () => labelOf(new Intent(item.name, item.request)),
      description,
      method: item.request.method,
      path: this.path,
    })
    const selected = description === '' ? graphqlSentence(request.body) : ''
    return selected !== '' && /[\p{L}\d]$/u.test(text) ? `${text}.${selected}` : `${text}${selected}`
  }

  get settings(): string[] {
    return settingsOf(this.endpoint.request, {
      filled: this.compilation.filled,
      opened: () => this.layout.opened,
    })
  }

  get output(): JsonSchema | undefined {
    return outputSchema(this.endpoint, this.compilation.filled)
  }

  get words(): string {
    return searchWords(this.endpoint)
  }
}

/** The endpoint with what decides its effect fixed, and with `writes`; the same object if nothing changes. */
function guarded(endpoint: Endpoint, effect: Effect): Endpoint {
  const writes = !effect.annotations.readOnlyHint
  const modes = withKept(endpoint.modes, effect)
  return writes === endpoint.writes && modes === endpoint.modes ? endpoint : { ...endpoint, writes, modes }
}

/** Most examples that are inspected: the schema only describes responses. */
const MAX_EXAMPLES = 5

function outputSchema({ item, facts }: Endpoint, filled: KnownVariables): JsonSchema | undefined {
  const answers: JsonValue[] = []
  for (const [index, { status }] of item.examples.entries()) {
    if (answers.length === MAX_EXAMPLES || (status !== undefined && (status < 200 || status >= 300))) continue
    const value = facts.answers[index]
    if (typeof value === 'object' && value !== null) answers.push(value)
  }
  return answers.length > 0 ? outlineSchema(answers, filled) : undefined
}

const MAX_WORDS = 1_500

/** The words by which a search finds a tool: its description, and names and short values in its examples. */
function searchWords({ item, request, facts }: Endpoint): string {
  const pieces = new Set<string>()
  collectWords(readJsonBody(request) ?? null, pieces)
  for (const answer of facts.answers) collectWords(answer ?? null, pieces)
  const words = [plainText(item.description)]
  for (const example of item.examples) words.push(example.name)
  if (pieces.size > 0) words.push(Array.from(pieces).join(' '))
  return words.join(' ').slice(0, MAX_WORDS)
}

function collectWords(value: JsonValue, pieces: Set<string>, depth = 0): void {
  if (depth > 6 || pieces.size > 200) return
  if (Array.isArray(value)) for (const element of value.slice(0, 3)) collectWords(element, pieces, depth + 1)
  const members = asObject(value)
  if (!members) return
  for (const key of Object.keys(members)) {
    const member = members[key]!
    pieces.add(key)
    if (isCredentialLike(key)) continue
    if (typeof member === 'string' && /^[\p{L} -]{2,30}$/u.test(member)) pieces.add(member)
    else if (typeof member === 'object') collectWords(member, pieces, depth + 1)
  }
}

/** The path that people and models see, with inputs, secrets and variables without a value in braces. */
function displayPath(
  url: UrlTemplate,
  inputs: {
    isSegment: (key: string) => boolean
    isVariable: (name: string) => boolean
    filled: KnownVariables
  },
): string {
  const { filled } = inputs
  let path = ''
  for (const segment of pathOf(url)) {
    const key = pathVariableOf(segment)
    const text = key === undefined ? segment : shownKey(key) + segment.slice(1 + key.length)
    path += `/${hasVariable(text) ? text.replace(VARIABLE, shown) : text}`
  }
  return path === '' ? '/' : path

  function shownKey(key: string): string {
    const value = String(entryOf(url.variables, key)?.value ?? '')
    return value === '' || isCredentialLike(key) || inputs.isSegment(key) ? `{${key}}` : value
  }

  function shown(_: string, name: string): string {
    const value = filled.own.get(name)
    const isHidden = value === undefined || filled.given.has(name) || isCredentialLike(name)
    return !isHidden && !inputs.isVariable(name) ? String(value) : `{${name}}`
  }
}
