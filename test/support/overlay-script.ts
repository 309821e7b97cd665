import { join } from 'node:path'
import { build } from 'esbuild'

declare global {
  /** The scenes, on a page that has the script. */
  var Scenes: typeof import('./overlay-scenes.js')
}

/** The script that draws the overlay without a server: the global `Scenes`. */
export async function sceneScript(): Promise<string> {
  const result = await build({
    entryPoints: [join(import.meta.dirname, 'overlay-scenes.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'Scenes',
    target: 'es2022',
  })
  return result.outputFiles[0]!.text
}
