import { messageOf, VoiceError } from '../errors.js'
import type { Transport } from './audio/voice-call.js'

/** Default settings of a client. Times are in milliseconds. */
export const clientDefaults = {
  maxReconnectAttempts: 10,
  reconnectDelayMs: 1_000,
  heartbeatIntervalMs: 30_000,
} as const

/** A key, or a function that returns a fresh key; the function runs before every connection attempt. */
export type ApiKey = string | (() => string | Promise<string>)

/** Options of a client. */
export interface VoiceConfigOptions {
  /** `ws://` or `wss://` address of the server with its path, such as `wss://host/ws`. */
  serverUrl: string
  /** A key of the service, or an async function that returns a fresh short-lived one. */
  apiKey: ApiKey
  /** The app (agent) of the server to talk to. */
  appId: string
  /** Writes events to the console. @default false */
  debug?: boolean
  /** Whether to reconnect after the connection is lost. @default true */
  reconnectEnabled?: boolean
  /** Reconnection attempts before the client gives up. @default 10 */
  maxReconnectAttempts?: number
  /** Maximum delay before the first attempt; it doubles with each attempt. The actual delay is random. @default 1000 */
  reconnectDelayMs?: number
  /** Milliseconds without data from the server after which the client sends a ping; 0: never. @default 30000 */
  heartbeatIntervalMs?: number
  /**
   * Whether to use the browser's own recognizer and synthesizer when the server has none. Chrome sends the audio to a
   * service of Google. @default the value of `debug`
   */
  browserSpeech?: boolean
  /**
   * How audio is sent. `auto`: over WebRTC if the server offers it, else over the WebSocket. `webrtc`: the same, but a
   * failed WebRTC call is reported as an error. Text and events always use the WebSocket. @default 'websocket'
   */
  transport?: Transport
  /** URL of the audio worklet. @default `voice-worklet.js` beside the script */
  workletUrl?: string
}

/** Options of the presets. */
export type PresetOptions = Pick<
  VoiceConfigOptions,
  'serverUrl' | 'apiKey' | 'appId' | 'browserSpeech' | 'workletUrl' | 'transport'
>

/**
 * Connection settings of a client. Throws the `VoiceError` `bad-server-url`, `bad-config` or `mixed-content` for
 * invalid settings.
 */
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
  readonly transport: Transport

  constructor(options: VoiceConfigOptions) {
    const { serverUrl, apiKey, appId, debug = false } = options
    checkPlatform()
    checkUrl(serverUrl)
    check(
      typeof apiKey === 'function' || isText(apiKey),
      'apiKey is missing; pass the key of the service, or an async function that returns a short-lived one.',
    )
    check(isText(appId), 'appId is missing; pass the name of your app, such as "my-shop".')
    this.serverUrl = serverUrl
    this.apiKey = apiKey
    this.appId = appId
    this.debug = debug
    this.reconnectEnabled = options.reconnectEnabled ?? true
    this.maxReconnectAttempts = numberOf(options, 'maxReconnectAttempts')
    this.reconnectDelayMs = numberOf(options, 'reconnectDelayMs')
    this.heartbeatIntervalMs = numberOf(options, 'heartbeatIntervalMs')
    this.browserSpeech = options.browserSpeech ?? debug
    this.workletUrl = options.workletUrl
    this.transport = options.transport ?? 'websocket'
  }

  /** The default settings, with or without debug output. */
  static defaults(options: PresetOptions & { debug?: boolean }): VoiceConfig {
    return new VoiceConfig(options)
  }

  /** Production preset: ten attempts, a ping every 30 seconds, no console output. */
  static production(options: PresetOptions): VoiceConfig {
    return new VoiceConfig(options)
  }

  /** Development preset: five attempts, a ping every 15 seconds, debug output. */
  static development(options: PresetOptions): VoiceConfig {
    return new VoiceConfig({
      ...options,
      debug: true,
      maxReconnectAttempts: 5,
      heartbeatIntervalMs: 15_000,
    })
  }
}

function check(
  isRight: boolean,
  sentence: string,
  code: 'bad-config' | 'bad-server-url' = 'bad-config',
): void {
  if (!isRight) throw new VoiceError(code, sentence)
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''

/** React Native lacks both; ids without secure random numbers could be guessed. */
function checkPlatform(): void {
  const isRandom = typeof globalThis.crypto?.getRandomValues === 'function'
  check(
    isRandom && new URL('ws://host/path').pathname === '/path',
    "URL or crypto is incomplete here. In React Native, first import 'react-native-url-polyfill/auto' and 'react-native-get-random-values'.",
  )
}

const BAD_URL = 'bad-server-url'
const EXAMPLE = 'it has to look like wss://host/ws, or ws://127.0.0.1:8000/ws on your own machine.'

/** The parts of a WebSocket address. Throws `bad-server-url`. */
export function parseSocketUrl(url: string): URL {
  try {
    const address = new URL(url)
    if (/^wss?:$/.test(address.protocol)) return address
  } catch {
    // It is no address at all.
  }
  throw new VoiceError(BAD_URL, `"${String(url).slice(0, 200)}" is not a WebSocket address; ${EXAMPLE}`)
}

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/

function checkUrl(url: string): void {
  const { protocol, hostname, pathname, username, password, hash } = parseSocketUrl(url)
  check(!username && !password, 'serverUrl has a user or password; a key belongs in apiKey.', BAD_URL)
  const shown = `"${url.slice(0, 200)}"; ${EXAMPLE}`
  check(pathname !== '/', `serverUrl has no path: ${shown}`, BAD_URL)
  check(!hash, `serverUrl has a #: ${shown}`, BAD_URL)
  const isSecurePage = typeof location === 'object' && location.protocol === 'https:'
  if (isSecurePage && protocol === 'ws:' && !LOCAL.test(hostname))
    throw new VoiceError(
      'mixed-content',
      `Browsers do not let a page on https open "${url}"; use wss:// (start the server with --tls-cert, or put a proxy before it).`,
    )
}

function numberOf(options: VoiceConfigOptions, field: keyof typeof clientDefaults): number {
  const value = options[field] ?? clientDefaults[field]
  check(
    Number.isFinite(value) && value >= 0,
    `${field} is ${value}; it has to be a number that is not negative.`,
  )
  return value
}

/** The key for one connection attempt. Throws `no-api-key` if `apiKey` is a function that fails or returns no key. */
export async function freshKey(apiKey: ApiKey): Promise<string> {
  if (typeof apiKey === 'string') return apiKey
  try {
    const key = await apiKey()
    if (isText(key)) return key
  } catch (cause) {
    throw new VoiceError('no-api-key', `The function apiKey failed: ${messageOf(cause)}`, { cause })
  }
  throw new VoiceError('no-api-key', 'The function apiKey returned no key.')
}
