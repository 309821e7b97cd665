import type { Mock } from '../server/mock/mock-server.js'
import { filledNames } from '../toolkit/destinations.js'
import type { Collection, Variable } from '../toolkit/model/collection.js'
import type { RESTAPIToolkit, ToolkitOptions } from '../toolkit/rest-api-toolkit.js'
import type { Settings } from './load.js'
import { createToolkit } from './load-toolkit.js'

/**
 * Every request goes to the mock, which asks for no credentials: those that nothing fills get a value that means nothing. A login that
 * runs by itself still brings its own.
 */
export async function toolkitOnMock(
  collection: Collection,
  { settings, options: own, mock }: { settings: Settings; options: ToolkitOptions; mock: Mock },
): Promise<RESTAPIToolkit> {
  const options = { ...own, everyOrigin: mock.url }
  const toolkit = await createToolkit(collection, settings, options)
  const filled = filledNames(layersOf(collection, settings))
  const missing = toolkit.definitions.flatMap(({ settings: names, prerequisites = [] }) => {
    const brought = prerequisites.filter(({ runsAlone }) => runsAlone).map(({ variable }) => variable)
    return names.filter((name) => !filled.has(name) && !brought.includes(name))
  })
  if (missing.length === 0) return toolkit
  const standIns = Object.fromEntries(missing.map((name) => [name, 'mock']))
  return createToolkit(
    collection,
    { ...settings, variables: { ...standIns, ...settings.variables } },
    options,
  )
}

/** Everything that fills variables. */
function layersOf(
  { variables }: Collection,
  { variables: flags, environment, envFile, globals }: Settings,
): Variable[][] {
  const given = Object.entries({ ...envFile, ...flags }).map(([key, value]) => ({ key, value }))
  return [given, environment, variables, globals]
}
