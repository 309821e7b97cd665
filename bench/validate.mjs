// @ts-check
/**
 * `voice validate` against peers, in one run on one machine. Needs `npm run build`; installs Spectral into a temporary folder.
 * - cold: a process on 1,000 requests with one defect, and on the same with 980 remarks, against Spectral with the same schema and against
 *   newman loading the file; with `--file`, on that collection, too
 * - warm: 6 MB in one process, against JSON.parse alone
 * `node bench/validate.mjs [--schema published.json] [--file collection.json]`
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROUNDS = 15
const WARM_ROUNDS = 60
/** Node reads certificates named here at each start, which says nothing about the contestants. */
const ENVIRONMENT = { ...process.env, NODE_EXTRA_CA_CERTS: '' }
const BIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const SPECTRAL = '@stoplight/spectral-cli@6.16.1'
const require = createRequire(import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'voice-bench-'))

/** A number in letters, because digits in a path may be an id. @param {number} index */
const letters = (index) => String(index).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

/** @param {string} name @param {number} index */
const item = (name, index) => ({
  name: `${name} ${letters(index)}`,
  request: {
    method: 'GET',
    header: [{ key: 'Accept', value: 'application/json' }],
    url: {
      raw: `{{base_url}}/shops/:shop/${name.toLowerCase()}${letters(index)}?page=1`,
      host: ['{{base_url}}'],
      path: ['shops', ':shop', `${name.toLowerCase()}${letters(index)}`],
      query: [{ key: 'page', value: '1', description: 'Page, from 1' }],
      variable: [{ key: 'shop', value: '17', description: 'Id of the shop' }],
    },
    description: `Returns part ${index} of the shop, page by page.`,
  },
  response: [
    {
      name: 'Found',
      originalRequest: { method: 'GET', header: [], url: `{{base_url}}/shops/17/${index}` },
      status: 'OK',
      code: 200,
      _postman_previewlanguage: 'json',
      header: [{ key: 'Content-Type', value: 'application/json' }],
      cookie: [],
      body: JSON.stringify({ id: index, name: 'Rex', tags: ['brown', 'quick'], price: 12.5 }),
    },
  ],
})

/** @param {number} count */
const collection = (count) => ({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [{ name: 'Parts', item: Array.from({ length: count }, (_, index) => item('Part', index)) }],
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'base_url', value: 'http://localhost:35814' },
    { key: 'token', value: '' },
  ],
})

/** The fastest round: what the work takes when nothing else runs. @param {number[]} times */
const fastest = (times) => Math.min(...times)

/** @param {Record<string, () => void>} contestants @param {number} rounds in turn, so that all see the same machine */
function race(contestants, rounds) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const start = performance.now()
      run()
      times[name]?.push(performance.now() - start)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, fastest(list)]))
}

/** @param {string} command @param {string[]} args @param {number[]} fine */
function run(command, args, fine) {
  const { status, stderr } = spawnSync(command, args, {
    cwd: folder,
    env: ENVIRONMENT,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (!fine.includes(status ?? -1))
    throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
}

/** @param {string} name @param {number} time @param {string} [note] */
const line = (name, time, note = '') =>
  console.log(`${name.padEnd(44)} ${time.toFixed(1).padStart(8)} ms  ${note}`)

async function cold() {
  install()
  writeFileSync(join(folder, 'ruleset.json'), ruleset(await publishedSchema()))
  coldRace('1,000 requests with one defect', write('shop.json', withDefect()))
  coldRace('1,000 requests with 980 remarks', write('remarks.json', withRemarks()))
  const given = argument('--file')
  if (given) coldRace(basename(given), resolve(given))
}

function install() {
  const { status, stderr } = spawnSync('npm', [
    'install',
    '--no-save',
    '--silent',
    '--prefix',
    folder,
    SPECTRAL,
  ])
  if (status !== 0) throw new Error(`npm cannot install ${SPECTRAL}: ${stderr}`)
}

/** @param {string} name @param {object} document */
function write(name, document) {
  writeFileSync(join(folder, name), JSON.stringify(document, null, 2))
  return join(folder, name)
}

/** An item whose member `request` is misspelt. */
function withDefect() {
  const broken = collection(1000)
  const victim = broken.item[0]?.item[500]
  if (victim) Object.assign(victim, { reqest: victim.request, request: undefined })
  return broken
}

/** Examples whose JSON is cut off. */
function withRemarks() {
  const remarked = collection(1000)
  for (const { response } of remarked.item[0]?.item.slice(0, 980) ?? [])
    for (const example of response) example.body = '{"id": '
  return remarked
}

/** @param {string} title @param {string} file */
function coldRace(title, file) {
  const newman = require.resolve('newman').replaceAll('\\', '\\\\')
  const load = `require('${newman}').run({ collection: require('${file}'), folder: 'none' }, () => {})`
  const spectral = join(folder, 'node_modules/@stoplight/spectral-cli/dist/index.js')
  const times = race(
    {
      "node -e ''": () => run(process.execPath, ['-e', ''], [0]),
      'voice validate': () => run(process.execPath, [BIN, 'validate', file], [0, 1]),
      'voice validate --profile official': () =>
        run(process.execPath, [BIN, 'validate', file, '--profile', 'official'], [0, 1]),
      'spectral lint with the schema': () =>
        run(process.execPath, [spectral, 'lint', file, '-r', 'ruleset.json'], [0, 1]),
      'newman loading the file': () => run(process.execPath, ['-e', load], [0, 1]),
    },
    ROUNDS,
  )
  const [ours, spectralTime] = [times['voice validate'] ?? 0, times['spectral lint with the schema'] ?? 0]
  console.log(`cold, ${title}, fastest of ${ROUNDS}`)
  for (const [name, time] of Object.entries(times))
    line(name, time, `${(time / ours).toFixed(2)} times voice validate`)
  verdict('at least 6 times faster than Spectral', spectralTime / ours, spectralTime / ours >= 6)
}

/** @param {unknown} schema a ruleset of one rule, the document fits the schema; as text */
const ruleset = (schema) =>
  `{"rules":{"valid":{"given":"$","severity":"error","then":{"function":"schema","functionOptions":{"schema":${JSON.stringify(schema)}}}}}}`

/** The value of a flag. @param {string} name */
function argument(name) {
  const at = process.argv.indexOf(name)
  return at > 0 ? process.argv[at + 1] : undefined
}

/** The schema of `--schema FILE`, else our own, which has the same verdict. */
async function publishedSchema() {
  const given = argument('--schema')
  if (given) return JSON.parse(readFileSync(given, 'utf8'))
  return (await import('../build/schemas/collection.js')).schema
}

async function warm() {
  const { validateText } = await import('../dist/toolkit/index.js')
  const text = JSON.stringify(collection(3600), null, 2)
  const found = validateText(text).length
  if (found > 0) throw new Error(`the file for the warm race is not clean: ${found} findings`)
  const times = race(
    { 'JSON.parse': () => JSON.parse(text), 'validate, schema and all rules': () => validateText(text) },
    WARM_ROUNDS,
  )
  const [floor, ours] = [times['JSON.parse'] ?? 1, times['validate, schema and all rules'] ?? 0]
  console.log(`warm, clean ${(text.length / 1e6).toFixed(1)} MB, fastest of ${WARM_ROUNDS}`)
  for (const [name, time] of Object.entries(times))
    line(name, time, `${(time / floor).toFixed(2)} times JSON.parse`)
  verdict('within 5 times of JSON.parse', ours / floor, ours / floor <= 5)
}

/** @param {string} target @param {number} ratio @param {boolean} met */
const verdict = (target, ratio, met) =>
  console.log(`target: ${target}: ${ratio.toFixed(2)}, ${met ? 'met' : 'missed'}\n`)

console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}\n`)
try {
  await warm()
  await cold()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
