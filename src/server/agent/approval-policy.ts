import type { JsonObject } from '../../toolkit/model/json.js'
import type { ApprovalPolicy, ToolFunction } from '../../toolkit/model/tool.js'
import {
  effectOfInput,
  type InputEffect,
  takesSegment,
} from '../../toolkit/semantics/effect/effect-of-input.js'

/** Whether any call of a tool can need approval. */
export function mayNeedApproval(tool: ToolFunction, agentPolicy: ApprovalPolicy): boolean {
  if ((tool.approve ?? agentPolicy) === 'none') return false
  return !tool.annotations.readOnlyHint || (tool.definition !== undefined && takesSegment(tool.definition))
}

/** Whether a call needs approval. The tool's own policy comes before the agent's. */
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

/** Whether a call may change data: its tool writes, or its input names a write. */
export function mayChange(tool: ToolFunction, input: JsonObject): boolean {
  return !tool.annotations.readOnlyHint || effectOf(tool, input) !== 'none'
}

/** The effect that the input has besides that of the tool. `none` for a function of the program that is declared as read-only. */
function effectOf({ annotations, definition }: ToolFunction, input: JsonObject): InputEffect {
  return annotations.readOnlyHint && !definition ? 'none' : effectOfInput(input, definition)
}
