import { refuseKeysAt, valuesOfProcess } from '../environment.js'
import { silentLogger } from '../ports.js'
import type { Mock } from '../server/mock/mock-server.js'
import type { MockCounts } from '../server/mock/routes.js'
import { walkItems } from '../toolkit/collection/walk.js'
import type { Collection } from '../toolkit/model/collection.js'
import type { RequestTemplate } from '../toolkit/model/request-template.js'
import type { NeededTool, ToolDefinition } from '../toolkit/model/tool.js'
import type { RESTAPIToolkit, ToolkitSetup } from '../toolkit/rest-api-toolkit.js'
import { withSafeAnswers } from '../toolkit/secrets/stand-ins.js'
import { originOf } from '../toolkit/semantics/address.js'
import { resolveBaseUrls } from '../toolkit/semantics/base-urls.js'
import { fill } from '../toolkit/template/fill.js'
import { createScope } from '../toolkit/template/scope.js'
import { filledNames, findVariables, isDynamic } from '../toolkit/template/variables.js'
import { variableLayers } from '../toolkit/variable-layers.js'
import type { Settings } from './load.js'
import { defineOptions } from './load-toolkit.js'

/** Creates the toolkit of a collection. It has its own file, because `voice tools` leaves out the code that sends. */
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

/** Throws `key-refused` if `.env` decides an address while the environment gives it a credential. */
export function refuseForeignAddresses(collection: Collection, settings: Settings): void {
  const requests = [...walkItems(collection)].map(({ item }) => item.request)
  const { baseUrl, namedBaseUrls: named } = settings
  const replaced = resolveBaseUrls(requests, { baseUrl, named, isFilled: () => true })
  const scopeOf = (given: Settings) => createScope(variableLayers(collection.variables, given))
  const [all, trusted] = [scopeOf(settings), scopeOf({ ...settings, envFile: valuesOfProcess() })]
  const origins = requests.map(({ url }) => originOf(url)).filter((origin) => !replaced.has(origin))
  for (const template of new Set([...origins, ...requests.flatMap(furtherAddresses)])) {
    const address = fill(template, all).text
    if (address !== fill(template, trusted).text) refuseKeysAt(address, template)
  }
}

/** Where else a request can send a key: the addresses of its auth, such as that of an OAuth 2.0 token, and its `Host`. */
function furtherAddresses({ auth, headers }: RequestTemplate): string[] {
  const ofAuth = Object.entries(auth?.params ?? {}).filter(([name]) => /url$/i.test(name))
  const host = headers.filter(({ key }) => key?.toLowerCase() === 'host')
  return [...ofAuth, ...host.map(({ value }) => ['host', value] as const)].flatMap(([, value]) =>
    typeof value === 'string' ? [value] : [],
  )
}

/** Default port of `voice mock`. Requests whose base URL is a variable without a value go to this port. */
export const MOCK_PORT = 35814

export async function startOwnMock(collection: Collection): Promise<Mock> {
  const { startMock } = await import('../server/mock/mock-server.js')
  const options = { host: '127.0.0.1', port: 0, latencyMs: 0, logger: silentLogger }
  return startMock({ collections: [collection], ...options })
}

/** A collection with the values of flags and files, for the mock, and with placeholders for credentials in answers. */
export function withValues(collection: Collection, settings: Settings): Collection {
  const variables = variableLayers(collection.variables, settings).toReversed().flat()
  return withSafeAnswers({ ...collection, variables })
}

/** Says where the answers of a mock come from, such as "examples for 18 of 65 requests, the rest is made up". */
export function mockSentence({ requests, withExample }: MockCounts, { strict }: { strict: boolean }): string {
  const rest = strict ? 'the rest answers 404' : 'the rest is made up'
  if (withExample === 0)
    return strict ? 'no saved examples, all answers are 404' : 'no saved examples, all answers are made up'
  if (withExample === requests) return `examples for all ${requests} requests`
  return `examples for ${withExample} of ${requests} requests, ${rest}`
}

/** The placeholder for a credential. It is no word of an answer, because a toolkit masks credentials in answers. */
const STAND_IN = 'mock-credential'

/** A toolkit on the mock, with placeholders for missing credentials, unless a request that needs no question gives them. */
export async function toolkitOnMock(
  collection: Collection,
  { settings, options: own, mock }: { settings: Settings; options: ToolkitSetup; mock: Mock },
): Promise<RESTAPIToolkit> {
  const options = { ...own, everyOrigin: mock.url }
  const toolkit = await createToolkit(collection, settings, options)
  const filled = filledNames(variableLayers(collection.variables, settings))
  const missing = toolkit.getFunctions().flatMap(({ definition, needs = [] }) => {
    if (!definition) return []
    const isQuiet = ({ runsAlone, isNamed, tool }: NeededTool) =>
      runsAlone && (isNamed || tool.annotations.readOnlyHint)
    const brought = needs.filter(isQuiet).map(({ variable }) => variable)
    const needed = [...definition.settings, ...headerVariables(definition)]
    return needed.filter((name) => !filled.has(name) && !brought.includes(name))
  })
  if (missing.length === 0) return toolkit
  const standIns = Object.fromEntries(missing.map((name) => [name, STAND_IN]))
  return createToolkit(
    collection,
    { ...settings, variables: { ...standIns, ...settings.variables } },
    options,
  )
}

function headerVariables(definition: ToolDefinition): string[] {
  const { request } = definition
  const used = findVariables(request.headers.filter(({ disabled }) => !disabled))
  const named = used.filter((name) => !isDynamic(name))
  if (named.length === 0) return []
  const bound = definition.bindings.flatMap((one) => (one.in === 'variable' ? [one.name] : []))
  return named.filter((name) => !bound.includes(name))
}
