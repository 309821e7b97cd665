import { parseJson } from '../protocol/parse-json.js'
import type { ClientTool, StandardSchema } from './client-tool.js'

/** A call of a function of the page. */
interface Call {
  name: string
  /** The function; `undefined` if the page has removed it. */
  tool: ClientTool | undefined
  /** JSON text; empty for no input. */
  input: string
  /** What is aborted when the client disconnects. */
  signal: AbortSignal
  /** The most characters that can be sent. */
  maxChars: number
}

type Input = Record<string, unknown>

/**
 * Runs a function of the page; returns its result as the model reads it, or as JSON what is wrong. Only pages that have
 * functions need this file, so it imports nothing that every page needs: a bundler keeps it apart as it is.
 */
export async function runTool(call: Call): Promise<string> {
  try {
    return await resultOf(call)
  } catch (thrown) {
    return JSON.stringify({ error: thrown instanceof Error ? thrown.message : String(thrown) })
  }
}

async function resultOf({ name, tool, input, signal, maxChars }: Call): Promise<string> {
  if (!tool) throw new Error(`The page has no function ${name} any more.`)
  const given = input.trim() === '' ? {} : (parseJson(input) as Input)
  const result = await tool.run(await checked(given, tool.parameters), { signal })
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? 'done')
  if (text.length <= maxChars) return text
  throw new Error(`The result has ${text.length} characters; at most ${maxChars} can be sent.`)
}

async function checked(input: Input, parameters: object = {}): Promise<Input> {
  const result = await (parameters as Partial<StandardSchema<Input>>)['~standard']?.validate(input)
  if (!result) return input
  if (!result.issues) return result.value
  const problems = result.issues.map(({ path = [], message }) =>
    [path.map(stepOf).join('.'), message].filter(Boolean).join(': '),
  )
  throw new Error(problems.join('; '))
}

/** A step of a path is a name, or an object that has it. */
const stepOf = (step: unknown) => (Object(step) as { key?: unknown }).key ?? step
