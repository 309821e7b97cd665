import { vi } from 'vitest'
import { createProgram } from '../../src/cli/program.js'

/** What a command printed and how it ended. */
export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/**
 * Catches what this process prints. `restore` ends that, forgets those who came to hear signals in the meantime, and
 * returns the exit code that was set.
 */
export function catchOutput(): { printed: Omit<Ran, 'code'>; restore(): number } {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      printed[stream] += String(chunk)
      return true
    }),
  )
  const before = process.exitCode
  process.exitCode = 0
  const signals = ['SIGINT', 'SIGTERM'] as const
  const known = new Set(signals.flatMap((signal) => process.listeners(signal)))
  const restore = () => {
    const code = Number(process.exitCode)
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
    for (const signal of signals)
      for (const listener of process.listeners(signal))
        if (!known.has(listener)) process.removeListener(signal, listener)
    return code
  }
  return { printed, restore }
}

/** Runs a command of the command line inside this process, from the sources. One at a time. */
export async function runHere(...args: string[]): Promise<Ran> {
  const { printed, restore } = catchOutput()
  try {
    await (await createProgram('0.0.0', args[0])).parseAsync(['node', 'voice', ...args])
  } catch (error) {
    restore()
    throw error
  }
  return { code: restore(), ...printed }
}
