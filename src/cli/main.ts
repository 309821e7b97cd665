#!/usr/bin/env node
/** The main file of the command `voice`. The build makes it CommonJS, which Node starts faster than an ES module. */
import { write } from 'node:fs'

/** Whether to print only the version. Then no other file is loaded, nor the streams of Node, so it is as fast as Node. */
const asksVersion = process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2]!)

// A reader that has gone, as in a pipe to `true`, is no failure.
if (asksVersion) write(1, `${__VERSION__}\n`, () => {})
else void start()

async function start(): Promise<void> {
  const { loadProgram } = await import('./load-program.js')
  const { run } = await loadProgram(process.argv[2])
  await run(process.argv, __VERSION__)
}
