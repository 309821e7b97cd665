import { ROUTER } from '../../server/model/language-model.js'
import { SERVICE_NAMES } from '../../server/providers/services.js'
import {
  atLeast,
  byName,
  type ConfigValues,
  choice,
  type Kind,
  list,
  names,
  object,
  onOff,
  type SettingsTable,
  text,
  texts,
  whole,
} from './kinds.js'

const approvals = choice(['none', 'writes', 'destructive'])

const addresses: Kind<string | Record<string, string>> = {
  schema: { oneOf: [text.schema, { type: 'object', additionalProperties: text.schema }] },
}

const nameOrNames: Kind<string | string[]> = {
  schema: { oneOf: [text.schema, { type: 'array', items: text.schema }] },
}

export const COLLECTION_SETTINGS = {
  file: { kind: text, about: 'path or glob of the collection', required: true },
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
      'offer only these tools, by name, folder, method or glob. If the text is the name of a tool or a method, folders and titles with the same text are not meant',
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

/** Usage limits of a user, a session or an app. */
export const BUDGET_SETTINGS = {
  turns: { kind: whole(0), about: 'turns' },
  tokens: { kind: whole(0), about: 'tokens of the language model, input and output' },
  toolCalls: { kind: whole(0), about: 'tool calls' },
  audioMinutes: { kind: atLeast(0), about: 'minutes of audio from the user, silence included' },
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

/** Settings that an app can override. */
export const AGENT_SETTINGS = {
  collections: {
    kind: list(object(COLLECTION_SETTINGS, 'collection')),
    about: 'the collections to check and to serve',
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
