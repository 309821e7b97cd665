import type { SessionLimits } from '../server/model/session-limits.js'
import { stepsOf } from '../toolkit/collection/locate.js'
import type { InputMode } from '../toolkit/compile/input-modes.js'
import type { ApprovalPolicy } from '../toolkit/model/tool.js'
import type { Level, Profile } from '../toolkit/validate/rule.js'

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
  approve?: ApprovalPolicy
  /** By the name of a parameter, or TOOL.NAME. */
  inputs?: Record<string, InputMode>
}

/** What may be used up by a user, a session or an app. */
export interface BudgetConfig {
  turns?: number
  tokens?: number
  toolCalls?: number
  audioMinutes?: number
}

/** Budgets by whose they are. */
export interface BudgetsConfig {
  user?: BudgetConfig
  session?: BudgetConfig
  app?: BudgetConfig
}

/** Settings that an app can have of its own. */
export interface AppConfig {
  collections?: CollectionConfig[]
  stt?: string | string[]
  llm?: string | string[]
  vad?: string
  turnDetection?: string
  tts?: string | string[]
  instructions?: string
  tools?: 'all' | 'search' | 'auto'
  approve?: ApprovalPolicy
  allow?: string[]
  deny?: string[]
  lockSession?: boolean
  budgets?: BudgetsConfig
}

/** What a server, a session and a turn may take. */
export interface LimitsConfig extends Partial<SessionLimits> {
  maxSessions?: number
  maxMessageBytes?: number
  toolTimeoutMs?: number
  maxSteps?: number
}

/** `voice.config.json`; schemas/voice-config.json says the same with a sentence for each member. */
export interface VoiceConfig extends AppConfig {
  profile?: Profile
  rules?: Record<string, Level>
  maxWarnings?: number
  allowedOrigins?: string[]
  trustProxy?: number
  store?: string
  retain?: string
  limits?: LimitsConfig
  apps?: Record<string, AppConfig>
}

/** A configuration with where it was read from. */
export interface LoadedConfig {
  /** The path of the file; absent where there is none. */
  path?: string
  values: VoiceConfig
  /** Where a member stands, by JSON pointer, for a message: `voice.config.json, line 4`. */
  at(pointer: string): string
}

/** The names that lead to a member, before a message about it, where its own name says too little: `apps.support.llm: `. */
export function prefixOf(pointer: string): string {
  const names = stepsOf(pointer)
  return names.length > 1 ? `${names.join('.')}: ` : ''
}
