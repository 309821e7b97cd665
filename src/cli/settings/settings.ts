import { isObject } from '../../protocol/is-object.js'
import {
  defaultCallLimits,
  defaultConnectionLimits,
  defaultQuota,
  defaultReplyLimits,
  defaultSessionLimits,
} from '../../server/defaults.js'
import { ROUTER } from '../../server/model/language-model.js'
import { CARRIER_NAMES } from '../../server/phone/carriers/carrier.js'
import { SERVICE_NAMES } from '../../server/providers/services.js'
import { stepsOf } from '../../toolkit/model/json-pointer.js'
import type { Level, Profile } from '../../toolkit/validate/rule.js'
import {
  approvals,
  atLeast,
  byName,
  type ConfigValues,
  choice,
  duration,
  type Kind,
  list,
  names,
  object,
  onOff,
  type SettingsTable,
  severalOf,
  text,
  texts,
  whole,
} from './kinds.js'
import { MCP_OAUTH_SETTINGS, MCP_SERVER_SETTINGS } from './mcp-settings.js'
import { collectionPath, ipAddress, pageOrigin, portRange, publicAddress, webAddress } from './text-kinds.js'

const addresses: Kind<string | Record<string, string>> = {
  schema: { oneOf: [text.schema, { type: 'object', additionalProperties: text.schema }] },
  problem: (value) =>
    (isObject(value) ? Object.values(value) : [value]).map(webAddress.problem).find(Boolean),
}

const nameOrNames: Kind<string | string[]> = {
  schema: { oneOf: [text.schema, { type: 'array', items: text.schema }] },
}

export const COLLECTION_SETTINGS = {
  file: {
    kind: collectionPath,
    about: 'path or glob of the collection',
    required: true,
  },
  baseUrl: {
    kind: addresses,
    about: 'where the requests go: one address, or an address for each origin, by variable name or host',
    more: ': `{ "auth_url": "https://..." }`',
  },
  env: { kind: text, about: 'Postman environment file that fills the variables' },
  globals: { kind: text, about: 'Postman globals file that fills the variables' },
  allow: {
    kind: texts,
    about:
      'offer only these tools, by name, folder, method or glob; none if the list is empty. If the text is the name of a tool or a method, folders and titles with the same text are not meant',
  },
  deny: { kind: texts, about: 'do not offer these tools, by name, folder, method or glob' },
  login: {
    kind: nameOrNames,
    about: 'the tools that log in: they run without a question when another tool needs them',
    more: ' (see [Log-ins](effects.md#log-ins))',
  },
  approve: {
    kind: approvals,
    about: 'which calls ask the user first',
    more: "; wins over the agent's `approve`",
  },
  inputs: {
    kind: byName(choice(['fixed', 'input'])),
    about: 'which values are fixed and which are parameters, by the name of the parameter',
    more: ' (see [Parameters and fixed values](parameters.md))',
  },
} as const satisfies SettingsTable

/** A collection of the configuration. Paths are relative to the working directory. */
export type CollectionConfig = ConfigValues<typeof COLLECTION_SETTINGS>

export const BUDGET_SETTINGS = {
  turns: { kind: whole(0), about: 'turns' },
  tokens: { kind: whole(0), about: 'tokens of the language model, input and output' },
  toolCalls: { kind: whole(0), about: 'tool calls, also those over MCP' },
  audioMinutes: {
    kind: atLeast(0),
    about: 'minutes of audio from the user, silence included',
    more: '; with [OpenAI Live](voice-models.md#openai-live), all minutes that the provider charges for',
  },
} as const satisfies SettingsTable

const budget = object(BUDGET_SETTINGS, 'budget')

const budgets = object(
  {
    user: { kind: budget, about: 'of one user, in all sessions' },
    session: { kind: budget, about: 'of one session' },
    app: { kind: budget, about: 'of all users of the app' },
  },
  'budgets',
)

export const AGENT_SETTINGS = {
  collections: {
    kind: list(object(COLLECTION_SETTINGS, 'collection')),
    about: 'the collections to check and to serve',
  },
  mcpServers: {
    kind: byName(object(MCP_SERVER_SETTINGS, 'mcpServer')),
    about: 'MCP servers whose tools the agent uses, by name',
    more:
      ': `command`, `args`, `env` and `cwd` of a program, or `url` and `headers` (`type` is found out); ' +
      '`allow`, `deny` and `approve` (see [Tools of other MCP servers](mcp.md#tools-of-other-mcp-servers))',
  },
  llm: {
    kind: names,
    flag: '--llm <provider/model>',
    about: 'language model, such as openai/gpt-6-luna',
    more: ' ([providers](providers.md))',
    otherwise: ROUTER,
  },
  fallback: {
    kind: choice([ROUTER]),
    flag: '--fallback <model>',
    about: 'builtin/router answers if all language models fail, and only reads',
    more: ' ([when a model fails](providers.md#when-a-model-fails))',
  },
  stt: {
    kind: names,
    flag: '--stt <provider/model:language>',
    about: 'recognizer, such as deepgram/nova-3:en',
    more: ' ([recognizers](voice.md))',
  },
  tts: {
    kind: names,
    flag: '--tts <provider/model:voice>',
    about: 'voice, such as deepgram/aura-2:thalia-en',
    more: ' ([voices](voice.md))',
  },
  voiceModel: {
    kind: text,
    flag: '--voice-model <provider/model>',
    about:
      'one model that hears and speaks in place of --llm, --stt and --tts, such as openai/gpt-realtime-2.1',
    more: ' ([voice models](voice-models.md))',
  },
  provider: {
    kind: choice(SERVICE_NAMES),
    flag: '--provider <service>',
    about: 'model, recognizer and voice of one service',
  },
  vad: {
    kind: text,
    flag: '--vad <name/version>',
    about: 'voice activity detection: silero/v5, silero/v6 or energy/v1',
    default: 'silero/v5',
  },
  turnDetection: {
    kind: text,
    flag: '--turn-detection <name/version>',
    about: 'how to detect the end of a turn: semantic/v1, silence/v1 or smart-turn/v3',
    default: 'semantic/v1',
  },
  instructions: {
    kind: text,
    flag: '--instructions <text>',
    about: 'instructions for the agent, in addition to its own rules; clients do not see them',
  },
  timezone: {
    kind: text,
    flag: '--timezone <name>',
    about: 'time zone of the users, such as Europe/Berlin, if their clients name none',
    otherwise: "the server's",
  },
  tools: {
    kind: choice(['all', 'search', 'auto']),
    flag: '--tools <set>',
    about: 'which tools a model gets',
    values: 'all, search (those that a search finds) or auto (all, or search if there are too many)',
    more: ' ([many tools](providers.md#many-tools))',
    default: 'auto',
  },
  approve: {
    kind: approvals,
    flag: '--approve <calls>',
    about: 'which calls ask the user first',
    more: ' ([approvals](effects.md))',
    default: 'writes',
  },
  allow: {
    kind: texts,
    about: 'offer only these tools; applies to collections that have no `allow` of their own',
  },
  deny: { kind: texts, about: 'do not offer these tools; applies to all collections' },
  lockSession: {
    kind: onOff,
    flag: '--lock-session',
    about:
      'ignore the instructions and tools of clients; of their messages, accept only those with the role user',
    more: ' ([locked sessions](protocol.md#locked-sessions))',
    default: false,
  },
  budgets: { kind: budgets, about: 'how much may be used', more: ' (see [Budgets](#budgets))' },
} as const satisfies SettingsTable

export type AppConfig = ConfigValues<typeof AGENT_SETTINGS>

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Settings of one run of `serve`. They exist only as flags, not in the configuration. */
export const RUN_SETTINGS = {
  host: { kind: text, flag: '--host <host>', about: 'the address to listen on', default: '0.0.0.0' },
  port: { kind: whole(0, 65_535), flag: '--port <port>', about: 'the port to listen on', default: 8000 },
  mock: {
    kind: onOff,
    flag: '--mock',
    about: 'answer requests from the saved examples instead of the API; generate data if a request has none',
  },
  record: {
    kind: text,
    flag: '--record <dir>',
    about: 'record each session to a file in this folder, without secrets and audio',
  },
  showModel: {
    kind: text,
    flag: '--show-model <file>',
    about: 'append everything that the language model sees and answers to this file',
  },
  tlsCert: {
    kind: text,
    flag: '--tls-cert <file>',
    about: 'certificate in PEM, for wss:// (with --tls-key)',
  },
  tlsKey: { kind: text, flag: '--tls-key <file>', about: 'the private key of the certificate, in PEM' },
  tlsSelfSigned: {
    kind: onOff,
    flag: '--tls-self-signed',
    about: 'create a temporary certificate, for example for a phone on the same network',
  },
  outputSchemas: {
    kind: onOff,
    flag: '--no-output-schemas',
    about: 'list the tools at /mcp without the schemas of their answers, which cost tokens',
    default: true,
  },
  playground: {
    kind: onOff,
    flag: '--no-playground',
    about: 'do not serve the page at / on which you can try the agent',
    default: true,
  },
  watch: {
    kind: onOff,
    flag: '--watch',
    about: 'reload the tools when a file changes; conversations continue',
  },
  strict: {
    kind: onOff,
    flag: '--strict',
    about: 'do not start if a collection has errors; with --mock, answer from saved examples only',
  },
  logFormat: {
    kind: choice(['pretty', 'json']),
    flag: '--log-format <format>',
    about: 'format of the log',
    default: 'pretty',
  },
  logLevel: {
    kind: choice(LOG_LEVELS),
    flag: '--log-level <level>',
    about: 'least serious level to log',
    otherwise: 'warn; error with --quiet',
  },
} as const satisfies SettingsTable

export const WEBRTC_SETTINGS = {
  publicAddresses: {
    kind: severalOf(ipAddress),
    flag: '--public-address <ip>',
    about: 'public IP address of this machine for WebRTC calls, if it is behind NAT',
  },
  udpPorts: {
    kind: portRange,
    flag: '--udp-ports <first-last>',
    about: 'UDP ports of WebRTC calls, such as 50000-50100',
    otherwise: 'any free ones',
  },
  iceServers: {
    kind: list(
      object({
        url: { kind: text, about: 'such as `turn:turn.example.com:3478`', required: true },
        username: { kind: text, about: 'user name' },
        credential: { kind: text, about: 'password' },
      }),
    ),
    about: 'STUN and TURN servers, for a machine that clients cannot reach: `url`, `username`, `credential`',
  },
} as const satisfies SettingsTable

const limit = (value: number, about: string) => ({ kind: whole(1), about, default: value })

const SERVER_LIMITS = {
  maxSessions: {
    kind: whole(1),
    flag: '--max-sessions <n>',
    about: 'maximum number of connections at the same time: WebSocket, WebRTC and telephone',
    default: defaultQuota.connections,
  },
  maxMessageBytes: {
    kind: whole(1024),
    about: 'bytes of one message of a client',
    default: defaultConnectionLimits.maxMessageBytes,
  },
} as const satisfies SettingsTable

const REPLY_LIMITS = {
  toolTimeoutMs: {
    ...limit(defaultReplyLimits.toolTimeoutMs, 'milliseconds for one tool call'),
    more: '; a request to your API also has its [own limit](wire.md#timeouts-and-retries) of 30 s',
  },
  backgroundAfterMs: limit(
    defaultReplyLimits.backgroundAfterMs,
    'milliseconds after which a running tool call goes on in the background, and the user can talk on',
  ),
  maxSteps: limit(defaultReplyLimits.maxSteps, 'language model requests in one turn'),
} as const satisfies SettingsTable

const CALL_LIMITS = {
  maxCallMinutes: {
    kind: atLeast(1),
    about: 'how long a telephone call may last',
    default: defaultCallLimits.maxCallMs / 60_000,
  },
} as const satisfies SettingsTable

const SESSION_LIMITS = {
  maxItems: limit(
    defaultSessionLimits.maxItems,
    'items of a conversation; if there are more, the oldest turns are dropped',
  ),
  maxHistoryBytes: limit(
    defaultSessionLimits.maxHistoryBytes,
    'bytes of all items of a conversation; if there are more, the oldest turns are dropped',
  ),
  maxItemBytes: limit(defaultSessionLimits.maxItemBytes, 'bytes of one item of a client'),
  maxOpenCalls: limit(defaultSessionLimits.maxOpenCalls, 'calls of a session that run or wait for an answer'),
  maxOutOfBandResponses: {
    ...limit(
      defaultSessionLimits.maxOutOfBandResponses,
      'responses out of band that a session runs at the same time',
    ),
    more: ' ([out of band](protocol.md#turns-and-responses))',
  },
  maxSettingsBytes: limit(
    defaultSessionLimits.maxSettingsBytes,
    'bytes of the instructions, tools and other settings of a session',
  ),
  maxClientTools: limit(defaultSessionLimits.maxClientTools, 'number of function tools of a client'),
  maxAudioSeconds: limit(
    defaultSessionLimits.maxAudioSeconds,
    'seconds of audio that wait to be committed or recognized',
  ),
  maxKeptSessions: {
    kind: whole(1),
    about: 'sessions without a connection that wait for their clients',
    otherwise: 'the value of `maxSessions`',
  },
  maxSessionsPerKey: limit(
    defaultSessionLimits.maxSessionsPerKey,
    'sessions of one key, with a connection or without',
  ),
  maxBytesPerKey: {
    kind: whole(1),
    about: 'bytes of memory for all sessions of one key',
    otherwise: 'a quarter of the heap',
  },
  maxBytes: {
    kind: whole(1),
    about: 'bytes of memory for all sessions of the server',
    otherwise: 'half of the heap',
  },
} as const satisfies SettingsTable

export const LIMIT_SETTINGS = { ...SERVER_LIMITS, ...REPLY_LIMITS, ...CALL_LIMITS, ...SESSION_LIMITS }

export function limitsOf({ limits = {} }: Pick<ConfigFile, 'limits'>) {
  const those = <G extends SettingsTable>(group: G) =>
    Object.fromEntries(
      Object.entries(limits).filter(([name]) => Object.hasOwn(group, name)),
    ) as ConfigValues<G>
  return { reply: those(REPLY_LIMITS), session: those(SESSION_LIMITS) }
}

export const SERVER_SETTINGS = {
  allowedOrigins: {
    kind: severalOf(pageOrigin),
    flag: '--allowed-origins <origin>',
    about: 'accept only pages of this origin, such as https://app.example.com; * accepts all',
    more: ' ([more](access.md))',
  },
  trustProxy: {
    kind: whole(0),
    about: "how many proxies add the client's address to `X-Forwarded-For`",
    default: 0,
  },
  store: {
    kind: text,
    flag: '--store <store>',
    about: 'where sessions live: memory, or redis://host:port for several servers that share them',
    default: 'memory',
  },
  retain: {
    kind: duration,
    flag: '--retain <duration>',
    about: 'how long a session is kept after its connection dropped, such as 90s or 10m',
    default: '2m',
  },
  phone: {
    kind: choice(CARRIER_NAMES),
    flag: '--phone <carrier>',
    about: 'answer the telephone calls of a carrier',
    more: ' ([telephone](telephone.md))',
  },
  publicUrl: {
    kind: publicAddress,
    flag: '--public-url <url>',
    about: 'the address at which the carrier reaches this server',
  },
  phoneGreeting: { kind: text, about: 'the first words of each telephone call' },
  mcpOrigins: {
    kind: list(webAddress),
    about: 'origins of MCP servers that clients may add to their sessions, such as https://mcp.example.com',
    more: ' ([MCP servers of a session](mcp.md#mcp-servers-of-a-session))',
  },
  mcpOAuth: {
    kind: object(MCP_OAUTH_SETTINGS),
    about: 'accept access tokens of an authorization server at `/mcp`, instead of keys',
    more: ' ([OAuth](mcp.md#oauth))',
  },
  webrtc: {
    kind: object(WEBRTC_SETTINGS),
    about: 'the network of WebRTC calls',
    more: ' ([WebRTC](webrtc.md))',
  },
  limits: { kind: object(LIMIT_SETTINGS, 'limits'), about: 'limits of a server, a session and a turn' },
} as const satisfies SettingsTable

export type WebRtcConfig = ConfigValues<typeof WEBRTC_SETTINGS>

export const VALIDATE_SETTINGS = {
  profile: {
    kind: choice(['official', 'agent', 'generated'] satisfies Profile[]),
    about: 'which requirements `voice validate` checks',
  },
  rules: {
    kind: byName(choice(['off', 'info', 'warning', 'error'] satisfies Level[])),
    about: 'severities by the code of the rule; docs/rules.md lists the codes',
  },
  maxWarnings: { kind: whole(0), about: '`voice validate` fails when there are more warnings' },
} as const satisfies SettingsTable

const CONFIG_SETTINGS = {
  $schema: { kind: text, about: 'path of this schema, for editors' },
  ...AGENT_SETTINGS,
  ...SERVER_SETTINGS,
  ...VALIDATE_SETTINGS,
  apps: {
    kind: byName(object(AGENT_SETTINGS, 'app')),
    about: 'agents of their own, by app id; what an app omits, it takes from the file',
  },
} as const satisfies SettingsTable

export const CONFIG = object(CONFIG_SETTINGS)

export type ConfigFile = ConfigValues<typeof CONFIG_SETTINGS>

export const DEFAULT_CONFIG = 'voice.config.json'

export interface LoadedConfig {
  path?: string
  values: ConfigFile
  /** Where the value at a JSON pointer is, as text for a message, such as `voice.config.json, line 4`. */
  at(pointer: string): string
}

/** The path of a nested member, for the start of a message: `apps.support.llm: `. Empty for a top-level member. */
export function prefixOf(pointer: string): string {
  const names = stepsOf(pointer)
  return names.length > 1 ? `${names.join('.')}: ` : ''
}
