import { VoiceError } from '../errors.js'

/** A key, or a function that gets a fresh one; asked before every attempt to connect. */
export type ApiKey = string | (() => string | Promise<string>)

/** What a client is told. */
export interface VoiceConfigOptions {
  /** `ws://` or `wss://` address of the server with its path, such as `wss://host/ws`. */
  serverUrl: string
  /** A key of the service, or an async function that returns a fresh short-lived one. */
  apiKey: ApiKey
  /** Which app of the server. */
  appId: string
  /** Writes what happens to the console. @default false */
  debug?: boolean
  /** Whether a lost line is taken up again. @default true */
  reconnectEnabled?: boolean
  /** Tries until a lost line is given up. @default 10 */
  maxReconnectAttempts?: number
  /** The first wait before a try; it doubles with each one. @default 1000 */
  reconnectDelayMs?: number
  /** How often a silent line is asked whether it lives; 0: never. @default 30000 */
  heartbeatIntervalMs?: number
  /**
   * Whether the browser's own recognition and voices stand in for a server that has none. Chrome sends what it hears to a service of
   * Google's. @default the value of `debug`
   */
  browserSpeech?: boolean
  /** Where the audio worklet lies. @default `voice-worklet.js` beside the script */
  workletUrl?: string
}

/** Settings that come without a default of their own. */
type Needed = Pick<VoiceConfigOptions, 'serverUrl' | 'apiKey' | 'appId'>
/** What the presets may be told beside what is required. */
export type PresetOptions = Needed & Pick<VoiceConfigOptions, 'browserSpeech' | 'workletUrl'>

/** How a client connects and as whom. Throws the `VoiceError` `bad-server-url`, `bad-config` or `mixed-content` for what cannot work. */
export class VoiceConfig {
  readonly serverUrl: string
  readonly apiKey: ApiKey
  readonly appId: string
  readonly debug: boolean
  readonly reconnectEnabled: boolean
  readonly maxReconnectAttempts: number
  readonly reconnectDelayMs: number
  readonly heartbeatIntervalMs: number
  readonly browserSpeech: boolean
  readonly workletUrl: string | undefined

  constructor(options: VoiceConfigOptions) {
    this.serverUrl = checkedUrl(options.serverUrl)
    this.apiKey = checkedKey(options.apiKey)
    this.appId = checkedAppId(options.appId)
    this.debug = options.debug ?? false
    this.reconnectEnabled = options.reconnectEnabled ?? true
    this.maxReconnectAttempts = checkedNumber(options, 'maxReconnectAttempts', 10)
    this.reconnectDelayMs = checkedNumber(options, 'reconnectDelayMs', 1_000)
    this.heartbeatIntervalMs = checkedNumber(options, 'heartbeatIntervalMs', 30_000)
    this.browserSpeech = options.browserSpeech ?? this.debug
    this.workletUrl = options.workletUrl
  }

  /** The defaults, with or without debug output. */
  static defaults(options: PresetOptions & { debug?: boolean }): VoiceConfig {
    return new VoiceConfig(options)
  }

  /** For users: ten tries, a heartbeat every 30 seconds, nothing on the console. */
  static production(options: PresetOptions): VoiceConfig {
    return new VoiceConfig({
      ...options,
      ...{ debug: false, reconnectEnabled: true, maxReconnectAttempts: 10, heartbeatIntervalMs: 30_000 },
    })
  }

  /** For the desk: five tries, a heartbeat every 15 seconds, debug output. */
  static development(options: PresetOptions): VoiceConfig {
    return new VoiceConfig({
      ...options,
      ...{ debug: true, reconnectEnabled: true, maxReconnectAttempts: 5, heartbeatIntervalMs: 15_000 },
    })
  }
}

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/

function checkedUrl(url: unknown): string {
  const shown = typeof url === 'string' ? `"${url.slice(0, 200)}"` : String(url)
  const example = 'it has to look like wss://host/ws, or ws://127.0.0.1:8000/ws on your own machine'
  const refuse = (why: string) =>
    new VoiceError('bad-server-url', `serverUrl is ${shown}: ${why}; ${example}.`)
  if (typeof url !== 'string' || !URL.canParse(url)) throw refuse('this is no address')
  const { protocol, hostname, pathname, username, password, hash } = new URL(url)
  if (protocol !== 'ws:' && protocol !== 'wss:')
    throw refuse('a WebSocket address begins with ws:// or wss://')
  if (pathname === '/') throw refuse('the path is missing')
  if (hash) throw refuse('a WebSocket address has no #')
  if (username || password)
    throw new VoiceError('bad-server-url', 'serverUrl carries a user or password; a key belongs into apiKey.')
  const isSecurePage = typeof location === 'object' && location.protocol === 'https:'
  if (isSecurePage && protocol === 'ws:' && !LOCAL.test(hostname))
    throw new VoiceError(
      'mixed-content',
      `A page on https may not open ${shown}: browsers block unencrypted connections from it. Use wss:// (start the server with --tls-cert, or put a proxy before it).`,
    )
  return url
}

function checkedKey(apiKey: unknown): ApiKey {
  if (typeof apiKey === 'function') return apiKey as ApiKey
  if (typeof apiKey === 'string' && apiKey !== '') return apiKey
  throw new VoiceError(
    'bad-config',
    'apiKey is missing; pass the key of the service, or an async function that returns a short-lived one.',
  )
}

function checkedAppId(appId: unknown): string {
  if (typeof appId === 'string' && appId !== '') return appId
  throw new VoiceError('bad-config', 'appId is missing; pass the name of your app, such as "my-shop".')
}

type NumberField = 'maxReconnectAttempts' | 'reconnectDelayMs' | 'heartbeatIntervalMs'

function checkedNumber(options: VoiceConfigOptions, field: NumberField, fallback: number): number {
  const value = options[field] ?? fallback
  if (Number.isFinite(value) && value >= 0) return value
  throw new VoiceError('bad-config', `${field} is ${value}; it has to be a number that is not negative.`)
}
