import { VoiceError } from '../errors.js'
import { boundedResult } from './bounded-result.js'
import type { JsonObject, JsonSchema, JsonValue } from './model/json.js'
import type { ToolAnnotations, ToolFunction, Toolkit, ToolResult } from './model/tool.js'

/** A function of your program that becomes a tool. */
export interface LocalTool {
  /** The name of the tool; matches `^[a-zA-Z0-9_-]{1,64}$`. */
  name: string
  description: string
  /** The JSON Schema of the input, with `type: object`. @default no parameters */
  parameters?: JsonSchema
  /** Hints about the effect of a call, such as `readOnlyHint`. Without hints, the tool counts as a write. */
  annotations?: Partial<ToolAnnotations>
  /** Runs the tool. The model gets the returned value as JSON. If `run` throws, the model gets an error. */
  run(input: JsonObject, options: { signal?: AbortSignal }): JsonValue | Promise<JsonValue>
}

/**
 * Wraps a function of your program in a toolkit with one tool, for the option `tools` of an agent. Throws
 * `tool-name-invalid` if a provider would not accept the name.
 */
export function defineTool(tool: LocalTool): Toolkit {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name)) {
    throw new VoiceError(
      'tool-name-invalid',
      `"${tool.name}" cannot name a tool: use 1 to 64 letters, digits, _ or -.`,
    )
  }
  const wrapped: ToolFunction = {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters ?? { type: 'object', properties: {} },
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
      ...tool.annotations,
    },
    call: (input, options = {}) => runLocal(tool, { input, signal: options.signal }),
  }
  return { getFunctions: () => [wrapped] }
}

async function runLocal(
  tool: LocalTool,
  { input, signal }: { input: JsonObject; signal?: AbortSignal },
): Promise<ToolResult> {
  const started = performance.now()
  const requestMs = () => Math.round(performance.now() - started)
  try {
    const content = (await tool.run(input, signal ? { signal } : {})) ?? null
    return boundedResult({ isError: false, content, requestMs: requestMs() })
  } catch (error) {
    const content = error instanceof Error ? error.message : String(error)
    return { isError: true, reason: 'tool-failed', content, requestMs: requestMs() }
  }
}
