// @ts-check
/**
 * Shows how the tools, requests, generated code and diagnostics of real collections differ between a revision and the
 * working tree: `node scripts/goldens.mjs [REVISION] [--full] [NAME...]`. The revision is `HEAD` by default. `NAME` is
 * a part of the name of a collection or tool. Equal changes are shown once, with the tools that have them; long values
 * are cut unless `--full` is given. Exits with 1 if something differs. Needs the reference material beside the checkout.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const SHARED = join(ROOT, '../shared')
const CACHE = join(ROOT, 'build/goldens')
const WIDTH = 160

/** @typedef {Record<string, string[]>} View the lines of each tool of a collection */
/** @typedef {{ removed: string[], added: string[], tools: string[] }} Change */

const flags = process.argv.slice(2)
const full = flags.includes('--full')
const [revision = 'HEAD', ...names] = flags.filter((flag) => !flag.startsWith('--'))

if (!existsSync(join(SHARED, 'README.md'))) {
  console.error(
    'There is nothing to compare: the reference material beside the checkout (../shared) is absent.',
  )
  process.exit(2)
}
const before = viewsOfRevision(git('rev-parse', '--verify', `${revision}^{commit}`))
const after = writeViews(ROOT, join(CACHE, 'worktree'))
const changes = compare(before, after)
for (const change of changes) print(change)
const tools = changes.reduce((sum, change) => sum + change.tools.length, 0)
console.log(tools === 0 ? 'Nothing differs.' : `${tools} differ, in ${changes.length} ways.`)
process.exitCode = tools === 0 ? 0 : 1

/** @param {...string} args */
function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

/** The folder with the views of a commit, which are made in a worktree of their own. @param {string} commit */
function viewsOfRevision(commit) {
  const views = join(CACHE, commit)
  if (existsSync(views)) return views
  const tree = `${views}.tree`
  git('worktree', 'add', '--force', '--detach', tree, commit)
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
    execFileSync(process.execPath, ['scripts/build-schemas.mjs'], { cwd: tree, stdio: 'inherit' })
    return writeViews(tree, views)
  } finally {
    git('worktree', 'remove', '--force', tree)
  }
}

/** Writes the views that a checkout makes to a folder. @param {string} root @param {string} folder */
function writeViews(root, folder) {
  const program = `${folder}.mjs`
  buildSync({
    entryPoints: [join(root, 'test/goldens/write-views.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.md': 'text', '.txt': 'text' },
    define: { __VERSION__: '"0.0.0"' },
  })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  try {
    execFileSync(process.execPath, [program, folder, root, SHARED], { stdio: 'inherit' })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return folder
}

/** @param {string} oldFolder @param {string} newFolder @returns {Change[]} the changes that most tools have, last */
function compare(oldFolder, newFolder) {
  /** @type {Map<string, Change>} */
  const found = new Map()
  const files = new Set([...readdirSync(oldFolder), ...readdirSync(newFolder)])
  for (const file of [...files].sort()) {
    const [old, now] = [readView(oldFolder, file), readView(newFolder, file)]
    for (const tool of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const name = `${file.replace(/\.json$/, '').replace('+', '/')} ${tool}`
      if (names.length > 0 && !names.some((part) => name.includes(part))) continue
      const [removed, added] = [without(old[tool], now[tool]), without(now[tool], old[tool])]
      const isSame = removed.length + added.length === 0 && tool in old === tool in now
      if (isSame && old[tool]?.join('\n') === now[tool]?.join('\n')) continue
      const key = JSON.stringify([removed, added])
      const change = found.get(key) ?? { removed, added, tools: [] }
      change.tools.push(name)
      found.set(key, change)
    }
  }
  return [...found.values()].sort((one, other) => one.tools.length - other.tools.length)
}

/** @param {string} folder @param {string} file @returns {View} */
function readView(folder, file) {
  const path = join(folder, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** The lines of a list that another list does not have. @param {string[]} [lines] @param {string[]} [others] */
function without(lines = [], others = []) {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}

/** @param {Change} change */
function print({ removed, added, tools }) {
  const more = tools.length > 5 && !full ? [`and ${tools.length - 5} more`] : []
  console.log(`\n== ${[...tools.slice(0, full ? undefined : 5), ...more].join('\n   ')}`)
  if (removed.length + added.length === 0) console.log('  the same lines in another order')
  for (const line of removed) console.log(`  - ${cut(line, added)}`)
  for (const line of added) console.log(`  + ${cut(line, removed)}`)
}

/** A long line from where it begins to differ from its counterpart. @param {string} line @param {string[]} others */
function cut(line, others) {
  if (full || line.length <= WIDTH) return line
  const [pointer = ''] = line.split(' ', 1)
  const other = others.find((one) => one.startsWith(`${pointer} `)) ?? ''
  let at = 0
  while (at < line.length && line[at] === other[at]) at++
  const start = Math.max(at - 40, pointer.length + 1)
  return start > pointer.length + 1
    ? `${pointer} …${line.slice(start, start + WIDTH)}`
    : `${line.slice(0, WIDTH)}…`
}
