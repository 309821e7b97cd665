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

/** What a bundler makes of a page that uses these exports, without what is loaded later. */
export async function startOf(names: readonly string[]): Promise<string> {
  const list = names.join(', ')
  const { outputFiles } = await build({
    stdin: { contents: `import { ${list} } from './index.js'; use(${list})`, resolveDir: CLIENT },
    outdir: 'made',
    ...{ bundle: true, splitting: true, write: false, minify: true, format: 'esm', target: 'es2022' },
    plugins: [styleText],
  })
  return outputFiles.find(({ path }) => path.endsWith('stdin.js'))!.text
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
