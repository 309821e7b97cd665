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

/** The tools that a command's flags describe, without anything that sends requests. */
export async function loadTools(
  positional: string | undefined,
  options: CollectionOptions,
): Promise<DefinedTools> {
  const { collection, settings } = await read(positional, options)
  const { defineTools } = await import('../toolkit/define-tools.js')
  return defineTools(collection, defineOptions(settings))
}

/** The toolkit that a command's flags describe. */
export async function loadToolkit(
  positional: string | undefined,
  options: CollectionOptions,
): Promise<RESTAPIToolkit> {
  const { collection, settings } = await read(positional, options)
  return createToolkit(collection, settings)
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

async function read(positional: string | undefined, options: CollectionOptions) {
  const path = await collectionPath(positional, options)
  const [collection, settings] = await Promise.all([loadCollection(path), loadSettings(options)])
  return { collection, settings }
}

function defineOptions({ namedBaseUrls, ...settings }: Settings): DefineOptions {
  return { ...settings, baseUrls: namedBaseUrls }
}
