import { join } from 'node:path'
import { build } from 'esbuild'

const CLIENT = join(import.meta.dirname, '../../src/client')

/** The files a browser loads, built from the sources in memory, as `npm run build` makes them. */
export interface BrowserFiles {
  sdk: string
  worklet: string
}

let built: Promise<BrowserFiles> | undefined

/** Builds both once per test file. */
export function browserFiles(): Promise<BrowserFiles> {
  built ??= Promise.all([bundle('index.ts', 'VoiceSDK'), bundle('audio/worklet.ts')]).then(
    ([sdk, worklet]) => ({ sdk, worklet }),
  )
  return built
}

async function bundle(entry: string, globalName?: string): Promise<string> {
  const result = await build({
    entryPoints: [join(CLIENT, entry)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    // A classic script has no `import.meta`.
    define: { 'import.meta.url': 'document.currentScript.src' },
    loader: { '.css': 'text' },
    ...(globalName && { globalName }),
  })
  return result.outputFiles[0]!.text
}
