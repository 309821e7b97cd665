import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { decodeDocument, parseDocument } from '../../src/toolkit/collection/read-document.js'
import type { ToolExplanation } from '../../src/toolkit/compile/explain-tool.js'
import { defineTools } from '../../src/toolkit/define-tools.js'
import { destinationsOf } from '../../src/toolkit/destinations.js'
import { extractSecrets } from '../../src/toolkit/generate/extract-secrets.js'
import { typescript } from '../../src/toolkit/generate/typescript.js'
import type { JsonValue } from '../../src/toolkit/model/json.js'
import type { ToolFunction } from '../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { findVariables } from '../../src/toolkit/template/variables.js'
import { validateBytes } from '../../src/toolkit/validate/validate.js'
import { exampleInput } from '../support/example-input.js'

/** A collection file, and the values that its user has set. */
export interface GoldenFile {
  /** `corpus/NAME`, for example. */
  name: string
  path: string
  variables: Record<string, string>
}

/**
 * What a user notices of one collection: for each tool, and for the lists of left out requests and of diagnostics,
 * lines of the form `pointer value`.
 */
export type View = Map<string, string[]>

const NO_VALUES = {}
const MOMENT = Date.UTC(2026, 0, 31, 10)

/** The files to compare: those of `root`, which is a checkout, and those of the reference material. */
export function goldenFiles(root: string, shared: string): GoldenFile[] {
  const own = { name: 'examples/petshop', path: join(root, 'examples/petshop/postman.json') }
  const folders = {
    corpus: 'corpus/collections',
    negative: 'corpus/negative',
    cases: 'cases',
    'tool-search': 'tool-search',
  }
  const reference = Object.entries(folders).flatMap(([name, folder]) =>
    jsonFiles(join(shared, folder)).map((file) => ({
      name: `${name}/${file.replace(/\.json$/, '')}`,
      path: join(shared, folder, file),
    })),
  )
  const plain = [own, ...reference].map((one) => ({ ...one, variables: NO_VALUES }))
  return [...plain, ...qualityFiles(shared)]
}

/** The collections of the development questions, with the values that the user of each collection has set. */
function qualityFiles(shared: string): GoldenFile[] {
  if (!existsSync(join(shared, 'quality'))) return []
  const read = (file: string) => JSON.parse(readFileSync(join(shared, 'quality', file), 'utf8'))
  const files: Record<string, string> = read('collections.json')
  const values: Record<string, Record<string, string>> = read('env.json')
  return Object.entries(files)
    .filter(([key]) => values[key])
    .map(([key, file]) => ({
      name: `quality/${key}`,
      path: join(shared, 'corpus/collections', file),
      variables: values[key]!,
    }))
}

function jsonFiles(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.filter((file) => /\.json$/.test(file) && !/^cases|queries/.test(file)).sort()
}

/** The view of a collection. Clock and random numbers stand still, so that it is the same in each run. */
export function viewOf(file: GoldenFile): View {
  const { getRandomValues } = crypto
  const { Date: RealDate } = globalThis
  crypto.getRandomValues = (block) => block
  globalThis.Date = StillDate as DateConstructor
  try {
    return view(file)
  } finally {
    crypto.getRandomValues = getRandomValues
    globalThis.Date = RealDate
  }
}

/** Dates at which it is always the same moment. */
class StillDate extends Date {
  constructor(...given: [number | string] | []) {
    if (given.length > 0) super(...(given as [number]))
    else super(MOMENT)
  }

  static override now(): number {
    return MOMENT
  }
}

function view({ path, variables }: GoldenFile): View {
  const bytes = readFileSync(path)
  const diagnostics = validateBytes(bytes).map(
    ({ code, severity, pointer, message, hint, fixable }) =>
      `${pointer} ${severity} ${code}${fixable ? ' (fixable)' : ''}: ${message} ${hint ?? ''}`,
  )
  const parsed = parseDocument(decodeDocument(bytes))
  return new Map([
    ['(diagnostics)', diagnostics],
    ...('value' in parsed ? toolViews(parsed.value, variables) : []),
  ])
}

function toolViews(document: JsonValue, variables: Record<string, string>): [string, string[]][] {
  try {
    const collection = parseCollection(document)
    const { definitions, explanations, skipped, scenarios, setup } = defineTools(collection, { variables })
    // Without an address, a dry run would show a refusal, or a request without its credentials.
    const baseUrls = Object.fromEntries(
      destinationsOf(definitions, setup).flatMap(({ origin, url, isFallback }) =>
        isFallback || url === '' || url.startsWith('{{')
          ? findVariables(origin).map((name) => [name, 'http://localhost:35814'])
          : [],
      ),
    )
    const toolkit = new RESTAPIToolkit(collection, { variables, baseUrls })
    const left = [
      ...skipped.map(({ name, pointer }) => `${pointer} "${name}" has no address`),
      ...scenarios.map(({ tool, why }) => `${tool}: ${why}`),
    ]
    return [
      ['(left out)', left],
      ...toolkit
        .getFunctions()
        .map((tool): [string, string[]] => [
          tool.name,
          toolView(tool, { explanation: explanations.get(tool.name), layers: setup.layers }),
        ]),
    ]
  } catch (error) {
    return [['(refused)', [String(error)]]]
  }
}

interface Known {
  explanation: ToolExplanation | undefined
  layers: Parameters<typeof extractSecrets>[1]
}

function toolView({ definition, dryRun }: ToolFunction, { explanation, layers }: Known): string[] {
  const tool = definition!
  const input = exampleInput(tool)
  const open = extractSecrets([tool], layers)
  const code = typescript.toFile({ name: 'Golden', source: 'postman.json', ...open })
  const [types = ''] = code.split('\nconst definitions')
  return [
    ...flat('', JSON.parse(JSON.stringify(tool))),
    ...flat('explanation', JSON.parse(JSON.stringify(explanation ?? null))),
    ...flat('input', input),
    ...flat('request-sent', JSON.parse(JSON.stringify(dryRun!(input)))),
    ...flat('variables', open.variables),
    ...types.split('\n').map((line) => `typescript ${line}`),
  ]
}

function flat(path: string, value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [`${path} ${JSON.stringify(value)}`]
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null))
    return [`${path} ${JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([key, member]) =>
    flat(path === '' ? key : `${path}/${key.replaceAll('/', '~1')}`, member),
  )
}

/** The lines of a view in the file of hashes: one for each tool. */
export function hashesOf(name: string, lines: View): string[] {
  const hashes = [...lines].map(([tool, text]) => {
    const hash = createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 8)
    return `${tool} ${hash}`
  })
  return [`# ${name}`, ...hashes.sort()]
}
