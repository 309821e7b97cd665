import type { Diagnostic } from '../diagnostics.js'
import { VoiceError } from '../errors.js'
import type { JsonValue } from '../toolkit/model/json.js'
import type { Level, Profile } from '../toolkit/validate/rule.js'
import { exists, readInput } from './read.js'

/** The configuration file that is read where there is one. */
export const DEFAULT_CONFIG = 'voice.config.json'

/** A collection of the configuration. Paths are relative to the working directory. */
export interface CollectionConfig {
  file: string
  baseUrl?: string | Record<string, string>
  env?: string
  globals?: string
  allow?: string[]
  deny?: string[]
  approve?: 'none' | 'writes' | 'destructive'
}

/** What may be used up by a user, a session or an app. */
export interface BudgetConfig {
  turns?: number
  tokens?: number
  toolCalls?: number
  audioMinutes?: number
}

/** Settings that an app can have of its own. */
export interface AppConfig {
  collections?: CollectionConfig[]
  stt?: string
  llm?: string
  vad?: string
  turnDetection?: string
  tts?: string
  instructions?: string
  tools?: 'all' | 'search' | 'auto'
  approve?: 'none' | 'writes' | 'destructive'
  allow?: string[]
  deny?: string[]
  lockSession?: boolean
  budgets?: { user?: BudgetConfig; session?: BudgetConfig; app?: BudgetConfig }
}

/** `voice.config.json`; schemas/voice-config.json says the same with a sentence for each member. */
export interface VoiceConfig extends AppConfig {
  profile?: Profile
  rules?: Record<string, Level>
  maxWarnings?: number
  allowedOrigins?: string[]
  store?: string
  retain?: string
  limits?: { maxSessions?: number; maxMessageBytes?: number; toolTimeoutMs?: number; maxSteps?: number }
  apps?: Record<string, AppConfig>
}

/**
 * The configuration of `--config`, else of voice.config.json where there is one, else nothing. Throws `file-unreadable` when a
 * named file cannot be read and `wrong-usage`, with the line, for what its schema does not allow; a member that it does not know is
 * a remark.
 */
export async function loadConfig(
  named: string | undefined,
  remark: (text: string) => void,
): Promise<VoiceConfig> {
  const path = named ?? ((await exists(DEFAULT_CONFIG)) ? DEFAULT_CONFIG : undefined)
  if (path === undefined) return {}
  const { decodeDocument, parseDocument } = await import('../toolkit/collection/read-document.js')
  const source = decodeDocument(await readInput(path))
  const parsed = parseDocument(source)
  if ('problem' in parsed) {
    const { line, column, message } = parsed.problem
    throw new VoiceError('wrong-usage', `${path} is not JSON (line ${line}, column ${column}): ${message}`)
  }
  for (const text of await remarksOn(path, { text: source, value: parsed.value })) remark(text)
  return parsed.value as VoiceConfig
}

/** What is said about members the schema does not know; throws for the first fault that is more than that. */
async function remarksOn(
  path: string,
  { text, value }: { text: string; value: JsonValue },
): Promise<string[]> {
  const { explainConfig } = await import('./config-faults.js')
  const faults = explainConfig(text, value)
  const say = ({ line, message, hint }: Diagnostic) =>
    `${path}, line ${line}: ${message}${hint ? ` ${hint}` : ''}`
  const wrong = faults.find((fault) => fault.code !== 'unknown-key')
  if (wrong) throw new VoiceError('wrong-usage', say(wrong))
  return faults.map(say)
}
