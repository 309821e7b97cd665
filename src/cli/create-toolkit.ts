import type { Collection } from '../toolkit/model/collection.js'
import type { RESTAPIToolkit, ToolkitSetup } from '../toolkit/rest-api-toolkit.js'
import type { Settings } from './load.js'
import { defineOptions } from './load-toolkit.js'

/**
 * Creates the toolkit of a parsed collection with the settings of the common flags. This is a file of its own, because
 * `voice tools` is bundled without the code that sends requests.
 */
export async function createToolkit(
  collection: Collection,
  settings: Settings,
  more: ToolkitSetup = {},
): Promise<RESTAPIToolkit> {
  const { RESTAPIToolkit } = await import('../toolkit/rest-api-toolkit.js')
  const setup: ToolkitSetup = { ...defineOptions(settings), ...more }
  return new RESTAPIToolkit(collection, setup)
}
