import { vi } from 'vitest'
import { createProgram } from '../../src/cli/program.js'

/** What a command printed and how it ended. */
export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Runs a command of the command line inside this process, from the sources. One at a time. */
export async function runHere(...args: string[]): Promise<Ran> {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      printed[stream] += String(chunk)
      return true
    }),
  )
  const before = process.exitCode
  process.exitCode = 0
  try {
    await (await createProgram('0.0.0', args[0])).parseAsync(['node', 'voice', ...args])
    return { code: Number(process.exitCode), ...printed }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
  }
}
