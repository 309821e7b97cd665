import { messageOf, VoiceError } from '../errors.js'
import type { ClientEvent, RealtimeFunctionTool, ServerEvent } from '../protocol/events.js'
import { fieldsOf } from '../protocol/is-object.js'
import { isTooDeep, MAX_NESTING } from '../protocol/nesting.js'
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
    const added = Object.entries(tools)
    for (const [name, tool] of added) {
      definition(name, tool)
      this.#tools.set(name, tool)
    }
    return () => {
      for (const [name, tool] of added) if (this.#tools.get(name) === tool) this.#tools.delete(name)
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
    const given = text.trim() === '' ? {} : JSON.parse(text)
    if (isTooDeep(given, MAX_NESTING))
      throw new SyntaxError(`it is nested more than ${MAX_NESTING} levels deep`)
    const input = await checked(tool, given)
    const result = await tool.run(input, { signal })
    return typeof result === 'string' ? result : (JSON.stringify(result) ?? 'done')
  }
}

function definition(name: string, { description, parameters = NO_INPUT }: ClientTool): RealtimeFunctionTool {
  const standard = standardOf(parameters)
  if (standard && !standard.jsonSchema)
    throw new VoiceError(
      'bad-config',
      `The parameters of the function ${name} are a schema without ~standard.jsonSchema; pass a JSON Schema, or a schema of a library that has it, such as Zod from 4.2 on.`,
    )
  const schema = standard?.jsonSchema?.input({ target: 'draft-2020-12' }) ?? parameters
  return { type: 'function', name, description, parameters: schema }
}

async function checked({ parameters }: ClientTool, input: Record<string, unknown>) {
  const result = await standardOf(parameters)?.validate(input)
  if (!result) return input
  if (!result.issues) return result.value
  const problems = result.issues.map(({ path = [], message }) =>
    [path.map(stepOf).join('.'), message].filter(Boolean).join(': '),
  )
  throw new Error(problems.join('; '))
}

/** A step of a path is a name, or an object that has it. */
const stepOf = (step: unknown) => fieldsOf(step).key ?? step

function standardOf(schema: object | undefined) {
  return (schema as Partial<StandardSchema<Record<string, unknown>>> | undefined)?.['~standard']
}
