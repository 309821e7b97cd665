import { dirname, join } from 'node:path'
import type { Lock } from '../toolkit/compile/lock.js'
import type { DefinedTools, DefineOptions } from '../toolkit/define-tools.js'
import type { Collection } from '../toolkit/model/collection.js'
import type { RESTAPIToolkit, ToolkitOptions } from '../toolkit/rest-api-toolkit.js'
import {
  type CollectionOptions,
  collectionPath,
  loadCollection,
  loadSettings,
  type Settings,
} from './load.js'
import { createOutput, type OutputOptions } from './output.js'
import { unknownOrigins } from './unknown-origins.js'

/** The tools that a command's flags describe, without anything that sends requests. `namesFrom` is whose lock file counts. */
export async function loadTools(
  positional: string | undefined,
  options: CollectionOptions & { namesFrom?: string },
): Promise<DefinedTools> {
  const { collection, settings, lock } = await read(positional, options)
  const { defineTools } = await import('../toolkit/define-tools.js')
  return defineTools(collection, { ...defineOptions(settings), lock })
}

/** The toolkit that a command's flags describe. */
export async function loadToolkit(
  positional: string | undefined,
  options: CollectionOptions,
): Promise<RESTAPIToolkit> {
  const { collection, settings, lock } = await read(positional, options)
  return createToolkit(collection, settings, { lock })
}

/** A parsed collection as a toolkit, with what the common flags say. */
export async function createToolkit(
  collection: Collection,
  settings: Settings,
  more: ToolkitOptions = {},
): Promise<RESTAPIToolkit> {
  const { RESTAPIToolkit } = await import('../toolkit/rest-api-toolkit.js')
  return new RESTAPIToolkit(collection, { ...defineOptions(settings), ...more })
}

async function read(positional: string | undefined, options: CollectionOptions & { namesFrom?: string }) {
  const path = await collectionPath(positional, options)
  const [collection, settings, lock] = await Promise.all([
    loadCollection(path),
    loadSettings(options),
    readLock(options.namesFrom ?? path),
  ])
  if (options.namesFrom === undefined) noticeUnknownOrigins(options, { collections: [collection], settings })
  return { collection, settings, lock }
}

/** Says on stderr which `--base-url NAME=URL` leads nowhere: mostly a name misspelt. */
export function noticeUnknownOrigins(
  options: OutputOptions,
  { collections, settings }: { collections: Collection[]; settings: Settings },
): void {
  const sentence = unknownOrigins(collections, settings.namedBaseUrls)
  if (sentence !== undefined) createOutput(options).notice(sentence)
}

/** Where the lock file of a collection lies: beside it. */
export function lockPath(collection: string): string {
  return join(dirname(collection), 'voice.lock')
}

/** The names that the tools of a collection keep. */
export async function readLock(collection: string): Promise<Lock> {
  if (collection === '-') return []
  const { loadLock } = await import('../toolkit/lock-file.js')
  return loadLock(lockPath(collection), collection)
}

function defineOptions({ namedBaseUrls, ...settings }: Settings): DefineOptions {
  return { ...settings, baseUrls: namedBaseUrls }
}
