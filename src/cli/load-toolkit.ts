import { dirname, join } from 'node:path'
import { VoiceError } from '../errors.js'
import { singleLine } from '../printable.js'
import { walkItems } from '../toolkit/collection/walk.js'
import type { Lock } from '../toolkit/compile/lock.js'
import type { DefinedTools, DefineSetup } from '../toolkit/define-tools.js'
import type { Collection } from '../toolkit/model/collection.js'
import { withMembers } from '../toolkit/model/map-members.js'
import type { ApprovalPolicy } from '../toolkit/model/tool.js'
import type { LoadedCollection } from '../toolkit/read-collection.js'
import { originOf } from '../toolkit/semantics/address.js'
import { namedUrl, resolveBaseUrls } from '../toolkit/semantics/base-urls.js'
import { createScope } from '../toolkit/template/scope.js'
import { nearest } from '../toolkit/validate/nearest.js'
import {
  type ChosenCollection,
  chooseCollection,
  chooseCollections,
  noCollection,
} from './choose-collections.js'
import { loadConfig } from './config.js'
import {
  type CollectionFlags,
  convertedSentence,
  loadCollection,
  loadSettings,
  type Settings,
} from './load.js'
import { createOutput, type OutputOptions } from './output.js'
import type { LoadedConfig } from './settings/settings.js'
import { quotedList } from './tool-notices.js'

export interface LoadedToolkit extends LoadedCollection {
  path: string
  settings: Settings
  lock: Lock
  /** Which tool calls need the user's approval, if the configuration has this setting for the collection. */
  approve?: ApprovalPolicy
  config: LoadedConfig
}

interface LoadOptions {
  /** Whether API_BASE_URL is used. @default true */
  environmentUrl?: boolean
  /** Whether `baseUrl` of the configuration is used. @default true */
  configuredUrl?: boolean
}

/** Loads the collection of a command that works on exactly one: from its argument, its flags or the configuration. */
export async function loadChosen(
  positional: string | undefined,
  flags: CollectionFlags,
  options: LoadOptions = {},
): Promise<LoadedToolkit> {
  const config = await loadConfig(flags.config, createOutput(flags).warn)
  return loadChoice(await chooseCollection(positional, { flags, config }), { config, ...options })
}

/** Loads a collection with the settings of another one, and with its lock file. */
async function loadLike(path: string, other: string, flags: CollectionFlags): Promise<LoadedToolkit> {
  const config = await loadConfig(flags.config, () => {})
  const choice = await chooseCollection(other, { flags, config })
  return { ...(await loadChoice({ ...choice, path }, { config })), lock: await readLock(other) }
}

/** The collection of the argument, else all of the configuration. Throws `file-unreadable` for none. */
export async function loadAllChosen(
  positional: string | undefined,
  flags: CollectionFlags & { approve?: ApprovalPolicy },
): Promise<LoadedToolkit[]> {
  const config = await loadConfig(flags.config, createOutput(flags).warn)
  const choices = await chooseCollections(positional === undefined ? [] : [positional], { flags, config })
  if (choices.length === 0) throw noCollection(config)
  return Promise.all(choices.map((choice) => loadChoice(choice, { config })))
}

/** Loads a collection with its settings and lock file. Reports a conversion from an older format on stderr. */
export async function loadChoice(
  { path, options, approve }: ChosenCollection,
  { config, environmentUrl = true, configuredUrl = true }: LoadOptions & { config: LoadedConfig },
): Promise<LoadedToolkit> {
  const own = configuredUrl ? options : { ...options, configuredUrl: undefined }
  const [loaded, settings, lock] = await Promise.all([
    loadCollection(path),
    loadSettings(own, { environmentUrl }),
    readLock(path),
  ])
  const { convertedFrom, input } = loaded
  if ('converted' in input)
    for (const remark of input.converted.remarks) createOutput(own).notice(singleLine(remark))
  if (convertedFrom) createOutput(own).notice(convertedSentence(path, convertedFrom))
  return { path, ...loaded, settings, lock, config, approve }
}

export async function loadTools(
  positional: string | undefined,
  options: CollectionFlags,
): Promise<DefinedTools & Pick<LoadedToolkit, 'path' | 'settings'>> {
  const loaded = await loadChosen(positional, options)
  noticeUnknownOrigins(options, [loaded])
  return toolsOf(loaded)
}

/** The tools of `path` with settings and lock file of `other`, to compare both. */
export async function loadToolsLike(
  path: string,
  other: string,
  options: CollectionFlags,
): Promise<DefinedTools> {
  return toolsOf(await loadLike(path, other, options))
}

async function toolsOf({
  path,
  collection,
  settings,
  lock,
}: LoadedToolkit): Promise<DefinedTools & Pick<LoadedToolkit, 'path' | 'settings'>> {
  const { defineTools } = await import('../toolkit/define-tools.js')
  const tools = defineTools(collection, { ...defineOptions(settings), lock })
  return withMembers(tools, { path, settings })
}

/** Reports on stderr each `--base-url NAME=URL` that matches no origin, and the origins that no base URL replaces. */
export function noticeUnknownOrigins(
  options: OutputOptions,
  loaded: readonly Pick<LoadedToolkit, 'collection' | 'settings'>[],
): void {
  const named = Object.assign({}, ...loaded.map(({ settings }) => settings.namedBaseUrls))
  const collections = loaded.map(({ collection }) => collection)
  const kept = loaded.map(({ collection, settings: { baseUrl, namedBaseUrls } }) =>
    keptOrigins(collection, { baseUrl, named: namedBaseUrls }),
  )
  for (const sentence of [unknownOrigins(collections, named), ...kept])
    if (sentence !== undefined) createOutput(options).notice(sentence)
}

export function lockPath(collection: string): string {
  return join(dirname(collection), 'voice.lock')
}

/** The tool names in the lock file of a collection; none for standard input. */
export async function readLock(collection: string, path = lockPath(collection)): Promise<Lock> {
  if (collection === '-') return []
  const { loadLock } = await import('../toolkit/lock-file.js')
  return loadLock(path, collection)
}

export function defineOptions({ namedBaseUrls, ...settings }: Settings): DefineSetup {
  return { ...settings, baseUrls: namedBaseUrls }
}

export function findToolByName<T extends { name: string }>(name: string, tools: readonly T[]): T {
  const tool = tools.find((one) => one.name === name)
  if (tool) return tool
  const names = tools.map((one) => one.name)
  const misspelt = nearest(name, names)
  const close = misspelt ? [misspelt] : names.filter((one) => shares(one, name)).slice(0, 3)
  const hint = close.length > 0 ? ` Did you mean ${close.join(' or ')}?` : ''
  throw new VoiceError('unknown-tool', `There is no tool "${name}".${hint} List them with \`voice tools\`.`)
}

function shares(left: string, right: string): boolean {
  const words = new Set(left.split('_'))
  return right
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => words.has(word) && word.length >= 3)
}

/** The warning about a NAME of a base URL that matches no origin. */
export function unknownOrigins(
  collections: readonly Collection[],
  named: Readonly<Record<string, string>>,
): string | undefined {
  const names = Object.keys(named)
  if (names.length === 0 || collections.length === 0) return undefined
  const all = collections.flatMap((collection) =>
    [...walkItems(collection)].map(({ item }) => originOf(item.request.url)),
  )
  const origins = [...new Set(all)].filter(Boolean)
  const unknown = names.filter(
    (name) => !origins.some((origin) => namedUrl(origin, { [name]: '-' }) !== undefined),
  )
  if (unknown.length === 0) return undefined
  const known = origins.map(nameOfOrigin)
  const hint = known.length > 0 ? `; known are ${quotedList([...new Set(known)], 10)}` : ''
  return `No request goes to ${quotedList(unknown)}, for which a base URL is given${hint}.`
}

/** The warning about origins that no base URL replaces, with the flag for the first. */
export function keptOrigins(
  collection: Collection,
  { baseUrl, named }: { baseUrl: string | undefined; named: Readonly<Record<string, string>> },
): string | undefined {
  if (baseUrl === undefined) return undefined
  const requests = [...walkItems(collection)].map(({ item }) => item.request)
  const { lookup } = createScope([collection.variables])
  const replaced = resolveBaseUrls(requests, { baseUrl, named, isFilled: () => true, lookup })
  const kept = requests
    .map(({ url }) => originOf(url))
    .filter((origin) => isHost(origin) && !replaced.has(origin))
  const names = [...new Set(kept)].map(nameOfOrigin)
  if (names.length === 0) return undefined
  return `The base URL does not replace ${quotedList(names)}; --base-url ${names[0]}=URL does.`
}

/** Whether an origin has a host, so that a base URL can replace the origin. For example, `about:blank` has no host. */
const isHost = (origin: string) => origin !== '' && !/^[a-z][a-z0-9+.-]*:(?!\/\/|[\d{])/i.test(origin)

/** The NAME of an origin in `--base-url NAME=URL`: `authUrl` for `{{authUrl}}`, `a.example` for `https://a.example`. */
export function nameOfOrigin(origin: string): string {
  return /\{\{([^{}]*)\}\}/.exec(origin)?.[1] ?? origin.replace(/^[^:/]*:\/\//, '')
}
