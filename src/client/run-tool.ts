import type { ClientTool, StandardSchema } from './client-tool.js'

/** The arguments of a call, and what is aborted when the client disconnects. */
interface Call {
  input: Record<string, unknown>
  signal: AbortSignal
}

/** What a Standard Schema says of an input. */
type Validate = StandardSchema<Record<string, unknown>>['~standard']['validate']

/**
 * Runs a function of the page; returns its result as the model reads it. Rejects with what is wrong. Only pages that
 * have functions need this file, so it imports nothing that every page needs: a bundler keeps it apart as it is.
 */
export async function runTool(
  { run }: ClientTool,
  { input, signal }: Call,
  validate: Validate | undefined,
): Promise<string> {
  const result = await run(await checked(input, validate), { signal })
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? 'done')
}

async function checked(input: Record<string, unknown>, validate: Validate | undefined) {
  const result = await validate?.(input)
  if (!result) return input
  if (!result.issues) return result.value
  const problems = result.issues.map(({ path = [], message }) =>
    [path.map(stepOf).join('.'), message].filter(Boolean).join(': '),
  )
  throw new Error(problems.join('; '))
}

/** A step of a path is a name, or an object that has it. */
const stepOf = (step: unknown) => (Object(step) as { key?: unknown }).key ?? step
