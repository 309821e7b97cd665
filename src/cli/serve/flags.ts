import type { ApprovalPolicy, ToolSet } from '../../server/agent/agent.js'
import type { CollectionOptions } from '../load.js'

/** The flags of `voice serve`. */
export interface ServeFlags extends CollectionOptions {
  host: string
  port: number
  mock?: boolean
  strict?: boolean
  watch?: boolean
  /** `memory` or `redis://...`. */
  store?: string
  /** Names, with commas between them. */
  stt?: string
  llm?: string
  tts?: string
  vad?: string
  turnDetection?: string
  instructions?: string
  tools?: ToolSet
  approve?: ApprovalPolicy
  lockSession?: boolean
  /** False with `--no-playground`. */
  playground: boolean
  allowedOrigins?: string[]
  maxSessions?: number
  retain?: number
  /** A directory. */
  record?: string
  tlsCert?: string
  tlsKey?: string
  tlsSelfSigned?: boolean
  logFormat: 'pretty' | 'json'
  logLevel?: LogLevel
}

/** From quiet to talkative. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What `--log-level` takes. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
