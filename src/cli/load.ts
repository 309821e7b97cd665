import { isFromEnvFile, loadEnv, refuseKeysAt, settingsEnv, valuesForVariables } from '../environment.js'
import { VoiceError } from '../errors.js'
import { isHttpAddress } from '../text/http-address.js'
import { readableDocument } from '../toolkit/collection/formats/recognize.js'
import type { InputMode } from '../toolkit/compile/input-modes.js'
import type { Collection, Variable } from '../toolkit/model/collection.js'
import type { JsonValue } from '../toolkit/model/json.js'
import { type CollectionInput, readCollectionInput, readForeignEnvironment } from './collection-input.js'
import { readInput } from './files.js'
import { type OutputOptions, shellWord } from './output.js'

export const DEFAULT_COLLECTION = 'postman.json'

export interface CollectionFlags extends OutputOptions {
  collection?: string
  env?: string
  globals?: string
  envVar?: string[]
  baseUrl?: string[]
  allow?: string[]
  deny?: string[]
  login?: string[]
  config?: string
  /** `baseUrl` of the configuration, below API_BASE_URL. */
  configuredUrl?: string | Readonly<Record<string, string>>
  /** `inputs` of the configuration: `fixed` or `input` by name. */
  configuredInputs?: Readonly<Record<string, InputMode>>
}

export interface Settings {
  /** `--env-var k=v`: takes precedence over all other values. */
  variables: Record<string, string>
  /** Values for variables from `.env` in the working directory and from `VOICE_VAR_NAME` of the process. */
  envFile: Readonly<Record<string, string>>
  environment: Variable[]
  globals: Variable[]
  /** The base URL that replaces the main origin: from `--base-url URL`, else API_BASE_URL, else the configuration. */
  baseUrl?: string
  /** Base URLs by variable or host, from the configuration and `--base-url NAME=URL`, which wins. */
  namedBaseUrls: Record<string, string>
  allow: string[]
  deny: string[]
  /** The names of the tools that may run without a question when another tool needs them. */
  login: readonly string[]
  /** `inputs` of the configuration: for each name, whether its value is fixed or a parameter of the tools. */
  inputs: Readonly<Record<string, InputMode>>
}

/** The JSON of a file. Throws `file-unreadable`, or `not-json` and `nesting-too-deep` with the line that is wrong. */
export async function loadDocument(path: string): Promise<JsonValue> {
  return documentOf(path, await textIn(path, await readInput(path)))
}

async function textIn(path: string, bytes: Uint8Array): Promise<string> {
  const { decodeDocument } = await import('../toolkit/collection/read-document.js')
  const text = decodeDocument(bytes)
  if (text.trim() === '') throw new VoiceError('not-json', `${nameOf(path)} is empty.`)
  return text
}

async function documentOf(path: string, text: string): Promise<JsonValue> {
  const { parseDocument, problemText } = await import('../toolkit/collection/read-document.js')
  const parsed = parseDocument(text)
  if ('value' in parsed) return parsed.value
  const { code, message } = parsed.problem
  const frame = frameOf(text, parsed.problem)
  throw new VoiceError(
    code === 'nesting-too-deep' ? code : 'not-json',
    `${nameOf(path)} ${problemText(parsed.problem)}: ${message}\n${frame}`,
  )
}

export interface LoadedCollection {
  collection: Collection
  /** What was read: the bytes of the file, or the collection of another format. */
  input: CollectionInput
  convertedFrom?: 'v1' | 'v2.0'
}

/** Reads a collection of any format. Throws `file-unreadable`, `not-json`, `nesting-too-deep`, `not-a-collection`, `import-failed`, `wrong-usage`. */
export async function loadCollection(path: string): Promise<LoadedCollection> {
  const input = await readCollectionInput(path)
  if ('converted' in input) {
    const { parseCollection } = await import('../toolkit/collection/parse-collection.js')
    return { collection: parseCollection(readableDocument(input.converted)), input }
  }
  const text = await textIn(path, input.bytes)
  await refuseForeignText(path, text)
  const [{ parseCollection }, { olderFormat, upgradeCollection }] = await Promise.all([
    import('../toolkit/collection/parse-collection.js'),
    import('../toolkit/collection/upgrade.js'),
  ])
  const document = await documentOf(path, text)
  const convertedFrom = olderFormat(document)
  const current = convertedFrom ? (await upgradeCollection(document)).document : document
  const collection = naming(path, () => parseCollection(current))
  return { collection, input, convertedFrom }
}

/** Throws `not-a-collection` for another kind of document, such as OpenAPI in YAML. */
async function refuseForeignText(path: string, text: string): Promise<void> {
  const [{ foreignSentence }, { identifyText }] = await Promise.all([
    import('../toolkit/collection/foreign-json.js'),
    import('../toolkit/collection/foreign-text.js'),
  ])
  const foreign = identifyText(text)
  if (foreign) throw new VoiceError('not-a-collection', `${nameOf(path)}: ${foreignSentence(foreign)}`)
}

export function convertedSentence(path: string, from: string): string {
  const file = path === '-' ? 'FILE' : shellWord(path)
  return `${nameOf(path)} is a collection of format ${from} and was converted in memory; \`voice import ${file} -o postman.json\` saves it as v2.1.`
}

/** Reads the settings from `CollectionFlags`. If `environmentUrl` is false, as for `replay`, ignores API_BASE_URL. */
export async function loadSettings(
  options: CollectionFlags,
  { environmentUrl = true } = {},
): Promise<Settings> {
  loadEnv()
  const flags = readBaseUrls(options.baseUrl ?? [])
  const { configuredUrl } = options
  const fromEnvironment = environmentUrl ? settingsEnv().API_BASE_URL || undefined : undefined
  const configured = typeof configuredUrl === 'string' ? configuredUrl : undefined
  const baseUrl = flags.main ?? (fromEnvironment && checkedUrl(fromEnvironment, 'API_BASE_URL')) ?? configured
  if (fromEnvironment && baseUrl === fromEnvironment && isFromEnvFile('API_BASE_URL'))
    refuseKeysAt(fromEnvironment, 'API_BASE_URL')
  return {
    variables: pairsOf('--env-var', options.envVar ?? []),
    envFile: valuesForVariables(),
    environment: await loadVariables(options.env),
    globals: await loadVariables(options.globals),
    baseUrl,
    namedBaseUrls: { ...(typeof configuredUrl === 'object' && configuredUrl), ...flags.named },
    allow: options.allow ?? [],
    deny: options.deny ?? [],
    login: options.login ?? [],
    inputs: options.configuredInputs ?? {},
  }
}

/** `["a=1", "b=2"]` gives `{ a: "1", b: "2" }`. Throws `wrong-usage` for a pair without a name before a `=`. */
export function pairsOf(flag: string, pairs: string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)]
      throw new VoiceError('wrong-usage', `${flag} takes name=value; "${pair}" has no name before a "=".`)
    }),
  )
}

async function loadVariables(path: string | undefined): Promise<Variable[]> {
  if (path === undefined) return []
  const document = await loadEnvironment(path)
  const { parseEnvironment } = await import('../toolkit/collection/parse-environment.js')
  return naming(path, () => parseEnvironment(document))
}

async function loadEnvironment(path: string): Promise<JsonValue> {
  if (!/\.(?:bru|ya?ml)$/.test(path)) return loadDocument(path)
  return readForeignEnvironment(path, await textIn(path, await readInput(path)))
}

/** Runs a parser. If it throws, puts the name of the file at the beginning of the error message. */
function naming<T>(path: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof VoiceError)) throw error
    throw new VoiceError(error.code, `${nameOf(path)}: ${error.message}`, { cause: error })
  }
}

const nameOf = (path: string): string => (path === '-' ? 'Standard input' : path)

/** The line of the text with the error, and a `^` below the error. Of a long line, only the part around the error. */
function frameOf(text: string, { line, column }: { line: number; column: number }): string {
  const source = (text.split(/\r\n|\r|\n/)[line - 1] ?? '').replaceAll('\t', ' ')
  const start = Math.max(0, column - 60)
  const gutter = `${line} | `
  const shown = source.slice(start, start + 100)
  return `${gutter}${shown}\n${' '.repeat(gutter.length + column - 1 - start)}^`
}

interface BaseUrlFlags {
  /** The URL of `--base-url URL`. It replaces the main origin of the collection, to which most requests go. */
  main?: string
  /** The URLs of `--base-url NAME=URL`, by variable or host. */
  named: Record<string, string>
}

/** Reads the values of `--base-url`: `URL`, or `NAME=URL`. Throws `wrong-usage` for an invalid address. */
function readBaseUrls(values: readonly string[]): BaseUrlFlags {
  const named: Record<string, string> = {}
  let main: string | undefined
  for (const value of values) {
    const [, name, url] = /^([^=/?#]+)=(.*)$/.exec(value) ?? []
    if (name === undefined) main = checkedUrl(value, '--base-url')
    else named[name] = checkedUrl(url!, `--base-url ${name}`)
  }
  return { main, named }
}

/** An http address, else `wrong-usage`, which names the flag or variable `giver`. */
function checkedUrl(text: string, giver: string): string {
  if (isHttpAddress(text)) return text
  throw new VoiceError(
    'wrong-usage',
    `${giver} takes an http or https address such as https://api.example.com/v1; "${text}" is none.`,
  )
}
