// @ts-check
/**
 * Lists the files of `templates/languages` in `src/languages/files.ts`, so that a language is one file. Run by `npm run build`.
 * The verbs of titles are picked one by one, so that no bundle that needs only them has the other words.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** @param {string} [folder] the files to list @returns {string} the code of `src/languages/files.ts` */
export function languageFiles(folder = join(root, 'templates/languages')) {
  const codes = readdirSync(folder).map((name) => name.replace('.json', ''))
  const others = codes.filter((code) => code !== 'en').sort()
  return [
    '// Written by `node scripts/languages.mjs` from the files in `templates/languages`.',
    ...codes.sort().map((code) => `import * as ${code} from '../../templates/languages/${code}.json'`),
    '',
    '/** The data of all languages, English first. */',
    `export const files = [en, ${others.join(', ')}]`,
    '',
    '/** The verbs of titles in all languages but English. */',
    'export const titles = [',
    ...others.map((code) => `  ${code}.titles,`),
    ']',
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, 'src/languages/files.ts'), languageFiles())
