import type { JsonObject } from '../../toolkit/model/json.js'
import type { ApprovalPolicy, ToolFunction } from '../../toolkit/model/tool.js'
import {
  effectOfInput,
  type InputEffect,
  takesSegment,
} from '../../toolkit/semantics/effect/effect-of-input.js'

/** Whether any call of a tool can need approval. */
export function mayNeedApproval(tool: ToolFunction, agentPolicy: ApprovalPolicy): boolean {
  return (tool.approve ?? agentPolicy) !== 'none' && !onlyReads(tool)
}

/** Whether no call of a tool can change anything, whatever its input. */
export function onlyReads({ annotations, definition }: ToolFunction): boolean {
  return annotations.readOnlyHint && !(definition && takesSegment(definition))
}

/** Whether a call needs approval. The policy of the tool, if it has one, replaces the policy of the agent. */
export function needsApproval(
  tool: ToolFunction,
  { policy: agentPolicy, input }: { policy: ApprovalPolicy; input: JsonObject },
): boolean {
  const policy = tool.approve ?? agentPolicy
  if (policy === 'none') return false
  if (policy === 'writes') return mayChange(tool, input)
  return (
    (!tool.annotations.readOnlyHint && tool.annotations.destructiveHint) ||
    effectOf(tool, input) === 'destroys'
  )
}

/** Whether a call may change data: its tool writes, or its input makes the call a write, such as a GraphQL mutation. */
export function mayChange(tool: ToolFunction, input: JsonObject): boolean {
  return !tool.annotations.readOnlyHint || effectOf(tool, input) !== 'none'
}

/**
 * The effect of the input of a call, in addition to the effect of the tool. A tool that is not from a collection has no
 * `definition`. If such a tool is read-only, the effect of its input is `none`.
 */
function effectOf({ annotations, definition }: ToolFunction, input: JsonObject): InputEffect {
  return annotations.readOnlyHint && !definition ? 'none' : effectOfInput(input, definition)
}
