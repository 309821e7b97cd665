import type { Mock } from '../server/mock/mock-server.js'
import type { Collection } from '../toolkit/model/collection.js'
import type { RESTAPIToolkit, ToolkitOptions } from '../toolkit/rest-api-toolkit.js'
import type { Settings } from './load.js'
import { createToolkit } from './load-toolkit.js'

/** Every request goes to the mock, which asks for no credentials: those that are missing get a value that means nothing. */
export async function toolkitOnMock(
  collection: Collection,
  { settings, options: own, mock }: { settings: Settings; options: ToolkitOptions; mock: Mock },
): Promise<RESTAPIToolkit> {
  const options = { ...own, everyOrigin: mock.url }
  const toolkit = await createToolkit(collection, settings, options)
  if (toolkit.missingSettings.length === 0) return toolkit
  const standIns = Object.fromEntries(toolkit.missingSettings.map((name) => [name, 'mock']))
  return createToolkit(
    collection,
    { ...settings, variables: { ...standIns, ...settings.variables } },
    options,
  )
}
