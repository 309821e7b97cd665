import type { PlacedItem } from '../collection/walk.js'
import type { JsonSchema } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import type { Binding, Capture } from '../model/tool.js'
import { namesOwnRecord } from '../semantics/own-record.js'
import { labelOf } from '../semantics/request-title.js'
import { closeParameters } from './close-schema.js'
import { describeTool } from './describe.js'
import { effectOfEndpoint, withKept } from './effect-modes.js'
import type { Endpoint } from './endpoint.js'
import { explainTool } from './explain-tool.js'
import { gatherParameters, parameterVariables } from './gather-parameters.js'
import { graphqlSentence } from './graphql.js'
import type { KnownVariables } from './known-variables.js'
import { layOut } from './layout.js'
import { outputSchema } from './output-schema.js'
import { openSegments } from './path-parameters.js'
import { searchWords } from './search-words.js'
import { settingsOf } from './settings.js'
import { displayPath } from './tool-path.js'

/** What a derivation starts from. */
export interface DerivationInput {
  name: string
  /** The display name. */
  title: string
  captures: Capture[]
  endpoint: () => Endpoint
  /** The item's description without the sentences that all items share. */
  description: () => string
  filled: KnownVariables
}

/** The parts of one tool that its own request decides, each derived when it is first asked for and then kept. */
export class Derivation {
  readonly name: string
  readonly title: string
  readonly captures: Capture[]
  readonly folder: string[]
  readonly method: string
  readonly #input: DerivationInput

  constructor({ item, folders }: PlacedItem, input: DerivationInput) {
    this.name = input.name
    this.title = input.title
    this.captures = input.captures
    this.folder = folders.map((folder) => folder.name)
    this.method = item.request.method
    this.#input = input
    this.endpoint = lazy(input.endpoint)
  }

  readonly endpoint: () => Endpoint

  readonly effect = lazy(() => effectOfEndpoint(this.endpoint(), this.#input.filled))

  readonly explanation = lazy(() =>
    explainTool(this.endpoint(), { effect: this.effect(), filled: this.#input.filled }),
  )

  /** The endpoint with the values fixed that decide what the call does. */
  readonly #guarded = lazy((): Endpoint => {
    const { modes, ...endpoint } = this.endpoint()
    const effect = this.effect()
    return { ...endpoint, writes: !effect.annotations.readOnlyHint, modes: withKept(modes, effect) }
  })

  readonly #parameters = lazy(() => gatherParameters(this.#guarded(), this.#input.filled))

  /** The input before it is closed. */
  readonly layout = lazy(() => layOut(this.#parameters()))

  /** The closed input; the ids of a collection are aligned in it. */
  readonly parameters = lazy(
    (): JsonSchema => closeParameters(this.layout().schema, this.endpoint(), this.effect()),
  )

  readonly path = lazy(() => {
    const { filled } = this.#input
    const endpoint = this.#guarded()
    const variables = parameterVariables(endpoint, filled)
    return displayPath(endpoint.request.url, { segments: openSegments(endpoint, filled), variables, filled })
  })

  /** What the tool does, before others of the same title are told apart from it. */
  readonly text = lazy((): string => {
    const { item, request } = this.endpoint()
    const description = this.#input.description()
    const text = describeTool({
      title: item.name,
      label: () => labelOf(item),
      description,
      method: this.method,
      path: this.path(),
    })
    const selected = description === '' ? graphqlSentence(request.body) : ''
    const more = `${selected}${describeExamples(this.layout(), this.endpoint())}`
    return more !== '' && /[\p{L}\d]$/u.test(text) ? `${text}.${more}` : `${text}${more}`
  })

  readonly settings = lazy(() =>
    settingsOf(this.endpoint().request, {
      filled: this.#input.filled,
      opened: () => this.#parameters().body?.opened ?? [],
    }),
  )

  readonly output = lazy(() => outputSchema(this.endpoint(), this.#input.filled))

  readonly words = lazy(() => searchWords(this.endpoint()))
}

/** Says which record a read without an id returns: the one in the collection, not one that the user means. */
function describeExamples(
  { bindings, schema }: { bindings: Binding[]; schema: JsonSchema },
  endpoint: Endpoint,
): string {
  const examples = bindings.flatMap((binding) => {
    const byDefault = 'keep' in binding ? schema.properties?.[binding.parameter]?.default : undefined
    return byDefault !== undefined && isRecord(binding, endpoint)
      ? [`${binding.parameter} ${String(byDefault)}`]
      : []
  })
  return examples.length === 0
    ? ''
    : ` Without its id it is about the collection's example (${examples.join(', ')}).`
}

/** Whether an input names the record that a call is about. */
function isRecord(binding: Binding, { roles, item, request: { url } }: Endpoint): boolean {
  if (binding.in === 'path') return roles.get(binding.key)?.role === 'record'
  if (binding.in === 'variable') return roles.get(binding.name)?.role === 'record'
  const key = binding.in === 'query' ? (url.query[binding.index]?.key ?? '') : ''
  return namesOwnRecord(key, { path: url.path, title: item.name })
}
