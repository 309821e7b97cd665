import { createHash, timingSafeEqual } from 'node:crypto'
import { join, resolve } from 'node:path'
import { VoiceError } from './errors.js'
import { readRegularFileSync } from './regular-file.js'
import { decodeDocument } from './toolkit/collection/read-document.js'
import {
  ENV_FILE_SETTINGS,
  isEnvFileSetting,
  isForCollections,
  isRuntimeName,
  isSecretOfProcess,
  VARIABLE_PREFIX,
} from './toolkit/secrets/program-names.js'
import { isSecretValue } from './toolkit/secrets/secret-value.js'

/** The API key of a server for which SERVICE_API_KEY is not set. Set the variable before you expose a server. */
export const DEMO_API_KEY = 'demo-api-key'

/** The address and the key of one provider. */
export interface Credential {
  apiKey?: string
  baseUrl?: string
}

/** Keys and addresses of the providers. A plain string is a key. */
export interface Credentials {
  stt?: Credential | string
  llm?: Credential | string
  tts?: Credential | string
  voiceModel?: Credential | string
  /**
   * The values of the providers' own variables, such as `OPENAI_API_KEY`. They are used where `stt` and the like have
   * no key.
   */
  keys?: Record<string, string>
  /** Where local speech models are kept. @default ~/.cache/voice/models */
  modelsDirectory?: string
  /**
   * The names of the variables whose values come from a `.env` file, such as `LLM_BASE_URL`. A key of another variable
   * is not sent to an address of one of these. @default none
   */
  fromEnvFile?: readonly string[]
}

/** The lines of the `.env` files that {@link loadEnv} has read, by folder. */
const envFiles = new Map<string, Record<string, string>>()

/**
 * Reads `.env` of a folder. Nothing of the file enters `process.env`. After this call, the settings of `voice` in the
 * file apply where the process environment does not have them, and the other lines give values to variables of
 * collections by exact name. Names of providers, clouds and runtimes have no effect. A missing file is no error. Throws
 * `env-unreadable`.
 *
 * Returns the lines of the file and the settings of `voice`. The process environment takes precedence.
 */
export function loadEnv(directory: string = process.cwd()): Record<string, string | undefined> {
  const folder = resolve(directory)
  const lines = readEnvFile(join(folder, '.env'))
  envFiles.delete(folder)
  envFiles.set(folder, lines)
  const names = [...Object.keys(lines), ...ENV_FILE_SETTINGS]
  return Object.fromEntries(
    names.map((name) => [name, process.env[name] ?? lines[name]]).filter(([, value]) => value !== undefined),
  )
}

/** All lines that {@link loadEnv} has read. A file that was read later takes precedence. */
const envLines = (): Record<string, string> => Object.assign({}, ...envFiles.values())

/** The settings of `voice` whose value comes from a `.env` file. */
function settingsOfFiles(): Record<string, string> {
  const settings = Object.entries(envLines()).filter(
    ([name]) => isEnvFileSetting(name) && process.env[name] === undefined,
  )
  return Object.fromEntries(settings)
}

/** The environment of the process, with the settings of `voice` from the `.env` files that {@link loadEnv} has read. */
export function settingsEnv(): NodeJS.ProcessEnv {
  return { ...process.env, ...settingsOfFiles() }
}

/**
 * The values that the environment gives to variables of collections: `VOICE_VAR_NAME` of the process, else
 * `VOICE_VAR_NAME` of a `.env` file, else the line `NAME` of a `.env` file if it is none of a program.
 */
export function valuesForVariables(): Record<string, string> {
  const lines = envLines()
  const free = Object.entries(lines).filter(([name]) => isForCollections(name))
  return Object.fromEntries([...free, ...prefixed(lines), ...prefixed(process.env)])
}

function prefixed(env: NodeJS.Dict<string>): [name: string, value: string][] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && name.startsWith(VARIABLE_PREFIX) && name !== VARIABLE_PREFIX
      ? [[name.slice(VARIABLE_PREFIX.length), value]]
      : [],
  )
}

/** The values that the process itself gives to variables of collections, in `VOICE_VAR_NAME`. */
export const valuesOfProcess = (): Record<string, string> => Object.fromEntries(prefixed(process.env))

/** Whether a setting of `voice` comes from a `.env` file. */
export const isFromEnvFile = (setting: string): boolean => Object.hasOwn(settingsOfFiles(), setting)

/**
 * Throws `key-refused` if the process gives a credential to the collection, in `VOICE_VAR_NAME`: it would be sent to an
 * address that comes from a `.env` file, so the author of the file would get it. `name` is the setting or the variable
 * with the address.
 */
export function refuseKeysAt(address: string, name: string): void {
  const key = prefixed(process.env).find(([variable, value]) =>
    isSecretValue(variable, value, { isGiven: true }),
  )
  if (key === undefined) return
  const shown = URL.canParse(address) ? new URL(address).origin : address
  throw new VoiceError(
    'key-refused',
    `${name} (${shown}) comes from the file .env, and ${VARIABLE_PREFIX}${key[0]} does not: a key of the environment is not sent to an address of a file. If you trust this address, give it with --base-url or in the environment too. Otherwise remove it from .env, or write the key of this address into .env.`,
  )
}

/** The names of the lines of the `.env` files that may be those of programs, and so give no value to a collection. */
export const linesOfPrograms = (): string[] =>
  Object.keys(envLines()).filter((name) => !isForCollections(name) && !name.startsWith(VARIABLE_PREFIX))

/** The lines of the `.env` files that look like settings of the process and have no effect. */
export function ignoredEnvLines(): string[] {
  return Object.keys(envLines()).filter((name) => isRuntimeName(name) && !name.startsWith(VARIABLE_PREFIX))
}

/** The names of the headers that the package `openai` takes from `OPENAI_CUSTOM_HEADERS` of the process. */
export function customOpenAIHeaders(): string[] {
  const lines = (process.env.OPENAI_CUSTOM_HEADERS ?? '').split('\n').filter((line) => line.includes(':'))
  return lines.map((line) => line.slice(0, line.indexOf(':')).trim())
}

/**
 * The environment for a child process. It lacks the settings of `voice`, the options of Node, and everything that may
 * be a credential. `isNeeded` keeps names that this child needs.
 */
export function childEnvironment(isNeeded: (name: string) => boolean = () => false): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name, value = '']) => isNeeded(name) || !(isKeptFromChildren(name.toUpperCase()) || hasPassword(value)),
  )
  return Object.fromEntries(kept)
}

const isKeptFromChildren = (name: string) =>
  isSecretOfProcess(name) || name.startsWith('VOICE_') || name.startsWith('NODE_')

/** Whether a value is an address with a user, whose name may be a key, or a list such as `Server=db;Password=x`. */
const hasPassword = (value: string) =>
  (URL.canParse(value) && new URL(value).username + new URL(value).password !== '') ||
  /(?:^|;)\s*(?:password|pwd)\s*=/i.test(value)

function readEnvFile(path: string): Record<string, string> {
  try {
    return parseEnv(decodeDocument(readRegularFileSync(path)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new VoiceError('env-unreadable', `The file ${path} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

/** The name of a variable at the start of a line, up to its value. */
const NAME = /^[ \t]*(?:export[ \t]+)?([\w.-]+(?:[ \t]+[\w.-]+)*)[ \t]*=[ \t]*/gm
const VALUE = /"(?:\\[^\n]|[^"\\])*"|'[^']*'|`[^`]*`|[^\n#]*/y

/**
 * The variables of a `.env` text. The text may contain quotes, comments, `export`, several lines inside quotes, and
 * `\n` inside double quotes.
 */
export function parseEnv(text: string): Record<string, string> {
  const values: Record<string, string> = {}
  const lines = text.replace(/\r\n?/g, '\n')
  NAME.lastIndex = 0
  for (let found = NAME.exec(lines); found; found = NAME.exec(lines)) {
    VALUE.lastIndex = NAME.lastIndex
    const [raw = ''] = VALUE.exec(lines) ?? []
    values[found[1]!] = unquote(raw.trim())
    // The rest of the line, such as a comment, is not a variable.
    NAME.lastIndex += raw.length
  }
  return values
}

function unquote(raw: string): string {
  const quote = raw[0]
  if (raw.length < 2 || raw.at(-1) !== quote || !/["'`]/.test(quote!)) return raw
  const inside = raw.slice(1, -1)
  return quote === '"' ? inside.replace(/\\([n"\\])/g, (_, char) => (char === 'n' ? '\n' : char)) : inside
}

/**
 * Provider keys and addresses from STT_*, LLM_*, TTS_*, VOICE_MODEL_* and the providers' own `..._API_KEY` variables.
 * @param env @default the process environment, with the settings of the `.env` files that `loadEnv` has read
 */
export function credentialsFromEnv(env?: NodeJS.ProcessEnv): Credentials {
  const settings = env ?? settingsEnv()
  const fromEnvFile = env ? [] : Object.keys(settingsOfFiles())
  const keys: Record<string, string> = {}
  for (const [name, value] of Object.entries(settings)) {
    if (value && name.endsWith('_API_KEY') && name !== 'SERVICE_API_KEY') keys[name] = value
  }
  return {
    stt: credential(settings, 'STT'),
    llm: credential(settings, 'LLM'),
    tts: credential(settings, 'TTS'),
    voiceModel: credential(settings, 'VOICE_MODEL'),
    keys,
    modelsDirectory: settings.VOICE_MODELS_DIR || undefined,
    ...(fromEnvFile.length > 0 && { fromEnvFile }),
  }
}

function credential(env: NodeJS.ProcessEnv, kind: string): Credential {
  return { apiKey: env[`${kind}_API_KEY`] || undefined, baseUrl: env[`${kind}_BASE_URL`] || undefined }
}

/**
 * The key of a server: SERVICE_API_KEY, or the demo key if the variable is not set or blank. Spaces around the key are
 * removed, because an HTTP header cannot carry them.
 */
export function serviceKey(env: NodeJS.ProcessEnv = settingsEnv()): string {
  return env.SERVICE_API_KEY?.trim() || DEMO_API_KEY
}

/**
 * Returns a validator that accepts the key of {@link serviceKey} and no other key. The comparison takes constant time.
 * A telephone call has no key: the validator accepts each call that the carrier has signed.
 */
export function serviceKeyValidator(
  env: NodeJS.ProcessEnv = settingsEnv(),
): (key: string, appId?: string, caller?: object) => boolean {
  return keyValidator(serviceKey(env))
}

/**
 * Whether {@link serviceKeyValidator} accepts the public demo key. This is the case if SERVICE_API_KEY is not set,
 * blank, or set to the demo key.
 */
export function isDemoKey(env: NodeJS.ProcessEnv = settingsEnv()): boolean {
  return serviceKey(env) === DEMO_API_KEY
}

/**
 * Returns a validator that accepts exactly one key. It compares hashes of both keys in constant time, so that not even
 * the length is revealed. It also accepts every telephone call, which has a `caller` and no key.
 */
export function keyValidator(expected: string): (key: string, appId?: string, caller?: object) => boolean {
  const want = digest(expected)
  const validator = (key: string, _appId?: string, caller?: object) =>
    caller !== undefined || timingSafeEqual(digest(key), want)
  if (expected === DEMO_API_KEY) demoValidators.add(validator)
  return validator
}

const demoValidators = new WeakSet<object>()

/** Whether a validator was made by {@link keyValidator} for the demo key. */
export function acceptsDemoKey(validator: object): boolean {
  return demoValidators.has(validator)
}

const digest = (text: string) => createHash('sha256').update(text).digest()
