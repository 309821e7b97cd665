import { isFromEnvFile, loadEnv, refuseKeysAt, settingsEnv, valuesForVariables } from '../environment.js'
import { VoiceError } from '../errors.js'
import { isHttpAddress } from '../text/http-address.js'
import type { InputMode } from '../toolkit/compile/input-modes.js'
import type { Variable } from '../toolkit/model/collection.js'
import type { JsonValue } from '../toolkit/model/json.js'
import {
  inputName,
  type LoadedCollection,
  parseJson,
  readCollection,
  readVariables,
} from '../toolkit/read-collection.js'
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
  /** `undefined` offers all tools, an empty list none. */
  allow: string[] | undefined
  deny: string[]
  /** The names of the tools that may run without a question when another tool needs them. */
  login: readonly string[]
  /** `inputs` of the configuration: for each name, whether its value is fixed or a parameter of the tools. */
  inputs: Readonly<Record<string, InputMode>>
}

/** The JSON of a file. Throws `file-unreadable`, or `not-json` and `nesting-too-deep` with the line that is wrong. */
export async function loadDocument(path: string): Promise<JsonValue> {
  const { decodeDocument } = await import('../toolkit/collection/read-document.js')
  return parseJson(path, decodeDocument(await readInput(path)))
}

/** Reads a collection of any format; see `readCollection` for what it throws. */
export const loadCollection = (path: string): Promise<LoadedCollection> => readCollection(path, readInput)

export function convertedSentence(path: string, from: string): string {
  const file = path === '-' ? 'FILE' : shellWord(path)
  return `${inputName(path)} is a collection of format ${from} and was converted in memory; \`voice import ${file} -o postman.json\` saves it as v2.1.`
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
    environment: await variablesIn(options.env),
    globals: await variablesIn(options.globals),
    baseUrl,
    namedBaseUrls: { ...(typeof configuredUrl === 'object' && configuredUrl), ...flags.named },
    allow: options.allow,
    deny: options.deny ?? [],
    login: options.login ?? [],
    inputs: options.configuredInputs ?? {},
  }
}

const variablesIn = (path: string | undefined) => (path === undefined ? [] : readVariables(path, readInput))

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
