#!/usr/bin/env node
/** The whole of `voice --version`: nothing else is loaded, so that it takes no longer than starting Node. */
const asksVersion = process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2]!)

if (asksVersion) {
  process.stdout.write(`${__VERSION__}\n`)
} else {
  const { run } = await import('./program.js')
  await run(process.argv, __VERSION__)
}

export {}
