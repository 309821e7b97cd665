#!/usr/bin/env node
/** Whether to print only the version. This case loads nothing else, so that it is as fast as the start of Node. */
const asksVersion = process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2]!)

if (asksVersion) {
  process.stdout.write(`${__VERSION__}\n`)
} else {
  await keepCompiledCode()
  const { run } = await loadProgram(process.argv[2])
  await run(process.argv, __VERSION__)
}

/**
 * Loads the program of a command. The build bundles three commands separately, so that each of them reads only a third
 * of the files at its start.
 */
function loadProgram(command: string | undefined) {
  if (command === 'validate') return import('./validate/program.js')
  if (command === 'tools') return import('./tools/program.js')
  if (command === 'serve') return import('./serve/program.js')
  return import('./program.js')
}

/** Keeps the compiled code for the next start, in the home folder of the user. Does nothing before Node 22.1. */
async function keepCompiledCode(): Promise<void> {
  const [module, { homedir }, { join }] = await Promise.all([
    import('node:module'),
    import('node:os'),
    import('node:path'),
  ])
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(join(homedir(), '.cache', 'voice', 'code'))
}

export {}
