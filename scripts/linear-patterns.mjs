// @ts-check
/**
 * Judges every regular expression of `src`: each must take time in proportion to the text, whatever the text is. `node
 * scripts/linear-patterns.mjs` prints each that does not, with its place and a text that shows it; `npm run check` runs it. The judge is
 * recheck, which decides most patterns by their automaton and tries the rest on texts it makes up. It brings a program for the usual systems;
 * elsewhere it runs in JavaScript, which takes longer.
 *
 * A judgement depends on nothing but the pattern, its flags and the version of the judge, and takes minutes for all patterns. So
 * scripts/linear-patterns.txt remembers what was found linear, as hashes of these three; anything else is judged in each run. `--all` judges
 * every pattern again, and writes the file.
 *
 * There is no list of exceptions. A pattern that is only run on short texts is written so that it does no harm on long ones: by a scanner
 * (`src/text`), or by matching a run of characters first and judging the run by itself.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { check } from 'recheck'
import ts from 'typescript'
import { isBounded, partsOf } from './pattern-parts.mjs'

/** So long may the judgement of one pattern take. One that is too large to be judged is too large to be read. */
const TIMEOUT_MS = 60_000

/**
 * Where patterns are made of values that only a run knows: of escaped texts, which take linear time whatever they are, of the words of the
 * languages, and of the schema of client events. The last two are judged as they come out, or as they stand.
 */
const MADE_AT_RUN_TIME = [
  'src/text/literals.ts',
  'src/server/realtime/event-schema.ts',
  ...['languages', 'sayings', 'word-lists'].map((name) => `src/languages/${name}.ts`),
]

const { version } = createRequire(import.meta.url)('recheck/package.json')

/** @typedef {{ file: string, line: number, source: string, flags: string }} Pattern */
/** @typedef {{ file: string, line: number, text: string, problem: string }} Finding */

/** @param {string} folder @returns {string[]} */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesIn(path)
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

/**
 * The patterns of a source file, and a finding for each that is made of anything but constants of the file.
 * @param {string} file @param {string} text @returns {{ patterns: Pattern[], findings: Finding[] }}
 */
export function patternsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const constants = constantsOf(source)
  /** @type {Pattern[]} */
  const patterns = []
  /** @type {Finding[]} */
  const findings = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (ts.isRegularExpressionLiteral(node)) patterns.push({ file, line, ...literalParts(node.text) })
    const call = MADE_AT_RUN_TIME.includes(file)
      ? undefined
      : ts.isNewExpression(node) || ts.isCallExpression(node)
        ? node
        : undefined
    if (call && ts.isIdentifier(call.expression) && call.expression.text === 'RegExp') {
      const [pattern, flags] = call.arguments ?? []
      const made = pattern && textOf(pattern, constants)
      const madeFlags = flags ? textOf(flags, constants) : ''
      if (made !== undefined && madeFlags !== undefined)
        patterns.push({ file, line, source: made, flags: madeFlags })
      else
        findings.push({
          file,
          line,
          text: node.getText(),
          problem: 'is made of values that only a run knows',
        })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { patterns, findings }
}

/** @param {string} literal @returns {{ source: string, flags: string }} */
function literalParts(literal) {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}

/**
 * What the names of a file stand for that never change, also those that it imports from other files of ours.
 * @param {ts.SourceFile} source @param {boolean} [follows] @returns {Map<string, ts.Expression>}
 */
function constantsOf(source, follows = true) {
  /** @type {Map<string, ts.Expression>} */
  const constants = new Map()
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) && follows)
      for (const [name, value] of importedConstants(source, statement)) constants.set(name, value)
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const))
      continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer)
  }
  return constants
}

/** @param {ts.SourceFile} source @param {ts.ImportDeclaration} statement @returns {Map<string, ts.Expression>} */
function importedConstants(source, { moduleSpecifier, importClause }) {
  const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
  const path = join(dirname(source.fileName), from.replace(/\.js$/, '.ts'))
  if (!from.startsWith('.') || !importClause?.namedBindings || !existsSync(path)) return new Map()
  return constantsOf(
    ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
    false,
  )
}

/**
 * The text of an expression that is made of constants; of a pattern its source.
 * @param {ts.Expression} node @param {Map<string, ts.Expression>} constants @returns {string | undefined}
 */
function textOf(node, constants) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isRegularExpressionLiteral(node)) return literalParts(node.text).source
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text)
    return value && textOf(value, constants)
  }
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'source' ? textOf(node.expression, constants) : undefined
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([node.left, node.right].map((part) => textOf(part, constants)))
  if (ts.isCallExpression(node)) return joinedList(node, constants)
  if (!ts.isTemplateExpression(node)) return undefined
  const spans = node.templateSpans.flatMap(({ expression, literal }) => [
    textOf(expression, constants),
    literal.text,
  ])
  return joined([node.head.text, ...spans])
}

/**
 * `LIST.join('|')` of a list of constants.
 * @param {ts.CallExpression} call @param {Map<string, ts.Expression>} constants @returns {string | undefined}
 */
function joinedList({ expression, arguments: [separator] }, constants) {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'join' || !separator)
    return undefined
  const list = ts.isIdentifier(expression.expression)
    ? constants.get(expression.expression.text)
    : expression.expression
  const between = textOf(separator, constants)
  if (!list || !ts.isArrayLiteralExpression(list) || between === undefined) return undefined
  const texts = list.elements.map((element) => textOf(element, constants))
  return texts.includes(undefined) ? undefined : texts.join(between)
}

/** @param {(string | undefined)[]} parts */
const joined = (parts) => (parts.includes(undefined) ? undefined : parts.join(''))

/** @type {Map<string, Promise<string | undefined>>} Judgements by hash; many patterns stand in several places. */
const judged = new Map()

/** @param {string} source @param {string} flags what a judgement depends on, in short */
const hashOf = (source, flags) =>
  createHash('sha256').update(`${version} /${source}/${flags}`).digest('hex').slice(0, 20)

/** @param {Pick<Pattern, 'source' | 'flags'>} pattern @returns {Promise<string | undefined>} what is wrong with it */
export async function judge({ source, flags }) {
  const parts = partsOf(source)
  for (const part of parts) {
    if (isBounded(part)) continue
    const problem = await judgePart(part, flags)
    // What is slow by itself need not be so behind the alternatives that come before it.
    if (problem) return parts.length > 1 ? judgePart(source, flags) : problem
  }
  return undefined
}

/** @param {string} source @param {string} flags @returns {Promise<string | undefined>} */
function judgePart(source, flags) {
  const key = hashOf(source, flags)
  const known = judged.get(key) ?? check(source, flags, { timeout: TIMEOUT_MS }).then(problemOf)
  judged.set(key, known)
  return known
}

/** @param {import('recheck').Diagnostics} verdict @returns {string | undefined} */
function problemOf(verdict) {
  if (verdict.status === 'safe') return undefined
  if (verdict.status === 'vulnerable' && verdict.checker === 'fuzz' && !takesLong(verdict)) return undefined
  if (verdict.status === 'unknown') return `could not be judged (${verdict.error.kind}); write it more simply`
  return `takes time that is ${verdict.complexity.summary} on ${verdict.attack.pattern}`
}

/** A text of a hundred thousand characters is read in a few milliseconds when that takes linear time. */
const LONG_MS = 300

/**
 * Whether the engine itself takes long on the text of a verdict. One that was only tried counts the steps of another engine, which are not
 * always those of this one.
 * @param {import('recheck').VulnerableDiagnostics} verdict
 */
function takesLong({ source, flags, attack }) {
  try {
    runInNewContext(
      'new RegExp(source, flags).exec(text)',
      { source, flags, text: attack.string },
      { timeout: LONG_MS },
    )
    return false
  } catch {
    return true
  }
}

/**
 * The patterns that are made of the words of the languages: everything that their module makes while it reads their files.
 * @param {string} root @returns {Promise<Pattern[]>}
 */
async function languagePatterns(root) {
  const file = 'src/languages/languages.ts'
  const outfile = join(root, 'build/languages.mjs')
  await build({ entryPoints: [join(root, file)], bundle: true, format: 'esm', platform: 'node', outfile })
  /** @type {Map<string, RegExp>} */
  const made = new Map()
  const Real = RegExp
  globalThis.RegExp = new Proxy(Real, {
    construct(target, given) {
      const pattern = /** @type {RegExp} */ (Reflect.construct(target, given))
      made.set(String(pattern), pattern)
      return pattern
    },
  })
  const { findLanguage } = await import(outfile)
  for (const name of readdirSync(join(root, 'templates/languages'))) findLanguage(name.replace('.json', ''))
  globalThis.RegExp = Real
  return [...made.values()].map(({ source, flags }) => ({ file, line: 1, source, flags }))
}

/** The patterns of the schema of client events. @param {string} root @returns {Pattern[]} */
function schemaPatterns(root) {
  const file = 'schemas/events/client-events.json'
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(/"pattern": ("[^\n]*")/g)]
  return found.map(([, text = '""']) => ({ file, line: 1, source: JSON.parse(text), flags: '' }))
}

/** @param {string} root the repository @returns {Promise<{ count: number, findings: Finding[] }>} */
async function findingsIn(root) {
  const files = sourcesIn(join(root, 'src')).map((path) =>
    patternsIn(relative(root, path), readFileSync(path, 'utf8')),
  )
  const patterns = [
    ...files.flatMap((file) => file.patterns),
    ...schemaPatterns(root),
    ...(await languagePatterns(root)),
  ]
  const findings = files.flatMap((file) => file.findings)
  const waiting = patterns.values()
  const work = async () => {
    for (const pattern of waiting) {
      const problem = await judge(pattern)
      if (problem) findings.push({ ...pattern, text: `/${pattern.source}/${pattern.flags}`, problem })
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return { count: patterns.length, findings }
}

/** @param {string} path the file of what was found linear before */
function remember(path) {
  for (const hash of readFileSync(path, 'utf8').split('\n')) judged.set(hash, Promise.resolve(undefined))
}

/** @param {string} path */
async function writeLinear(path) {
  const all = await Promise.all([...judged].map(async ([hash, problem]) => ((await problem) ? [] : [hash])))
  writeFileSync(path, `${all.flat().sort().join('\n')}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = dirname(fileURLToPath(import.meta.url))
  const known = join(folder, 'linear-patterns.txt')
  const isAll = process.argv.includes('--all')
  if (!isAll) remember(known)
  const { count, findings } = await findingsIn(join(folder, '..'))
  if (isAll) await writeLinear(known)
  for (const { file, line, text, problem } of findings) console.error(`${file}:${line} ${text}\n  ${problem}`)
  console.log(
    `patterns: ${findings.length === 0 ? `${count} take linear time` : `${findings.length} of ${count} do not pass`}`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}
