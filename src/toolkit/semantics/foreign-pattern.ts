import { createContext, Script } from 'node:vm'

const TIME_LIMIT_MS = 50

const script = new Script('new RegExp(source, flags).test(text)')
const context: { source?: string; flags?: string; text?: string } = createContext({})

/** A regular expression from a file of the user, which is not trusted. */
export interface ForeignPattern {
  source: string
  flags: string
}

/** Tests an untrusted pattern with a time limit; undefined if it takes longer. Throws a `SyntaxError`. */
export function testForeign(
  text: string,
  { source, flags }: ForeignPattern,
  limitMs = TIME_LIMIT_MS,
): boolean | undefined {
  Object.assign(context, { source, flags, text })
  try {
    return script.runInContext(context, { timeout: limitMs }) === true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw new SyntaxError((error as Error).message)
  }
}
