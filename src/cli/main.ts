#!/usr/bin/env node
/** The main file of the command `voice`. The build makes it CommonJS, which Node starts faster than an ES module. */

/** Whether to print only the version. Then no other file is loaded, so that this is as fast as the start of Node. */
const asksVersion = process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2]!)

if (asksVersion) process.stdout.write(`${__VERSION__}\n`)
else void start()

async function start(): Promise<void> {
  const { loadProgram } = await import('./load-program.js')
  const { run } = await loadProgram(process.argv[2])
  await run(process.argv, __VERSION__)
}

export {}
