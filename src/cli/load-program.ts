import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { requireKept } from './compiled-code.js'

interface Program {
  run: (argv: string[], version: string) => Promise<void>
}

/** Commands whose program is one CommonJS file. */
const SINGLE_FILE = ['validate', 'tools']
/**
 * Bytes of its bytecode that a function runs before V8 measures whether to optimize it, six times V8's default. The
 * commands of `SINGLE_FILE` end before most optimized functions have saved the time that V8 needs to optimize them.
 */
const INTERRUPT_BUDGET = 400_000

/**
 * Loads the program of a command. The build bundles three commands separately, so that each of them reads only a third
 * of the files at its start. The code that V8 compiles is stored in a folder of the user, so that the next start does
 * not compile it again.
 */
export async function loadProgram(command: string | undefined): Promise<Program> {
  const folder = join(homedir(), '.cache', 'voice', 'code')
  // Node has `enableCompileCache` since 22.8. In older versions, `requireKept` does the same for one file.
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(folder)
  if (command !== undefined && SINGLE_FILE.includes(command)) {
    const path = join(__dirname, command, 'program.js')
    // Later versions of Node have a second compiler, which optimizes sooner and in less time.
    if (!enableCompileCache) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`)
    const isKept = !enableCompileCache && process.env.NODE_DISABLE_COMPILE_CACHE !== '1'
    return (isKept ? requireKept(path, folder) : require(path)) as Program
  }
  return command === 'serve' ? import('./serve/program.js') : import('./program.js')
}
