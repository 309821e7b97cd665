import type { JsonObject, JsonSchema, JsonValue } from '../toolkit/model/json.js'
import type { CallOptions, ToolFunction, ToolResult } from '../toolkit/model/tool.js'

/** Options of a fake tool. */
export interface FakeToolOptions {
  name: string
  description?: string
  parameters?: JsonSchema
  /** The effect that the tool's annotations declare. @default a read */
  effect?: 'read' | 'write' | 'destroy'
  /**
   * The content that each call returns, or a function that returns the whole result of a call, directly or as a
   * promise. @default null
   */
  answer?: JsonValue | ((input: JsonObject, options: CallOptions) => ToolResult | Promise<ToolResult>)
}

/** A tool that records its calls and sends no requests. */
export class FakeTool implements ToolFunction {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
  readonly annotations: ToolFunction['annotations']
  /** All calls of the tool, in order. */
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
