import module from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { homeFolder } from '../home-folder.js'
import { requireKept } from './compiled-code.js'

interface Program {
  run: (argv: string[], version: string) => Promise<void>
}

const SINGLE_FILE = ['validate', 'tools']
/** Bytes of bytecode before V8 optimizes, six times its default: `SINGLE_FILE` commands end before that pays. */
const INTERRUPT_BUDGET = 400_000

/** Loads the program of a command: three have bundles of their own, and V8's compiled code is kept in the user's folder. */
export async function loadProgram(command: string | undefined): Promise<Program> {
  const folder = join(homeFolder(), '.cache', 'voice', 'code')
  // Since version 22.8, Node can store compiled code with `enableCompileCache`. In older versions of Node,
  // `requireKept` stores the compiled code of one file.
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(folder)
  if (command !== undefined && SINGLE_FILE.includes(command)) {
    const path = join(__dirname, command, 'program.js')
    // Versions of Node that have `enableCompileCache` do not need this option. They have a second compiler, which
    // optimizes sooner and in less time.
    if (!enableCompileCache) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`)
    const isKept = !enableCompileCache && process.env.NODE_DISABLE_COMPILE_CACHE !== '1'
    const kept = join(folder, `${command}-${__VERSION__}.bin`)
    return (isKept ? requireKept(path, kept) : require(path)) as Program
  }
  return command === 'serve' ? import('./serve/program.js') : import('./program.js')
}
