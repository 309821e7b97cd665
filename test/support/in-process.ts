import { vi } from 'vitest'
import { createProgram } from '../../src/cli/program.js'

/** What a command printed and how it ended. */
export interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** Remembers who hears signals; the result makes everybody who came later deaf. */
export function keepSignals(): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  return () => {
    for (const signal of signals)
      for (const listener of process.listeners(signal))
        if (!before.has(listener)) process.removeListener(signal, listener)
  }
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
  const restoreSignals = keepSignals()
  process.exitCode = 0
  try {
    await (await createProgram('0.0.0', args[0])).parseAsync(['node', 'voice', ...args])
    return { code: Number(process.exitCode), ...printed }
  } finally {
    process.exitCode = before
    restoreSignals()
    for (const spy of spies) spy.mockRestore()
  }
}
