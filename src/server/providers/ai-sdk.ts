import { messageOf, VoiceError } from '../../errors.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { AiSdkModel } from '../model/ai-sdk-model.js'
import type { LanguageModel, ModelChunk, ModelMessage, ModelRequest } from '../model/language-model.js'
import { ModelError, type ModelFailure } from '../model/model-error.js'
import { type AnswerPart, keptParts, type PartWriter, writeAnswer } from './answer-parts.js'
import type { KeyVariables } from './credential.js'
import { findPeer } from './find-peer.js'
import { endedByUser, withUser, withValidNames } from './openai-client.js'
import { failedModel, innermost } from './provider-failure.js'

/** A provider of language models whose package of the AI SDK the user installs. */
interface PackageProvider extends KeyVariables {
  package: string
  /** The newest version of the package that runs on Node 20. */
  version: number
  /** The export that creates the provider. */
  factory: string
  /** Options that let a model answer without thinking long before it. */
  options?: (model: string) => JsonObject | undefined
}

/** The providers whose packages know more of their rules than the chat completions API. To add one, add an entry. */
export const PACKAGE_PROVIDERS: Readonly<Record<string, PackageProvider>> = {
  anthropic: {
    package: '@ai-sdk/anthropic',
    version: 3,
    factory: 'createAnthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    options: (model) => ({ anthropic: shortThinking(model) }),
  },
  google: {
    package: '@ai-sdk/google',
    version: 3,
    factory: 'createGoogleGenerativeAI',
    keyVariable: 'GEMINI_API_KEY',
    otherVariables: ['GOOGLE_API_KEY'],
    options: (model) => ({ google: { thinkingConfig: shortestThinking(model) } }),
  },
  vertex: { package: '@ai-sdk/google-vertex', version: 4, factory: 'createVertex' },
  bedrock: { package: '@ai-sdk/amazon-bedrock', version: 4, factory: 'createAmazonBedrock' },
  cohere: {
    package: '@ai-sdk/cohere',
    version: 3,
    factory: 'createCohere',
    keyVariable: 'COHERE_API_KEY',
  },
}

/** Claude thinks unless told otherwise, and a few models cannot be told. */
function shortThinking(model: string): JsonObject {
  return /opus-5-5|fable/.test(model) ? { effort: 'low' } : { thinking: { type: 'disabled' } }
}

/** From version 3 on, Gemini has levels of thinking; before, a budget of tokens. */
function shortestThinking(model: string): JsonObject {
  if (/gemini-[12]\b/.test(model)) return /pro/.test(model) ? {} : { thinkingBudget: 0 }
  return { thinkingLevel: /lite/.test(model) ? 'minimal' : 'low' }
}

/** A model of an installed package, which is loaded on first use. Throws `not-installed` if the package is absent. */
export function createPackageModel(
  { package: specifier, version, factory, options }: PackageProvider,
  {
    name,
    model,
    apiKey,
    baseUrl,
  }: { name: string; model: string; apiKey?: string | undefined; baseUrl?: string | undefined },
): LanguageModel {
  const found = findPeer(specifier)
  if (found === undefined)
    throw new VoiceError(
      'not-installed',
      `The language model "${name}" needs the package ${specifier}: npm install ${specifier}@${version}`,
    )
  const load = async () => {
    const exported = (await import(found)) as Record<string, (settings: object) => (id: string) => AiSdkModel>
    const settings = {
      ...(apiKey !== undefined && { apiKey }),
      ...(baseUrl !== undefined && { baseURL: baseUrl }),
    }
    return exported[factory]!(settings)(model)
  }
  return createAiSdkModel(load, { name, apiKey, providerOptions: options?.(model) })
}

interface AiSdkOptions {
  /** The provider string. @default provider and model of the AI SDK */
  name?: string
  /** Masked in errors. */
  apiKey?: string | undefined
  /** Options of the provider for each request, such as how long to think. */
  providerOptions?: JsonObject | undefined
}

/** A language model from a model of the AI SDK. Its provider package knows the wire, and the rules of its provider. */
export function createAiSdkModel(
  load: AiSdkModel | (() => Promise<AiSdkModel>),
  { name = 'ai-sdk', apiKey, providerOptions }: AiSdkOptions = {},
): LanguageModel {
  const model = typeof load === 'function' ? undefined : load
  const ownName = model ? `${model.provider.split('.')[0]}/${model.modelId}` : name
  let loaded: Promise<AiSdkModel> | undefined
  return {
    name: ownName,
    async *stream(request, { signal }) {
      try {
        loaded ??= typeof load === 'function' ? load() : Promise.resolve(load)
        const sdk = await loaded
        const call = { ...callOptions(request, sdk), providerOptions, abortSignal: signal }
        const { stream } = await sdk.doStream(call as never)
        const reader = new PartReader(ownName)
        for await (const part of stream as unknown as AsyncIterable<unknown>)
          yield* reader.take(asObject(part) ?? {})
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof ModelError ? error : toModelError(error, { model: ownName, apiKey })
      }
    },
  }
}

/** Asks Anthropic and Bedrock to cache the prompt up to here. Other providers cache by themselves. */
const CACHED = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
  bedrock: { cachePoint: { type: 'default' } },
}

function callOptions(request: ModelRequest, { specificationVersion }: AiSdkModel): object {
  const { instructions, toolChoice, maxOutputTokens, temperature } = request
  const history = endedByUser(withUser(request.history.map(withValidNames)))
  const prompt = history.reduce<PromptMessage[]>(addMessage, [])
  const last = prompt.at(-1)
  if (last) last.providerOptions = CACHED
  // What changes with each request comes after what is cached.
  if (request.facts) addMessage(prompt, { role: 'system', text: request.facts })
  const system = { role: 'system', content: instructions, providerOptions: CACHED }
  return {
    prompt: instructions ? [system, ...prompt] : prompt,
    ...(request.tools.length > 0 && {
      tools: request.tools.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        inputSchema: { ...parameters },
        // Strict schemas must have every member required, which those of APIs do not.
        ...(specificationVersion !== 'v2' && { strict: false }),
      })),
      toolChoice:
        typeof toolChoice === 'object' ? { type: 'tool', toolName: toolChoice.name } : { type: toolChoice },
    }),
    maxOutputTokens,
    temperature,
  }
}

interface PromptMessage {
  role: string
  content: object[]
  providerOptions?: object
}

/** Adds a message. The results of one answer's calls share a message, as Anthropic wants it. */
function addMessage(prompt: PromptMessage[], message: ModelMessage): PromptMessage[] {
  if (message.role === 'tool') {
    const { callId: toolCallId, name: toolName, output: value, isError } = message
    const output = { type: isError ? 'error-text' : 'text', value }
    const result = { type: 'tool-result', toolCallId, toolName, output }
    const last = prompt.at(-1)
    if (last?.role === 'tool') last.content.push(result)
    else prompt.push({ role: 'tool', content: [result] })
  } else if (message.role === 'assistant')
    prompt.push({ role: 'assistant', content: writeAnswer(message, PARTS) })
  // Most providers take system messages at the beginning only.
  else prompt.push({ role: 'user', content: [{ type: 'text', text: message.text }] })
  return prompt
}

const PARTS: PartWriter<object> = {
  reasoning: ({ text, own }) => ({ type: 'reasoning', text, ...asOptions(own) }),
  text: (text, own) => ({ type: 'text', text, ...asOptions(own) }),
  call: ({ callId: toolCallId, name: toolName, arguments: text }, own) => ({
    ...{ type: 'tool-call', toolCallId, toolName, input: tryParseJson(text) ?? {} },
    ...asOptions(own),
  }),
}

const asOptions = (own: JsonValue | undefined) => (own === undefined ? {} : { providerOptions: own })

/** Converts the stream parts of the AI SDK to `ModelChunk`s. */
class PartReader {
  readonly #model: string
  readonly #parts: AnswerPart[] = []
  /** Parts of text and reasoning that have begun, by their id. */
  readonly #open = new Map<string, AnswerPart>()
  readonly #names = new Map<string, string>()

  constructor(model: string) {
    this.#model = model
  }

  *take(part: JsonObject): Generator<ModelChunk> {
    const id = String(part.id ?? '')
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
      case 'text-end':
      case 'reasoning-end':
        this.#keepOwn(part, id)
        break
      case 'text-delta':
      case 'reasoning-delta':
        yield* this.#takeDelta(part, id)
        break
      case 'tool-input-start':
        this.#names.set(id, String(part.toolName))
        break
      case 'tool-input-delta':
        yield {
          type: 'tool-call-delta',
          callId: id,
          name: this.#names.get(id) ?? '',
          delta: String(part.delta),
        }
        break
      case 'tool-call':
        yield* this.#takeCall(part)
        break
      case 'error':
        throw part.error
      case 'finish':
        yield* this.#finish(part)
    }
  }

  #partOf(id: string, kind: 'text' | 'reasoning'): AnswerPart {
    const key = `${kind} ${id}`
    const known = this.#open.get(key)
    if (known) return known
    const made: AnswerPart = kind === 'text' ? { type: 'text', chars: 0 } : { type: 'reasoning', text: '' }
    this.#open.set(key, made)
    this.#parts.push(made)
    return made
  }

  #keepOwn({ type, providerMetadata: own }: JsonObject, id: string): AnswerPart {
    const part = this.#partOf(id, String(type).startsWith('text') ? 'text' : 'reasoning')
    if (own !== undefined) part.own = merged(part.own, own)
    return part
  }

  *#takeDelta(delta: JsonObject, id: string): Generator<ModelChunk> {
    const text = String(delta.delta ?? '')
    const part = this.#keepOwn(delta, id)
    if (part.type === 'text') part.chars += text.length
    else if (part.type === 'reasoning') part.text += text
    if (text) yield { type: part.type === 'text' ? 'text-delta' : 'reasoning-delta', text }
  }

  *#takeCall({
    toolCallId,
    toolName,
    input,
    providerExecuted,
    providerMetadata: own,
  }: JsonObject): Generator<ModelChunk> {
    // Tools that the provider runs itself are not ours.
    if (providerExecuted) return
    this.#parts.push({ type: 'call', ...(own !== undefined && { own }) })
    const text = typeof input === 'string' ? input : JSON.stringify(input ?? {})
    yield { type: 'tool-call', callId: String(toolCallId), name: String(toolName), arguments: text || '{}' }
  }

  *#finish({ finishReason, usage }: JsonObject): Generator<ModelChunk> {
    yield* keptParts(this.#parts.filter((part) => part.type !== 'text' || part.chars > 0))
    const { inputTokens, outputTokens } = asObject(usage) ?? {}
    yield { type: 'usage', inputTokens: totalOf(inputTokens), outputTokens: totalOf(outputTokens) }
    const reason = asObject(finishReason)?.unified ?? finishReason
    if (reason === 'error')
      throw new ModelError('unavailable', {
        model: this.#model,
        message: 'the provider ended the answer with an error',
      })
    // The packages end every stream, and give this reason if the provider has not ended it.
    if (reason === 'other' && asObject(finishReason) && (asObject(finishReason)?.raw ?? null) === null)
      throw new ModelError('cut', { model: this.#model, message: 'the answer ended without a reason' })
    yield { type: 'end', reason: this.#endOf(reason) }
  }

  #endOf(reason: JsonValue | undefined): (ModelChunk & { type: 'end' })['reason'] {
    if (reason === 'length' || reason === 'content-filter') return reason
    return this.#parts.some(({ type }) => type === 'call') ? 'tool-calls' : 'stop'
  }
}

/** Metadata of a part comes at its start, with its deltas or at its end. */
function merged(before: JsonValue | undefined, added: JsonValue): JsonValue {
  const [first, second] = [asObject(before), asObject(added)]
  if (!first || !second) return added
  const members = Object.entries(second).map(([name, value]) => [
    name,
    asObject(first[name]) && asObject(value) ? { ...asObject(first[name]), ...asObject(value) } : value,
  ])
  return { ...first, ...Object.fromEntries(members) }
}

/** Version 2 has a number of tokens, later ones an object with the total. */
function totalOf(tokens: JsonValue | undefined): number {
  const total = asObject(tokens)?.total ?? tokens
  return typeof total === 'number' ? total : 0
}

function toModelError(
  cause: unknown,
  { model, apiKey }: { model: string; apiKey: string | undefined },
): ModelError {
  const error = asError(cause)
  const { statusCode: status, responseHeaders: headers, data, responseBody, message } = error
  const body = data ?? responseBody ?? (error.name === '' ? cause : undefined)
  const onTheWay = failureOnTheWay(error)
  return failedModel({ model, apiKey, onTheWay, status, headers, body, message, cause })
}

/** An error of the AI SDK. `names` are those of the error and its causes; `name` is empty for what a provider sent in a stream, which is no error object. */
interface SdkError {
  name: string
  names: string
  message: string
  statusCode?: number
  responseHeaders?: Record<string, string>
  data?: unknown
  responseBody?: string
}

function asError(error: unknown): SdkError {
  if (error instanceof Error) {
    const { message, names } = innermost(error)
    return Object.assign({}, error, { name: error.name, names: names.join(' '), message })
  }
  const message = asObject(error)?.message
  return { name: '', names: '', message: typeof message === 'string' ? message : messageOf(error) }
}

function failureOnTheWay({ name, names, message, statusCode }: SdkError): ModelFailure | undefined {
  if (/^JSON parsing failed/.test(message)) return 'bad-answer'
  if (name === '') return undefined
  if (/JSONParse|TypeValidation|InvalidResponseData/.test(names)) return 'bad-answer'
  if (/SocketError|TerminatedError/.test(names)) return 'cut'
  if (statusCode !== undefined) return undefined
  if (name === 'AI_LoadAPIKeyError' || name === 'AI_LoadSettingError') return 'unauthorized'
  if (/EmptyResponseBody|NoContentGenerated/.test(name)) return 'no-answer'
  if (name === 'AI_NoSuchModelError') return 'unknown-model'
  if (name === 'AI_APICallError') return 'unreachable'
  return 'cut'
}
