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

/** The files that a bundler makes of a page that uses these exports: what it loads at its start, and what later. */
export async function pageFiles(names: readonly string[]): Promise<{ start: Uint8Array[]; later: string[] }> {
  const list = names.join(', ')
  const { outputFiles, metafile } = await build({
    stdin: { contents: `import { ${list} } from './index.js'; use(${list})`, resolveDir: CLIENT },
    outdir: 'made',
    metafile: true,
    ...{ bundle: true, splitting: true, write: false, minify: true, format: 'esm', target: 'es2022' },
    plugins: [styleText],
  })
  const later = new Set<string>()
  const start = new Set(['made/stdin.js'])
  for (const file of start)
    for (const { path, kind } of metafile.outputs[file]!.imports) {
      if (kind === 'dynamic-import') later.add(path)
      else start.add(path)
    }
  const textOf = (file: string) => outputFiles.find(({ path }) => path.endsWith(file))!.contents
  const nameOf = (file: string) => metafile.outputs[file]!.entryPoint!.replace(/^.*\//, '')
  return { start: [...start].map(textOf), later: [...later].map(nameOf) }
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
