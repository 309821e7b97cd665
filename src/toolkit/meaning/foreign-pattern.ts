import { createContext, Script } from 'node:vm'

/** How long a foreign pattern may take on one text, in milliseconds. */
const TIME_LIMIT_MS = 50

const script = new Script('new RegExp(source, flags).test(text)')
const context: { source?: string; flags?: string; text?: string } = createContext({})

/** A regular expression that came with a file. */
export interface ForeignPattern {
  source: string
  flags: string
}

/**
 * Tries a pattern that somebody else wrote, which may take time without end. Undefined when it takes longer than 50 ms on this text. Throws
 * a `SyntaxError` for one that cannot be read.
 */
export function testForeign(text: string, { source, flags }: ForeignPattern): boolean | undefined {
  Object.assign(context, { source, flags, text })
  try {
    return script.runInContext(context, { timeout: TIME_LIMIT_MS }) === true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw new SyntaxError((error as Error).message)
  }
}
