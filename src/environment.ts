import { createHash, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { VoiceError } from './errors.js'
import { readRegularFileSync } from './regular-file.js'
import { decodeDocument } from './toolkit/collection/read-document.js'

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
  /**
   * The values of the providers' own variables, such as `OPENAI_API_KEY`. They are used where `stt`, `llm` or `tts` has
   * no key.
   */
  keys?: Record<string, string>
  /** Where local speech models are kept. @default ~/.cache/voice/models */
  modelsDirectory?: string
}

/**
 * The variables that `loadEnv` has read from `.env` files. A variable of a collection can get its value from the
 * variable with exactly the same name.
 */
const fileValues: Record<string, string> = {}

/** The variables that `loadEnv` has set in the process environment, by folder. */
const setFrom = new Map<string, Record<string, string>>()

/**
 * Reads `.env` of a folder into the process environment; variables that are already set stay. If the file was read
 * before, the variables that were set then get their new values. A missing file is no error. Returns the values of the
 * file.
 */
export function loadEnv(directory: string = process.cwd()): Record<string, string> {
  const values = readEnvFile(join(directory, '.env'))
  Object.assign(fileValues, values)
  for (const [name, value] of Object.entries(setFrom.get(directory) ?? {}))
    if (process.env[name] === value) delete process.env[name]
  const unset = Object.entries(values).filter(([name]) => process.env[name] === undefined)
  for (const [name, value] of unset) process.env[name] = value
  setFrom.set(directory, Object.fromEntries(unset))
  return values
}

/** The values that `loadEnv` has read from files so far, without the other variables of the process. */
export function loadedEnv(): Readonly<Record<string, string>> {
  return fileValues
}

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
const NAME = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*/gm
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

/** Provider keys and addresses from STT_*, LLM_*, TTS_* and the providers' own `..._API_KEY` variables. */
export function credentialsFromEnv(env: NodeJS.ProcessEnv = process.env): Credentials {
  const keys: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value && name.endsWith('_API_KEY') && name !== 'SERVICE_API_KEY') keys[name] = value
  }
  return {
    stt: credential(env, 'STT'),
    llm: credential(env, 'LLM'),
    tts: credential(env, 'TTS'),
    keys,
    modelsDirectory: env.VOICE_MODELS_DIR || undefined,
  }
}

function credential(env: NodeJS.ProcessEnv, kind: string): Credential {
  return { apiKey: env[`${kind}_API_KEY`] || undefined, baseUrl: env[`${kind}_BASE_URL`] || undefined }
}

/**
 * The key of a server: SERVICE_API_KEY, or the demo key if the variable is not set or blank. Spaces around the key are
 * removed, because an HTTP header cannot carry them.
 */
export function serviceKey(env: NodeJS.ProcessEnv = process.env): string {
  return env.SERVICE_API_KEY?.trim() || DEMO_API_KEY
}

/**
 * Returns a validator that accepts the key of {@link serviceKey} and no other key. The comparison takes constant time.
 * A telephone call has no key: the validator accepts each call that the carrier has signed.
 */
export function serviceKeyValidator(
  env: NodeJS.ProcessEnv = process.env,
): (key: string, appId?: string, caller?: object) => boolean {
  return keyValidator(serviceKey(env))
}

/**
 * Whether {@link serviceKeyValidator} accepts the public demo key. This is the case if SERVICE_API_KEY is not set,
 * blank, or set to the demo key.
 */
export function isDemoKey(env: NodeJS.ProcessEnv = process.env): boolean {
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
