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
 * Returns tools that call their prerequisites: other tools that provide the value of a variable, such as a login. If a
 * call fails because the variable has no value or the API rejects the credential (status 401), the prerequisite is
 * called. The failed call is then repeated once.
 *
 * A prerequisite that needs input is not called. If only such prerequisites provide a missing value, the result names
 * them. `helpers` are tools that are only prerequisites: the model is not offered them.
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
  /** Names of the tools that were already started for this call. They are not started again, which prevents cycles. */
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
 * The prerequisites that can repair a failed call. If variables had no value, these are the prerequisites that provide
 * one of these variables. If the API answered with the status 401, these are the prerequisites that provide a
 * credential.
 */
function lackingNeeds(result: ToolResult, needs: Prerequisite[]): Prerequisite[] {
  if (result.isError && result.reason === 'missing-setting')
    return needs.filter(({ variable }) => result.missingSettings?.includes(variable))
  return result.status === 401 ? needs.filter(({ variable }) => isCredentialLike(variable)) : []
}

/**
 * Calls the prerequisite `name` of a tool and, if necessary, the prerequisites of this prerequisite. If it fails,
 * returns the error result for the call of the tool; else undefined.
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
 * Returns the dry run of a tool. No prerequisite is called. If a prerequisite would provide the value of a variable,
 * the name of this variable is used as its value. This value is masked like the real value.
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
