import type { JsonObject, JsonSchema, JsonValue } from '../toolkit/model/json.js'
import type { CallOptions, ToolFunction, ToolResult } from '../toolkit/model/tool.js'

/** How a fake tool behaves. */
export interface FakeToolOptions {
  name: string
  description?: string
  parameters?: JsonSchema
  /** @default a read */
  effect?: 'read' | 'write' | 'destroy'
  /** The content that a call returns, or a function that returns a whole result, at once or later. @default null */
  answer?: JsonValue | ((input: JsonObject, options: CallOptions) => ToolResult | Promise<ToolResult>)
}

/** A tool that remembers its calls and sends nothing. */
export class FakeTool implements ToolFunction {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
  readonly annotations: ToolFunction['annotations']
  /** Every call it got, in order. */
  readonly calls: { input: JsonObject; options: CallOptions }[] = []
  readonly #answer: FakeToolOptions['answer']

  constructor(options: FakeToolOptions) {
    this.name = options.name
    this.description = options.description ?? options.name
    this.parameters = options.parameters ?? { type: 'object', properties: {} }
    this.#answer = options.answer
    const effect = options.effect ?? 'read'
    this.annotations = {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destroy',
      idempotentHint: effect !== 'write',
      openWorldHint: false,
    }
  }

  async call(input: JsonObject, options: CallOptions = {}): Promise<ToolResult> {
    this.calls.push({ input, options })
    const answer = this.#answer
    if (typeof answer === 'function') return answer(input, options)
    return { isError: false, status: 200, content: answer ?? null, requestMs: 1 }
  }
}
