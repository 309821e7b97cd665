import type { Collection } from '../toolkit/model/collection.js'
import type { RESTAPIToolkit, ToolkitSetup } from '../toolkit/rest-api-toolkit.js'
import { refuseForeignAddresses } from './foreign-addresses.js'
import type { Settings } from './load.js'
import { defineOptions } from './load-toolkit.js'

/**
 * Creates the toolkit of a parsed collection: its tools and the code that calls them. The settings come from the flags
 * that all commands with a collection share. The function has its own file because it imports the code that sends
 * requests, which the bundle of `voice tools` leaves out.
 */
export async function createToolkit(
  collection: Collection,
  settings: Settings,
  more: ToolkitSetup = {},
): Promise<RESTAPIToolkit> {
  const { RESTAPIToolkit } = await import('../toolkit/rest-api-toolkit.js')
  const setup: ToolkitSetup = { ...defineOptions(settings), ...more }
  if (!more.everyOrigin) refuseForeignAddresses(collection, settings)
  return new RESTAPIToolkit(collection, setup)
}
