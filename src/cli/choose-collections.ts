import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { VoiceError } from '../errors.js'
import { pointerOf } from '../toolkit/model/json-pointer.js'
import type { ApprovalPolicy } from '../toolkit/model/tool.js'
import { expand } from './files.js'
import { type CollectionFlags, DEFAULT_COLLECTION } from './load.js'
import type { AppConfig, CollectionConfig, LoadedConfig } from './settings/settings.js'

/** A collection that a command works on, with its options: from the flags, else from the configuration. */
export interface ChosenCollection {
  path: string
  options: CollectionFlags
  /** Which calls need approval. Set only if the configuration says so for this collection and no flag overrides it. */
  approve?: ApprovalPolicy
}

export interface Chooser {
  flags: CollectionFlags & { approve?: ApprovalPolicy }
  config: LoadedConfig
  /** The name of a member of `apps` in the configuration. If absent, the settings outside of `apps` apply. */
  appId?: string
}

/** The named collections, else those of the configuration, else an existing postman.json. Throws `file-unreadable`. */
export async function chooseCollections(
  named: readonly string[],
  chooser: Chooser,
): Promise<ChosenCollection[]> {
  const { flags, config, appId } = chooser
  const app = appOf(config, appId)
  const entries = await configured(chooser)
  const given = flags.collection === undefined ? named : [flags.collection, ...named]
  const expanded = (await Promise.all(given.map(expand))).flat()
  const paths = expanded.length > 0 ? expanded : entries.map(({ path }) => path)
  const { apps, collections } = config.values
  const saysNothing = paths.length === 0 && apps === undefined && collections === undefined
  if (saysNothing && existsSync(DEFAULT_COLLECTION)) paths.push(DEFAULT_COLLECTION)
  return unique(paths).map((path) => chosen(path, { flags, app, entry: entryOf(entries, path) }))
}

/** The one collection of a command. Throws `file-unreadable` for none, `wrong-usage` for several. */
export async function chooseCollection(
  named: string | undefined,
  chooser: Chooser,
): Promise<ChosenCollection> {
  const { config, flags } = chooser
  const given = named ?? flags.collection
  if (given !== undefined) {
    const entry = entryOf(await configured(chooser), given)
    return chosen(given, { flags, app: appOf(config, undefined), entry })
  }
  const [first, ...others] = await chooseCollections([], chooser)
  if (!first) throw noCollection(config)
  if (others.length === 0) return first
  const paths = [first, ...others].map(({ path }) => path).join(', ')
  throw new VoiceError(
    'wrong-usage',
    `This works on one collection, and ${config.path} has several: ${paths}. Name one.`,
  )
}

/** The error for a command that finds no collection. postman.json counts only if the configuration lists none. */
export function noCollection({ path, values }: LoadedConfig): VoiceError {
  const isConfigured = values.collections !== undefined || values.apps !== undefined
  const message = isConfigured
    ? `${path} lists no collection outside of "apps"; name a collection file, or add one to "collections".`
    : `There is no ${DEFAULT_COLLECTION} in this folder; name a collection file, or have one written with \`voice prompt\`.`
  return new VoiceError('file-unreadable', message)
}

/** An app's settings over those outside of `apps`; `deny` lists are joined, `budgets` merged. */
export function appOf({ values }: LoadedConfig, appId: string | undefined): AppConfig {
  const own = appId === undefined ? {} : (values.apps?.[appId] ?? {})
  const deny = [...(values.deny ?? []), ...(own.deny ?? [])]
  const budgets = { ...values.budgets, ...own.budgets }
  return { ...values, ...own, deny, budgets }
}

interface ConfiguredCollection {
  path: string
  collection: CollectionConfig
}

async function configured({ config, appId }: Chooser): Promise<ConfiguredCollection[]> {
  const own = appId === undefined ? undefined : config.values.apps?.[appId]?.collections
  const list = own ?? config.values.collections ?? []
  const found = list.map(async (collection, index): Promise<ConfiguredCollection[]> => {
    const steps = [...(own ? ['apps', appId!] : []), 'collections', index]
    for (const name of ['file', 'env', 'globals'] as const)
      await mustExist(collection[name], config.at(pointerOf([...steps, name])))
    return (await expand(collection.file)).map((path) => ({ path, collection }))
  })
  return (await Promise.all(found)).flat()
}

async function mustExist(pattern: string | undefined, place: string): Promise<void> {
  for (const path of pattern === undefined ? [] : await expand(pattern))
    if (!existsSync(path))
      throw new VoiceError(
        'file-unreadable',
        `${place}: ${path} does not exist; paths are relative to the working directory.`,
      )
}

function chosen(
  path: string,
  { flags, app, entry }: { flags: Chooser['flags']; app: AppConfig; entry: CollectionConfig | undefined },
): ChosenCollection {
  const options = {
    ...flags,
    env: flags.env ?? entry?.env,
    globals: flags.globals ?? entry?.globals,
    allow: flags.allow ?? entry?.allow ?? app.allow,
    deny: [...(app.deny ?? []), ...(entry?.deny ?? []), ...(flags.deny ?? [])],
    login: flags.login ?? (entry?.login === undefined ? undefined : [entry.login].flat()),
    configuredUrl: entry?.baseUrl,
    configuredInputs: entry?.inputs,
  }
  return { path, options, approve: flags.approve === undefined ? entry?.approve : undefined }
}

const entryOf = (entries: ConfiguredCollection[], path: string): CollectionConfig | undefined =>
  entries.find((entry) => resolve(entry.path) === resolve(path))?.collection

/** Removes paths that lead to the same file as another path, such as `./a.json` beside `a.json`. */
const unique = (paths: string[]): string[] => [
  ...new Map(paths.map((path) => [resolve(path), path])).values(),
]
