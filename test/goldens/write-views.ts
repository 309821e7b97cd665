import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goldenFiles, viewOf } from './views.js'

/** Writes the view of each collection to a file of a folder: `node write-views.js FOLDER CHECKOUT SHARED`. */
const [folder, root, shared] = process.argv.slice(2) as [string, string, string]
mkdirSync(folder, { recursive: true })
for (const file of goldenFiles(root, shared)) {
  const name = `${file.name.replaceAll('/', '+')}.json`
  writeFileSync(join(folder, name), JSON.stringify(Object.fromEntries(viewOf(file))))
}
