import type { Mock } from '../server/mock/mock-server.js'
import { filledNames } from '../toolkit/destinations.js'
import type { Collection, Variable } from '../toolkit/model/collection.js'
import type { ToolDefinition } from '../toolkit/model/tool.js'
import type { RESTAPIToolkit, ToolkitSetup } from '../toolkit/rest-api-toolkit.js'
import { findVariables, isDynamic } from '../toolkit/template/variables.js'
import type { Settings } from './load.js'
import { createToolkit } from './load-toolkit.js'

/**
 * A toolkit that sends every request to the mock. The mock checks no credentials, so credentials without a value get
 * a placeholder. A login that runs by itself still supplies its own.
 */
export async function toolkitOnMock(
  collection: Collection,
  { settings, options: own, mock }: { settings: Settings; options: ToolkitSetup; mock: Mock },
): Promise<RESTAPIToolkit> {
  const options = { ...own, everyOrigin: mock.url }
  const toolkit = await createToolkit(collection, settings, options)
  const filled = filledNames(layersOf(collection, settings))
  const missing = toolkit.definitions.flatMap((definition) => {
    const { settings: names, prerequisites = [] } = definition
    const brought = prerequisites.filter(({ runsAlone }) => runsAlone).map(({ variable }) => variable)
    const needed = [...names, ...headerVariables(definition)]
    return needed.filter((name) => !filled.has(name) && !brought.includes(name))
  })
  if (missing.length === 0) return toolkit
  const standIns = Object.fromEntries(missing.map((name) => [name, 'mock']))
  return createToolkit(
    collection,
    { ...settings, variables: { ...standIns, ...settings.variables } },
    options,
  )
}

/** Variables of headers that no model fills, such as a signature that a script makes. */
function headerVariables(definition: ToolDefinition): string[] {
  const { request } = definition
  const used = findVariables(JSON.stringify(request.headers.filter(({ disabled }) => !disabled)))
  const named = used.filter((name) => !isDynamic(name))
  if (named.length === 0) return []
  const bound = definition.bindings.flatMap((one) => (one.in === 'variable' ? [one.name] : []))
  return named.filter((name) => !bound.includes(name))
}

/** All sources of variable values. */
function layersOf(
  { variables }: Collection,
  { variables: flags, environment, envFile, globals }: Settings,
): Variable[][] {
  const given = Object.entries({ ...envFile, ...flags }).map(([key, value]) => ({ key, value }))
  return [given, environment, variables, globals]
}
