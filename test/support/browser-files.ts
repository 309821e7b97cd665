import { join } from 'node:path'
import { build } from 'esbuild'
import { styleText } from '../../scripts/style-text.mjs'

const ROOT = join(import.meta.dirname, '../..')
const CLIENT = join(ROOT, 'src/client')

/** The files a browser loads, built from the sources in memory, as `npm run build` makes them. */
export interface BrowserFiles {
  sdk: string
  worklet: string
  /** Every file that went in, from the root of the package. */
  imports: string[]
}

let built: Promise<BrowserFiles> | undefined

/** Builds both once per test file. */
export function browserFiles(): Promise<BrowserFiles> {
  built ??= Promise.all([bundle('index.ts', 'VoiceSDK'), bundle('audio/worklet.ts')]).then(
    ([sdk, worklet]) => ({
      sdk: sdk.text,
      worklet: worklet.text,
      imports: [...sdk.imports, ...worklet.imports],
    }),
  )
  return built
}

async function bundle(entry: string, globalName?: string): Promise<{ text: string; imports: string[] }> {
  const result = await build({
    entryPoints: [join(CLIENT, entry)],
    bundle: true,
    write: false,
    metafile: true,
    absWorkingDir: ROOT,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    // A classic script has no `import.meta`.
    define: { 'import.meta.url': 'document.currentScript.src' },
    plugins: [styleText],
    ...(globalName && { globalName, footer: { js: `${globalName}.defineVoiceAgent()` } }),
  })
  return { text: result.outputFiles[0]!.text, imports: Object.keys(result.metafile.inputs) }
}
