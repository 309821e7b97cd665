import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'

const ROOT = join(import.meta.dirname, '../..')
const SPEECH = 'src/server/providers/speech'

/** The program of local speech models, built from the sources: a process of Node cannot run them as they are. */
export function speechEngine(): URL {
  return built('speech-engine', `${SPEECH}/sherpa/engine-program.ts`)
}

/** The same for the thread that judges turns. */
export function turnEngine(): URL {
  return built('turn-engine', `${SPEECH}/smart-turn/turn-engine.ts`)
}

/** The same for the thread that reads large answers. */
export function answerEngine(): URL {
  return built('answer-engine', 'src/toolkit/run/shape/answer-engine.ts')
}

function built(name: string, source: string): URL {
  const folder = join(ROOT, 'node_modules/.cache/voice-tests')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${name}-${process.pid}.mjs`)
  buildSync({
    entryPoints: [join(ROOT, source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
  return pathToFileURL(outfile)
}
