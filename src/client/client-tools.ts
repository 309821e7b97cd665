import { VoiceError } from '../errors.js'
import type { ClientEvent, RealtimeFunctionTool, ServerEvent } from '../protocol/events.js'
import type { ClientTool, ClientToolSet, StandardSchema } from './client-tool.js'
import { functionOutput, MAX_TEXT_CHARS } from './outgoing.js'

type FunctionCall = Extract<
  Extract<ServerEvent, { type: 'response.output_item.done' }>['item'],
  { type: 'function_call' }
>

const NO_INPUT = { type: 'object', properties: {} }

/** The functions of a page. */
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

  async #answer({ name, arguments: input, call_id: id = '' }: FunctionCall): Promise<void> {
    const { signal } = this.#abort
    const { runTool } = await import('./run-tool.js')
    const tool = this.#tools.get(name)
    const output = await runTool({ name, tool, input, signal, maxChars: MAX_TEXT_CHARS })
    if (!signal.aborted) this.#send(functionOutput(id, output))
  }
}

function definition(name: string, { description, parameters = NO_INPUT }: ClientTool): RealtimeFunctionTool {
  const standard = (parameters as Partial<StandardSchema>)['~standard']
  if (standard && !standard.jsonSchema)
    throw new VoiceError(
      'bad-config',
      `The parameters of the function ${name} are a schema without ~standard.jsonSchema; pass a JSON Schema, or a schema of a library that has it, such as Zod from 4.2 on.`,
    )
  const schema = standard?.jsonSchema?.input({ target: 'draft-2020-12' }) ?? parameters
  return { type: 'function', name, description, parameters: schema }
}
