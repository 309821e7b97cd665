import { asObject } from '../collection/read-shape.js'
import type { Item } from '../model/collection.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { lazy } from '../model/lazy.js'
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
  /** The names of the folders, outermost first. */
  folder: string[]
}

/** Facts that the derivations of one collection share. */
export interface Compilation {
  filled: KnownVariables
  /** Returns what the compiler needs before it reads the item of a tool: known variables, conventions and modes. */
  knowledgeFor: (tool: string) => Knowledge
  /** Returns the description of an item, without boilerplate sentences. */
  descriptionOf: (item: Item) => string
}

/**
 * Makes those members of a tool definition that do not depend on other tools. Each member is made when it is first
 * needed, and then kept.
 */
export class Derivation {
  readonly name: string
  readonly title: string
  readonly captures: Capture[]
  readonly folder: string[]
  readonly method: string
  readonly #compilation: Compilation
  #endpoint: Endpoint | undefined
  #variables: ReadonlySet<string> | undefined
  #used: ReadonlySet<string> | undefined
  #effect: Effect | undefined
  #explanation: ToolExplanation | undefined
  #guarded: Endpoint | undefined
  #layout: Layout | undefined
  #closed: JsonSchema | undefined
  #path: string | undefined
  #text: string | undefined
  #settings: string[] | undefined
  #words: string | undefined
  #output: { schema: JsonSchema | undefined } | undefined

  constructor(
    readonly item: Item,
    { name, title, captures, folder }: ToolNames & { captures: Capture[] },
    compilation: Compilation,
  ) {
    this.name = name
    this.title = title
    this.captures = captures
    this.folder = folder
    this.method = item.request.method
    this.#compilation = compilation
  }

  endpoint(): Endpoint {
    this.#endpoint ??= deriveEndpoint(this.item, this.#compilation.knowledgeFor(this.name))
    return this.#endpoint
  }

  usedVariables(): ReadonlySet<string> {
    this.#used ??= new Set(findVariables(this.endpoint().request))
    return this.#used
  }

  effect(): Effect {
    const { filled } = this.#compilation
    this.#effect ??= effectOfEndpoint(this.endpoint(), {
      variables: () => this.#filledByModel(),
      filled,
      takesCredential: this.captures.some(({ secret }) => secret),
    })
    return this.#effect
  }

  /**
   * The variables that a model may fill. The values that decide what a call does are not fixed yet at this step, so
   * their variables are included.
   */
  #filledByModel(): ReadonlySet<string> {
    this.#variables ??= parameterVariables(this.endpoint(), this.#compilation.filled)
    return this.#variables
  }

  explanation(): ToolExplanation {
    const { filled } = this.#compilation
    this.#explanation ??= explainTool(this.endpoint(), { effect: this.effect(), filled })
    return this.#explanation
  }

  /** The endpoint after the values that decide what a call does have been fixed. */
  #guardedEndpoint(): Endpoint {
    this.#guarded ??= guarded(this.endpoint(), this.effect())
    return this.#guarded
  }

  /**
   * The schema of the arguments, and their positions in the request. The schema does not refuse unknown members yet.
   */
  layout(): Layout {
    this.#layout ??= layOut(gatherParameters(this.#guardedEndpoint(), this.#compilation.filled))
    return this.#layout
  }

  /**
   * The schema of the arguments, which refuses unknown members. {@link alignIds} changes the types of ids in this
   * schema.
   */
  parameters(): JsonSchema {
    this.#closed ??= closeParameters(this.layout().schema, this.endpoint(), this.effect())
    return this.#closed
  }

  path(): string {
    this.#path ??= this.#displayPath()
    return this.#path
  }

  #displayPath(): string {
    const { filled } = this.#compilation
    const endpoint = this.#guardedEndpoint()
    const variables = lazy(() =>
      endpoint === this.endpoint() ? this.#filledByModel() : parameterVariables(endpoint, filled),
    )
    return displayPath(endpoint.request.url, {
      isSegment: (key) => isOpenSegment(key, endpoint, filled),
      isVariable: (name) => variables().has(name),
      filled,
    })
  }

  text(): string {
    this.#text ??= this.#describe()
    return this.#text
  }

  #describe(): string {
    const { item, request } = this.endpoint()
    const description = this.#compilation.descriptionOf(item)
    const text = describeTool({
      title: item.name,
      label: () => labelOf(new Intent(item.name, item.request)),
      description,
      method: this.method,
      path: this.path(),
    })
    const selected = description === '' ? graphqlSentence(request.body) : ''
    return selected !== '' && /[\p{L}\d]$/u.test(text) ? `${text}.${selected}` : `${text}${selected}`
  }

  settings(): string[] {
    this.#settings ??= settingsOf(this.endpoint().request, {
      filled: this.#compilation.filled,
      opened: () => this.layout().opened,
    })
    return this.#settings
  }

  output(): JsonSchema | undefined {
    this.#output ??= { schema: outputSchema(this.endpoint(), this.#compilation.filled) }
    return this.#output.schema
  }

  words(): string {
    this.#words ??= searchWords(this.endpoint())
    return this.#words
  }
}

/**
 * Returns the endpoint with two changes: the values that decide what a call does are fixed, and `writes` says whether a
 * call may change something. If neither changes anything, returns the same object.
 */
function guarded(endpoint: Endpoint, effect: Effect): Endpoint {
  const writes = !effect.annotations.readOnlyHint
  const modes = withKept(endpoint.modes, effect)
  return writes === endpoint.writes && modes === endpoint.modes ? endpoint : { ...endpoint, writes, modes }
}

/**
 * Maximum number of examples that are inspected. A few suffice, because the schema only describes responses and does
 * not restrict them.
 */
const MAX_EXAMPLES = 5

/** The types and members of a successful response, inferred from the saved examples. */
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

/**
 * The words by which a search finds a tool, besides its name: the whole description, and the names and short values in
 * its examples.
 */
function searchWords({ item, request, facts }: Endpoint): string {
  const pieces = new Set<string>()
  collectWords(readJsonBody(request) ?? null, pieces)
  for (const answer of facts.answers) collectWords(answer ?? null, pieces)
  const words = [plainText(item.description)]
  for (const example of item.examples) words.push(example.name)
  if (pieces.size > 0) words.push(Array.from(pieces).join(' '))
  return words.join(' ').slice(0, MAX_WORDS)
}

/** Collects the keys and short texts of a value. Skips values of members that are named like credentials. */
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

/**
 * The path that people and models see, without host and query. A variable is shown by its name in braces if it is an
 * input or a secret, or if it has no value. The value of any other variable is shown. `isSegment` and `isVariable` say
 * which `:name` segments and variables are inputs.
 */
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
