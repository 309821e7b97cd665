import {
  defaultCallLimits,
  defaultConnectionLimits,
  defaultQuota,
  defaultReplyLimits,
  defaultSessionLimits,
} from '../../server/defaults.js'
import { CARRIER_NAMES } from '../../server/phone/carriers/carrier.js'
import {
  atLeast,
  type ConfigValues,
  choice,
  duration,
  list,
  object,
  onOff,
  type SettingsTable,
  text,
  texts,
  whole,
} from './kinds.js'

/** The levels of the log, from least to most verbose. */
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

/** The network of WebRTC calls. */
export const WEBRTC_SETTINGS = {
  publicAddresses: {
    kind: texts,
    flag: '--public-address <ip>',
    about: 'public IP address of this machine for WebRTC calls, if it is behind NAT',
  },
  udpPorts: {
    kind: text,
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

/** Limits of a server, a session and a turn. */
export const LIMIT_SETTINGS = {
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
  toolTimeoutMs: {
    ...limit(defaultReplyLimits.toolTimeoutMs, 'milliseconds for one tool call'),
    more: '; a request to your API also has its [own limit](wire.md#timeouts-and-retries) of 30 s',
  },
  backgroundAfterMs: limit(
    defaultReplyLimits.backgroundAfterMs,
    'milliseconds after which a running tool call goes on in the background, and the user can talk on',
  ),
  maxSteps: limit(defaultReplyLimits.maxSteps, 'language model requests in one turn'),
  maxCallMinutes: {
    kind: atLeast(1),
    about: 'how long a telephone call may last',
    default: defaultCallLimits.maxCallMs / 60_000,
  },
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

export const SERVER_SETTINGS = {
  allowedOrigins: {
    kind: texts,
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
    kind: text,
    flag: '--public-url <url>',
    about: 'the address at which the carrier reaches this server',
  },
  phoneGreeting: { kind: text, about: 'the first words of each telephone call' },
  webrtc: {
    kind: object(WEBRTC_SETTINGS),
    about: 'the network of WebRTC calls',
    more: ' ([WebRTC](webrtc.md))',
  },
  limits: { kind: object(LIMIT_SETTINGS, 'limits'), about: 'limits of a server, a session and a turn' },
} as const satisfies SettingsTable

export type WebRtcConfig = ConfigValues<typeof WEBRTC_SETTINGS>
