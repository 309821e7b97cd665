import { messageOf, VoiceError } from '../errors.js'
import type { ClientEvent, RealtimeFunctionTool, ServerEvent } from '../protocol/events.js'
import { functionOutput } from './outgoing.js'

/**
 * The part of Standard Schema (standardschema.dev, version 1, with its JSON Schema extension) that is used. Schemas of
 * Zod, Valibot, ArkType and others have it.
 */
export interface StandardSchema<Input = unknown> {
  readonly '~standard': {
    readonly types?: { readonly output: Input } | undefined
    readonly validate: (value: unknown) => Validated<Input> | Promise<Validated<Input>>
    readonly jsonSchema?: { readonly input: (options: { target: string }) => Record<string, unknown> }
  }
}

/** What a Standard Schema says of a value: the value as it shall be used, or what is wrong with it. */
export type Validated<Input> =
  | { readonly value: Input; readonly issues?: undefined }
  | {
      readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[]
    }

/** A function of the page that the agent may call, such as one that shows a product. */
export interface ClientTool<Input = Record<string, unknown>> {
  /** What the function does and when to call it; the model reads this. */
  description: string
  /**
   * The input: a JSON Schema, which is sent as it is, or a Standard Schema that can give its JSON Schema, which also
   * checks the input. @default no input
   */
  parameters?: Record<string, unknown> | StandardSchema<Input>
  /**
   * Runs the function. The model gets what it returns: text as it is, other values as JSON, and the message of an
   * error that it throws. `signal` is aborted when the client disconnects.
   */
  run: (input: Input, options: { signal: AbortSignal }) => unknown
}

/** Gives `run` the type of the input that a Standard Schema describes. Returns the tool as it is. */
export function clientTool<Input>(tool: ClientTool<Input>): ClientTool<Input> {
  return tool
}

/** Functions by name. */
// biome-ignore lint/suspicious/noExplicitAny: each tool has an input of its own.
export type ClientToolSet = Record<string, ClientTool<any>>

type FunctionCall = Extract<
  Extract<ServerEvent, { type: 'response.output_item.done' }>['item'],
  { type: 'function_call' }
>

const NO_INPUT = { type: 'object', properties: {} }

export class ClientTools {
  readonly #tools = new Map<string, ClientTool>()
  readonly #send: (event: ClientEvent) => void
  #calls: Promise<void>[] = []
  #abort = new AbortController()

  constructor(send: (event: ClientEvent) => void) {
    this.#send = send
  }

  add(tools: ClientToolSet): () => void {
    for (const [name, tool] of Object.entries(tools)) {
      definition(name, tool)
      this.#tools.set(name, tool)
    }
    return () => {
      for (const [name, tool] of Object.entries(tools))
        if (this.#tools.get(name) === tool) this.#tools.delete(name)
    }
  }

  /** What the model is told. */
  get definitions(): RealtimeFunctionTool[] {
    return [...this.#tools].map(([name, tool]) => definition(name, tool))
  }

  /** Runs the calls of a response, sends their results, and asks the agent to go on when the response has ended. */
  follow(event: ServerEvent): void {
    if (event.type === 'response.output_item.done' && event.item.type === 'function_call')
      this.#calls.push(this.#answer(event.item))
    if (event.type !== 'response.done') return
    const calls = this.#calls.splice(0)
    const { signal } = this.#abort
    if (calls.length > 0 && event.response.status === 'completed')
      void Promise.all(calls).then(() => {
        if (!signal.aborted) this.#send({ type: 'response.create' })
      })
  }

  /** Aborts what runs; its results are not sent. */
  stop(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#calls = []
  }

  async #answer(call: FunctionCall): Promise<void> {
    const { signal } = this.#abort
    const output = await this.#run(call, signal).catch((error: unknown) =>
      JSON.stringify({ error: messageOf(error) }),
    )
    if (!signal.aborted) this.#send(functionOutput(call.call_id ?? '', output))
  }

  async #run({ name = '', arguments: text = '' }: FunctionCall, signal: AbortSignal): Promise<string> {
    const tool = this.#tools.get(name)
    if (!tool) throw new Error(`The page has no function ${name} any more.`)
    const input = await checked(tool, text.trim() === '' ? {} : JSON.parse(text))
    const result = await tool.run(input, { signal })
    return typeof result === 'string' ? result : (JSON.stringify(result) ?? 'done')
  }
}

function definition(name: string, { description, parameters = NO_INPUT }: ClientTool): RealtimeFunctionTool {
  if (!isStandard(parameters)) return { type: 'function', name, description, parameters }
  const { jsonSchema } = parameters['~standard']
  if (jsonSchema)
    return { type: 'function', name, description, parameters: jsonSchema.input({ target: 'draft-2020-12' }) }
  throw new VoiceError(
    'bad-config',
    `The parameters of the function ${name} are a schema that cannot give its JSON Schema; pass a JSON Schema, or a schema of a library that has ~standard.jsonSchema, such as Zod from 4.2 on.`,
  )
}

async function checked({ parameters }: ClientTool, input: unknown): Promise<Record<string, unknown>> {
  if (!isStandard(parameters)) return input as Record<string, unknown>
  const result = await parameters['~standard'].validate(input)
  if (!result.issues) return result.value
  throw new Error(
    result.issues
      .map(({ path, message }) => [path?.map(stepOf).join('.'), message].filter(Boolean).join(': '))
      .join('; '),
  )
}

const stepOf = (step: unknown) =>
  typeof step === 'object' && step !== null && 'key' in step ? step.key : step

function isStandard(schema: object | undefined): schema is StandardSchema<Record<string, unknown>> {
  return schema !== undefined && '~standard' in schema
}
