import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'

const ROOT = join(import.meta.dirname, '../..')

/** The program of local speech models, built from the sources: a process of Node cannot run them as they are. */
export function speechEngine(): URL {
  const folder = join(ROOT, 'node_modules/.cache/voice-tests')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `speech-engine-${process.pid}.mjs`)
  buildSync({
    entryPoints: [join(ROOT, 'src/server/providers/speech/sherpa/engine-program.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
  return pathToFileURL(outfile)
}
