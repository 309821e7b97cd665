import type { JsonObject } from '../model/json.js'
import { oncePer } from '../model/lazy.js'
import { withMembers } from '../model/map-members.js'
import type {
  CallOptions,
  DryRun,
  DryRunOptions,
  NeededBy,
  NeededTool,
  ToolFunction,
  ToolResult,
} from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { callEffect } from '../semantics/effect/effect-of-input.js'
import { failed } from './refusal.js'

export interface PrerequisiteOptions {
  /** Tools that only other tools need: no model is offered them. @default none */
  helpers?: readonly ToolFunction[]
  /** Whether the option `login` names a tool. @default none */
  isNamed?: (tool: ToolFunction) => boolean
}

/** Adds the tools that fill a tool's variables. Unless `alone`, a call runs those that only read or that `login` names. */
export function withPrerequisites(
  functions: readonly ToolFunction[],
  { helpers = [], isNamed = () => false }: PrerequisiteOptions = {},
): ToolFunction[] {
  const made = new Map<string, ToolFunction>()
  for (const tool of [...functions, ...helpers]) made.set(tool.name, withNeeds(tool, { made, isNamed }))
  return functions.map(({ name }) => made.get(name)!)
}

function withNeeds(
  tool: ToolFunction,
  { made, isNamed }: { made: ReadonlyMap<string, ToolFunction>; isNamed: (tool: ToolFunction) => boolean },
): ToolFunction {
  const prerequisites = tool.definition?.prerequisites ?? []
  if (prerequisites.length === 0) return tool
  const { dryRun } = tool
  const needing: ToolFunction = withMembers(tool, {
    get needs() {
      return prerequisites.flatMap(({ tool: name, ...need }): NeededTool[] => {
        const needed = made.get(name)
        return needed ? [{ ...need, tool: needed, isNamed: isNamed(needed) }] : []
      })
    },
    call(input: JsonObject, options: CallOptions = {}) {
      if (options.alone) return tool.call(input, options)
      return callWithReads(needing, input, { ...options, session: options.session ?? {} })
    },
    dryRun:
      dryRun &&
      ((input: JsonObject, options: DryRunOptions = {}) =>
        showWithStandIns(
          (standIns) => dryRun(input, { ...options, variables: { ...standIns, ...options.variables } }),
          needing,
        )),
  })
  return needing
}

export interface NeedingCall {
  tool: ToolFunction
  session: object
  /** The tools that this call, or a call that needs it, has run already. They do not run again, which prevents circles. */
  done?: ReadonlySet<ToolFunction>
  attempt: () => Promise<ToolResult>
  first: (need: NeededTool, done: ReadonlySet<ToolFunction>) => Promise<ToolResult>
}

/** Runs a call. After a missing value or 401, runs the tools that provide it, unless another call did, and repeats the call once. */
export async function callWithNeeds({
  tool,
  session,
  done = new Set(),
  attempt,
  first,
}: NeedingCall): Promise<ToolResult> {
  const { needs = [] } = tool
  if (needs.length === 0) return attempt()
  const runs = runsOf(session)
  const before = new Map(needs.map((need) => [need.tool, runs.ended.get(need.tool)]))
  const result = await attempt()
  const lacking = lackingNeeds(result, needs)
  if (lacking.length === 0) return result
  const ready = lacking.filter((need) => need.runsAlone && !done.has(need.tool) && need.tool !== tool)
  if (ready.length === 0)
    return lacking.some(({ runsAlone }) => runsAlone) ? result : named(tool, { result, lacking })
  for (const need of new Map(ready.map((one) => [one.tool, one])).values()) {
    if (runs.ended.get(need.tool) !== before.get(need.tool)) continue
    const outcome = await first(need, new Set([...done, tool, need.tool]))
    if (outcome.isError) return notCalled(tool, need, outcome)
  }
  return attempt()
}

/** Runs a needed tool once for all calls of a session that need it at that time. Only `run` may send or ask. */
export function shareRun(
  session: object,
  { tool }: NeededTool,
  run: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const { running, ended } = runsOf(session)
  const known = running.get(tool)
  if (known) return known
  const started = run().then((result) => {
    if (!result.isError) ended.set(tool, (ended.get(tool) ?? 0) + 1)
    return result
  })
  const shared = started.finally(() => running.delete(tool))
  running.set(tool, shared)
  return shared
}

const runsOf = oncePer((_session: object) => ({
  running: new Map<ToolFunction, Promise<ToolResult>>(),
  ended: new Map<ToolFunction, number>(),
}))

/** Why a needed tool may run without a question; undefined if the user must be asked. */
export function consentFor(
  { tool, isNamed }: NeededTool,
  asks: (tool: ToolFunction) => boolean,
): NeededBy['consent'] | undefined {
  if (callEffect(tool, {}) === 'read') return 'read'
  if (isNamed) return 'configured'
  return asks(tool) ? undefined : 'policy'
}

/** Runs a call of a program, in which no user can approve. */
function callWithReads(
  tool: ToolFunction,
  input: JsonObject,
  options: CallOptions & { session: object },
  done?: ReadonlySet<ToolFunction>,
): Promise<ToolResult> {
  const { session } = options
  return callWithNeeds({
    tool,
    session,
    done,
    attempt: () => tool.call(input, { ...options, alone: true }),
    first: (need, doneThen) => {
      const consent = consentFor(need, ({ approve }) => approve !== 'none')
      if (!consent) return Promise.resolve(needsConfiguration(need))
      const { signal, variables } = options
      const own = { signal, variables, session, neededBy: { tool: tool.name, consent } }
      return shareRun(session, need, () => callWithReads(need.tool, {}, own, doneThen))
    },
  })
}

function needsConfiguration({ tool: { name, definition } }: NeededTool): ToolResult {
  const request = definition ? ` (${definition.method} ${definition.path})` : ''
  return failed(
    'call-first',
    `${name}${request} may change something, so it does not run by itself. Call ${name} yourself in the same session, or name it in the option "login": then it runs whenever it is needed.`,
  )
}

/** The tools that can repair a failed call: they provide a variable without a value, or after a 401 a credential. */
function lackingNeeds(result: ToolResult, needs: readonly NeededTool[]): NeededTool[] {
  if (result.isError && result.reason === 'missing-setting')
    return needs.filter(({ variable }) => result.missingSettings?.includes(variable))
  return result.status === 401 ? needs.filter(({ variable }) => isCredentialLike(variable)) : []
}

/** Whether a call did not run yet, because the user is asked first whether a tool that it needs may run. This is no failure. */
export const waitsForApproval = ({ reason }: ToolResult): boolean => reason === 'approval-needed'

function notCalled(tool: ToolFunction, { tool: first }: NeededTool, outcome: ToolResult): ToolResult {
  const because = typeof outcome.content === 'string' ? outcome.content : JSON.stringify(outcome.content)
  const wasRefused =
    outcome.reason === 'call-first' || outcome.reason === 'not-approved' || waitsForApproval(outcome)
  const why = wasRefused ? `it needs ${first.name} first` : `${first.name} has to run first, and it failed`
  return { ...outcome, content: `${tool.name} was not called: ${why}. ${because}` }
}

/**
 * What a model is told to call first, with input of the user, in place of the word that a setting is missing. If no tool
 * brings one of the settings, only the operator can help, and the result stays.
 */
function named(
  { name }: ToolFunction,
  { result, lacking }: { result: ToolResult; lacking: NeededTool[] },
): ToolResult {
  const brought = lacking.map(({ variable }) => variable)
  if (!result.isError || result.reason !== 'missing-setting') return result
  if (result.missingSettings?.some((setting) => !brought.includes(setting))) return result
  const names = [...new Set(lacking.map(({ tool }) => tool.name))].join(' or ')
  return {
    ...result,
    reason: 'call-first',
    content: `${name} was not called. First call ${names}: its answer has what is missing (${brought[0]}). Ask the user for its input if you do not have it, and then call ${name} again.`,
  }
}

/** A dry run calls no other tool: the name of a variable stands for the value that a tool would provide, masked like it. */
function showWithStandIns(
  show: (standIns: Record<string, string>) => DryRun | ToolResult,
  tool: ToolFunction,
): DryRun | ToolResult {
  const { needs = [] } = tool
  const shown = show({})
  if (!('isError' in shown)) return shown
  const lacking = lackingNeeds(shown, needs)
  if (lacking.length === 0) return shown
  const ready = needs.filter(({ runsAlone }) => runsAlone)
  if (ready.length === 0) return named(tool, { result: shown, lacking })
  return show(Object.fromEntries(ready.map(({ variable }) => [variable, variable])))
}
