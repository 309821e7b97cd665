import type { JsonObject } from '../model/json.js'
import { withMembers } from '../model/map-members.js'
import type {
  CallOptions,
  DryRun,
  DryRunOptions,
  Prerequisite,
  ToolFunction,
  ToolResult,
} from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'

/**
 * Lets tools call their prerequisites. If a call fails because a value is missing or its token is no longer valid, the
 * prerequisite that provides the value is called, and then the call is repeated once. A prerequisite that needs input
 * is not called; the result names it instead. `helpers` are tools that are only prerequisites and are not offered.
 */
export function withPrerequisites(functions: ToolFunction[], helpers: ToolFunction[] = []): ToolFunction[] {
  const byName = new Map([...functions, ...helpers].map((tool) => [tool.name, tool]))
  return functions.map((tool) => {
    const needs = tool.definition?.prerequisites ?? []
    if (needs.length === 0) return tool
    const show = tool.dryRun
    const dryRun =
      show &&
      ((input: JsonObject, options: DryRunOptions = {}) =>
        showWithStandIns(
          (standIns) => show(input, { ...options, variables: { ...standIns, ...options.variables } }),
          { needs, byName },
        ))
    return withMembers(tool, {
      call: (input: JsonObject, options: CallOptions = {}) =>
        callWithNeeds({ tool, needs, byName, done: new Set([tool.name]) }, input, {
          ...options,
          session: options.session ?? {},
        }),
      dryRun,
    })
  })
}

interface Dependent {
  tool: ToolFunction
  needs: Prerequisite[]
  byName: ReadonlyMap<string, ToolFunction>
  /** Tools that are already being called. This prevents cycles. */
  done: Set<string>
}

async function callWithNeeds(
  dependent: Dependent,
  input: JsonObject,
  options: CallOptions,
): Promise<ToolResult> {
  const { tool, needs } = dependent
  const result = await tool.call(input, options)
  const lacking = lackingNeeds(result, needs)
  if (lacking.length === 0) return result
  const ready = lacking.filter(({ runsAlone }) => runsAlone)
  if (ready.length === 0) return named(result, lacking)
  for (const name of new Set(ready.map((need) => need.tool))) {
    const failure = await runFirst(name, dependent, options)
    if (failure) return failure
  }
  return tool.call(input, options)
}

/**
 * The prerequisites that can repair a failed call: all if a value is missing, those for credentials if authentication
 * failed.
 */
function lackingNeeds(result: ToolResult, needs: Prerequisite[]): Prerequisite[] {
  if (result.reason === 'missing-setting') return needs
  return result.status === 401 ? needs.filter(({ variable }) => isCredentialLike(variable)) : []
}

/**
 * Calls the prerequisite `name` of a tool, and the tools that this prerequisite needs itself. If the prerequisite
 * fails, returns the result that ends the call of the tool; else undefined.
 */
async function runFirst(
  name: string,
  { tool, byName, done }: Dependent,
  options: CallOptions,
): Promise<ToolResult | undefined> {
  const first = byName.get(name)
  if (!first || done.has(name)) return undefined
  done.add(name)
  const needs = first.definition?.prerequisites ?? []
  const result = await callWithNeeds({ tool: first, needs, byName, done }, {}, options)
  if (!result.isError) return undefined
  const because = typeof result.content === 'string' ? result.content : JSON.stringify(result.content)
  return {
    ...result,
    content: `${tool.name} was not called: ${name} has to run first, and it failed. ${because}`,
  }
}

function named(result: ToolResult, lacking: Prerequisite[]): ToolResult {
  if (result.reason !== 'missing-setting') return result
  const names = [...new Set(lacking.map(({ tool }) => tool))].join(' or ')
  return {
    ...result,
    reason: 'call-first',
    content: `${String(result.content)} Or call ${names} first: its answer has what is missing.`,
  }
}

/**
 * Returns the dry run of a tool, without calls of its prerequisites. If a prerequisite would provide the value of a
 * variable, the name of the variable is used as the value, and masked like the real value.
 */
function showWithStandIns(
  show: (standIns: Record<string, string>) => DryRun | ToolResult,
  { needs, byName }: Pick<Dependent, 'needs' | 'byName'>,
): DryRun | ToolResult {
  const shown = show({})
  const ready = needs.filter(({ tool, runsAlone }) => runsAlone && byName.has(tool))
  if (!('isError' in shown) || shown.reason !== 'missing-setting' || ready.length === 0) return shown
  return show(Object.fromEntries(ready.map(({ variable }) => [variable, variable])))
}
