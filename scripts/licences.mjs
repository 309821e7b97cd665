// @ts-check
/**
 * Writes dist/LICENSES.txt: the licence of every package whose code the bundle carries, found in the bundler's own list of inputs.
 * Fails when one has no licence text and no licence name.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const METAFILES = [
  'dist/metafile-esm.json',
  'dist/cli/validate/metafile-cjs.json',
  'dist/cli/tools/metafile-cjs.json',
  'dist/serve/metafile-esm.json',
]

/** @returns {string[]} folders of the bundled packages, sorted */
function bundledPackages() {
  const outputs = METAFILES.flatMap((path) => Object.values(JSON.parse(readFileSync(path, 'utf8')).outputs))
  const files = outputs.flatMap((output) => Object.keys(output.inputs))
  const folders = files.map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort()
}

/** @param {string} folder */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry))
  if (!file && !license) throw new Error(`${name} is bundled and names no licence`)
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version} (${license ?? 'see below'})\n\n${text}\n`
}

for (const path of METAFILES) if (!existsSync(path)) throw new Error(`${path} is missing: run tsup first`)
const rule = `\n${'-'.repeat(80)}\n\n`
writeFileSync(
  'dist/LICENSES.txt',
  ['Packages whose code is part of this build.\n', ...bundledPackages().map(licenceOf)].join(rule),
)
for (const path of METAFILES) rmSync(path)
